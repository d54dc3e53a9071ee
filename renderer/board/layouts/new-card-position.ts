/**
 * New cards get the zone of the card at which the person created them; in manual order they are also placed next to
 * that card.
 */
import { currentPlanDraft, isPlanningModeOn } from '../../cards/planning/plan-draft.ts';
import { type ActStep, actStep } from '../../data/act.ts';
import { type ArrangedColumn, columnAndLaneOf } from '../../model/arrange.ts';
import { manualPositionOf } from '../../model/card-row.ts';
import { columnOrLaneBy } from '../../model/column.ts';
import type { BoardModel } from '../use-board-model.ts';

interface NewCardPosition {
  readonly list: ArrangedColumn;
  /** Null: at the end of the list. */
  readonly before: string | null;
  /** Takes precedence over `before`. */
  readonly after?: string | null;
  /**
   * New cards get this card's zone if neither the column nor the lane is a zone. If null, new cards in manual order get
   * the zone of the card beside which they are inserted.
   */
  readonly near: string | null;
}

/** The service does not know that the card is here: a run plan moves or places it. */
const isOnlyPlanned = (cardId: string): boolean =>
  isPlanningModeOn() && (currentPlanDraft().plan[cardId]?.place ?? currentPlanDraft().plan[cardId]?.sprintId) != null;

/** At most one step; empty if the cards need no position. */
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
  // Without a position, the card would be in no zone.
  return label !== null && zones.includes(label) ? [step('cardOrders/addAfter', null)] : [];
}
