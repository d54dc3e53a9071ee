/** How fresh the data is and what waits to be sent: always in sight, never in the way. */
import { CloudOff, Loader, RefreshCw, TriangleAlert, UploadCloud } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import type { SyncStatus } from '../../shared/bridge/index.ts';
import { useSync, useWorkspace } from '../data/app-state.ts';
import { call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { go } from '../data/routes.ts';
import { ago } from '../data/today.ts';
import { cx } from '../ui/cx.ts';
import { Tooltip } from '../ui/Tooltip.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './SyncIndicator.module.css';

const changes = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`;

export interface SyncWords {
  readonly text: string;
  readonly detail: string;
  readonly tone: 'quiet' | 'busy' | 'offline' | 'attention';
}

export function syncWords(sync: SyncStatus, now: number): SyncWords {
  const age = sync.freshAt ? `Data of ${ago(sync.freshAt, now)}.` : 'No data yet.';
  if (sync.attention > 0)
    return {
      text: `${changes(sync.attention)} need you`,
      detail: 'The service refused them. See the outbox.',
      tone: 'attention',
    };
  if (sync.phase === 'first') {
    const { progress } = sync;
    return {
      text: progress ? `First sync: ${progress.done} of ${progress.total}` : 'First sync',
      detail: progress?.what ?? 'Reading the workspace.',
      tone: 'busy',
    };
  }
  const waiting = sync.waiting > 0 ? ` · ${changes(sync.waiting)} waiting` : '';
  if (sync.phase === 'offline')
    return {
      text: `${sync.pausedByPerson ? 'Working offline' : sync.offlineSince ? `Offline since ${ago(sync.offlineSince, now)}` : 'Offline'}${waiting}`,
      detail: `${age} Everything works; changes are sent when the connection is back.`,
      tone: 'offline',
    };
  if (sync.phase === 'stopped')
    return { text: `Sync stopped${waiting}`, detail: sync.failure ? sentenceOf(sync.failure) : age, tone: 'attention' };
  if (sync.waiting > 0) return { text: `${changes(sync.waiting)} waiting`, detail: age, tone: 'busy' };
  if (sync.phase === 'syncing') {
    const { progress } = sync;
    return { text: progress ? `Syncing ${progress.done} of ${progress.total}` : 'Syncing', detail: age, tone: 'busy' };
  }
  return { text: 'Up to date', detail: age, tone: 'quiet' };
}

const icons = { quiet: RefreshCw, busy: Loader, offline: CloudOff, attention: TriangleAlert };

export function SyncIndicator(): ReactElement | null {
  const sync = useSync();
  const workspace = useWorkspace();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    // The age of the data grows while nothing happens; twice a minute is enough to say so.
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (!sync) return null;
  const words = syncWords(sync, Math.max(now, Date.parse(sync.freshAt ?? '') || 0));
  const Icon = words.tone === 'busy' && sync.waiting > 0 ? UploadCloud : icons[words.tone];
  const open = () => {
    if (sync.waiting > 0 || sync.attention > 0) go('outbox');
    else
      call('sync/now', {}).catch((error: unknown) =>
        toast({ title: sentenceOf(failureOf(error)), tone: 'danger', id: 'sync' }),
      );
  };
  return (
    <Tooltip label={words.detail} side="top">
      <button type="button" className={cx(styles.sync, styles[words.tone])} onClick={open} aria-live="polite">
        <Icon size={13} aria-hidden />
        <span className={styles.text}>{words.text}</span>
        {workspace?.kind === 'local' ? null : (
          <span className={styles.age}>{sync.freshAt && words.tone === 'quiet' ? ago(sync.freshAt, now) : ''}</span>
        )}
      </button>
    </Tooltip>
  );
}
