/**
 * Finds which queries show a changed row, so that it can be read back from the service. One request reads many units;
 * operations share units.
 *
 * Units: `card:<id>`, `entries:<card id>` (Hand entries of a card), `hand:<user id>` (all of an open Hand),
 * `bookmarks:<user id>` (all), `thread:<id>`, `threads:<card id>`, `talk:<card id>` (threads with reactions),
 * `reactions:<comment id>`, `attachments:<card id>`, `order:<card id>`, `openThreads` (all of them), `user:<id>`,
 * `ask:<model>:<id>` (does the row still exist?), `planning` (the small models, all rows) and `pulse` (rows changed
 * since the cursor).
 */
import {
  byId,
  type FieldList,
  type Query,
  type QueryAnswer,
  related,
  type Selection,
} from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { StoredModel } from '../../engine/store/schema.ts';
import { type CompleteList, idsUnder } from '../pull/answers.ts';
import { cardFields, everyField, threadFields } from '../pull/selections.ts';

export interface Reading {
  readonly query: Query;
  readonly units: ReadonlySet<string>;
  /** The complete lists in the answer; `asked` is the query without the parts that the service refused. */
  readonly lists: (answer: QueryAnswer, asked: Query) => CompleteList[];
}

/** Cards changed since the cursor. Stored with operations under this name, which earlier versions chose. */
export const deltaPollUnit = 'pulse';

/** Ids of one kind per request, so that a query stays within a few kilobytes. */
const maxIds = 200;

interface UnitKind {
  /** The account's relation, the field to filter by, and the fields to read. */
  readonly relation: string;
  readonly model: StoredModel;
  readonly field: string;
  readonly fields: (withOrders: boolean) => FieldList;
  readonly also?: { readonly [field: string]: unknown };
  readonly condition?: string;
  readonly inner?: { readonly model: StoredModel; readonly field: string };
}

const unitKinds: Record<string, UnitKind> = {
  card: { relation: 'cards', model: 'card', field: 'cardId', fields: cardFields },
  entries: { relation: 'queueEntries', model: 'queueEntry', field: 'cardId', fields: () => everyField('queueEntry') },
  hand: {
    relation: 'queueEntries',
    model: 'queueEntry',
    field: 'userId',
    fields: () => everyField('queueEntry'),
    also: { cardDoneAt: null },
    condition: '"cardDoneAt" IS NULL',
  },
  bookmarks: { relation: 'handCards', model: 'handCard', field: 'userId', fields: () => everyField('handCard') },
  thread: {
    relation: 'resolvables',
    model: 'resolvable',
    field: 'id',
    fields: () => threadFields,
    inner: { model: 'resolvableEntry', field: 'resolvableId' },
  },
  threads: {
    relation: 'resolvables',
    model: 'resolvable',
    field: 'cardId',
    fields: () => threadFields,
    inner: { model: 'resolvableEntry', field: 'cardId' },
  },
  talk: {
    relation: 'resolvables',
    model: 'resolvable',
    field: 'cardId',
    fields: () => [
      ...everyField('resolvable'),
      { entries: [...everyField('resolvableEntry'), { reactions: everyField('resolvableEntryReaction') }] },
    ],
    inner: { model: 'resolvableEntry', field: 'cardId' },
  },
  attachments: {
    relation: 'attachments',
    model: 'attachment',
    field: 'cardId',
    fields: () => [...everyField('attachment'), { file: everyField('file') }],
  },
  order: { relation: 'cardOrders', model: 'cardOrder', field: 'cardId', fields: () => everyField('cardOrder') },
};

/** The small models with all rows: decks, projects, tags, milestones, runs and their links. */
export function planningSelections(): Selection[] {
  return [
    ...everyField('account'),
    { decks: [...everyField('deck'), { creator: everyField('user') }] },
    { projects: [...everyField('project'), { tags: everyField('projectTag') }] },
    { archivedProjects: [...everyField('project'), { tags: everyField('projectTag') }] },
    { milestones: [...everyField('milestone'), { milestoneProjects: everyField('milestoneProject') }] },
    { sprintConfigs: [...everyField('sprintConfig'), { sprintProjects: everyField('sprintProject') }] },
    { sprints: [...everyField('sprint')] },
    { workflowItems: [...everyField('workflowItem')] },
  ];
}

