/**
 * Defines how to find the effect of a request whose answer was lost, for each action that the contract marks with
 * `search`. A created row is recognized mostly by the text that it had at its creation, if queries return this text.
 */
import {
  type ActionName,
  type Actions,
  type FieldList,
  filteredRelationKey,
  type Query,
  type QueryAnswer,
  type QueryObject,
  type RowModelName,
  rootKeyById,
  serviceLimits,
} from '../../../shared/contract/index.ts';
import { decodeTextDiff, textBeforeEncodedDiff } from '../../../shared/domain/text-diff.ts';
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import { type StoredModelName, tableDefinitionOf } from '../../engine/store/schema.ts';
import { type Operation, parseRowRef } from '../outbox/operation.ts';

/**
 * The result of comparing a found row with the row that the request created. `perhaps`: the row has another text now,
 * and the text that it had at its creation cannot be read.
 */
export type CreatedRowMatch = 'same' | 'perhaps' | 'other';
/** The result of a search: whether the service carried out the request. `maybe`: only the person can decide. */
export type LostRequestOutcome = 'yes' | 'no' | 'maybe';

export interface CreatedRowsSearch {
  readonly kind: 'created';
  readonly query: Query;
  readonly model: StoredModelName;
  /** SQL condition for stored rows before the first sending, which the search ignores. */
  readonly existing: { readonly condition: string; readonly values: readonly unknown[] };
  /** One function per created row. The action creates all rows or none. */
  readonly matchers: readonly ((row: AnyRow, answer: QueryAnswer) => CreatedRowMatch)[];
  /** Undefined for models whose rows never show changes after their creation. */
  readonly wasChanged?: (row: AnyRow, answer: QueryAnswer) => boolean;
  readonly answer: (rows: readonly AnyRow[]) => Record<string, unknown>;
  /** Only needed if no field of the row contains its name. */
  readonly nameOf?: (row: AnyRow, answer: QueryAnswer) => string;
  /** More values to store with the operation before it is first sent. */
  readonly clues?: Readonly<Record<string, readonly string[]>>;
}

interface ChangedRowSearch {
  readonly kind: 'changed';
  readonly query: Query;
  readonly carriedOut: (answer: QueryAnswer) => LostRequestOutcome;
}

type LostRequestSearch = CreatedRowsSearch | ChangedRowSearch;

export interface LostRequestContext {
  readonly operation: Operation;
  readonly rows: RowStore;
  /** Id of the token's own user; empty if the service does not return one. */
  readonly actorId: string;
}

const accountQuery = (relation: string, where: QueryObject, fields: FieldList): Query => ({
  _root: [{ account: [{ [filteredRelationKey(relation, where)]: fields }] }],
});
const toText = (value: unknown) => String(value ?? '');
const allRows = { condition: '1', values: [] } as const;
const likeness = (isSame: boolean): CreatedRowMatch => (isSame ? 'same' : 'other');

/** Services may trim texts and change their line ends. */
const normalizeText = (value: string) => value.replaceAll('\r\n', '\n').trim();

/**
 * The texts that the service may have stored: the sent one, and the local row's, whose mentions and tags are rewritten.
 */
function acceptedTexts({ operation, rows }: LostRequestContext, sent: string): readonly string[] {
  const written = [...operation.writes].flatMap((name) => {
    const { model, key } = parseRowRef(name);
    if (model !== 'card' && model !== 'resolvableEntry') return [];
    const content = (rows.get(model, key) as AnyRow | undefined)?.content;
    return typeof content === 'string' ? [content] : [];
  });
  return [...new Set([sent, ...written].map(normalizeText))];
}

const ownRowsOnly = (column: 'creatorId' | 'authorId', { actorId }: LostRequestContext) =>
  actorId ? { [column]: actorId } : {};

