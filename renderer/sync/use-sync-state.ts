/** Statuses and readiness are read once and then updated by events. */
import { useCallback, useEffect, useState } from 'react';
import type { OfflineReadiness, WorkspaceStatus } from '../../shared/bridge/index.ts';
import type { Failure } from '../../shared/contract/index.ts';
import { bridge, call, failureOf, logFailure } from '../data/bridge.ts';

/** Of workspaces that are open in any window. */
export function useWorkspaceStatuses(): readonly WorkspaceStatus[] {
  const [statuses, setStatuses] = useState<readonly WorkspaceStatus[]>([]);
  useEffect(() => {
    call('workspace/statuses', {}).then(setStatuses, logFailure('the statuses of other workspaces could not be read'));
    return bridge().on('workspace/status', (changed) =>
      setStatuses((known) =>
        known.some(({ id }) => id === changed.id)
          ? known.map((one) => (one.id === changed.id ? changed : one))
          : [...known, changed],
      ),
    );
  }, []);
  return statuses;
}

/** Of the Hand and of pinned decks, kept up to date. */
export function useOfflineReadiness() {
  const [readiness, setReadiness] = useState<OfflineReadiness | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Stores the answer as `readiness`, or a failure of the command as `failure`. */
  const change = useCallback((pendingAnswer: Promise<OfflineReadiness>) => {
    pendingAnswer.then(
      (answered) => {
        setReadiness(answered);
        setFailure(null);
      },
      (error: unknown) => setFailure(failureOf(error)),
    );
  }, []);
  useEffect(() => {
    change(call('sync/readiness', {}));
    return bridge().on('sync/readiness', setReadiness);
  }, [change]);
  return { readiness, failure, change };
}

/** Updates each second. */
export function useCurrentTimeMs(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
