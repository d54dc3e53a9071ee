/** Puts a plan onto the rows of a board: cards show the run and owner that the plan gives them. */
import { asPlanned, type CardPlan, type Plan } from '../../../shared/domain/plan.ts';
import { ranksBetween } from '../../../shared/domain/rank.ts';
import { type CardRow, type CardSet, placeOf } from '../card-row.ts';

/** Results by row, so that a card whose row and plan did not change keeps its identity and does not render again. */
const plannedRows = new WeakMap<CardRow, { readonly plan: string; readonly row: CardRow }>();

export function plannedRow(row: CardRow, plan: CardPlan | undefined): CardRow {
  if (!plan) return row;
  const key = JSON.stringify(plan);
  const known = plannedRows.get(row);
  if (known?.plan === key) return known.row;
  const planned = asPlanned(row, plan);
  plannedRows.set(row, { plan: key, row: planned });
  return planned;
}

/** Cards with a position, in their order. */
type Ranked = { readonly id: string; readonly sortValue: string }[];

/** The index at which a card goes before or after another one; undefined if that one has no position. */
function indexAt(order: Ranked, side: 'after' | 'before', targetId: string | null): number | undefined {
  if (targetId === null) return side === 'after' ? order.length : 0;
  const at = order.findIndex(({ id }) => id === targetId);
  return at < 0 ? undefined : side === 'after' ? at + 1 : at;
}

/**
 * The positions as planned; the same object if no card changes its run. A card that leaves a run loses its position there.
 * Cards without a position follow those with one, by number, as on the board; they get positions only if a planned card
 * goes beside one of them.
 */
function plannedPlaces(set: CardSet, rows: CardSet['rows'], plan: Plan): CardSet['places'] {
  const moved = Object.entries(plan).filter(([, { sprintId }]) => sprintId);
  if (set.context !== 'sprint' || moved.length === 0) return set.places;
  const places = { ...set.places };
  const keyOf = (id: string) => JSON.stringify([set.context, id]);
  const place = (id: string, label: string | null, sortValue: string) => {
    places[keyOf(id)] = { label, sortValue };
    return { id, sortValue };
  };
  const leaving = new Set(moved.map(([id]) => id));
  for (const id of leaving) delete places[keyOf(id)];
  const staying = set.ids.filter((id) => !leaving.has(id));
  const order: Ranked = staying
    .flatMap((id) => {
      const known = placeOf(set, id);
      return known ? [{ id, sortValue: known.sortValue }] : [];
    })
    .sort((a, b) => (a.sortValue < b.sortValue ? -1 : 1));
  const unplaced = new Set(staying.filter((id) => !placeOf(set, id)));
  if (moved.some(([, { place: to }]) => to?.targetId && unplaced.has(to.targetId))) {
    const sorted = [...unplaced].sort((a, b) => (rows[a]?.accountSeq ?? 0) - (rows[b]?.accountSeq ?? 0));
    const ranks = ranksBetween(order.at(-1)?.sortValue ?? null, null, sorted.length);
    for (const [at, id] of sorted.entries()) order.push(place(id, null, ranks[at] ?? ''));
  }
  for (const [id, { place: to }] of moved) {
    const at = to && indexAt(order, to.side, to.targetId);
    if (at === undefined) continue;
    const [sortValue = ''] = ranksBetween(order[at - 1]?.sortValue ?? null, order[at]?.sortValue ?? null, 1);
    order.splice(at, 0, place(id, to?.label ?? null, sortValue));
  }
  return places;
}

/**
 * The set of a board with runs as columns, as planned. Cards that move into one of `runs` (null: no run) join it, with
 * their rows and those of their sub cards from `others`; cards that move out leave it.
 */
export function plannedSet(
  set: CardSet,
  plan: Plan,
  others: Readonly<Record<string, CardRow>>,
  runs: readonly (string | null)[],
): CardSet {
  const cardIds = Object.keys(plan);
  if (cardIds.length === 0) return set;
  const rows = { ...set.rows };
  const here = new Set(set.ids);
  for (const id of cardIds) {
    const row = here.has(id) ? set.rows[id] : others[id];
    // Only a change of run brings a card to a board that does not have it.
    if (!row || (!here.has(id) && (row.visibility !== 'default' || !plan[id]?.sprintId))) continue;
    const planned = plannedRow(row, plan[id]);
    rows[id] = planned;
    // The counts of a hero card need its sub cards, of which `others` has partial rows.
    for (const child of planned.childCards) rows[child] ??= others[child] as CardRow;
    if (runs.includes(planned.sprintId)) here.add(id);
    else here.delete(id);
  }
  const isSame = here.size === set.ids.length && set.ids.every((id) => here.has(id));
  return { ...set, rows, places: plannedPlaces(set, rows, plan), ids: isSame ? set.ids : [...here] };
}
