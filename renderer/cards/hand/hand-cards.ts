import { useMemo } from 'react';
import { rowByAnyId } from '../../data/id-remap.ts';
import { useLiveQuery } from '../../data/live.ts';
import { cardsQuery, loadedCardsOf } from '../../model/card-row.ts';
import type { CardFaceSettings } from '../face/face-context.tsx';
import { useCardFaceContextValue } from '../face/use-card-face-context-value.ts';
import { useHand } from './hand-entries.ts';

/** By default of the workspace's own user. No cards if `enabled` is false. */
export function useHandCards(userId?: string | null, enabled = true) {
  const hand = useHand(userId);
  const { data } = useLiveQuery(cardsQuery({ queueEntries: { userId: hand.userId ?? '' } }, null), {
    enabled: enabled && hand.userId !== null,
    keepsPrevious: true,
  });
  const loaded = useMemo(() => loadedCardsOf(data as never, null), [data]);
  const cards = useMemo(
    () => hand.entries.flatMap((entry) => rowByAnyId(loaded.rows, entry.cardId) ?? []),
    [hand.entries, loaded],
  );
  // The most recently done card is first.
  const done = useMemo(
    () => hand.done.flatMap((entry) => rowByAnyId(loaded.rows, entry.cardId) ?? []),
    [hand.done, loaded],
  );
  return { hand, cards, done, loaded };
}

const noIds: ReadonlySet<string> = new Set();

/** Without the Hand icon and the avatar of `holderId`, because both are the same on all cards. */
export function useHandCardFaceSettings(holderId: string | null): CardFaceSettings {
  const face = useCardFaceContextValue({ commonOwnerId: holderId });
  return useMemo(() => ({ ...face, inHand: noIds }), [face]);
}
