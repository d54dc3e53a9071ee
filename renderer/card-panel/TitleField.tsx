/** Edits a title in place: Enter and blur save it, Escape reverts it. */
import { type CSSProperties, type ReactElement, useRef, useState } from 'react';
import styles from './card.module.css';

interface TitleFieldProps {
  text: string;
  style?: CSSProperties;
  /** Called once, with the new title, or with null if it is unchanged, empty or reverted. */
  onEnd: (text: string | null) => void;
}

export function TitleField({ text: before, style, onEnd }: TitleFieldProps): ReactElement {
  const [text, setText] = useState(before);
  const ended = useRef(false);
  const end = (next: string | null) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(next !== null && next.trim() !== '' && next.trim() !== before.trim() ? next : null);
  };
  return (
    <textarea
      className={styles.titleField}
      style={style}
      rows={1}
      dir="auto"
      aria-label="Title"
      value={text}
      // biome-ignore lint/a11y/noAutofocus: it appears because the person asked to write here
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(text)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        end(event.key === 'Enter' ? text : null);
      }}
    />
  );
}
