/**
 * The list of known workspaces. Buttons open each workspace, rename or delete a local workspace, and reconnect or
 * remove a workspace of a service.
 */
import { HardDrive, Server } from 'lucide-react';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import type { Workspace } from '../../../shared/bridge/index.ts';
import { refreshWorkspaces, useAppState, useWorkspace } from '../../data/app-state.ts';
import { call, failureOf } from '../../data/bridge.ts';
import { failureText } from '../../data/failures.ts';
import { useRoute } from '../../data/routes.ts';
import { switchWorkspace } from '../../data/workspace-actions.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { FormField } from '../../ui/forms/FormField.tsx';
import { ConfirmDialog } from '../../ui/popups/Dialog.tsx';
import { toast } from '../../ui/popups/toast.ts';
import styles from './connect.module.css';
import { DeleteWorkspaceDialog } from './DeleteWorkspaceDialog.tsx';
import { connectAdviceFor } from './refusals.ts';

export function WorkspaceList(): ReactElement {
  const workspaces = useAppState((state) => state.workspaces);
  const current = useWorkspace();
  return (
    <ul className={styles.list} aria-label="Workspaces">
      {workspaces.map((workspace) => (
        <WorkspaceItem key={workspace.id} workspace={workspace} isCurrent={workspace.id === current?.id} />
      ))}
    </ul>
  );
}

const tokenKindLabels = { organization: 'organization token', personal: 'personal token' } as const;

function WorkspaceItem({ workspace, isCurrent }: { workspace: Workspace; isCurrent: boolean }): ReactElement {
  const isRequested = useRoute().query.reconnect === workspace.id;
  const [reconnecting, setReconnecting] = useState(isRequested);
  useEffect(() => {
    if (isRequested) setReconnecting(true);
  }, [isRequested]);
  const [removing, setRemoving] = useState(false);
  const isLocal = workspace.kind === 'local';
  const runAndReport = async (what: string, run: () => Promise<unknown>) => {
    try {
      await run();
      await refreshWorkspaces();
    } catch (error) {
      toast({ title: `${what} did not work`, detail: failureText(failureOf(error)), tone: 'danger' });
    }
  };
  const [renaming, setRenaming] = useState(false);
  return (
    <li className={styles.workspace}>
      <span className={styles.icon}>
        {isLocal ? <HardDrive size={18} aria-hidden /> : <Server size={18} aria-hidden />}
      </span>
      <div className={styles.about}>
        <p className={styles.name}>
          {workspace.name} {isCurrent ? <Chip tone="accent">open</Chip> : null}
        </p>
        <p className={styles.note}>
          {isLocal
            ? 'On this computer, no network'
            : [workspace.baseUrl, workspace.tokenKind ? tokenKindLabels[workspace.tokenKind] : null]
                .filter(Boolean)
                .join(' · ')}
        </p>
        {!isLocal && !workspace.tokenIsStored ? (
          <p className={styles.warning}>
            The token is not in the system’s keychain, so it is kept only until the app is closed.
          </p>
        ) : null}
        {renaming ? <RenameForm workspace={workspace} onDone={() => setRenaming(false)} /> : null}
        {reconnecting ? <ReconnectForm workspace={workspace} onDone={() => setReconnecting(false)} /> : null}
      </div>
      <div className={styles.actions}>
        {isCurrent ? null : (
          <Button small onClick={() => void switchWorkspace(workspace.id)} aria-label={`Open ${workspace.name}`}>
            Open
          </Button>
        )}
        {isLocal ? (
          <>
            <Button
              small
              look="quiet"
              onClick={() => setRenaming(!renaming)}
              aria-expanded={renaming}
              aria-label={`Rename ${workspace.name}`}
            >
              Rename
            </Button>
            <Button small look="quiet" onClick={() => setRemoving(true)} aria-label={`Delete ${workspace.name}…`}>
              Delete…
            </Button>
          </>
        ) : (
          <>
            <Button small look="quiet" onClick={() => setReconnecting(!reconnecting)} aria-expanded={reconnecting}>
              New token
            </Button>
            <Button small look="quiet" onClick={() => setRemoving(true)} aria-label={`Remove ${workspace.name}`}>
              Remove
            </Button>
          </>
        )}
      </div>
      {isLocal && removing ? (
        <DeleteWorkspaceDialog
          workspace={workspace}
          onDelete={() => void runAndReport('Deleting', () => call('workspace/remove', { id: workspace.id }))}
          onClose={() => setRemoving(false)}
        />
      ) : null}
      <ConfirmDialog
        open={!isLocal && removing}
        danger
        title={`Remove ${workspace.name}?`}
        confirm="Remove"
        onConfirm={() => void runAndReport('Removing', () => call('workspace/remove', { id: workspace.id }))}
        onClose={() => setRemoving(false)}
      >
        Deletes its data on this computer: cards, drafts, the token, and changes that are not sent yet. Nothing changes
        on the service.
      </ConfirmDialog>
    </li>
  );
}

function RenameForm({ workspace, onDone }: { workspace: Workspace; onDone: () => void }): ReactElement {
  const [name, setName] = useState(workspace.name);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await call('workspace/rename', { id: workspace.id, name: name.trim() });
      onDone();
    } catch (error) {
      setFault(failureText(failureOf(error)));
    }
  };
  return (
    <form className={styles.reconnect} onSubmit={(event) => void submit(event)} noValidate>
      <FormField
        label="New name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
        error={fault}
        hint="Renames its organization too."
        autoComplete="off"
        autoFocus
      />
      <div className={styles.actions}>
        <Button small look="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button small look="primary" type="submit" disabled={!name.trim()}>
          Rename
        </Button>
      </div>
    </form>
  );
}

function ReconnectForm({ workspace, onDone }: { workspace: Workspace; onDone: () => void }): ReactElement {
  const [token, setToken] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
    <form className={styles.reconnect} onSubmit={(event) => void submit(event)} noValidate>
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
      <div className={styles.actions}>
        <Button small look="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button small look="primary" type="submit" disabled={isBusy}>
          {isBusy ? 'Asking the service…' : 'Connect again'}
        </Button>
      </div>
    </form>
  );
}
