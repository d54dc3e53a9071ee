/** A text field with a button that adds an item, such as a tag or a space. */
import { type ReactElement, useId, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Form } from '../../../ui/forms/Form.tsx';
import { InlineField } from './rows.tsx';
import styles from './settings.module.css';

interface AddFormProps {
  /** Also the placeholder of the text field. */
  label: string;
  add: string;
  /** Why a text is not allowed, or null. */
  check?: (text: string) => string | null;
  /** Resolves to false or null if adding failed: the field then keeps the text. */
  onAdd: (text: string) => Promise<unknown>;
}

export function AddItemForm({ label, add, check, onAdd }: AddFormProps): ReactElement {
  const [text, setText] = useState('');
  const id = useId();
  const fault = text.trim() ? (check?.(text.trim()) ?? null) : null;
  const submit = async () => {
    if (text.trim() && !fault && (await onAdd(text.trim()))) setText('');
  };
  return (
    <Form className={cx('row wrap gap-2 p-3-4', styles.add)} onSubmit={submit}>
      <InlineField label={label} value={text} fault={fault ? id : null} onChange={setText} />
      <Button text={add} type="submit" disabled={!text.trim() || fault !== null} />
      {fault ? (
        <p id={id} className="danger text-sm" role="status">
          {fault}
        </p>
      ) : null}
    </Form>
  );
}
