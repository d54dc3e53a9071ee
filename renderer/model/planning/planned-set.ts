/** Puts a plan onto the rows of a board: cards show the run and owner that the plan gives them. */
import { asPlanned, type CardPlan, type Plan } from '../../../shared/domain/plan.ts';
import type { CardRow, CardSet } from '../card-row.ts';

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

/**
 * The set of a board with runs as columns, as planned. Cards that move into one of `runs` (null: no run) join it, with
 * their rows from `others`; cards that move out leave it.
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
    if (!row || (!here.has(id) && row.visibility !== 'default')) continue;
    const planned = plannedRow(row, plan[id]);
    rows[id] = planned;
    if (runs.includes(planned.sprintId)) here.add(id);
    else here.delete(id);
  }
  const isSame = here.size === set.ids.length && set.ids.every((id) => here.has(id));
  return { ...set, rows, ids: isSame ? set.ids : [...here] };
}
