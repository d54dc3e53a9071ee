import { HardDrive, Server } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import type { Workspace } from '../../../shared/bridge/index.ts';
import { refreshWorkspaces, useAppState, useWorkspace } from '../../data/app-state.ts';
import { call, errorText, failureOf, toastFailure } from '../../data/bridge.ts';
import { useRoute } from '../../data/routes.ts';
import { switchWorkspace } from '../../data/workspace-actions.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Form } from '../../ui/forms/Form.tsx';
import { FormField } from '../../ui/forms/FormField.tsx';
import { ConfirmDialog } from '../../ui/popups/Dialog.tsx';
import { toast } from '../../ui/popups/toast.ts';
import styles from './connect.module.css';
import { connectAdviceFor } from './connect-advice.ts';
import { DeleteWorkspaceDialog } from './DeleteWorkspaceDialog.tsx';

export function WorkspaceList(): ReactElement {
  const workspaces = useAppState((state) => state.workspaces);
  const current = useWorkspace();
  return (
    <ul className="panel" aria-label="Workspaces">
      {workspaces.map((workspace) => (
        <WorkspaceItem key={workspace.id} workspace={workspace} isCurrent={workspace.id === current?.id} />
      ))}
    </ul>
  );
}

const tokenKindLabels = { organization: 'organization token', personal: 'personal token' } as const;

function WorkspaceItem({ workspace, isCurrent }: { workspace: Workspace; isCurrent: boolean }): ReactElement {
  const isRequested = useRoute().query.reconnect === workspace.id;
  const [isFormOpen, setIsFormOpen] = useState(isRequested);
  useEffect(() => {
    if (isRequested) setIsFormOpen(true);
  }, [isRequested]);
  const [removing, setRemoving] = useState(false);
  const isLocal = workspace.kind === 'local';
  const WorkspaceForm = isLocal ? RenameForm : ReconnectForm;
  const remove = async () => {
    try {
      await call('workspace/remove', { id: workspace.id });
      await refreshWorkspaces();
    } catch (error) {
      const what = isLocal ? 'Deleting' : 'Removing';
      toastFailure(error, `${what} did not work`);
    }
  };
  return (
    <li className={cx('flex wrap items-start gap-3 p-3-4', styles.workspace)}>
      <span className={cx('faint', styles.icon)}>
        {isLocal ? <HardDrive size={18} aria-hidden /> : <Server size={18} aria-hidden />}
      </span>
      <div className={cx('stack gap-2px min-w-0', styles.about)}>
        <p className="row gap-2 medium">
          {workspace.name} {isCurrent ? <Chip tone="accent">open</Chip> : null}
        </p>
        <p className="break-words note">
          {isLocal
            ? 'On this computer, no network'
            : [workspace.baseUrl, workspace.tokenKind ? tokenKindLabels[workspace.tokenKind] : null]
                .filter(Boolean)
                .join(' · ')}
        </p>
        {!isLocal && !workspace.tokenIsStored ? (
          <p className="warning text-sm">
            The token is not in the system’s keychain, so it is kept only until the app is closed.
          </p>
        ) : null}
        {isFormOpen ? <WorkspaceForm workspace={workspace} onDone={() => setIsFormOpen(false)} /> : null}
      </div>
      <div className="flex justify-end push-end gap-1">
        {isCurrent ? null : (
          <Button
            text="Open"
            small
            onClick={() => void switchWorkspace(workspace.id)}
            aria-label={`Open ${workspace.name}`}
          />
        )}
        <Button
          text={isLocal ? 'Rename' : 'New token'}
          small
          look="quiet"
          onClick={() => setIsFormOpen(!isFormOpen)}
          aria-expanded={isFormOpen}
          aria-label={isLocal ? `Rename ${workspace.name}` : undefined}
        />
        <Button
          text={isLocal ? 'Delete…' : 'Remove'}
          small
          look="quiet"
          onClick={() => setRemoving(true)}
          aria-label={isLocal ? `Delete ${workspace.name}…` : `Remove ${workspace.name}`}
        />
      </div>
      {isLocal && removing ? (
        <DeleteWorkspaceDialog
          workspace={workspace}
          onDelete={() => void remove()}
          onClose={() => setRemoving(false)}
        />
      ) : null}
      <ConfirmDialog
        open={!isLocal && removing}
        danger
        title={`Remove ${workspace.name}?`}
        confirm="Remove"
        onConfirm={() => void remove()}
        onClose={() => setRemoving(false)}
      >
        Deletes its data on this computer: cards, drafts, the token, and changes that are not sent yet. Nothing changes
        on the service.
      </ConfirmDialog>
    </li>
  );
}

interface WorkspaceFormProps {
  workspace: Workspace;
  onDone: () => void;
}

function RenameForm({ workspace, onDone }: WorkspaceFormProps): ReactElement {
  const [name, setName] = useState(workspace.name);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async () => {
    try {
      await call('workspace/rename', { id: workspace.id, name: name.trim() });
      onDone();
    } catch (error) {
      setFault(errorText(error));
    }
  };
  return (
    <Form className="stack gap-2 mt-2" onSubmit={submit} noValidate>
      <FormField
        label="New name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fault}
        hint="Renames its organization too."
        autoComplete="off"
        autoFocus
      />
      <FormButtons confirm="Rename" disabled={!name.trim()} onCancel={onDone} />
    </Form>
  );
}

function ReconnectForm({ workspace, onDone }: WorkspaceFormProps): ReactElement {
  const [token, setToken] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (!token.trim()) {
      setFault('Paste the token.');
      return;
    }
    setBusy(true);
    try {
      await call('workspace/reconnect', { id: workspace.id, token: token.trim() });
      setToken('');
      await refreshWorkspaces();
      toast({ title: `${workspace.name} is connected again`, tone: 'success' });
      onDone();
    } catch (error) {
      setFault(connectAdviceFor(failureOf(error)).text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form className="stack gap-2 mt-2" onSubmit={submit} noValidate>
      <FormField
        label="New token"
        type="password"
        value={token}
        onChange={(event) => setToken(event.target.value)}
        error={fault}
        hint="For the same organization. Changes in the outbox are sent with it."
        autoComplete="off"
        autoFocus
      />
      <FormButtons confirm={isBusy ? 'Asking the service…' : 'Connect again'} disabled={isBusy} onCancel={onDone} />
    </Form>
  );
}

function FormButtons(props: { confirm: string; disabled: boolean; onCancel: () => void }): ReactElement {
  return (
    <div className="flex justify-end push-end gap-1">
      <Button text="Cancel" small look="quiet" onClick={props.onCancel} />
      <Button text={props.confirm} small look="primary" type="submit" disabled={props.disabled} />
    </div>
  );
}
