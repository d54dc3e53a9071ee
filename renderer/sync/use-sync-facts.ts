/** Live facts behind the sync popover, each fed by one command and then by events. */
import { useEffect, useState } from 'react';
import type { Readiness, WorkspaceStatus } from '../../shared/bridge/index.ts';
import type { Failure } from '../../shared/contract/index.ts';
import { bridge, call, failureOf } from '../data/bridge.ts';

/** Open workspaces of every window, this one's among them. */
export function useWorkspaceStatuses(): readonly WorkspaceStatus[] {
  const [statuses, setStatuses] = useState<readonly WorkspaceStatus[]>([]);
  useEffect(() => {
    let mounted = true;
    call('workspace/statuses', {}).then(
      (all) => mounted && setStatuses(all),
      (error: unknown) => console.warn('the other workspaces are not known', failureOf(error).message),
    );
    const stop = bridge().on('workspace/status', (told) =>
      setStatuses((known) =>
        known.some(({ id }) => id === told.id)
          ? known.map((one) => (one.id === told.id ? told : one))
          : [...known, told],
      ),
    );
    return () => {
      mounted = false;
      stop();
    };
  }, []);
  return statuses;
}

export interface ReadinessState {
  readonly readiness: Readiness | null;
  readonly failure: Failure | null;
  /** Runs a command that answers the readiness as it is afterwards. */
  readonly change: (asked: Promise<Readiness>) => void;
}

export function useReadiness(): ReadinessState {
  const [readiness, setReadiness] = useState<Readiness | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const change = (asked: Promise<Readiness>) => {
    asked.then(
      (answered) => {
        setReadiness(answered);
        setFailure(null);
      },
      (error: unknown) => setFailure(failureOf(error)),
    );
  };
  useEffect(() => {
    let mounted = true;
    call('sync/readiness', {}).then(
      (answered) => mounted && setReadiness(answered),
      (error: unknown) => mounted && setFailure(failureOf(error)),
    );
    const stop = bridge().on('sync/readiness', setReadiness);
    return () => {
      mounted = false;
      stop();
    };
  }, []);
  return { readiness, failure, change };
}

/** The time, moving while `active`: what is on the way gets nearer before the eyes. */
export function useNow(active: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [active]);
  return now;
}
