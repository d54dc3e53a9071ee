/**
 * Sets the positions of new cards. New cards get the zone of the card at which the person created them; in manual order
 * they are also placed next to that card.
 */
import { currentPlanDraft, isPlanningModeOn } from '../../cards/planning/plan-draft.ts';
import { type ActStep, actStep } from '../../data/act.ts';
import { type ArrangedColumn, columnAndLaneOf } from '../../model/arrange.ts';
import { manualPositionOf } from '../../model/card-row.ts';
import { columnOrLaneBy } from '../../model/column.ts';
import type { BoardModel } from '../use-board-model.ts';

interface NewCardPosition {
  readonly list: ArrangedColumn;
  /** Id of the card before which the new cards are inserted; null: at the end of the list. */
  readonly before: string | null;
  /** Id of the card after which the new cards are inserted; takes precedence over `before`. */
  readonly after?: string | null;
  /**
   * Id of the card whose zone the new cards get if neither the column nor the lane is a zone. If it is null, new cards
   * in manual order get the zone of the card beside which they are inserted.
   */
  readonly near: string | null;
}

/** Whether the service does not know that the card is here, because a run plan moves or places it. */
const isOnlyPlanned = (cardId: string): boolean =>
  isPlanningModeOn() && (currentPlanDraft().plan[cardId]?.place ?? currentPlanDraft().plan[cardId]?.sprintId) != null;

/**
 * Returns the step that sets the positions of new cards, in an array. The array is empty if the cards need no position.
 */
export function stepsToPositionNewCards(
  {
    model,
    list,
    before,
    after = null,
    near,
  }: NewCardPosition & { model: Pick<BoardModel, 'source' | 'loaded' | 'sort'> },
  cardIds: readonly string[],
): ActStep[] {
  const { orderKind, zones } = model.source;
  if (!orderKind || cardIds.length === 0) return [];
  const { column, lane } = columnAndLaneOf(list);
  const zone = columnOrLaneBy('zone', column, lane);
  const zoneSource = near ?? (model.sort === 'manual' ? (before ?? list.ids.at(-1)) : null);
  const label = zone
    ? (zone.value as string | null)
    : zoneSource
      ? (manualPositionOf(model.loaded, zoneSource)?.label ?? null)
      : null;
  const step = (action: 'cardOrders/addAfter' | 'cardOrders/addBefore', targetId: string | null) =>
    actStep(action, { targetId, cardIds: [...cardIds], context: orderKind, label });
  if (model.sort === 'manual') {
    const last = after ?? (before === null ? (list.ids.at(-1) ?? null) : null);
    const beside = last ?? before;
    if (beside === null || !isOnlyPlanned(beside))
      return [last !== null ? step('cardOrders/addAfter', last) : step('cardOrders/addBefore', before)];
    const at = list.ids.indexOf(beside);
    const above = list.ids.slice(0, at).findLast((id) => !isOnlyPlanned(id));
    const below = list.ids.slice(at).find((id) => !isOnlyPlanned(id));
    return [
      above && (last !== null || !below)
        ? step('cardOrders/addAfter', above)
        : step('cardOrders/addBefore', below ?? null),
    ];
  }
  // If the board is not in manual order, a new card gets a position only if it belongs to a zone: without a position,
  // it would be in no zone.
  return label !== null && zones.includes(label) ? [step('cardOrders/addAfter', null)] : [];
}
