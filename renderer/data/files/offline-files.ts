/** What only this computer knows about a card: files that wait to be attached, and its lost texts. */
import { useCallback, useEffect, useState } from 'react';
import type { LostText, OutboxOperation } from '../../../shared/bridge/index.ts';
import { bridge, call, logFailure } from '../bridge.ts';

type Command = 'files/waiting' | 'drafts/lost';

/** Reads the rows again when the outbox, the sync status or the workspace changes; so does the returned function. */
function useLocalRows<T>(command: Command, cardId: string): [readonly T[], () => void] {
  const [result, setResult] = useState<{ readonly cardId: string; readonly rows: readonly T[] }>({ cardId, rows: [] });
  const read = useCallback(() => {
    call(command, { cardId }).then(
      (rows) =>
        setResult((before) =>
          // Most events do not change these rows; the same object avoids a render.
          before.cardId === cardId && JSON.stringify(before.rows) === JSON.stringify(rows)
            ? before
            : { cardId, rows: rows as readonly T[] },
        ),
      logFailure(`${command} was not read`),
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
  return [result.cardId === cardId ? result.rows : [], read];
}

export const useWaitingUploads = (cardId: string): readonly OutboxOperation[] =>
  useLocalRows<OutboxOperation>('files/waiting', cardId)[0];
/** See `LostText`. */
export const useLostTexts = (cardId: string): [readonly LostText[], () => void] => useLocalRows('drafts/lost', cardId);

export function waitingUploadStatusText({ state }: Pick<OutboxOperation, 'state'>, isOffline: boolean): string {
  if (state === 'rejected') return 'not attached yet: it needs you';
  if (state === 'sending') return 'being attached';
  return isOffline ? 'waits for the connection' : 'waits to be attached';
}
