/** Button with a popover that saves the shown view or query in the sidebar under a name. */
import { type ReactElement, useState } from 'react';
import { prefetchedComponent } from '../../ui/lazy-component.ts';
import { Popover } from '../../ui/popups/Popover.tsx';
import type { SaveAsFormProps } from './SaveAsForm.tsx';

interface SaveAsProps extends Pick<SaveAsFormProps, 'what' | 'validate' | 'onSave'> {
  readonly trigger: ReactElement;
}

const SaveAsForm = prefetchedComponent(() => import('./SaveAsForm.tsx'), 'SaveAsForm');

export function SaveAsButton({ what, trigger, validate, onSave }: SaveAsProps): ReactElement {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const save = (chosen: string) => {
    setOpen(false);
    setName('');
    onSave(chosen);
  };
  return (
    <Popover label={`Save this ${what}`} align="end" open={open} onOpenChange={setOpen} trigger={trigger}>
      <SaveAsForm what={what} validate={validate} name={name} setName={setName} onSave={save} />
    </Popover>
  );
}
