/** Where new cards stand: next to the card they were made at, and in the zone it is in, whatever the board is sorted by. */
import { type ActStep, step } from '../../data/act.ts';
import type { ArrangedColumn } from '../../model/arrange.ts';
import { axesOf } from '../../model/arrange.ts';
import { placeOf } from '../../model/card-row.ts';
import type { BoardModel } from '../use-board-model.ts';

interface NewPlace {
  readonly list: ArrangedColumn;
  /** The card they come before; null: at the end of the list. */
  readonly before: string | null;
  /** The card they follow, whatever they come before. */
  readonly after?: string | null;
  /** The card whose zone they share where the list stands for none. */
  readonly near: string | null;
}

/** The step that puts new cards there; none where nothing is to be said. */
export function placeNew(
  { model, list, before, after = null, near }: NewPlace & { model: Pick<BoardModel, 'source' | 'set' | 'sort'> },
  cardIds: readonly string[],
): ActStep[] {
  const { context, zones } = model.source;
  if (!context || cardIds.length === 0) return [];
  const { column, lane } = axesOf(list);
  const zone = [column, lane].find((axis) => axis?.by === 'zone');
  const label = zone ? (zone.value as string | null) : near ? (placeOf(model.set, near)?.label ?? null) : null;
  const ids = [...cardIds];
  if (model.sort === 'manual') {
    const last = after ?? (before === null ? (list.ids.at(-1) ?? null) : null);
    return last !== null
      ? [step('cardOrders/addAfter', { targetId: last, cardIds: ids, context, label })]
      : [step('cardOrders/addBefore', { targetId: before, cardIds: ids, context, label })];
  }
  // Without a place a card is in no zone already.
  return label !== null && zones.includes(label)
    ? [step('cardOrders/addAfter', { targetId: null, cardIds: ids, context, label })]
    : [];
}
