import { toastIfSeveralCards } from '../cards/moves.ts';
import { act } from '../data/act.ts';
import type { WorkspaceLookups } from '../data/lookups.ts';
import { type CardRow, manualPositionOf } from '../model/card-row.ts';
import { resolveDrop } from '../model/drop-action.ts';
import { zoneTitle } from '../model/zones.ts';
import { showRefusalToast } from '../ui/popups/toast.ts';
import { zoneLookupOfRunBoard } from './use-board-drops.ts';
import type { BoardModel } from './use-board-model.ts';

/**
 * Moves the cards into a zone of the deck, run or milestone that the board shows; null takes them out of their zone.
 */
export function moveCardsToZone(
  { source, set }: Pick<BoardModel, 'source' | 'set'>,
  lookups: WorkspaceLookups,
  { cards, zone }: { readonly cards: readonly CardRow[]; readonly zone: string | null },
): void {
  const to = { key: `zone:${zone ?? ''}`, title: zoneTitle(zone), by: 'zone', value: zone } as const;
  const meaning = resolveDrop(
    { cards, to, from: null, after: null, before: null },
    {
      sort: 'title',
      context: source.context,
      manualPositionOf: (id) => manualPositionOf(set, id),
      cardOf: (id) => set.rows[id],
      deckTypeOf: () => undefined,
      me: null,
      ...zoneLookupOfRunBoard({ source, lookups }),
    },
  );
  if (meaning.kind === 'refused') showRefusalToast(meaning.reason);
  if (meaning.kind === 'act') void act(meaning.label, meaning.steps, toastIfSeveralCards(cards));
}
