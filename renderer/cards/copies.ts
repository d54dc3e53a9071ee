/**
 * `cards/copy` does not order the copies and does not return their ids. So each copy is found by its title among the
 * newest cards of the deck, and moved to the position after its original. A copy in another deck moves into the zone
 * with the same name.
 */
import { type copyableCardFields, queryForAccount, selectRelated } from '../../shared/contract/index.ts';
import { type ActStep, actStep, actWithFollowUpSteps } from '../data/act.ts';
import { queryOnce } from '../data/live.ts';
import { currentLookups, type WorkspaceLookups } from '../data/lookups.ts';
import type { CardRow } from '../model/card-row.ts';
import { cardTitleOrCountText } from '../model/drop-action.ts';

export type CopiedCardProperty = (typeof copyableCardFields)[number];

/** By target deck. A completed run accepts no new cards, so copies of its cards get no run. */
export function stepsToCopyCards(
  byDeck: ReadonlyMap<string, readonly Pick<CardRow, 'cardId' | 'sprintId'>[]>,
  props: readonly CopiedCardProperty[],
  { sprints }: Pick<WorkspaceLookups, 'sprints'>,
): ActStep[] {
  const isInCompletedRun = ({ sprintId }: Pick<CardRow, 'sprintId'>) => sprints[sprintId ?? '']?.completedAt != null;
  const withoutRun = props.filter((name) => name !== 'sprintId');
  return [...byDeck].flatMap(([target, cards]) => {
    const copyStep = (some: typeof cards, kept: readonly CopiedCardProperty[]) =>
      some.length === 0
        ? []
        : [actStep('cards/copy', { ids: some.map(({ cardId }) => cardId), target, props: [...kept] })];
    if (withoutRun.length === props.length) return copyStep(cards, props);
    const [over, open] = [cards.filter(isInCompletedRun), cards.filter((card) => !isInCompletedRun(card))];
    return [...copyStep(open, props), ...copyStep(over, withoutRun)];
  });
}

/** If `target` is null, each card is copied into its own deck. */
export async function copyCards(
  cards: readonly CardRow[],
  target: { readonly id: string; readonly title: string } | null,
  props: readonly CopiedCardProperty[],
): Promise<void> {
  const deckIdOf = (card: CardRow) => target?.id ?? card.deckId ?? '';
  const byDeck = Map.groupBy(cards.filter(deckIdOf), deckIdOf);
  const since = new Date().toISOString();
  await actWithFollowUpSteps(
    target ? `Copy ${cardTitleOrCountText(cards)} to ${target.title}` : `Duplicate ${cardTitleOrCountText(cards)}`,
    stepsToCopyCards(byDeck, props, currentLookups()),
    (_answers, round) => (round > 1 ? [] : placementSteps(byDeck, since)),
    { showsToast: true },
  );
}

/** Looks for the copies among the cards that were created since the ISO time `since`. */
async function placementSteps(byDeck: ReadonlyMap<string, readonly CardRow[]>, since: string): Promise<ActStep[]> {
  const originals = [...byDeck.values()].flatMap((cards) => cards.map(({ cardId }) => cardId));
  const rows = await queryOnce(
    queryForAccount([
      selectRelated(
        'cards',
        {
          $or: [
            { cardId: { op: 'in', value: originals } },
            { deckId: { op: 'in', value: [...byDeck.keys()] }, createdAt: { op: 'gte', value: since } },
          ],
        },
        [
          'title',
          'deckId',
          'createdAt',
          selectRelated('cardOrders', { context: 'deck' }, ['context', 'cardId', 'label']),
        ],
      ),
    ]),
  );
  const known = Object.values(rows.card ?? {});
  const zoneOf = new Map(Object.values(rows.cardOrder ?? {}).map(({ cardId, label }) => [cardId as string, label]));
  const isOriginal = new Set(originals);
  const newCards = known.filter(({ cardId, createdAt }) => !isOriginal.has(cardId) && createdAt >= since);
  const steps: ActStep[] = [];
  for (const [deckId, cards] of byDeck) {
    const zones = currentLookups().decks[deckId]?.manualOrderLabels ?? [];
    for (const { cardId: id } of cards) {
      const original = rows.card?.[id];
      const at = newCards.findIndex((row) => row.deckId === deckId && row.title === original?.title);
      const [copy] = at < 0 ? [] : newCards.splice(at, 1);
      const label = zoneOf.get(id);
      if (!copy || label === undefined) continue;
      const orderParams = { cardIds: [copy.cardId], context: 'deck' as const, label };
      if (original?.deckId === deckId)
        steps.push(actStep('cardOrders/addAfter', { ...orderParams, targetId: original.cardId }));
      else if (label !== null && zones.includes(label))
        steps.push(actStep('cardOrders/addAfter', { ...orderParams, targetId: null }));
    }
  }
  return steps;
}