export function planningLists(answer: QueryAnswer): CompleteList[] {
  const [account] = Object.values(answer.account ?? {}) as AnyRow[];
  const completeList = (
    relation: string,
    model: StoredModel,
    absent: 'gone' | 'ask',
    condition = '1',
  ): CompleteList[] =>
    account && Array.isArray(account[relation])
      ? [{ model, condition, values: [], keys: new Set(idsUnder(answer, relation)), absent }]
      : [];
  /** The answer contains all rows of such a model that belong to the parent. */
  const below = (model: StoredModel, parent: string): CompleteList[] =>
    account && Array.isArray(account[parent])
      ? [{ model, condition: '1', values: [], keys: new Set(Object.keys(answer[model] ?? {})), absent: 'gone' }]
      : [];
  const projects = [...idsUnder(answer, 'projects'), ...idsUnder(answer, 'archivedProjects')];
  return [
    ...completeList('decks', 'deck', 'ask', '"isDeleted" IS NOT 1'),
    ...(account && Array.isArray(account.projects)
      ? [
          {
            model: 'project' as const,
            condition: `"visibility" <> 'deleted'`,
            values: [],
            keys: new Set(projects),
            absent: 'ask' as const,
          },
        ]
      : []),
    ...completeList('milestones', 'milestone', 'gone'),
    ...completeList('sprintConfigs', 'sprintConfig', 'gone'),
    ...completeList('sprints', 'sprint', 'gone'),
    ...completeList('workflowItems', 'workflowItem', 'gone'),
    ...below('milestoneProject', 'milestones'),
    ...below('sprintProject', 'sprintConfigs'),
    ...below('projectTag', 'projects'),
  ];
}

/** One request for as many units as fit; the others wait for the next one. */
export function readingOf(wanted: Iterable<string>, withOrders: boolean): Reading {
  const units = new Set<string>();
  const ids = new Map<string, string[]>();
  const roots: Record<string, FieldList> = {};
  const askedRows: { model: StoredModel; id: string }[] = [];
  let planning = false;
  let openThreads = false;
  for (const unit of wanted) {
    const [kind = '', ...rest] = unit.split(':');
    const id = rest.join(':');
    if (unit === 'planning') planning = true;
    else if (unit === 'openThreads') openThreads = true;
    else if (kind === 'user' || kind === 'ask') {
      if (askedRows.length >= maxIds) continue;
      const model = (kind === 'user' ? 'user' : rest[0]) as StoredModel;
      const rowId = kind === 'user' ? id : rest.slice(1).join(':');
      roots[byId(model as 'user', rowId)] = everyField(model);
      askedRows.push({ model, id: rowId });
    } else if (kind === 'reactions') {
      if (askedRows.length >= maxIds) continue;
      roots[byId('resolvableEntry', id)] = [
        ...everyField('resolvableEntry'),
        { reactions: everyField('resolvableEntryReaction') },
      ];
      askedRows.push({ model: 'resolvableEntry', id });
    } else if (unitKinds[kind] && (kind !== 'order' || withOrders)) {
      const list = ids.get(kind) ?? [];
      if (list.length >= maxIds) continue;
      ids.set(kind, [...list, id]);
    } else if (kind !== 'order') continue;
    units.add(unit);
  }

  const keys = new Map<string, string>();
  const parts: Selection[] = planning ? planningSelections() : [];
  const openKey = related('resolvables', { isClosed: false });
  if (openThreads) parts.push({ [openKey]: threadFields });
  for (const [name, list] of ids) {
    const kind = unitKinds[name] as UnitKind;
    const key = related(kind.relation, { ...kind.also, [kind.field]: { op: 'in', value: list } });
    keys.set(name, key);
    parts.push({ [key]: kind.fields(withOrders) });
  }
  const account: Record<string, FieldList> = parts.length > 0 ? { _root: [{ account: ['id', ...parts] }] } : {};

  return {
    query: { ...account, ...roots },
    units,
    lists(answer, askedQuery) {
      const lists = planning ? planningLists(answer) : [];
      if (openThreads && hasList(answer, openKey)) {
        const keys = new Set(idsUnder(answer, openKey));
        lists.push({ model: 'resolvable', condition: '"isClosed" = 0', values: [], keys, absent: 'ask' });
      }
      for (const [name, list] of ids) {
        // The service refused the relation, which proves nothing about its rows.
        if (!hasList(answer, keys.get(name) as string)) continue;
        const { model, field, condition, inner } = unitKinds[name] as UnitKind;
        const marks = list.map(() => '?').join(', ');
        const found = idsUnder(answer, keys.get(name) as string);
        const among = `"${field}" IN (${marks})${condition ? ` AND ${condition}` : ''}`;
        lists.push({ model, condition: among, values: list, keys: new Set(found), absent: 'gone' });
        if (inner) {
          const all = new Set(Object.keys(answer[inner.model] ?? {}));
          lists.push({
            model: inner.model,
            condition: `"${inner.field}" IN (${marks})`,
            values: list,
            keys: all,
            absent: 'gone',
          });
        }
        if (name === 'talk' && answer.resolvableEntryReaction) {
          const all = new Set(Object.keys(answer.resolvableEntryReaction));
          lists.push({
            model: 'resolvableEntryReaction',
            condition: `"entryId" IN (SELECT "entryId" FROM "resolvableEntry" WHERE "cardId" IN (${marks}))`,
            values: list,
            keys: all,
            absent: 'gone',
          });
        }
        if (name === 'card' && withOrders) {
          const all = new Set(Object.keys(answer.cardOrder ?? {}));
          lists.push({
            model: 'cardOrder',
            condition: `"cardId" IN (${marks})`,
            values: list,
            keys: all,
            absent: 'gone',
          });
        }
      }
      for (const { model, id } of askedRows) {
        if (!Object.hasOwn(askedQuery, byId(model as 'user', id))) continue;
        const exists = Object.hasOwn(answer[model] ?? {}, id);
        const key = model === 'user' ? undefined : id;
        if (!exists && key)
          lists.push({ model, condition: `"${keyColumn(model)}" = ?`, values: [key], keys: new Set(), absent: 'gone' });
        if (model === 'resolvableEntry') {
          const all = new Set(Object.keys(answer.resolvableEntryReaction ?? {}));
          lists.push({
            model: 'resolvableEntryReaction',
            condition: '"entryId" = ?',
            values: [id],
            keys: all,
            absent: 'gone',
          });
        }
      }
      return lists;
    },
  };
}

