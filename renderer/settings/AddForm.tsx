/** One line that adds something: a name and a button. */
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import styles from './settings.module.css';

export interface AddFormProps {
  /** Accessible name and placeholder of the text. */
  label: string;
  add: string;
  /** Answers whether it was taken. */
  onAdd: (text: string) => Promise<unknown>;
  children?: ReactNode;
}

export function AddForm({ label, add, onAdd, children }: AddFormProps): ReactElement {
  const [text, setText] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && (await onAdd(text.trim()))) setText('');
  };
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <input
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {children}
      <Button type="submit" disabled={!text.trim()}>
        {add}
      </Button>
    </form>
  );
}
