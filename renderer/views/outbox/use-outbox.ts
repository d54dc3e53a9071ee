/**
 * Operations of the outbox and its notices (replaced values of others, cards put away), read again after each change.
 */
import { useCallback, useEffect, useState } from 'react';
import type { CommandAnswer, OutboxOperation } from '../../../shared/bridge/index.ts';
import { bridge, call, errorText, logFailure, toastFailure } from '../../data/bridge.ts';

interface OutboxState {
  readonly operations: readonly OutboxOperation[];
  /** Why the operations could not be read, or null. */
  readonly fault: string | null;
}

export function useOutbox(): OutboxState {
  const [state, setState] = useState<OutboxState>({ operations: [], fault: null });
  useEffect(() => {
    let mounted = true;
    let isReading = false;
    let isStale = false;
    // The app can send hundreds of changes within a second, so a read begins only after the previous read has ended.
    const read = () => {
      isStale = isReading;
      if (isReading) return;
      isReading = true;
      call('outbox/list', {})
        .then(
          (operations) => mounted && setState({ operations, fault: null }),
          (error: unknown) => mounted && setState((last) => ({ ...last, fault: errorText(error) })),
        )
        .finally(() => {
          isReading = false;
          if (mounted && isStale) read();
        });
    };
    read();
    const stops = (['outbox/changed', 'workspace/changed'] as const).map((event) => bridge().on(event, read));
    return () => {
      mounted = false;
      for (const stop of stops) stop();
    };
  }, []);
  return state;
}

type NoticeCommand = 'outbox/overwritten' | 'outbox/putAway';

/**
 * Reads the notices with `command`, again whenever the outbox changes. The person answers a notice with another
 * command: pass its promise to `answer`, which reads the notices again, or shows a toast with the title `failureTitle`
 * on failure.
 */
export function useOutboxNotices<C extends NoticeCommand>(
  command: C,
  failureTitle: string,
): { notices: CommandAnswer<C>; answer: (pendingAnswer: Promise<unknown>) => void } {
  const [notices, setNotices] = useState<CommandAnswer<C>>([] as unknown as CommandAnswer<C>);
  const read = useCallback(() => {
    call<NoticeCommand>(command, {}).then(
      (list) => setNotices(list as CommandAnswer<C>),
      logFailure(`'${command}' could not be read`),
    );
  }, [command]);
  useEffect(() => {
    read();
    return bridge().on('outbox/changed', read);
  }, [read]);
  const answer = (pendingAnswer: Promise<unknown>) =>
    void pendingAnswer.then(read, (error: unknown) => toastFailure(error, failureTitle));
  return { notices, answer };
}
