/** Applies a run plan to the cards of a board, so that each card has its planned run, owner and position. */

import { ranksBetween } from '../../../shared/domain/rank.ts';
import { type CardPlan, cardWithPlanApplied, type RunPlan } from '../../../shared/domain/run-plan.ts';
import { compareCardNumbers } from '../card-fields/compare.ts';
import { type CardRow, type LoadedCards, manualPositionOf } from '../card-row.ts';

/** Cached results of `cardRowWithPlan`, so that a card renders again only if its row or its plan changes. */
const plannedRows = new WeakMap<CardRow, { readonly plan: string; readonly row: CardRow }>();

function cardRowWithPlan(row: CardRow, plan: CardPlan | undefined): CardRow {
  if (!plan) return row;
  const key = JSON.stringify(plan);
  const known = plannedRows.get(row);
  if (known?.plan === key) return known.row;
  const planned = cardWithPlanApplied(row, plan);
  plannedRows.set(row, { plan: key, row: planned });
  return planned;
}

/** The cards that have a position in the manual order, in that order. */
type RankedCards = { readonly id: string; readonly sortValue: string }[];

/**
 * Returns the index in `order` at which a card must be inserted to be before or after the card `targetId`. Returns
 * undefined if that card has no position. If `targetId` is null, returns the start of the order for `before`, the end
 * for `after`.
 */
function insertIndexOf(order: RankedCards, side: 'after' | 'before', targetId: string | null): number | undefined {
  if (targetId === null) return side === 'after' ? order.length : 0;
  const at = order.findIndex(({ id }) => id === targetId);
  return at < 0 ? undefined : side === 'after' ? at + 1 : at;
}

/**
 * Returns the manual positions of the cards as they are after the plan. A card that changes its run loses its old
 * position, and gets the planned position if there is one. Cards without a position come last, sorted by card number.
 * If the plan places a card next to a card without a position, all cards that stay in their run and have no position
 * first get positions at the end. Returns the same object if no card changes its run, or if the board does not show the
 * manual order of runs.
 */
function plannedPositions(loaded: LoadedCards, rows: LoadedCards['rows'], plan: RunPlan): LoadedCards['positions'] {
  const moved = Object.entries(plan).filter(([, { sprintId }]) => sprintId);
  if (loaded.orderKind !== 'sprint' || moved.length === 0) return loaded.positions;
  const places = { ...loaded.positions };
  const keyOf = (id: string) => JSON.stringify([loaded.orderKind, id]);
  const place = (id: string, label: string | null, sortValue: string) => {
    places[keyOf(id)] = { label, sortValue };
    return { id, sortValue };
  };
  const leaving = new Set(moved.map(([id]) => id));
  for (const id of leaving) delete places[keyOf(id)];
  const staying = loaded.ids.filter((id) => !leaving.has(id));
  const order: RankedCards = staying
    .flatMap((id) => {
      const known = manualPositionOf(loaded, id);
      return known ? [{ id, sortValue: known.sortValue }] : [];
    })
    .sort((a, b) => (a.sortValue < b.sortValue ? -1 : 1));
  const unplaced = new Set(staying.filter((id) => !manualPositionOf(loaded, id)));
  if (moved.some(([, { place: to }]) => to?.targetId && unplaced.has(to.targetId))) {
    const sorted = [...unplaced].flatMap((id) => rows[id] ?? []).sort(compareCardNumbers);
    const ranks = ranksBetween(order.at(-1)?.sortValue ?? null, null, sorted.length);
    for (const [at, { cardId }] of sorted.entries()) order.push(place(cardId, null, ranks[at] ?? ''));
  }
  for (const [id, { place: to }] of moved) {
    const at = to && insertIndexOf(order, to.side, to.targetId);
    if (at === undefined) continue;
    const [sortValue = ''] = ranksBetween(order[at - 1]?.sortValue ?? null, order[at]?.sortValue ?? null, 1);
    order.splice(at, 0, place(id, to?.label ?? null, sortValue));
  }
  return places;
}

/**
 * Applies the plan to the cards of a board of runs. `runIds` are the runs of the board; null means no run. Adds cards
 * that move into these runs, with their rows and the rows of their sub cards from `others`. Removes cards that move
 * out.
 */
export function loadedCardsWithPlan(
  loaded: LoadedCards,
  plan: RunPlan,
  others: Readonly<Record<string, CardRow>>,
  runIds: readonly (string | null)[],
): LoadedCards {
  const cardIds = Object.keys(plan);
  if (cardIds.length === 0) return loaded;
  const rows = { ...loaded.rows };
  const here = new Set(loaded.ids);
  for (const id of cardIds) {
    const row = here.has(id) ? loaded.rows[id] : others[id];
    // A card that is not on the board is added only if the plan changes its run.
    if (!row || (!here.has(id) && (row.visibility !== 'default' || !plan[id]?.sprintId))) continue;
    const planned = cardRowWithPlan(row, plan[id]);
    rows[id] = planned;
    // A hero card shows how many of its sub cards are done. `others` has the partial rows of the sub cards that are
    // needed to count them.
    for (const child of planned.childCards) rows[child] ??= others[child] as CardRow;
    if (runIds.includes(planned.sprintId)) here.add(id);
    else here.delete(id);
  }
  const isSame = here.size === loaded.ids.length && loaded.ids.every((id) => here.has(id));
  return { ...loaded, rows, positions: plannedPositions(loaded, rows, plan), ids: isSame ? loaded.ids : [...here] };
}
