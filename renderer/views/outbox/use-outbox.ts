/**
 * Hooks that return the operations of the outbox and its notices (replaced values of others, cards put away), and read
 * them again after each change.
 */
import { useCallback, useEffect, useState } from 'react';
import type { CommandAnswer, OutboxOperation } from '../../../shared/bridge/index.ts';
import { bridge, call, errorText, logFailure, toastFailure } from '../../data/bridge.ts';

interface OutboxState {
  readonly operations: readonly OutboxOperation[];
  /** Reason why the operations could not be read, or null. */
  readonly fault: string | null;
}

/** Returns the operations of the outbox. */
export function useOutbox(): OutboxState {
  const [state, setState] = useState<OutboxState>({ operations: [], fault: null });
  useEffect(() => {
    let mounted = true;
    let isReading = false;
    let isStale = false;
    // The app can send hundreds of changes within a second. To limit the number of reads, a read begins only after the
    // previous read has ended.
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
 * Reads the outbox notices with `command`, and reads them again when the outbox changes. The person answers a notice
 * with another command, such as one that restores a value. Pass the promise of that command to `answer`. If the command
 * succeeds, `answer` reads the notices again. If it fails, `answer` shows a toast with the title `failureTitle`.
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
