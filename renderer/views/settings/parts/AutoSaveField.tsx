/** Saves on Enter and when it loses the focus. Escape restores the saved text. */
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import styles from './settings.module.css';

interface SavedFieldProps {
  label: ReactNode;
  /** Accessible name, if the label alone is ambiguous. */
  name?: string;
  about?: string;
  value: string;
  placeholder?: string;
  /** For long texts. */
  wide?: boolean;
  /** Shows the text as plain text until it is pointed at or edited, without the label. */
  inPlace?: boolean;
  /** Why a text is not allowed, or null. Without `check`, only empty texts are refused. */
  check?: (text: string) => string | null;
  onSave: (text: string) => void;
}

const notEmpty = (text: string) => (text === '' ? 'Something must be here.' : null);

export function AutoSaveField(props: SavedFieldProps): ReactElement {
  const { label, name, about, value, placeholder, wide, inPlace, check = notEmpty, onSave } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const fault = typed === null ? null : check(typed.trim());
  const leave = () => {
    if (typed === null || fault) return;
    setTyped(null);
    if (typed.trim() !== value) onSave(typed.trim());
  };
  const aboutText =
    fault || about ? (
      <p className={fault ? 'danger text-sm' : 'note'} id={`${id}-about`} role={fault ? 'alert' : undefined}>
        {fault ?? about}
      </p>
    ) : null;
  const input = (
    <input
      id={id}
      className={inPlace ? styles.inPlace : wide ? styles.wide : styles.input}
      placeholder={placeholder}
      value={text}
      aria-label={name}
      aria-invalid={fault !== null}
      aria-describedby={aboutText ? `${id}-about` : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') leave();
        if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation();
          setTyped(null);
        }
      }}
    />
  );
  if (inPlace)
    return (
      <div className={cx('stack min-w-0', styles.inPlaceField)}>
        {input}
        {aboutText}
      </div>
    );
  return (
    <div className={cx('row justify-between grow gap-4 min-w-0', styles.row)}>
      <div className={cx('min-w-0', styles.text)}>
        <label htmlFor={id}>{label}</label>
        {aboutText}
      </div>
      <div className={cx('row rigid gap-2', styles.control)}>{input}</div>
    </div>
  );
}
