/**
 * Finds the row sets that must be read again after a row has changed, and builds the request. A row set is a named
 * group of rows that are read together.
 * Names: `card:<id>`, `entries:<card id>` (Hand entries of a card), `hand:<user id>` (all entries of a Hand outside the
 * done pile), `bookmarks:<user id>`, `thread:<id>`, `threads:<card id>`, `talk:<card id>` (threads with reactions),
 * `reactions:<comment id>`, `attachments:<card id>`, `order:<card id>` (positions of a card), `openThreads`,
 * `user:<id>`, `ask:<model>:<id>` (a row that may not exist any more), `planning` (all rows of the planning models) and
 * `pulse` (a delta poll).
 */
import {
  type FieldList,
  type FieldSelection,
  filteredRelationKey,
  type Query,
  type QueryAnswer,
  rootKeyById,
} from '../../../shared/contract/index.ts';
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import { type StoredModelName, tableDefinitionOf } from '../../engine/store/schema.ts';
import { type CompleteRowList, completeList, hasAccountList, idsInAccountList } from '../pull/answers.ts';
import { cardFieldsToPull, fieldsToPull, threadFieldsToPull } from '../pull/selections.ts';
import { isReadOnDemand } from './on-demand-models.ts';

export interface RowSetsRequest {
  readonly query: Query;
  readonly rowSets: ReadonlySet<string>;
  /** Returns the complete lists in the answer. `asked` is the query without the parts that the service refused. */
  readonly lists: (answer: QueryAnswer, asked: Query) => CompleteRowList[];
}

/** The row set of a delta poll. The outbox file contains this name, so it cannot be changed. */
export const deltaPollRowSet = 'pulse';

/** One request reads at most this many ids of one kind, so that a query has only a few kilobytes. */
const maxIdsPerKind = 200;

interface RowSetKind {
  readonly relation: string;
  readonly model: StoredModelName;
  /** Compared with the id in the row set's name. */
  readonly field: string;
  readonly fields: (withOrders: boolean) => FieldList;
  /** Further conditions: `filter` for the query, `condition` the same in SQL. */
  readonly filter?: { readonly [field: string]: unknown };
  readonly condition?: string;
  /**
   * A model whose rows belong to these rows, such as a thread's comments, and the relation that lists them. The answer
   * has all of them, unless the service refused the relation.
   */
  readonly inner?: { readonly model: StoredModelName; readonly field: string; readonly relation: string };
}

const rowSetKinds: Record<string, RowSetKind> = {
  card: { relation: 'cards', model: 'card', field: 'cardId', fields: cardFieldsToPull },
  entries: { relation: 'queueEntries', model: 'queueEntry', field: 'cardId', fields: () => fieldsToPull('queueEntry') },
  hand: {
    relation: 'queueEntries',
    model: 'queueEntry',
    field: 'userId',
    fields: () => fieldsToPull('queueEntry'),
    filter: { cardDoneAt: null },
    condition: '"cardDoneAt" IS NULL',
  },
  bookmarks: { relation: 'handCards', model: 'handCard', field: 'userId', fields: () => fieldsToPull('handCard') },
  thread: {
    relation: 'resolvables',
    model: 'resolvable',
    field: 'id',
    fields: () => threadFieldsToPull,
    inner: { model: 'resolvableEntry', field: 'resolvableId', relation: 'entries' },
  },
  threads: {
    relation: 'resolvables',
    model: 'resolvable',
    field: 'cardId',
    fields: () => threadFieldsToPull,
    inner: { model: 'resolvableEntry', field: 'cardId', relation: 'entries' },
  },
  talk: {
    relation: 'resolvables',
    model: 'resolvable',
    field: 'cardId',
    fields: () => [
      ...fieldsToPull('resolvable'),
      { entries: [...fieldsToPull('resolvableEntry'), { reactions: fieldsToPull('resolvableEntryReaction') }] },
    ],
    inner: { model: 'resolvableEntry', field: 'cardId', relation: 'entries' },
  },
  attachments: {
    relation: 'attachments',
    model: 'attachment',
    field: 'cardId',
    fields: () => [...fieldsToPull('attachment'), { file: fieldsToPull('file') }],
  },
  order: { relation: 'cardOrders', model: 'cardOrder', field: 'cardId', fields: () => fieldsToPull('cardOrder') },
};

