/** One line that adds something: a name and a button. */
import { type FormEvent, type ReactElement, type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Entry } from './parts.tsx';
import styles from './settings.module.css';

export interface AddFormProps {
  /** Accessible name and placeholder of the text. */
  label: string;
  add: string;
  /** What is wrong with a text, or null. */
  check?: (text: string) => string | null;
  /** Answers whether it was taken. */
  onAdd: (text: string) => Promise<unknown>;
  children?: ReactNode;
}

export function AddForm({ label, add, check, onAdd, children }: AddFormProps): ReactElement {
  const [text, setText] = useState('');
  const id = useId();
  const fault = text.trim() ? (check?.(text.trim()) ?? null) : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !fault && (await onAdd(text.trim()))) setText('');
  };
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <Entry label={label} value={text} fault={fault ? id : null} onChange={setText} />
      {children}
      <Button type="submit" disabled={!text.trim() || fault !== null}>
        {add}
      </Button>
      {fault ? (
        <p id={id} className={styles.fault} role="status">
          {fault}
        </p>
      ) : null}
    </form>
  );
}
