/** Only offered if the service allows apps to create projects. Opens the created project. */
import { type ReactElement, useState } from 'react';
import { act, actStep } from '../data/act.ts';
import { navigate } from '../data/routes.ts';
import { Form } from '../ui/forms/Form.tsx';
import { FormField } from '../ui/forms/FormField.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { closeDialog } from '../workbench/dialog-state.ts';

export function NewProjectDialog(): ReactElement {
  const [name, setName] = useState('');
  const create = async () => {
    const trimmed = name.trim();
    if (!trimmed) return;
    const acted = await act(`Create project ${trimmed}`, [actStep('projects/create', { name: trimmed })]);
    const id = acted?.answers[0]?.id;
    if (typeof id !== 'string') return;
    closeDialog();
    navigate({ view: 'project', id });
  };
  return (
    <Dialog
      onClose={closeDialog}
      title="New project"
      mainButton={{ text: 'Create project', type: 'submit', form: 'new-project' }}
      isIncomplete={!name.trim()}
    >
      <Form id="new-project" onSubmit={create}>
        <FormField
          label="Name"
          value={name}
          fault={name.trim() ? null : 'Name the project.'}
          autoFocus
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