/** The service omits deleted decks. */
export function planningModelSelections(): FieldSelection[] {
  return [
    ...fieldsToPull('account'),
    { decks: [...fieldsToPull('deck'), { creator: fieldsToPull('user') }] },
    { projects: [...fieldsToPull('project'), { tags: fieldsToPull('projectTag') }] },
    { archivedProjects: [...fieldsToPull('project'), { tags: fieldsToPull('projectTag') }] },
    { milestones: [...fieldsToPull('milestone'), { milestoneProjects: fieldsToPull('milestoneProject') }] },
    { sprintConfigs: [...fieldsToPull('sprintConfig'), { sprintProjects: fieldsToPull('sprintProject') }] },
    { sprints: [...fieldsToPull('sprint')] },
    { workflowItems: [...fieldsToPull('workflowItem')] },
  ];
}

/** Returns true if the answer has the list `relation` of each of these rows. The service leaves out a refused one. */
const haveRelation = (answer: QueryAnswer, model: StoredModelName, ids: readonly string[], relation: string) =>
  ids.every((id) => Array.isArray((answer[model]?.[id] as AnyRow | undefined)?.[relation]));

export function planningModelListsIn(answer: QueryAnswer): CompleteRowList[] {
  const read = (relation: string, model: StoredModelName): CompleteRowList[] =>
    hasAccountList(answer, relation) ? [completeList(model, '1', [], idsInAccountList(answer, relation))] : [];
  /**
   * Rows below those of the account's lists `parents`, such as the tags of projects. Empty if the service refused one
   * of `parents`, or `relation`.
   */
  const below = (
    model: StoredModelName,
    parentModel: StoredModelName,
    relation: string,
    ...parents: readonly string[]
  ): CompleteRowList[] =>
    parents.every(
      (parent) =>
        hasAccountList(answer, parent) && haveRelation(answer, parentModel, idsInAccountList(answer, parent), relation),
    )
      ? [completeList(model, '1', [], Object.keys(answer[model] ?? {}))]
      : [];
  /** Returns the complete list `relation`. Stored rows that meet `condition` but are absent from it are requested. */
  const askAbsent = (
    relation: string,
    model: StoredModelName,
    condition: string,
    ids: readonly string[],
  ): CompleteRowList[] =>
    hasAccountList(answer, relation) ? [{ ...completeList(model, condition, [], ids), absent: 'ask' }] : [];
  const projects = [...idsInAccountList(answer, 'projects'), ...idsInAccountList(answer, 'archivedProjects')];
  return [
    ...askAbsent('decks', 'deck', '"isDeleted" IS NOT 1', idsInAccountList(answer, 'decks')),
    ...askAbsent('projects', 'project', `"visibility" <> 'deleted'`, projects),
    ...read('milestones', 'milestone'),
    ...read('sprintConfigs', 'sprintConfig'),
    ...read('sprints', 'sprint'),
    ...read('workflowItems', 'workflowItem'),
    ...below('milestoneProject', 'milestone', 'milestoneProjects', 'milestones'),
    ...below('sprintProject', 'sprintConfig', 'sprintProjects', 'sprintConfigs'),
    ...below('projectTag', 'project', 'tags', 'projects', 'archivedProjects'),
  ];
}

/**
 * Takes as many row sets as fit; the result's `rowSets` are those in the request. Without manual order, row sets
 * `order:<id>` count as read and are not requested.
 */
