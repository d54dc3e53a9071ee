/** Applies a run plan to the cards of a board, so that each card has its planned run, owner and position. */

import { rowMapOf } from '../../../shared/contract/index.ts';
import { ranksBetween } from '../../../shared/domain/rank.ts';
import {
  type CardPlan,
  cardWithPlanApplied,
  type PositionInPlannedRun,
  type RunPlan,
} from '../../../shared/domain/run-plan.ts';
import { compareCardNumbers, compareCodeUnits } from '../card-fields/field.ts';
import { type CardRow, type LoadedCards, manualPositionOf } from '../card-row.ts';

/** So that a card renders again only if its row or its plan changes. */
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

interface OrderedCard {
  readonly id: string;
  readonly label: string | null;
  /** Null for a card without a position, and for one that the plan places. */
  readonly sortValue: string | null;
  readonly isPlaced: boolean;
}

/** Undefined if the card beside it is not in `order`. */
function insertIndexOf(
  order: readonly OrderedCard[],
  { side, targetId, label }: PositionInPlannedRun,
): number | undefined {
  if (targetId === null) {
    if (side === 'before') return 0;
    // Cards without a position are in no zone, and come last. The end of a zone is before them.
    return label === null ? order.length : order.findLastIndex((card) => card.isPlaced || card.sortValue !== null) + 1;
  }
  const at = order.findIndex(({ id }) => id === targetId);
  if (at < 0 || side === 'before') return at < 0 ? undefined : at;
  // No rank fits between two cards with the same rank.
  const rank = order[at]?.sortValue ?? null;
  const next = order.findIndex(({ sortValue }, index) => index > at && (rank === null || sortValue !== rank));
  return next < 0 ? order.length : next;
}

/**
 * Follows the rules of `electron/engine/actions/card-orders.ts`: cards without a position come last, by number, and the
 * planned places are taken one after the other. `cards` has the rows and positions without the plan. A card that leaves
 * a run stays in its order, because other cards can be placed beside it.
 */
export function plannedOrders(
  runIds: readonly (string | null)[],
  cards: Pick<LoadedCards, 'rows' | 'positions'>,
  plan: RunPlan,
): ReadonlyMap<string, readonly OrderedCard[]> {
  const { rows } = cards;
  const cardsByRun = Map.groupBy(Object.values(rows), ({ sprintId }) => sprintId as string | null);
  const arriving = Object.entries(plan).flatMap(([id, { sprintId }]) => {
    const row = rows[id];
    return row && sprintId?.to && sprintId.to !== row.sprintId ? { row, runId: sprintId.to } : [];
  });
  const orders = new Map<string, OrderedCard[]>();
  for (const runId of runIds) {
    if (runId === null) continue;
    const ranked: { row: CardRow; card: OrderedCard & { sortValue: string } }[] = [];
    const unranked = arriving.flatMap(({ row, runId: to }) => (to === runId ? row : []));
    for (const row of cardsByRun.get(runId) ?? []) {
      const known = manualPositionOf({ ...cards, orderKind: 'sprint' }, row.cardId);
      if (known) ranked.push({ row, card: { id: row.cardId, ...known, isPlaced: false } });
      else unranked.push(row);
    }
    ranked.sort((a, b) => compareCodeUnits(a.card.sortValue, b.card.sortValue) || compareCardNumbers(a.row, b.row));
    const last = unranked
      .sort(compareCardNumbers)
      .map(({ cardId }) => ({ id: cardId, label: null, sortValue: null, isPlaced: false }));
    const order: OrderedCard[] = [...ranked.map(({ card }) => card), ...last];
    for (const [id, { place }] of Object.entries(plan)) {
      if (place?.sprintId !== runId) continue;
      const others = order.filter((card) => card.id !== id);
      const at = insertIndexOf(others, place);
      if (at === undefined || others.length === order.length) continue;
      order.splice(
        0,
        order.length,
        ...others.toSpliced(at, 0, { id, label: place.label, sortValue: null, isPlaced: true }),
      );
    }
    orders.set(runId, order);
  }
  return orders;
}

/**
 * Returns the same object if no card changes its run or place, or if the board does not show the manual order of runs.
 */
function plannedPositions(
  loaded: LoadedCards,
  others: Pick<LoadedCards, 'rows' | 'positions'>,
  plan: RunPlan,
  runIds: readonly (string | null)[],
): LoadedCards['positions'] {
  const moved = Object.entries(plan).filter(([, { sprintId, place }]) => sprintId || place);
  if (loaded.orderKind !== 'sprint' || moved.length === 0) return loaded.positions;
  const positions = { ...loaded.positions };
  const keyOf = (id: string) => JSON.stringify([loaded.orderKind, id]);
  // Rows of sub cards are partial, unless the query selected these cards themselves.
  const rows = rowMapOf(loaded.rows, others.rows);
  for (const id of loaded.ids) rows[id] = loaded.rows[id] as CardRow;
  for (const [id, { sprintId }] of moved)
    if (sprintId && rows[id]?.sprintId !== sprintId.to) delete positions[keyOf(id)];
  const known = { rows, positions: { ...others.positions, ...loaded.positions } };
  for (const [runId, all] of plannedOrders(runIds, known, plan)) {
    const order = all.filter(({ id }) => (plan[id]?.sprintId ? plan[id].sprintId.to : rows[id]?.sprintId) === runId);
    const last = order.findLastIndex((card) => card.isPlaced || card.sortValue !== null);
    for (let from = 0; from <= last; from++) {
      if (order[from]?.sortValue) continue;
      const next = order.findIndex(({ sortValue }, index) => index > from && sortValue !== null);
      const to = next < 0 ? last + 1 : next;
      const lower = order[from - 1]?.sortValue ?? null;
      const ranks = ranksBetween(lower, order[next]?.sortValue ?? null, to - from);
      for (const [at, { id, label }] of order.slice(from, to).entries())
        positions[keyOf(id)] = { label, sortValue: ranks[at] ?? '' };
      from = to - 1;
    }
  }
  return positions;
}

/**
 * `runIds` are the runs of the board; null means no run. Cards that move into these runs come with their rows and the
 * rows of their sub cards from `others`.
 */
export function loadedCardsWithPlan(
  loaded: LoadedCards,
  plan: RunPlan,
  { rows: others, positions }: Pick<LoadedCards, 'rows' | 'positions'>,
  runIds: readonly (string | null)[],
): LoadedCards {
  const cardIds = Object.keys(plan);
  if (cardIds.length === 0) return loaded;
  const rows = rowMapOf(loaded.rows);
  const here = new Set(loaded.ids);
  for (const id of cardIds) {
    const row = here.has(id) ? loaded.rows[id] : others[id];
    // Added only if the plan changes its run.
    if (!row || (!here.has(id) && (row.visibility !== 'default' || !plan[id]?.sprintId))) continue;
    const planned = cardRowWithPlan(row, plan[id]);
    rows[id] = planned;
    // A hero card shows how many of its sub cards are done; `others` has the partial rows to count them.
    for (const child of planned.childCards) rows[child] ??= others[child] as CardRow;
    if (runIds.includes(planned.sprintId)) here.add(id);
    else here.delete(id);
  }
  const isSame = here.size === loaded.ids.length && loaded.ids.every((id) => here.has(id));
  return {
    ...loaded,
    rows,
    positions: plannedPositions(loaded, { rows: others, positions }, plan, runIds),
    ids: isSame ? loaded.ids : [...here],
  };
}
