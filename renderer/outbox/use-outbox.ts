/** The outbox as it is now, read again whenever it changes. */
import { useEffect, useState } from 'react';
import type { Operation } from '../../shared/bridge/index.ts';
import { bridge, call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';

export function useOutbox(): { operations: readonly Operation[]; fault: string | null } {
  const [state, setState] = useState<{ operations: readonly Operation[]; fault: string | null }>({
    operations: [],
    fault: null,
  });
  useEffect(() => {
    let mounted = true;
    let latest = 0;
    const read = () => {
      const asked = ++latest;
      call('outbox/list', {}).then(
        // An answer that a later one has overtaken is not shown.
        (operations) => mounted && asked === latest && setState({ operations, fault: null }),
        (error: unknown) => mounted && setState((last) => ({ ...last, fault: sentenceOf(failureOf(error)) })),
      );
    };
    read();
    // `outbox/changed` tells of counts; what has been sent leaves the list with the pull that shows it.
    const stops = (['outbox/changed', 'sync/status', 'workspace/changed'] as const).map((event) =>
      bridge().on(event, read),
    );
    return () => {
      mounted = false;
      for (const stop of stops) stop();
    };
  }, []);
  return state;
}