export function requestForRowSets(wanted: Iterable<string>, withOrders: boolean): RowSetsRequest {
  const rowSets = new Set<string>();
  const ids = new Map<string, string[]>();
  const roots: Record<string, FieldList> = {};
  const askedRows: { model: StoredModelName; id: string }[] = [];
  let planning = false;
  let openThreads = false;
  for (const rowSet of wanted) {
    const [kind = '', ...rest] = rowSet.split(':');
    const id = rest.join(':');
    if (rowSet === 'planning') planning = true;
    else if (rowSet === 'openThreads') openThreads = true;
    else if (kind === 'user' || kind === 'ask') {
      if (askedRows.length >= maxIdsPerKind) continue;
      const model = (kind === 'user' ? 'user' : rest[0]) as StoredModelName;
      const rowId = kind === 'user' ? id : rest.slice(1).join(':');
      roots[rootKeyById(model as 'user', rowId)] = fieldsToPull(model);
      askedRows.push({ model, id: rowId });
    } else if (kind === 'reactions') {
      if (askedRows.length >= maxIdsPerKind) continue;
      roots[rootKeyById('resolvableEntry', id)] = [
        ...fieldsToPull('resolvableEntry'),
        { reactions: fieldsToPull('resolvableEntryReaction') },
      ];
      askedRows.push({ model: 'resolvableEntry', id });
    } else if (rowSetKinds[kind] && (kind !== 'order' || withOrders)) {
      const list = ids.get(kind) ?? [];
      if (list.length >= maxIdsPerKind) continue;
      ids.set(kind, [...list, id]);
    } else if (kind !== 'order') continue;
    rowSets.add(rowSet);
  }

  const keys = new Map<string, string>();
  const parts: FieldSelection[] = planning ? planningModelSelections() : [];
  const openKey = filteredRelationKey('resolvables', { isClosed: false });
  if (openThreads) parts.push({ [openKey]: threadFieldsToPull });
  for (const [name, list] of ids) {
    const kind = rowSetKinds[name] as RowSetKind;
    const key = filteredRelationKey(kind.relation, { ...kind.filter, [kind.field]: { op: 'in', value: list } });
    keys.set(name, key);
    parts.push({ [key]: kind.fields(withOrders) });
  }
  const account: Record<string, FieldList> = parts.length > 0 ? { _root: [{ account: ['id', ...parts] }] } : {};

  return {
    query: { ...account, ...roots },
    rowSets,
    lists(answer, askedQuery) {
      const lists = planning ? planningModelListsIn(answer) : [];
      if (openThreads && hasAccountList(answer, openKey)) {
        const openIds = idsInAccountList(answer, openKey);
        lists.push({ ...completeList('resolvable', '"isClosed" = 0', [], openIds), absent: 'ask' });
      }
      for (const [name, list] of ids) {
        // If the service refused a relation, the answer has no list for it. Stored rows must then not count as deleted.
        if (!hasAccountList(answer, keys.get(name) as string)) continue;
        const { model, field, condition, inner } = rowSetKinds[name] as RowSetKind;
        const marks = list.map(() => '?').join(', ');
        const found = idsInAccountList(answer, keys.get(name) as string);
        const among = `"${field}" IN (${marks})${condition ? ` AND ${condition}` : ''}`;
        lists.push(completeList(model, among, list, found, field));
        const idsOf = (of: StoredModelName) => Object.keys(answer[of] ?? {});
        if (inner && haveRelation(answer, model, found, inner.relation))
          lists.push(
            completeList(inner.model, `"${inner.field}" IN (${marks})`, list, idsOf(inner.model), inner.field),
          );
        if (name === 'talk' && answer.resolvableEntryReaction) {
          const below = `"entryId" IN (SELECT "entryId" FROM "resolvableEntry" WHERE "cardId" IN (${marks}))`;
          lists.push(completeList('resolvableEntryReaction', below, list, idsOf('resolvableEntryReaction')));
        }
        if (name === 'card' && withOrders && haveRelation(answer, model, found, 'cardOrders'))
          lists.push(completeList('cardOrder', `"cardId" IN (${marks})`, list, idsOf('cardOrder'), 'cardId'));
      }
      for (const { model, id } of askedRows) {
        if (!Object.hasOwn(askedQuery, rootKeyById(model as 'user', id))) continue;
        const exists = Object.hasOwn(answer[model] ?? {}, id);
        const [keyColumn] = tableDefinitionOf(model).key;
        if (!exists && model !== 'user' && id)
          lists.push(completeList(model, `"${keyColumn}" = ?`, [id], [], keyColumn));
        if (model === 'resolvableEntry' && (!exists || haveRelation(answer, model, [id], 'reactions'))) {
          const reactionIds = Object.keys(answer.resolvableEntryReaction ?? {});
          lists.push(completeList('resolvableEntryReaction', '"entryId" = ?', [id], reactionIds));
        }
      }
      return lists;
    },
  };
}

