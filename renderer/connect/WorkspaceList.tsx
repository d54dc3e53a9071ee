/** The workspaces that are there: open, reconnect with a new token, remove. */
import { HardDrive, Server } from 'lucide-react';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import type { Workspace } from '../../shared/bridge/index.ts';
import { refreshWorkspaces, useApp, useWorkspace } from '../data/app-state.ts';
import { call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { useLookups } from '../data/lookups.ts';
import { go, useRoute } from '../data/routes.ts';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { Confirm } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './connect.module.css';
import { adviceFor, sentences } from './refusals.ts';

export function WorkspaceList(): ReactElement {
  const workspaces = useApp((state) => state.workspaces);
  const current = useWorkspace();
  return (
    <ul className={styles.list} aria-label="Workspaces">
      {workspaces.map((workspace) => (
        <Item key={workspace.id} workspace={workspace} isCurrent={workspace.id === current?.id} />
      ))}
    </ul>
  );
}

const kindWords = { organization: 'organization token', personal: 'personal token' } as const;

function Item({ workspace, isCurrent }: { workspace: Workspace; isCurrent: boolean }): ReactElement {
  const asked = useRoute().query.reconnect === workspace.id;
  const [reconnecting, setReconnecting] = useState(asked);
  useEffect(() => {
    if (asked) setReconnecting(true);
  }, [asked]);
  const [removing, setRemoving] = useState(false);
  const isLocal = workspace.kind === 'local';
  // Only the workspace that is open tells how its organization is called.
  const { account: opened } = useLookups();
  const account = isCurrent ? opened : null;
  const tell = async (what: string, run: () => Promise<unknown>) => {
    try {
      await run();
      await refreshWorkspaces();
    } catch (error) {
      toast({ title: `${what} did not work`, detail: sentenceOf(failureOf(error)), tone: 'danger' });
    }
  };
  const open = () =>
    tell('Opening', async () => {
      await call('workspace/open', { id: workspace.id });
      go({ view: 'home', id: null, query: {} });
    });
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
            ? [account?.name, 'On this computer, no network'].filter(Boolean).join(' · ')
            : [workspace.baseUrl, workspace.tokenKind ? kindWords[workspace.tokenKind] : null]
                .filter(Boolean)
                .join(' · ')}
        </p>
        {!isLocal && !workspace.tokenIsStored ? (
          <p className={styles.warning}>
            This system has no keychain the app may use: the token is kept until the app is closed.
          </p>
        ) : null}
        {reconnecting ? <Reconnect workspace={workspace} onDone={() => setReconnecting(false)} /> : null}
      </div>
      <div className={styles.actions}>
        {isCurrent ? null : (
          <Button small onClick={() => void open()} aria-label={`Open ${workspace.name}`}>
            Open
          </Button>
        )}
        {isLocal ? null : (
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
      <Confirm
        open={removing}
        danger
        title={`Remove ${workspace.name}?`}
        confirm="Remove"
        onConfirm={() => void tell('Removing', () => call('workspace/remove', { id: workspace.id }))}
        onClose={() => setRemoving(false)}
      >
        Deletes what is stored of it on this computer: its cards, drafts, the token, and whatever still waits in its
        outbox. Nothing changes on the service.
      </Confirm>
    </li>
  );
}

function Reconnect({ workspace, onDone }: { workspace: Workspace; onDone: () => void }): ReactElement {
  const [token, setToken] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!token.trim()) {
      setFault('Paste the token.');
      return;
    }
    try {
      await call('workspace/reconnect', { id: workspace.id, token: token.trim() });
      setToken('');
      await refreshWorkspaces();
      toast({ title: `${workspace.name} is connected again`, tone: 'success' });
      onDone();
    } catch (error) {
      const advice = adviceFor(failureOf(error));
      setFault(sentences(advice));
    }
  };
  return (
    <form className={styles.reconnect} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label="New token"
        type="password"
        value={token}
        onChange={(event) => setToken(event.target.value)}
        error={fault}
        hint="For the same organization. What waits in the outbox goes out with it."
        autoComplete="off"
        autoFocus
      />
      <div className={styles.actions}>
        <Button small look="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button small look="primary" type="submit">
          Connect again
        </Button>
      </div>
    </form>
  );
}
