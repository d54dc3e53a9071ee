/** Asks for the name under which what is shown is kept, in the sidebar. */
import { type ReactElement, useState } from 'react';
import { Popover } from '../ui/Popover.tsx';
import { popupContent } from '../ui/popup-loader.ts';

export interface SaveAsProps {
  readonly what: 'view' | 'query';
  readonly trigger: ReactElement;
  /** Said of the name so far, and what is wrong with it. */
  readonly judge: (name: string) => { readonly hint: string; readonly fault?: string | null };
  readonly onSave: (name: string) => void;
}

const SaveAsForm = popupContent(() => import('./SaveAsForm.tsx').then((module) => module.SaveAsForm));

export function SaveAs({ what, trigger, judge, onSave }: SaveAsProps): ReactElement {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const save = (chosen: string) => {
    setOpen(false);
    setName('');
    onSave(chosen);
  };
  return (
    <Popover label={`Save this ${what}`} align="end" open={open} onOpenChange={setOpen} trigger={trigger}>
      <SaveAsForm what={what} judge={judge} name={name} setName={setName} onSave={save} />
    </Popover>
  );
}