/** Returns the row sets that contain a row. `noQuery`: no query of the service returns rows of the model. */
type RowSetFinder = ((key: string, row: AnyRow | undefined) => string[]) | 'noQuery';
const planning: RowSetFinder = () => ['planning'];
/** For models that only the service changes, or that are read on demand (on-demand-models.ts). */
const nothingToRead: RowSetFinder = () => [];
const keyPart = (key: string, index: number) => (JSON.parse(key) as string[])[index];

const rowSetFinders: { readonly [M in StoredModelName]: RowSetFinder } = {
  account: planning,
  accountRole: nothingToRead,
  attachment: (_, row) => (row ? [`attachments:${row.cardId}`] : []),
  card: (key) => [`card:${key}`],
  cardHistory: nothingToRead,
  cardOrder: (key) => [`order:${keyPart(key, 1)}`],
  cardSubscription: 'noQuery',
  counter: nothingToRead,
  deck: planning,
  deckGuardian: 'noQuery',
  deckSubscription: 'noQuery',
  file: nothingToRead,
  handCard: (key) => [`bookmarks:${keyPart(key, 1)}`],
  lockedCard: 'noQuery',
  milestone: planning,
  milestoneProgress: nothingToRead,
  milestoneProject: planning,
  notice: nothingToRead,
  pinnedMilestone: 'noQuery',
  project: planning,
  projectTag: planning,
  queueEntry: (_, row) => (row ? [`entries:${row.cardId}`, `hand:${row.userId}`] : []),
  release: nothingToRead,
  resolvable: (key) => [`thread:${key}`],
  resolvableEntry: (_, row) => (row ? [`thread:${row.resolvableId}`] : []),
  resolvableEntryReaction: (_, row) => (row ? [`reactions:${row.entryId}`] : []),
  resolvableParticipant: 'noQuery',
  projectProgress: nothingToRead,
  runSchedule: nothingToRead,
  setting: nothingToRead,
  sprint: planning,
  sprintConfig: planning,
  sprintConfigProgress: nothingToRead,
  sprintProgress: nothingToRead,
  sprintProject: planning,
  upload: nothingToRead,
  user: planning,
  workflowItem: planning,
};

/** Of users, `planning` contains only the creators of decks. */
export const isPlanningModel = (model: StoredModelName): boolean => rowSetFinders[model] === planning;
export const hasNoServiceQuery = (model: StoredModelName): boolean => rowSetFinders[model] === 'noQuery';

/** Empty for `noQuery` and `nothingToRead`, and if the row set's id needs `row` but it is undefined. */
export function rowSetsOfRow(model: StoredModelName, key: string, row: AnyRow | undefined): string[] {
  const findRowSets = rowSetFinders[model];
  return findRowSets === 'noQuery' ? [] : findRowSets(key, row);
}

export type ChangedKeysByModel = Readonly<Record<string, readonly string[]>>;

/** Maximum number of changed rows whose row sets are read. For more rows, polls are cheaper. */
const maxNamedRows = 400;

/**
 * Row sets (see read-back.ts) of the changed rows, without models that are read on demand. Undefined if more than
 * `maxNamedRows` rows remain.
 */
export function rowSetsOfCommit(commit: ChangedKeysByModel, rows: RowStore): ReadonlySet<string> | undefined {
  const changes = (Object.entries(commit) as [StoredModelName, readonly string[]][]).filter(
    ([model]) => !isReadOnDemand(model),
  );
  if (changes.reduce((sum, [, keys]) => sum + keys.length, 0) > maxNamedRows) return undefined;
  const rowSets = new Set<string>();
  for (const [model, keys] of changes) {
    if (isPlanningModel(model)) {
      rowSets.add('planning');
      continue;
    }
    for (const key of keys) {
      const known = rowSetsOfRow(model, key, rows.get(model, key) as AnyRow | undefined);
      // If no row sets are found, the row is not stored here, so it is new. A delta poll finds it.
      for (const rowSet of known.length > 0 ? known : [deltaPollRowSet]) rowSets.add(rowSet);
    }
  }
  return rowSets;
}
