/**
 * Writes the progress rows of milestones, runs and Run Configs: at most one row per UTC day, and only if its numbers
 * differ from the numbers of the previous row (rule `progress.sparse`).
 */
import { type Day, type DerivedStatus, rowKey } from '../../../shared/contract/index.ts';
import { progressStateByStatus, progressStateOf } from '../../../shared/domain/progress.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';
import { tableDefinitionOf } from '../store/schema.ts';

/** The states by which a progress row counts cards, in the order in which the row lists them. */
const countedStates = [...new Set(Object.values(progressStateByStatus))];

/** Number of cards, sum of their effort, number of cards without effort. */
type Stats = [number, number, number];
type StatsByState = Readonly<Record<string, Stats>>;

/** The numbers of a progress row of a milestone or a run, by state of the counted cards. */
interface ProgressNumbers {
  readonly cards: Readonly<Record<string, number>>;
  readonly effort: Readonly<Record<string, number>>;
  readonly stats: StatsByState;
  /** Number of counted cards without effort. */
  readonly noEffortCards: number;
}

interface CardGroup {
  owner: string;
  state: DerivedStatus;
  cards: number;
  effort: number;
  noEffort: number;
}

/**
 * Counts the cards in decks of active projects, by milestone, run or Run Config, and by state. `owner` is the SQL of
 * the id of the milestone, run or Run Config, with columns of the tables `card` and `sprint`.
 */
function statsBy(rows: RowStore, owner: string, join = ''): Map<string, StatsByState> {
  const groups = rows.db
    .prepare(
      `SELECT ${owner} AS owner, card.derivedStatus AS state, count(*) AS cards,
         coalesce(sum(card.effort), 0) AS effort, sum(card.effort IS NULL) AS noEffort
       FROM card JOIN deck ON deck.id = card.deckId
         JOIN project ON project.id = deck.projectId AND project.visibility = 'default' ${join}
       WHERE ${owner} IS NOT NULL GROUP BY 1, 2`,
    )
    .all() as CardGroup[];
  const counted = new Map<string, Record<string, Stats>>();
  for (const group of groups) {
    const state = progressStateOf(group.state);
    if (!state) continue;
    const stats = counted.get(group.owner) ?? {};
    const [cards, effort, noEffort] = stats[state] ?? [0, 0, 0];
    stats[state] = [cards + group.cards, effort + group.effort, noEffort + group.noEffort];
    counted.set(group.owner, stats);
  }
  return counted;
}

/**
 * Returns the numbers of a progress row. The states are in the order of `countedStates`, so that equal numbers have
 * equal JSON text.
 */
function progressOf(stats: StatsByState): ProgressNumbers {
  const present = countedStates.flatMap((state) => (stats[state] ? [[state, stats[state]] as const] : []));
  return {
    cards: Object.fromEntries(present.map(([state, [cards]]) => [state, cards])),
    effort: Object.fromEntries(present.map(([state, [, effort]]) => [state, effort])),
    stats: Object.fromEntries(present),
    noEffortCards: present.reduce((sum, [, [, , noEffort]]) => sum + noEffort, 0),
  };
}

/** Returns the progress of a Run Config, which counts only the done cards of its runs. */
const doneOf = (stats: StatsByState) => ({ stats: stats.done ? { done: stats.done } : {} });

const progressModels = [
  { model: 'milestoneProgress', owners: 'milestone', field: 'milestoneId', shape: progressOf },
  { model: 'sprintProgress', owners: 'sprint', field: 'sprintId', shape: progressOf },
  { model: 'sprintConfigProgress', owners: 'sprintConfig', field: 'sprintConfigId', shape: doneOf },
] as const;

function countAll(rows: RowStore, model: (typeof progressModels)[number]['model']): Map<string, StatsByState> {
  if (model === 'milestoneProgress') return statsBy(rows, 'card.milestoneId');
  if (model === 'sprintProgress') return statsBy(rows, 'card.sprintId');
  return statsBy(rows, 'sprint.sprintConfigId', 'JOIN sprint ON sprint.id = card.sprintId AND NOT sprint.isDeleted');
}

/**
 * Writes a progress row of `day` wherever the numbers differ from those of the last earlier day with a row. A second
 * call on the same day updates these rows, or removes those that no longer differ.
 */
export function recordProgress(rows: RowStore, day: Day): void {
  for (const { model, owners, field, shape } of progressModels) {
    const counted = countAll(rows, model);
    const latest = rows.db.prepare(
      `SELECT progress FROM "${model}" WHERE "${field}" = ? AND date < ? ORDER BY date DESC LIMIT 1`,
    );
    const alive = owners === 'sprintConfig' ? '' : 'WHERE NOT isDeleted';
    const ids = rows.db.prepare(`SELECT id FROM "${owners}" ${alive}`).pluck().all() as string[];
    for (const id of ids) {
      const progress = shape(counted.get(id) ?? {});
      const before = latest.pluck().get(id, day) as string | undefined;
      const row = { [field]: id, date: day, progress } as Partial<StoredRow<typeof model>>;
      if (JSON.stringify(progress) !== (before ?? JSON.stringify(shape({})))) rows.put(model, row);
      else rows.remove(model, rowKey(tableDefinitionOf(model).model, row));
    }
  }
}
