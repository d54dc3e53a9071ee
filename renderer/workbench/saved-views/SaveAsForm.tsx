/** The form for the name of a saved view or query; SaveAs.tsx opens it. */
import type { ReactElement } from 'react';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { FormField } from '../../ui/forms/FormField.tsx';
import styles from './SaveAsForm.module.css';

export interface SaveAsFormProps {
  readonly what: 'view' | 'query';
  /** Returns a hint about the typed name. If the name cannot be saved, `fault` is the reason. */
  readonly validate: (name: string) => { readonly hint: string; readonly fault?: string | null };
  readonly onSave: (name: string) => void;
  readonly name: string;
  readonly setName: (name: string) => void;
}

export function SaveAsForm({ what, validate, name, setName, onSave }: SaveAsFormProps): ReactElement {
  const { hint, fault = null } = validate(name);
  const canSave = name.trim() !== '' && fault === null;
  const save = () => {
    if (canSave) onSave(name.trim());
  };
  return (
    <div className={cx('stack gap-10px', styles.save)}>
      <FormField
        label={`Save this ${what} as`}
        hint={hint}
        error={fault}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) save();
        }}
      />
      <Button text="Save" look="primary" disabled={!canSave} onClick={save} />
    </div>
  );
}
