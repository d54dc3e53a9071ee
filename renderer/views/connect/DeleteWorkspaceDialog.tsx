/** Shows the contents and offers an export. To confirm, the person must type the name of the workspace. */
import { Download } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import type { Workspace, WorkspaceRowCounts } from '../../../shared/bridge/index.ts';
import { call, toastFailure } from '../../data/bridge.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Form } from '../../ui/forms/Form.tsx';
import { FormField } from '../../ui/forms/FormField.tsx';
import form from '../../ui/forms/form-layout.module.css';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { countWithNoun } from '../../ui/text/text.ts';

interface DeleteWorkspaceProps {
  workspace: Workspace;
  onDelete: () => void;
  onClose: () => void;
}

export function DeleteWorkspaceDialog({ workspace, onDelete, onClose }: DeleteWorkspaceProps): ReactElement {
  const { id, name, isDemo } = workspace;
  const [contents, setContents] = useState<WorkspaceRowCounts | null>(null);
  const [typed, setTyped] = useState('');
  const [exportFolder, setExportFolder] = useState<string | null>(null);
  useEffect(() => {
    // A workspace that cannot be opened can still be deleted, without a list of its contents.
    call('workspace/contents', { id }).then(setContents, () => setContents(null));
  }, [id]);
  const isConfirmed = typed.trim() === name.trim();
  const exportData = () =>
    call('workspace/export', { id }).then(
      (folder) => folder !== null && setExportFolder(folder),
      (error: unknown) => toastFailure(error, 'The export did not work'),
    );
  const remove = () => {
    if (!isConfirmed) return;
    onClose();
    onDelete();
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Delete ${name}?`}
      mainButton={{ text: 'Delete workspace', look: 'danger', type: 'submit', form: 'delete-workspace' }}
      isIncomplete={!isConfirmed}
    >
      <Form id="delete-workspace" className={form.form} onSubmit={remove}>
        <p>
          {contents
            ? `${countWithNoun(contents.projects, 'project')}, ${countWithNoun(contents.decks, 'deck')} and ${countWithNoun(contents.cards, 'card')} are deleted from this computer, `
            : 'All projects, decks and cards are deleted from this computer, '}
          with their comments, files, runs, people and settings.{' '}
          {isDemo ? 'You can create the demo again, without your changes.' : 'There is no other copy, and no way back.'}
        </p>
        <div className={cx('row wrap', form.line)}>
          <Button text="Export its data first…" icon={Download} onClick={() => void exportData()} />
          <span className="break-words note" role="status">
            {exportFolder ? `Exported to ${exportFolder}` : null}
          </span>
        </div>
        <FormField
          label={`Type “${name}” to confirm`}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          fault={isConfirmed ? null : 'This is not its name.'}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
