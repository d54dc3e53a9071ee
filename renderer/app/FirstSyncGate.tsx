/** During the first sync, shows its progress in place of the view until the first decks have arrived. */

import type { ReactElement, ReactNode } from 'react';
import { useSyncStatus } from '../data/app-state.ts';
import { failureText } from '../data/bridge.ts';
import { useLookups } from '../data/lookups.ts';
import { currentRoute } from '../data/routes.ts';
import { loadedOfTotalText } from '../sync/sync-labels.ts';
import { cx } from '../ui/cx.ts';
import { ProgressBar } from '../ui/icons/icons.tsx';
import { EmptyState } from '../ui/messages.tsx';
import styles from './FirstSyncGate.module.css';

/** Views that work without data of the workspace, and are shown during the first sync. */
const viewsWithoutRows = ['settings', 'connect', 'start', 'outbox', 'gallery', 'licences'];

export function FirstSyncGate({ children }: { children: ReactNode }): ReactElement {
  const sync = useSyncStatus();
  const { isLoaded: ready, decks } = useLookups();
  const isEmpty = sync?.phase === 'first' && ready && Object.keys(decks).length === 0;
  if (!isEmpty || viewsWithoutRows.includes(currentRoute().view)) return <>{children}</>;
  const { progress, failure } = sync;
  return (
    <EmptyState title="Reading the workspace for the first time">
      {failure ? failureText(failure) : 'From then on everything is here, with or without a connection.'}
      {progress ? (
        <div className={cx('figures', styles.progress)}>
          <ProgressBar
            label="First sync"
            value={progress.done}
            total={progress.total}
            color="var(--accent)"
            height={6}
          />
          <p>{progress.total > 0 ? `${progress.what}: ${loadedOfTotalText(progress)}` : 'Asking how much there is'}</p>
        </div>
      ) : null}
    </EmptyState>
  );
}
