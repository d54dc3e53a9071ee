import { Download, KeyRound, Play, RefreshCw, RotateCcw } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { SyncStatus, Workspace } from '../../shared/bridge/index.ts';
import { serviceLimits } from '../../shared/contract/index.ts';
import { call, errorText } from '../data/bridge.ts';
import { navigate, openReconnectForm } from '../data/routes.ts';
import { switchWorkspace } from '../data/workspace-actions.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Switch } from '../ui/forms/CheckboxField.tsx';
import { ProgressBar } from '../ui/icons/icons.tsx';
import { toast } from '../ui/popups/toast.ts';
import { countWithNoun } from '../ui/text/text.ts';
import { openDialog } from '../workbench/dialog-state.ts';
import styles from './sync.module.css';
import {
  manualOrderNotSharedNote,
  needsNewToken,
  syncTexts,
  timeSinceText,
  timeUntilText,
  usableDataText,
} from './sync-labels.ts';
import { restartWorkspace } from './sync-toasts.ts';
import { useCurrentTimeMs, useWorkspaceStatuses } from './use-sync-state.ts';

const reportFailure = (pending: Promise<unknown>) => {
  pending.catch((error: unknown) => toast({ title: errorText(error), tone: 'danger', id: 'sync' }));
};

interface SyncPopoverProps {
  readonly sync: SyncStatus;
  readonly workspace: Workspace | null;
  readonly close: () => void;
}

export function SyncPopover({ sync, workspace, close }: SyncPopoverProps): ReactElement {
  const now = useCurrentTimeMs();
  const texts = syncTexts(sync, now);
  const isRemote = workspace?.kind === 'remote';
  const isRunning = sync.phase !== 'restarting' && sync.phase !== 'down';
  const closeThenRun = (work: () => void) => () => {
    close();
    work();
  };
  return (
    <div className={cx('stack gap-3', styles.panel)}>
      <header>
        <h2 className={cx('text-lg strong', styles[texts.tone])}>{texts.text}</h2>
        <p className="soft">{isRemote || !isRunning ? texts.detail : localWorkspaceText(sync)}</p>
      </header>
      {sync.progress ? (
        <section aria-label="First sync" className="stack gap-6px">
          <ProgressBar
            label="First sync"
            value={sync.progress.done}
            total={sync.progress.total}
            color="var(--accent)"
            height={6}
          />
          <p className="soft">{usableDataText(sync.progress)}</p>
        </section>
      ) : null}
      <dl className="stack gap-6px">
        {isRemote ? (
          <>
            <Entry name="What you see is of">{timeSinceText(sync.freshAt, now)}</Entry>
            <Entry name="Next check">{nextPollText(sync, now)}</Entry>
            <Entry name="Requests left">
              {sync.budgetLeft} of {serviceLimits.rateRequests} in {serviceLimits.rateWindowSeconds} s
            </Entry>
          </>
        ) : null}
        <Entry name="Waiting to be sent">
          {sync.waiting === 0 && sync.attention === 0 ? (
            'Nothing'
          ) : (
            <button
              type="button"
              className={cx('accent text-start', styles.link)}
              onClick={closeThenRun(() => navigate('outbox'))}
            >
              {countWithNoun(sync.waiting, 'change')}
              {sync.attention > 0 ? `, ${sync.attention} of them ${sync.attention === 1 ? 'needs' : 'need'} you` : ''}
            </button>
          )}
        </Entry>
        {isRemote && sync.manualOrderShared !== null ? (
          <Entry name="Manual order">{sync.manualOrderShared ? 'Shared with everyone' : 'Kept on this computer'}</Entry>
        ) : null}
        {isRemote ? (
          <Entry name="Work offline">
            <Switch
              label="Work offline"
              checked={sync.pausedByPerson}
              onChange={(offline) => reportFailure(call('sync/offline', { offline }))}
            />
          </Entry>
        ) : null}
        {sync.missingScopes.length > 0 ? (
          <Entry name="Not in this token">
            <span className="flex wrap gap-1">
              {sync.missingScopes.map((scope) => (
                <code key={scope} className="mono text-xs round-sm bg-hover px-1">
                  {scope}
                </code>
              ))}
            </span>
          </Entry>
        ) : null}
      </dl>
      {sync.manualOrderShared === false && isRemote ? <p className="soft text-sm">{manualOrderNotSharedNote}</p> : null}
      <OtherWorkspaces workspace={workspace} now={now} close={close} />
      <div className={cx('row gap-2 border-top', styles.foot)}>
        <span className="grow" />
        {needsNewToken(sync) ? null : (
          <Button
            text="Ready to go offline…"
            icon={Download}
            small
            disabled={!isRunning}
            onClick={closeThenRun(() => openDialog({ kind: 'offlineReadiness' }))}
          />
        )}
        {workspace && sync.phase === 'down' ? (
          <Button
            text="Start again"
            icon={RotateCcw}
            small
            look="primary"
            onClick={closeThenRun(() => restartWorkspace(workspace.id))}
          />
        ) : sync.pausedByPerson ? (
          <Button
            text={sync.phase === 'offline' ? 'Go online' : 'Resume sending'}
            icon={Play}
            small
            look="primary"
            onClick={() =>
              reportFailure(
                sync.phase === 'offline'
                  ? call('sync/offline', { offline: false })
                  : call('outbox/pause', { paused: false }),
              )
            }
          />
        ) : (
          <Button
            text={sync.phase === 'offline' ? 'Try now' : 'Sync now'}
            icon={RefreshCw}
            small
            disabled={!isRunning}
            onClick={() => reportFailure(call('sync/now', {}))}
          />
        )}
        {workspace && needsNewToken(sync) ? (
          <Button
            text="New token…"
            icon={KeyRound}
            small
            look="primary"
            onClick={closeThenRun(() => openReconnectForm(workspace.id))}
          />
        ) : null}
      </div>
    </div>
  );
}