function hasList(answer: QueryAnswer, key: string): boolean {
  const [account] = Object.values(answer.account ?? {}) as AnyRow[];
  return Array.isArray(account?.[key]);
}

const keyColumn = (model: StoredModel) =>
  model === 'card' ? 'cardId' : model === 'resolvableEntry' ? 'entryId' : 'id';

/** The units that show a row. `never`: no query shows it, so the row keeps the values set here. */
type RowUnits = ((key: string, row: AnyRow | undefined) => string[]) | 'never';
const planning: RowUnits = () => ['planning'];
/** Only the service changes these rows, so nothing has to be read back. */
const none: RowUnits = () => [];
const keyPart = (key: string, index: number) => (JSON.parse(key) as string[])[index];

/** How a changed row of each model is read back. */
const rowUnitsByModel: { readonly [M in StoredModel]: RowUnits } = {
  account: planning,
  accountRole: none,
  attachment: (_, row) => (row ? [`attachments:${row.cardId}`] : []),
  card: (key) => [`card:${key}`],
  cardHistory: none,
  cardOrder: (key) => [`order:${keyPart(key, 1)}`],
  cardSubscription: 'never',
  counter: none,
  deck: planning,
  deckGuardian: 'never',
  deckSubscription: 'never',
  file: none,
  handCard: (key) => [`bookmarks:${keyPart(key, 1)}`],
  lockedCard: 'never',
  milestone: planning,
  milestoneProgress: none,
  milestoneProject: planning,
  notice: none,
  pinnedMilestone: 'never',
  project: planning,
  projectTag: planning,
  queueEntry: (_, row) => (row ? [`entries:${row.cardId}`, `hand:${row.userId}`] : []),
  release: none,
  resolvable: (key) => [`thread:${key}`],
  resolvableEntry: (_, row) => (row ? [`thread:${row.resolvableId}`] : []),
  resolvableEntryReaction: (_, row) => (row ? [`reactions:${row.entryId}`] : []),
  resolvableParticipant: 'never',
  runSchedule: none,
  setting: none,
  sprint: planning,
  sprintConfig: planning,
  sprintConfigProgress: none,
  sprintProgress: none,
  sprintProject: planning,
  upload: none,
  user: planning,
  workflowItem: planning,
};

export const isPlanningModel = (model: StoredModel): boolean => rowUnitsByModel[model] === planning;
export const hasNoQuery = (model: StoredModel): boolean => rowUnitsByModel[model] === 'never';

/** The units that show a row after an operation or a commit changed it; empty where no query shows it. */
export function unitsOfRow(model: StoredModel, key: string, row: AnyRow | undefined): string[] {
  const shown = rowUnitsByModel[model];
  return shown === 'never' ? [] : shown(key, row);
}