/** Keys in `known`: the texts and versions of the cards to copy at the first sending; they may change later. */
const contentsKey = 'content';
const versionsKey = 'version';
/** Key in `known`: the highest `accountSeq` of all cards that were stored when the request was first sent. */
export const accountSeqClueKey = 'accountSeq';
/** The search reads at most this many versions of a card to copy. If there are more, the person decides. */
const maxVersions = 200;

/** Searches cards of the user that are newer than all cards stored when the request was first sent. */
function createdCardsSearch(
  context: LostRequestContext,
  contents: readonly string[],
  where: QueryObject = {},
): CreatedRowsSearch {
  const query = {
    ...ownRowsOnly('creatorId', context),
    accountSeq: { op: 'gt', value: Number(context.operation.known?.[accountSeqClueKey]?.[0] ?? 0) },
    ...where,
    $order: '-accountSeq',
    // As many as the service allows: a created card that is missing in the answer is created twice.
    $limit: serviceLimits.queryLimit,
  };
  return {
    kind: 'created',
    query: accountQuery('cards', query, [
      'accountSeq',
      'content',
      'createdAt',
      'title',
      'version',
      { [filteredRelationKey('diffs', { version: 1 })]: ['version', 'diff'] },
    ]),
    model: 'card',
    // The query returns only new cards, so no stored rows have to be ignored.
    existing: { condition: '0', values: [] },
    wasChanged: ({ version }) => Number(version) > 1,
    matchers: contents.map((content) => {
      const accepted = contents.length === 1 ? acceptedTexts(context, content) : [normalizeText(content)];
      return (row, answer) => {
        const first = firstContent(row, answer);
        if (first !== undefined) return likeness(accepted.includes(normalizeText(first)));
        return accepted.includes(normalizeText(toText(row.content))) ? 'same' : 'perhaps';
      };
    }),
    answer: (found) => ({ cards: found.map(({ cardId, accountSeq }) => ({ id: cardId, accountSeq })) }),
  };
}

/** Undefined if the text has changed and the history cannot be read. */
function firstContent(row: AnyRow, answer: QueryAnswer): string | undefined {
  if (row.version === 1) return toText(row.content);
  const first = changeOf(answer, row.cardId, 1)?.content;
  const parts = first === undefined ? undefined : decodeTextDiff(first);
  if (!parts?.every(({ kind }) => kind === 'added')) return undefined;
  return parts.map((part) => (part.kind === 'added' ? part.text : '')).join('');
}

function changeOf(answer: QueryAnswer, card: unknown, number: unknown): { content?: unknown } | undefined {
  const history = Object.values(answer.cardHistory ?? {}) as { cardId?: string; version?: number; diff?: object }[];
  return history.find(({ cardId, version }) => cardId === card && version === number)?.diff;
}

/** Returns all texts that a card has had since a version; undefined if its history does not show all of them. */
function textsSince(answer: QueryAnswer, cardId: string, version: number): readonly string[] | undefined {
  const card = answer.card?.[cardId] as AnyRow | undefined;
  if (typeof card?.content !== 'string' || !(version > 0)) return undefined;
  const texts = [card.content];
  for (let newer = Number(card.version); newer > version; newer -= 1) {
    const change = changeOf(answer, cardId, newer);
    const former =
      change && 'content' in change ? textBeforeEncodedDiff(texts.at(-1) as string, change.content) : texts.at(-1);
    if (!change || former === undefined) return undefined;
    texts.push(former);
  }
  return texts;
}

const firstRowAnswer = (model: StoredModelName) => (found: readonly AnyRow[]) => ({
  id: found[0]?.[tableDefinitionOf(model).key[0] as string],
  accountSeq: found[0]?.accountSeq,
});