function localWorkspaceText({ waiting, pausedByPerson }: SyncStatus): string {
  if (pausedByPerson) return 'This workspace lives on this computer. Your changes are kept until you go on.';
  return waiting === 0
    ? 'This workspace lives on this computer and needs no connection.'
    : 'This workspace lives on this computer; changes are being written.';
}

function nextPollText(sync: SyncStatus, now: number): string {
  if (sync.phase === 'restarting' || sync.phase === 'down') return 'Once it runs again';
  if (sync.pausedByPerson) return 'When you go online';
  if (sync.phase === 'stopped') return 'When you sync now or reconnect';
  if (sync.phase === 'first') return 'After the first sync';
  return timeUntilText(sync.nextPollAt, now);
}

function Entry({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className={cx('row gap-3', styles.entry)}>
      <dt className="rigid faint">{name}</dt>
      <dd className="flex min-w-0 figures">{children}</dd>
    </div>
  );
}

interface OtherWorkspacesProps extends Pick<SyncPopoverProps, 'workspace' | 'close'> {
  readonly now: number;
}

function OtherWorkspaces({ workspace, now, close }: OtherWorkspacesProps): ReactElement | null {
  const others = useWorkspaceStatuses().filter(({ id }) => id !== workspace?.id);
  if (others.length === 0) return null;
  return (
    <section aria-label="Other open workspaces">
      <h3 className="note medium mb-2px">Other open workspaces</h3>
      <ul className={styles.others}>
        {others.map(({ id, name, status }) => {
          const texts = syncTexts(status, now);
          return (
            <li key={id}>
              <button
                type="button"
                className={cx('flex gap-2 w-full text-start round hover-fill', styles.other)}
                onClick={() => {
                  close();
                  void switchWorkspace(id);
                }}
              >
                <span className="grow min-w-0 truncate">{name}</span>
                <span className={cx('text-sm', styles[texts.tone])}>{texts.text}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
