/** What only this computer has of a card: files that wait to be attached, and texts that gave way in a clash. */
import { useCallback, useEffect, useState } from 'react';
import type { LostText, Operation } from '../../shared/bridge/index.ts';
import { bridge, call, failureOf } from './bridge.ts';

type Asked = 'files/waiting' | 'drafts/lost';

/** Read again whenever the outbox changes; what could not be read last stays as it was. */
function useKept<T>(command: Asked, cardId: string): [readonly T[], () => void] {
  const [kept, setKept] = useState<{ readonly of: string; readonly rows: readonly T[] }>({ of: cardId, rows: [] });
  const read = useCallback(() => {
    call(command, { cardId }).then(
      (rows) =>
        setKept((before) =>
          // Events are many and most change nothing here: the same rows draw nothing again.
          before.of === cardId && JSON.stringify(before.rows) === JSON.stringify(rows)
            ? before
            : { of: cardId, rows: rows as readonly T[] },
        ),
      (error: unknown) => console.warn(`${command} was not read`, failureOf(error).message),
    );
  }, [command, cardId]);
  useEffect(() => {
    read();
    const stops = (['outbox/changed', 'sync/status', 'workspace/changed'] as const).map((event) =>
      bridge().on(event, read),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [read]);
  return [kept.of === cardId ? kept.rows : [], read];
}

export const useWaitingFiles = (cardId: string): readonly Operation[] => useKept<Operation>('files/waiting', cardId)[0];
export const useLostTexts = (cardId: string): [readonly LostText[], () => void] => useKept('drafts/lost', cardId);

/** Where a waiting file stands, in words. */
export function waitingWords({ state }: Pick<Operation, 'state'>, isOffline: boolean): string {
  if (state === 'rejected') return 'not attached yet: it needs you';
  if (state === 'sending') return 'being attached';
  return isOffline ? 'waits for the connection' : 'waits to be attached';
}
