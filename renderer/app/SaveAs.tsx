/** Asks for the name under which what is shown is kept, in the sidebar. */
import { type ReactElement, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popover } from '../ui/Popover.tsx';
import styles from './SavedViews.module.css';

export interface SaveAsProps {
  readonly what: 'view' | 'query';
  readonly trigger: ReactElement;
  /** Said of the name so far, and what is wrong with it. */
  readonly judge: (name: string) => { readonly hint: string; readonly fault?: string | null };
  readonly onSave: (name: string) => void;
}

export function SaveAs({ what, trigger, judge, onSave }: SaveAsProps): ReactElement {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const { hint, fault = null } = judge(name);
  const can = name.trim() !== '' && fault === null;
  const save = () => {
    if (!can) return;
    setOpen(false);
    setName('');
    onSave(name.trim());
  };
  return (
    <Popover label={`Save this ${what}`} align="end" open={open} onOpenChange={setOpen} trigger={trigger}>
      <div className={styles.save}>
        <Field
          label={`Save this ${what} as`}
          hint={hint}
          error={fault}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
          }}
        />
        <Button look="primary" disabled={!can} onClick={save}>
          Save
        </Button>
      </div>
    </Popover>
  );
}