/** For models without a history. Rows with another name are `perhaps`: the created row may have been renamed. */
function createdByNameSearch(
  context: LostRequestContext,
  relation: string,
  model: StoredModelName,
  fields: readonly string[],
): CreatedRowsSearch {
  const { effective } = context.operation;
  const { byName } = tableDefinitionOf(model);
  const where = byName.has('creatorId') ? ownRowsOnly('creatorId', context) : {};
  const also = ['accountSeq', 'createdAt', 'isDeleted'].filter((name) => byName.has(name));
  return {
    kind: 'created',
    query: accountQuery(relation, where, [...fields, ...also]),
    model,
    existing: allRows,
    matchers: [(row) => (fields.every((name) => row[name] === effective[name]) ? 'same' : 'perhaps')],
    answer: firstRowAnswer(model),
  };
}

/** An edited comment with another text is `perhaps`: its author may have edited it on another computer. */
function commentLikeness(entry: AnyRow, accepted: readonly string[]): CreatedRowMatch {
  if (accepted.includes(normalizeText(toText(entry.content)))) return 'same';
  return wasEdited(entry) ? 'perhaps' : 'other';
}
function wasEdited(entry: AnyRow): boolean {
  return entry.version === undefined ? entry.lastChangedAt !== entry.createdAt : Number(entry.version) > 1;
}
/** Returns the comments that may be a thread's first comment: several if they were created in the same millisecond. */
function firstEntries(thread: AnyRow, answer: QueryAnswer): readonly AnyRow[] {
  const entries = (Object.values(answer.resolvableEntry ?? {}) as AnyRow[]).filter(
    ({ resolvableId }) => resolvableId === thread.id,
  );
  const [earliest] = entries.map(({ createdAt }) => toText(createdAt)).sort();
  return entries.filter(({ createdAt }) => toText(createdAt) === earliest);
}
function threadLikeness(entries: readonly AnyRow[], accepted: readonly string[]): CreatedRowMatch {
  if (entries.length === 0) return 'perhaps';
  const found = entries.map((entry) => commentLikeness(entry, accepted));
  return (['same', 'perhaps'] as const).find((like) => found.includes(like)) ?? 'other';
}
const entryFields = ['content', 'authorId', 'resolvableId', 'createdAt', 'lastChangedAt', 'version'] as const;

/** Returns a search for a row that the request deletes. If the row is missing, the service carried out the request. */
const deletedRowSearch = (model: RowModelName, id: unknown): ChangedRowSearch => ({
  kind: 'changed',
  query: { [rootKeyById(model, toText(id))]: [...tableDefinitionOf(model).model.id] },
  carriedOut: (answer) => (answer[model]?.[toText(id)] ? 'no' : 'yes'),
});

const hasAllValues = (row: AnyRow, values: AnyRow) =>
  Object.keys(values).every((name) => JSON.stringify(row[name]) === JSON.stringify(values[name]));

type SearchedAction = {
  [A in ActionName]: Actions[A] extends { retry: 'search' } | { searchWith: readonly string[] } ? A : never;
}[ActionName];

