/**
 * Positions of new cards: next to the card at which they are created, and in its zone, whatever the board is sorted by.
 */
import { type ActStep, step } from '../../data/act.ts';
import type { ArrangedColumn } from '../../model/arrange.ts';
import { axesOf } from '../../model/arrange.ts';
import { manualPositionOf } from '../../model/card-row.ts';
import type { BoardModel } from '../use-board-model.ts';

interface NewPlace {
  readonly list: ArrangedColumn;
  /** The card before which they are inserted; null: at the end of the list. */
  readonly before: string | null;
  /** The card that they follow; takes precedence over `before`. */
  readonly after?: string | null;
  /** The card whose zone they get if the list has no zone of its own. */
  readonly near: string | null;
}

/** The step that sets the positions of new cards; none if they need none. */
export function placeNew(
  { model, list, before, after = null, near }: NewPlace & { model: Pick<BoardModel, 'source' | 'set' | 'sort'> },
  cardIds: readonly string[],
): ActStep[] {
  const { context, zones } = model.source;
  if (!context || cardIds.length === 0) return [];
  const { column, lane } = axesOf(list);
  const zone = [column, lane].find((axis) => axis?.by === 'zone');
  const label = zone ? (zone.value as string | null) : near ? (manualPositionOf(model.set, near)?.label ?? null) : null;
  const ids = [...cardIds];
  if (model.sort === 'manual') {
    const last = after ?? (before === null ? (list.ids.at(-1) ?? null) : null);
    return last !== null
      ? [step('cardOrders/addAfter', { targetId: last, cardIds: ids, context, label })]
      : [step('cardOrders/addBefore', { targetId: before, cardIds: ids, context, label })];
  }
  // A card without a position is in no zone.
  return label !== null && zones.includes(label)
    ? [step('cardOrders/addAfter', { targetId: null, cardIds: ids, context, label })]
    : [];
}
