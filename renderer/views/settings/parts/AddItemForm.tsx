/** A one-line form: a text field, and a button that adds an item, such as a tag or a space. */
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useSingleFlight } from '../../../ui/single-flight.ts';
import { InlineField } from './rows.tsx';
import styles from './settings.module.css';

interface AddFormProps {
  /** Accessible name and placeholder of the text field. */
  label: string;
  add: string;
  /** Returns why a text is not allowed, or null. */
  check?: (text: string) => string | null;
  /** Adds the text. Resolves to false or null if adding failed. The field then keeps the text. */
  onAdd: (text: string) => Promise<unknown>;
  children?: ReactNode;
}

export function AddItemForm({ label, add, check, onAdd, children }: AddFormProps): ReactElement {
  const [text, setText] = useState('');
  const id = useId();
  const fault = text.trim() ? (check?.(text.trim()) ?? null) : null;
  const submit = useSingleFlight(async () => {
    if (text.trim() && !fault && (await onAdd(text.trim()))) setText('');
  });
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <InlineField label={label} value={text} fault={fault ? id : null} onChange={setText} />
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
