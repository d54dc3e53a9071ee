/** Creating cards at a place of a board: their fields from deck, column and lane, then their place in the manual order. */
import { act, actThen, step } from '../data/act.ts';
import type { Lookups } from '../data/lookups.ts';
import { focusCard } from '../data/selection.ts';
import { localDay } from '../data/today.ts';
import { announce } from '../ui/announce.ts';
import { type ArrangedColumn, axesOf } from './arrange.ts';
import type { BoardModel } from './board-model.ts';
import { placeOf } from './cards.ts';
import { newCardParams } from './new-card.ts';

export interface Creation {
  readonly model: BoardModel;
  readonly lookups: Lookups;
  readonly me: string | null;
  readonly list: ArrangedColumn;
  /** The card they come before; null: at the end; undefined: at the top. */
  readonly before: string | null | undefined;
}

/** One `cards/create` per text and one place for all of them, as one thing to undo. */
export async function createCards(texts: readonly string[], deckId: string | null, creation: Creation): Promise<void> {
  const { model, lookups, me, list, before } = creation;
  const { column, lane } = axesOf(list);
  const steps = texts.map((content) =>
    step(
      'cards/create',
      newCardParams({ content, deckId, column, lane, gives: model.source.gives, lookups, me, today: localDay() }),
    ),
  );
  const label = texts.length === 1 ? `Create “${texts[0]?.split('\n')[0]}”` : `Create ${texts.length} cards`;
  const { context } = model.source;
  const isPlaced = model.sort === 'manual' && context !== null;
  const idsIn = (answers: readonly Record<string, unknown>[]) =>
    answers.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  if (!isPlaced) {
    const answer = await act(label, steps);
    if (answer) done(idsIn(answer.answers));
    return;
  }
  const target = before === undefined ? (list.ids[0] ?? null) : before;
  const last = list.ids.at(-1) ?? null;
  const neighbour = target ?? (before === null ? last : null);
  const zone = column.by === 'zone' ? column : lane?.by === 'zone' ? lane : null;
  // Where columns are no zones, new cards share the zone of the card they are put next to.
  const zoneLabel = zone
    ? (zone.value as string | null)
    : neighbour
      ? (placeOf(model.set, neighbour)?.label ?? null)
      : null;
  const answer = await actThen(label, steps, (answers, round) => {
    const cardIds = idsIn(answers);
    // Placed once: another round would place them again, for ever.
    if (round > 1 || cardIds.length === 0) return [];
    return target === null && last !== null
      ? [step('cardOrders/addAfter', { targetId: last, cardIds, context, label: zoneLabel })]
      : [step('cardOrders/addBefore', { targetId: target, cardIds, context, label: zoneLabel })];
  });
  if (answer) done(idsIn(answer));

  function done(ids: readonly string[]): void {
    announce(`${label}: done`);
    focusCard(ids[0] ?? null);
  }
}
