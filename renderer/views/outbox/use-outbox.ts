/** The outbox as it is now, read again whenever it changes. */
import { useEffect, useState } from 'react';
import type { Operation } from '../../../shared/bridge/index.ts';
import { bridge, call, failureOf } from '../../data/bridge.ts';
import { sentenceOf } from '../../data/failures.ts';

export function useOutbox(): { operations: readonly Operation[]; fault: string | null } {
  const [state, setState] = useState<{ operations: readonly Operation[]; fault: string | null }>({
    operations: [],
    fault: null,
  });
  useEffect(() => {
    let mounted = true;
    let isReading = false;
    let isStale = false;
    // Hundreds of changes may leave within a second: the list is read again once the last reading is done.
    const read = () => {
      isStale = isReading;
      if (isReading) return;
      isReading = true;
      call('outbox/list', {})
        .then(
          (operations) => mounted && setState({ operations, fault: null }),
          (error: unknown) => mounted && setState((last) => ({ ...last, fault: sentenceOf(failureOf(error)) })),
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
