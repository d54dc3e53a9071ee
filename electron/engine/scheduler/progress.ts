/** At most one row per UTC day, only if its numbers differ from the previous one (rule `progress.sparse`). */
import { type Day, type DerivedStatus, rowKey } from '../../../shared/contract/index.ts';
import { progressStateByStatus, progressStateOf } from '../../../shared/domain/progress.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';
import { tableDefinitionOf } from '../store/schema.ts';

/** A progress row lists the states in this order. */
const countedStates = [...new Set(Object.values(progressStateByStatus))];

/** Number of cards, sum of their effort, number of cards without effort. */
type Stats = [number, number, number];
type StatsByState = Readonly<Record<string, Stats>>;

interface ProgressNumbers {
  readonly cards: Readonly<Record<string, number>>;
  readonly effort: Readonly<Record<string, number>>;
  readonly stats: StatsByState;
  readonly noEffortCards: number;
}

interface CardGroup {
  owner: string;
  state: DerivedStatus;
  projectId: string;
  cards: number;
  effort: number;
  noEffort: number;
}

type StatsByProject = ReadonlyMap<string, StatsByState>;

/** The states are in the order of `countedStates`. */
function sumOfStats(parts: Iterable<StatsByState>): StatsByState {
  const sum: Record<string, Stats> = {};
  for (const part of parts)
    for (const [state, stats] of Object.entries(part)) {
      const [cards, effort, noEffort] = sum[state] ?? [0, 0, 0];
      sum[state] = [cards + stats[0], effort + stats[1], noEffort + stats[2]];
    }
  return Object.fromEntries(countedStates.flatMap((state) => (sum[state] ? [[state, sum[state]]] : [])));
}

/**
 * Counts cards in decks of active projects, by `owner`, project and state. `owner` is the SQL of the id of the
 * milestone, run or Run Config, with columns of `card` and `sprint`.
 */
function statsBy(rows: RowStore, owner: string, join = ''): Map<string, StatsByProject> {
  // By deck and not by project, because an index on cards has this order.
  const groups = rows.db
    .prepare(
      `SELECT ${owner} AS owner, card.derivedStatus AS state, deck.projectId AS projectId, count(*) AS cards,
         coalesce(sum(card.effort), 0) AS effort, sum(card.effort IS NULL) AS noEffort
       FROM card JOIN deck ON deck.id = card.deckId
         JOIN project ON project.id = deck.projectId AND project.visibility = 'default' ${join}
       WHERE ${owner} IS NOT NULL GROUP BY ${owner}, card.derivedStatus, card.deckId`,
    )
    .all() as CardGroup[];
  const counted = new Map<string, Map<string, StatsByState>>();
  for (const { owner: id, state: status, projectId, cards, effort, noEffort } of groups) {
    const state = progressStateOf(status);
    if (!state) continue;
    const byProject = counted.get(id) ?? new Map<string, StatsByState>();
    counted.set(id, byProject);
    byProject.set(projectId, sumOfStats([byProject.get(projectId) ?? {}, { [state]: [cards, effort, noEffort] }]));
  }
  return counted;
}

/** Equal numbers have equal JSON text, because `sumOfStats` orders the states. */
function progressOf(stats: StatsByState): ProgressNumbers {
  const present = Object.entries(stats);
  return {
    cards: Object.fromEntries(present.map(([state, [cards]]) => [state, cards])),
    effort: Object.fromEntries(present.map(([state, [, effort]]) => [state, effort])),
    stats: Object.fromEntries(present),
    noEffortCards: present.reduce((sum, [, [, , noEffort]]) => sum + noEffort, 0),
  };
}

/** A Run Config counts only the done cards of its runs. */
const doneOf = (stats: StatsByState) => ({ stats: stats.done ? { done: stats.done } : {} });

const progressModels = [
  { model: 'milestoneProgress', owners: 'milestone', field: 'milestoneId', shape: progressOf },
  { model: 'sprintProgress', owners: 'sprint', field: 'sprintId', shape: progressOf },
  { model: 'sprintConfigProgress', owners: 'sprintConfig', field: 'sprintConfigId', shape: doneOf },
] as const;

type ProgressModel = (typeof progressModels)[number]['model'];

/** The viewer sees only some projects. `parts` is the JSON list of their numbers. */
export function progressOfParts(model: string, parts: string): string {
  const shape = progressModels.find((each) => each.model === model)?.shape ?? progressOf;
  return JSON.stringify(shape(sumOfStats(JSON.parse(parts) as StatsByState[])));
}

function countAll(rows: RowStore, model: ProgressModel): Map<string, StatsByProject> {
  if (model === 'milestoneProgress') return statsBy(rows, 'card.milestoneId');
  if (model === 'sprintProgress') return statsBy(rows, 'card.sprintId');
  return statsBy(rows, 'sprint.sprintConfigId', 'JOIN sprint ON sprint.id = card.sprintId AND NOT sprint.isDeleted');
}

/** A second call on the same day updates its rows, or removes those that no longer differ. */
export function recordProgress(rows: RowStore, day: Day): void {
  for (const { model, owners, field, shape } of progressModels) {
    const counted = countAll(rows, model);
    const latest = rows.db.prepare(
      `SELECT progress FROM "${model}" WHERE "${field}" = ? AND date < ? ORDER BY date DESC LIMIT 1`,
    );
    const alive = owners === 'sprintConfig' ? '' : 'WHERE NOT isDeleted';
    const ids = rows.db.prepare(`SELECT id FROM "${owners}" ${alive}`).pluck().all() as string[];
    recordPartsOfProjects(rows, model, day, ids, counted);
    for (const id of ids) {
      const progress = shape(sumOfStats(counted.get(id)?.values() ?? []));
      const before = latest.pluck().get(id, day) as string | undefined;
      const row = { [field]: id, date: day, progress } as Partial<StoredRow<typeof model>>;
      if (JSON.stringify(progress) !== (before ?? JSON.stringify(shape({})))) rows.put(model, row);
      else rows.remove(model, rowKey(tableDefinitionOf(model).model, row));
    }
  }
}

/** Writes parts that differ from the last earlier one, and removes those that do not. */
function recordPartsOfProjects(
  rows: RowStore,
  model: ProgressModel,
  date: Day,
  owners: readonly string[],
  counted: ReadonlyMap<string, StatsByProject>,
): void {
  const select = (dates: string) =>
    rows.db
      .prepare(
        `SELECT ownerId, projectId, stats, max(date) FROM projectProgress
         WHERE model = ? AND date ${dates} ? GROUP BY ownerId, projectId`,
      )
      .all(model, date) as { ownerId: string; projectId: string; stats: string }[];
  const earlier = Map.groupBy(select('<'), ({ ownerId }) => ownerId);
  const ofDay = Map.groupBy(select('='), ({ ownerId }) => ownerId);
  for (const ownerId of owners) {
    const before = new Map((earlier.get(ownerId) ?? []).map(({ projectId, stats }) => [projectId, stats]));
    const byProject = counted.get(ownerId);
    const written = (ofDay.get(ownerId) ?? []).map(({ projectId }) => projectId);
    for (const projectId of new Set([...(byProject?.keys() ?? []), ...before.keys(), ...written])) {
      const all = byProject?.get(projectId) ?? {};
      const stats = model === 'sprintConfigProgress' ? (all.done ? { done: all.done } : {}) : all;
      if (JSON.stringify(stats) !== (before.get(projectId) ?? '{}'))
        rows.put('projectProgress', { model, ownerId, projectId, date, stats });
      else rows.remove('projectProgress', JSON.stringify([model, ownerId, projectId, date]));
    }
  }
}
