/** Saves on Enter and when it loses the focus. Escape restores the saved text. */
import { type ReactElement, type ReactNode, useId, useState } from 'react';
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
  /** Why a text is not allowed, or null. Without `check`, only empty texts are refused. */
  check?: (text: string) => string | null;
  onSave: (text: string) => void;
}

const notEmpty = (text: string) => (text === '' ? 'Something must be here.' : null);

export function AutoSaveField(props: SavedFieldProps): ReactElement {
  const { label, name, about, value, placeholder, wide, check = notEmpty, onSave } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const fault = typed === null ? null : check(typed.trim());
  const leave = () => {
    if (typed === null || fault) return;
    setTyped(null);
    if (typed.trim() !== value) onSave(typed.trim());
  };
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <label htmlFor={id}>{label}</label>
        {fault || about ? (
          <p className={fault ? styles.fault : styles.about} id={`${id}-about`} role={fault ? 'alert' : undefined}>
            {fault ?? about}
          </p>
        ) : null}
      </div>
      <div className={styles.control}>
        <input
          id={id}
          className={wide ? styles.wide : styles.input}
          placeholder={placeholder}
          value={text}
          aria-label={name}
          aria-invalid={fault !== null}
          aria-describedby={fault || about ? `${id}-about` : undefined}
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
      </div>
    </div>
  );
}
