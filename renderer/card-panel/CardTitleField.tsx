/**
 * A text field that replaces a title while the person edits it. Enter saves the text, and so does a click elsewhere
 * (blur). Escape discards the text.
 */
import { type CSSProperties, type ReactElement, useRef, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { shapingOfTextArea } from '../ui/text/long-lines.ts';
import styles from './card.module.css';

interface TitleFieldProps {
  text: string;
  style?: CSSProperties;
  /** Called once when editing ends: with the new title, or with null if the title is unchanged, empty or discarded. */
  onEnd: (text: string | null) => void;
}

export function CardTitleField({ text: initialText, style, onEnd }: TitleFieldProps): ReactElement {
  const [text, setText] = useState(initialText);
  const hasEnded = useRef(false);
  const end = (next: string | null) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    onEnd(next !== null && next.trim() !== '' && next.trim() !== initialText.trim() ? next : null);
  };
  const { wrap, shaping } = shapingOfTextArea(text);
  return (
    <textarea
      className={cx('block text-xl strong round-sm bg-surface px-6px', styles.titleField, shaping)}
      style={style}
      rows={1}
      wrap={wrap}
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