/** A function returns undefined if too few values for a search are stored. */
const lostRequestSearches: {
  readonly [A in SearchedAction]: (context: LostRequestContext) => LostRequestSearch | undefined;
} = {
  'cards/create': (context) => {
    const found = createdCardsSearch(context, [toText(context.operation.effective.content)]);
    return { ...found, answer: firstRowAnswer('card') };
  },
  'cards/createMany': (context) => {
    const list = (context.operation.effective.cards ?? []) as { content: string }[];
    return createdCardsSearch(
      context,
      list.map(({ content }) => content),
    );
  },
  'cards/copy': (context) => {
    const { operation, rows } = context;
    const ids = (operation.effective.ids ?? []) as string[];
    const originals = ids.flatMap((id) => rows.get('card', id) ?? []);
    const contents = operation.known?.[contentsKey] ?? originals.map(({ content }) => content);
    if (contents.length !== ids.length) return undefined;
    const versions = (operation.known?.[versionsKey] ?? []).map(Number);
    const found = createdCardsSearch(context, contents, { deckId: operation.effective.target });
    const matchers = found.matchers.map((is, index) => (row: AnyRow, answer: QueryAnswer): CreatedRowMatch => {
      if (ids.includes(toText(row.cardId))) return 'other';
      const match = is(row, answer);
      if (match === 'same') return match;
      // The original may have changed since the first sending, so compare with all its texts since then.
      const first = firstContent(row, answer);
      const texts = textsSince(answer, ids[index] as string, versions[index] ?? 0);
      return first === undefined || !texts
        ? 'perhaps'
        : likeness(texts.map(normalizeText).includes(normalizeText(first)));
    });
    const histories = ids.map((id, index) => {
      const newer = { version: { op: 'gt', value: versions[index] ?? 0 }, $order: '-version', $limit: maxVersions };
      return [
        rootKeyById('card', id),
        ['content', 'version', { [filteredRelationKey('diffs', newer)]: ['version', 'diff'] }],
      ] as const;
    });
    return {
      ...found,
      query: { ...found.query, ...Object.fromEntries(histories) },
      matchers,
      answer: () => ({}),
      clues: {
        [contentsKey]: originals.map(({ content }) => content),
        [versionsKey]: originals.map(({ version }) => String(version)),
      },
    };
  },
  'journeys/start': (context) => {
    const { operation } = context;
    const parent = operation.effective.cardId;
    return {
      kind: 'created',
      query: accountQuery(
        'cards',
        {
          parentCardId: parent,
          ...ownRowsOnly('creatorId', context),
          sourceWorkflowItemId: { op: 'neq', value: null },
        },
        ['cardId', 'accountSeq', 'title'],
      ),
      model: 'card',
      existing: { condition: '"parentCardId" = ?', values: [parent] },
      matchers: ((operation.answer as { ids?: unknown[] }).ids ?? []).map(() => () => 'same'),
      answer: (found) => ({ ids: found.map(({ cardId }) => cardId) }),
    };
  },
  'cards/addFile': (context) => {
    const { cardId, fileData } = context.operation.effective;
    return {
      kind: 'created',
      query: accountQuery('attachments', { cardId, ...ownRowsOnly('creatorId', context) }, ['content']),
      model: 'attachment',
      existing: { condition: '"cardId" = ?', values: [cardId] },
      matchers: [(row) => likeness(row.content === (fileData as AnyRow | undefined)?.fileName)],
      answer: firstRowAnswer('attachment'),
    };
  },
  'resolvables/create': (context) => {
    const { cardId, context: kind, content } = context.operation.effective;
    const accepted = acceptedTexts(context, toText(content));
    return {
      kind: 'created',
      query: accountQuery('resolvables', { cardId, context: kind, ...ownRowsOnly('creatorId', context) }, [
        'createdAt',
        { entries: entryFields },
      ]),
      model: 'resolvable',
      existing: { condition: '"cardId" = ?', values: [cardId] },
      matchers: [(row, answer) => threadLikeness(firstEntries(row, answer), accepted)],
      wasChanged: (row, answer) => firstEntries(row, answer).some(wasEdited),
      answer: firstRowAnswer('resolvable'),
      nameOf: (row, answer) => toText(firstEntries(row, answer)[0]?.content),
    };
  },
  'resolvables/comment': (context) => {
    const { resolvableId, content } = context.operation.effective;
    const accepted = acceptedTexts(context, toText(content));
    return {
      kind: 'created',
      query: { [rootKeyById('resolvable', toText(resolvableId))]: [{ entries: entryFields }] },
      model: 'resolvableEntry',
      existing: { condition: '"resolvableId" = ?', values: [resolvableId] },
      matchers: [
        (row) => (context.actorId && row.authorId !== context.actorId ? 'other' : commentLikeness(row, accepted)),
      ],
      wasChanged: wasEdited,
      answer: firstRowAnswer('resolvableEntry'),
    };
  },
  'resolvables/addReaction': ({ operation, actorId }) => {
    const { entryId, value } = operation.effective;
    const emoji = (value as AnyRow | undefined)?.value;
    return {
      kind: 'created',
      query: { [rootKeyById('resolvableEntry', toText(entryId))]: [{ reactions: ['userId', 'value'] }] },
      model: 'resolvableEntryReaction',
      existing: { condition: '"entryId" = ?', values: [entryId] },
      matchers: [
        (row) => likeness((!actorId || row.userId === actorId) && (row.value as AnyRow | null)?.value === emoji),
      ],
      answer: firstRowAnswer('resolvableEntryReaction'),
    };
  },
  'decks/create': (context) => {
    const found = createdByNameSearch(context, 'decks', 'deck', ['projectId', 'title']);
    // If the created deck is deleted, only the relation `decks` of its project returns it; if it is in another project
    // now, the relation `decks` of the account.
    const inProject = {
      [filteredRelationKey('decks', ownRowsOnly('creatorId', context))]: [
        'projectId',
        'title',
        'createdAt',
        'isDeleted',
      ],
    };
    return {
      ...found,
      query: { ...found.query, [rootKeyById('project', toText(context.operation.effective.projectId))]: [inProject] },
    };
  },
  'milestones/create': (context) => createdByNameSearch(context, 'milestones', 'milestone', ['name', 'date']),
  'projects/create': (context) => createdByNameSearch(context, 'projects', 'project', ['name']),
  'sprints/createConfig': (context) => createdByNameSearch(context, 'sprintConfigs', 'sprintConfig', ['name']),
  'workflowItems/create': (context) =>
    createdByNameSearch(context, 'workflowItems', 'workflowItem', ['deckId', 'content']),
  'projects/addTag': ({ operation }) => {
    const { projectId, tag } = operation.effective;
    return {
      kind: 'created',
      query: { [rootKeyById('project', toText(projectId))]: [{ tags: ['tag', 'createdAt'] }] },
      model: 'projectTag',
      existing: { condition: '"projectId" = ?', values: [projectId] },
      matchers: [(row) => (row.tag === tag ? 'same' : 'perhaps')],
      answer: firstRowAnswer('projectTag'),
    };
  },
  'projects/deleteTag': ({ operation }) => deletedRowSearch('projectTag', operation.effective.id),
  'resolvables/removeReaction': ({ operation }) =>
    deletedRowSearch('resolvableEntryReaction', operation.effective.reactionId),
  'sprints/deleteConfig': ({ operation }) => deletedRowSearch('sprintConfig', operation.effective.id),
  'decks/update': ({ operation }) => {
    const { id, ...values } = operation.effective;
    return {
      kind: 'changed',
      query: { [rootKeyById('deck', toText(id))]: Object.keys(values) },
      carriedOut: (answer) => (hasAllValues((answer.deck?.[toText(id)] ?? {}) as AnyRow, values) ? 'yes' : 'no'),
    };
  },
  'sprints/updateSprint': ({ operation }) => {
    const { id, complete, lockIn, ...values } = operation.effective;
    return {
      kind: 'changed',
      query: { [rootKeyById('sprint', toText(id))]: ['completedAt', 'lockedAt', ...Object.keys(values)] },
      // Compare the run's other values too, because somebody else may have completed or locked the run.
      carriedOut(answer) {
        const row = (answer.sprint?.[toText(id)] ?? {}) as AnyRow;
        if ((complete && !row.completedAt) || (lockIn && !row.lockedAt)) return 'no';
        return hasAllValues(row, values) ? 'yes' : 'maybe';
      },
    };
  },
};

/** Returns undefined if no query shows whether the service carried the operation out, or too few values are stored. */
export function lostRequestSearchOf(context: LostRequestContext): LostRequestSearch | undefined {
  const { action } = context.operation;
  return Object.hasOwn(lostRequestSearches, action)
    ? lostRequestSearches[action as SearchedAction](context)
    : undefined;
}
