/** Only windows of local workspaces can use the administration commands of the embedded service. */
import { useCallback, useEffect, useState } from 'react';
import type {
  AdministrationAnswers,
  AdministrationMessageName,
  AdministrationParams,
} from '../../../../shared/bridge/index.ts';
import { useSyncStatus, useWorkspace } from '../../../data/app-state.ts';
import { call, toastFailure } from '../../../data/bridge.ts';
import { setKnownMemberIds } from '../../../data/people.ts';

/**
 * After a failure, shows a toast and returns null. After a command about members, also stores their ids in
 * `data/people.ts`.
 */
export async function runAdministrationCommand<N extends AdministrationMessageName>(
  name: N,
  params: AdministrationParams<N>,
): Promise<AdministrationAnswers[N] | null> {
  try {
    const answer = (await call(name, params as never)) as AdministrationAnswers[N];
    if (name.startsWith('members/'))
      setKnownMemberIds((answer as AdministrationAnswers['members/list']).map(({ userId }) => userId));
    return answer;
  } catch (error) {
    toastFailure(error, 'That did not work');
    return null;
  }
}

type ListName = 'members/list' | 'tokens/list' | 'service/settings' | 'mail/list';

export interface ServiceAdminData<T> {
  /** Null until read. */
  readonly value: T | null;
  /** Stores `next`, the value that a change returned; without it, reads the value again. */
  readonly update: (next?: T | null) => void;
}

/** Reads again whenever the number of waiting operations changes. Stays null for the workspace of another service. */
export function useServiceAdminData<N extends ListName>(name: N): ServiceAdminData<AdministrationAnswers[N]> {
  const [value, setValue] = useState<AdministrationAnswers[N] | null>(null);
  const isLocal = useWorkspace()?.kind === 'local';
  const read = useCallback(() => {
    if (isLocal)
      void runAdministrationCommand(name, {} as AdministrationParams<N>).then((found) => found && setValue(found));
  }, [name, isLocal]);
  // An action waits in the outbox before it changes the service.
  const waiting = useSyncStatus()?.waiting ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each change of the outbox
  useEffect(read, [read, waiting]);
  const update = useCallback(
    (next?: AdministrationAnswers[N] | null) => {
      if (next) setValue(next);
      else read();
    },
    [read],
  );
  return { value, update };
}
