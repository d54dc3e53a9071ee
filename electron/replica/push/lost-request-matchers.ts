/**
 * How to find out at the service whether a request whose answer was lost was carried out: one entry per action that the
 * contract marks with `search`. New rows are compared by the text that they were created with, where it can be read.
 */
import {
  type ActionName,
  type Actions,
  byId,
  type FieldList,
  type Query,
  type QueryAnswer,
  type QueryObject,
  type RowModel,
  related,
} from '../../../shared/contract/index.ts';
import { decodeTextDiff, textBefore } from '../../../shared/domain/text-diff.ts';
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import { type StoredModel, tableOf } from '../../engine/store/schema.ts';
import { type Operation, parseRowRef } from '../outbox/operation.ts';

/** `perhaps`: the row may have been changed since it was created, and its first text cannot be read. */
export type Likeness = 'same' | 'perhaps' | 'other';
/** Whether a request was carried out. `maybe`: only the person can decide. */
export type CarriedOut = 'yes' | 'no' | 'maybe';

/** A request that creates rows. */
export interface CreatedRowsSearch {
  readonly kind: 'created';
  readonly query: Query;
  readonly model: StoredModel;
  /**
   * SQL condition over the model's columns: stored rows that match it before the first sending are not the created
   * ones.
   */
  readonly among: { readonly condition: string; readonly values: readonly unknown[] };
  /** One function per row that the action creates; it creates all of them or none. */
  readonly made: readonly ((row: AnyRow, answer: QueryAnswer) => Likeness)[];
  /** Whether the row shows that it was changed since it was created; undefined for models whose rows never show it. */
  readonly wasChanged?: (row: AnyRow, answer: QueryAnswer) => boolean;
  /** The answer that the service gave for these rows. */
  readonly answer: (rows: readonly AnyRow[]) => Record<string, unknown>;
  /** The name to show for a row, where it is not a field of the row. */
  readonly nameOf?: (row: AnyRow, answer: QueryAnswer) => string;
  /** More values to store with the operation before it is first sent. */
  readonly known?: Readonly<Record<string, readonly string[]>>;
}

/** A request whose effect shows on one row. */
export interface ChangedRowSearch {
  readonly kind: 'changed';
  readonly query: Query;
  readonly carried: (answer: QueryAnswer) => CarriedOut;
}

type LostRequestSearch = CreatedRowsSearch | ChangedRowSearch;

export interface LostRequestContext {
  readonly operation: Operation;
  readonly rows: Rows;
  /** The token's own user; empty if the service does not return it. */
  readonly actorId: string;
}

const account = (relation: string, where: QueryObject, fields: FieldList): Query => ({
  _root: [{ account: [{ [related(relation, where)]: fields }] }],
});
const text = (value: unknown) => String(value ?? '');
const all = { condition: '1', values: [] } as const;
const likeness = (isSame: boolean): Likeness => (isSame ? 'same' : 'other');

/** Services may trim the texts that they store. */
const normalized = (value: string) => value.replaceAll('\r\n', '\n').trim();

/** A text as it was sent, and as the service's rules store it (mentions and tags rewritten). */
function acceptedTexts({ operation, rows }: LostRequestContext, sent: string): readonly string[] {
  const written = [...operation.writes].flatMap((name) => {
    const { model, key } = parseRowRef(name);
    if (model !== 'card' && model !== 'resolvableEntry') return [];
    const content = (rows.get(model, key) as AnyRow | undefined)?.content;
    return typeof content === 'string' ? [content] : [];
  });
  return [...new Set([sent, ...written].map(normalized))];
}

const own = (column: 'creatorId' | 'authorId', { actorId }: LostRequestContext) =>
  actorId ? { [column]: actorId } : {};

/** Key in `known`: texts and versions of the cards to copy at the first sending, since they may change afterwards. */
const contentsSent = 'content';
const versionsSeen = 'version';
/** Key in `known`: the highest `accountSeq` of a known card at the first sending. */
export const seqBefore = 'accountSeq';
const maxCandidates = 200;

/** The user's own cards with a higher `accountSeq` than any card known at the first sending. */
function cards(context: LostRequestContext, contents: readonly string[], where: QueryObject = {}): CreatedRowsSearch {
  const query = {
    ...own('creatorId', context),
    accountSeq: { op: 'gt', value: Number(context.operation.known?.[seqBefore]?.[0] ?? 0) },
    ...where,
    $order: '-accountSeq',
    $limit: maxCandidates,
  };
  return {
    kind: 'created',
    query: account('cards', query, [
      'accountSeq',
      'content',
      'createdAt',
      'title',
      'version',
      { [related('diffs', { version: 1 })]: ['version', 'diff'] },
    ]),
    model: 'card',
    // `accountSeq` identifies new cards, so no stored rows have to be left out.
    among: { condition: '0', values: [] },
    wasChanged: ({ version }) => Number(version) > 1,
    made: contents.map((content) => {
      const accepted = contents.length === 1 ? acceptedTexts(context, content) : [normalized(content)];
      return (row, answer) => {
        const first = firstContent(row, answer);
        if (first !== undefined) return likeness(accepted.includes(normalized(first)));
        return accepted.includes(normalized(text(row.content))) ? 'same' : 'perhaps';
      };
    }),
    answer: (found) => ({ cards: found.map(({ cardId, accountSeq }) => ({ id: cardId, accountSeq })) }),
  };
}

/** The text that the card was created with; undefined where its history cannot be read and it was changed since. */
function firstContent(row: AnyRow, answer: QueryAnswer): string | undefined {
  if (row.version === 1) return text(row.content);
  const first = changeOf(answer, row.cardId, 1)?.content;
  const parts = first === undefined ? undefined : decodeTextDiff(first);
  if (!parts?.every(({ kind }) => kind === 'added')) return undefined;
  return parts.map((part) => (part.kind === 'added' ? part.text : '')).join('');
}

function changeOf(answer: QueryAnswer, card: unknown, number: unknown): { content?: unknown } | undefined {
  const history = Object.values(answer.cardHistory ?? {}) as { cardId?: string; version?: number; diff?: object }[];
  return history.find(({ cardId, version }) => cardId === card && version === number)?.diff;
}

/** Every text that a card has had since a version; undefined where its history does not show them. */
function textsSince(answer: QueryAnswer, cardId: string, version: number): readonly string[] | undefined {
  const card = answer.card?.[cardId] as AnyRow | undefined;
  if (typeof card?.content !== 'string' || !(version > 0)) return undefined;
  const texts = [card.content];
  for (let newer = Number(card.version); newer > version; newer -= 1) {
    const change = changeOf(answer, cardId, newer);
    const former = change && 'content' in change ? textBefore(texts.at(-1) as string, change.content) : texts.at(-1);
    if (!change || former === undefined) return undefined;
    texts.push(former);
  }
  return texts;
}

const single = (model: StoredModel) => (found: readonly AnyRow[]) => ({
  id: found[0]?.[tableOf(model).key[0] as string],
  accountSeq: found[0]?.accountSeq,
});

/**
 * For models without a history. A new row of the same author with another name may be the created row that was renamed
 * since.
 */
function named(
  context: LostRequestContext,
  relation: string,
  model: StoredModel,
  fields: readonly string[],
): CreatedRowsSearch {
  const { effective } = context.operation;
  const { byName } = tableOf(model);
  const where = byName.has('creatorId') ? own('creatorId', context) : {};
  const also = ['accountSeq', 'createdAt', 'isDeleted'].filter((name) => byName.has(name));
  return {
    kind: 'created',
    query: account(relation, where, [...fields, ...also]),
    model,
    among: all,
    made: [(row) => (fields.every((name) => row[name] === effective[name]) ? 'same' : 'perhaps')],
    answer: single(model),
  };
}

/** Other people cannot change a comment, but its author may have, on another computer. */
function commentLikeness(entry: AnyRow | undefined, accepted: readonly string[]): Likeness {
  if (!entry) return 'perhaps';
  if (accepted.includes(normalized(text(entry.content)))) return 'same';
  return wasEdited(entry) ? 'perhaps' : 'other';
}
function wasEdited(entry: AnyRow | undefined): boolean {
  if (!entry) return false;
  return entry.version === undefined ? entry.lastChangedAt !== entry.createdAt : Number(entry.version) > 1;
}
/** Candidates for the first comment of a thread: several if they have the same millisecond. */
function firstEntries(thread: AnyRow, answer: QueryAnswer): readonly AnyRow[] {
  const entries = (Object.values(answer.resolvableEntry ?? {}) as AnyRow[]).filter(
    ({ resolvableId }) => resolvableId === thread.id,
  );
  const [earliest] = entries.map(({ createdAt }) => text(createdAt)).sort();
  return entries.filter(({ createdAt }) => text(createdAt) === earliest);
}
/** Compares the first comment; of several candidates the best match counts. */
function threadLikeness(entries: readonly AnyRow[], accepted: readonly string[]): Likeness {
  if (entries.length === 0) return 'perhaps';
  const found = entries.map((entry) => commentLikeness(entry, accepted));
  return (['same', 'perhaps'] as const).find((like) => found.includes(like)) ?? 'other';
}
const entryFields = ['content', 'authorId', 'resolvableId', 'createdAt', 'lastChangedAt', 'version'] as const;

/** A request that deletes the row. */
const removed = (model: RowModel, id: unknown): ChangedRowSearch => ({
  kind: 'changed',
  query: { [byId(model, text(id))]: [...tableOf(model).model.id] },
  carried: (answer) => (answer[model]?.[text(id)] ? 'no' : 'yes'),
});

const showsAll = (row: AnyRow, values: AnyRow) =>
  Object.keys(values).every((name) => JSON.stringify(row[name]) === JSON.stringify(values[name]));

/** Actions that the contract marks with `search`, always or with some params. */
type SearchedAction = {
  [A in ActionName]: Actions[A] extends { retry: 'search' } | { searchWith: readonly string[] } ? A : never;
}[ActionName];

/** Undefined where too few values were stored to search by: then the person is asked. */
const lostRequestSearches: {
  readonly [A in SearchedAction]: (context: LostRequestContext) => LostRequestSearch | undefined;
} = {
  'cards/create': (context) => {
    const found = cards(context, [text(context.operation.effective.content)]);
    return { ...found, answer: single('card') };
  },
  'cards/createMany': (context) => {
    const list = (context.operation.effective.cards ?? []) as { content: string }[];
    return cards(
      context,
      list.map(({ content }) => content),
    );
  },
  'cards/copy': (context) => {
    const { operation, rows } = context;
    const ids = (operation.effective.ids ?? []) as string[];
    const originals = ids.flatMap((id) => rows.get('card', id) ?? []);
    const contents = operation.known?.[contentsSent] ?? originals.map(({ content }) => content);
    if (contents.length !== ids.length) return undefined;
    const versions = (operation.known?.[versionsSeen] ?? []).map(Number);
    const found = cards(context, contents, { deckId: operation.effective.target });
    const matchers = found.made.map((is, index) => (row: AnyRow, answer: QueryAnswer): Likeness => {
      if (ids.includes(text(row.cardId))) return 'other';
      const match = is(row, answer);
      if (match === 'same') return match;
      // Others may have changed the original just before it was copied.
      const first = firstContent(row, answer);
      const texts = textsSince(answer, ids[index] as string, versions[index] ?? 0);
      return first === undefined || !texts ? 'perhaps' : likeness(texts.map(normalized).includes(normalized(first)));
    });
    const histories = ids.map((id, index) => {
      const newer = { version: { op: 'gt', value: versions[index] ?? 0 }, $order: '-version', $limit: maxCandidates };
      return [byId('card', id), ['content', 'version', { [related('diffs', newer)]: ['version', 'diff'] }]] as const;
    });
    return {
      ...found,
      query: { ...found.query, ...Object.fromEntries(histories) },
      made: matchers,
      answer: () => ({}),
      known: {
        [contentsSent]: originals.map(({ content }) => content),
        [versionsSeen]: originals.map(({ version }) => String(version)),
      },
    };
  },
  'journeys/start': (context) => {
    const { operation } = context;
    const parent = operation.effective.cardId;
    return {
      kind: 'created',
      query: account(
        'cards',
        { parentCardId: parent, ...own('creatorId', context), sourceWorkflowItemId: { op: 'neq', value: null } },
        ['cardId', 'accountSeq', 'title'],
      ),
      model: 'card',
      among: { condition: '"parentCardId" = ?', values: [parent] },
      made: ((operation.answer as { ids?: unknown[] }).ids ?? []).map(() => () => 'same'),
      answer: (found) => ({ ids: found.map(({ cardId }) => cardId) }),
    };
  },
  'cards/addFile': (context) => {
    const { cardId, fileData } = context.operation.effective;
    return {
      kind: 'created',
      query: account('attachments', { cardId, ...own('creatorId', context) }, ['content']),
      model: 'attachment',
      among: { condition: '"cardId" = ?', values: [cardId] },
      made: [(row) => likeness(row.content === (fileData as AnyRow | undefined)?.fileName)],
      answer: single('attachment'),
    };
  },
  'resolvables/create': (context) => {
    const { cardId, context: kind, content } = context.operation.effective;
    const accepted = acceptedTexts(context, text(content));
    return {
      kind: 'created',
      query: account('resolvables', { cardId, context: kind, ...own('creatorId', context) }, [
        'createdAt',
        { entries: entryFields },
      ]),
      model: 'resolvable',
      among: { condition: '"cardId" = ?', values: [cardId] },
      made: [(row, answer) => threadLikeness(firstEntries(row, answer), accepted)],
      wasChanged: (row, answer) => firstEntries(row, answer).some(wasEdited),
      answer: single('resolvable'),
      nameOf: (row, answer) => text(firstEntries(row, answer)[0]?.content),
    };
  },
  'resolvables/comment': (context) => {
    const { resolvableId, content } = context.operation.effective;
    const accepted = acceptedTexts(context, text(content));
    return {
      kind: 'created',
      query: { [byId('resolvable', text(resolvableId))]: [{ entries: entryFields }] },
      model: 'resolvableEntry',
      among: { condition: '"resolvableId" = ?', values: [resolvableId] },
      made: [(row) => (context.actorId && row.authorId !== context.actorId ? 'other' : commentLikeness(row, accepted))],
      wasChanged: wasEdited,
      answer: single('resolvableEntry'),
    };
  },
  'resolvables/addReaction': ({ operation, actorId }) => {
    const { entryId, value } = operation.effective;
    const emoji = (value as AnyRow | undefined)?.value;
    return {
      kind: 'created',
      query: { [byId('resolvableEntry', text(entryId))]: [{ reactions: ['userId', 'value'] }] },
      model: 'resolvableEntryReaction',
      among: { condition: '"entryId" = ?', values: [entryId] },
      made: [(row) => likeness((!actorId || row.userId === actorId) && (row.value as AnyRow | null)?.value === emoji)],
      answer: single('resolvableEntryReaction'),
    };
  },
  'decks/create': (context) => {
    const found = named(context, 'decks', 'deck', ['projectId', 'title']);
    // The account's relation leaves out deleted decks, the project's does not.
    const inProject = {
      [related('decks', own('creatorId', context))]: ['projectId', 'title', 'createdAt', 'isDeleted'],
    };
    return {
      ...found,
      query: { ...found.query, [byId('project', text(context.operation.effective.projectId))]: [inProject] },
    };
  },
  'milestones/create': (context) => named(context, 'milestones', 'milestone', ['name', 'date']),
  'projects/create': (context) => named(context, 'projects', 'project', ['name']),
  'sprints/createConfig': (context) => named(context, 'sprintConfigs', 'sprintConfig', ['name']),
  'workflowItems/create': (context) => named(context, 'workflowItems', 'workflowItem', ['deckId', 'content']),
  'projects/addTag': ({ operation }) => {
    const { projectId, tag } = operation.effective;
    return {
      kind: 'created',
      query: { [byId('project', text(projectId))]: [{ tags: ['tag', 'createdAt'] }] },
      model: 'projectTag',
      among: { condition: '"projectId" = ?', values: [projectId] },
      made: [(row) => (row.tag === tag ? 'same' : 'perhaps')],
      answer: single('projectTag'),
    };
  },
  'projects/deleteTag': ({ operation }) => removed('projectTag', operation.effective.id),
  'resolvables/removeReaction': ({ operation }) => removed('resolvableEntryReaction', operation.effective.reactionId),
  'sprints/deleteConfig': ({ operation }) => removed('sprintConfig', operation.effective.id),
  'decks/update': ({ operation }) => {
    const { id, ...values } = operation.effective;
    return {
      kind: 'changed',
      query: { [byId('deck', text(id))]: Object.keys(values) },
      carried: (answer) => (showsAll((answer.deck?.[text(id)] ?? {}) as AnyRow, values) ? 'yes' : 'no'),
    };
  },
  'sprints/updateSprint': ({ operation }) => {
    const { id, complete, lockIn, ...values } = operation.effective;
    return {
      kind: 'changed',
      query: { [byId('sprint', text(id))]: ['completedAt', 'lockedAt', ...Object.keys(values)] },
      // Completing and locking show on the run; other values of the same request have to show too.
      carried(answer) {
        const row = (answer.sprint?.[text(id)] ?? {}) as AnyRow;
        if ((complete && !row.completedAt) || (lockIn && !row.lockedAt)) return 'no';
        return showsAll(row, values) ? 'yes' : 'maybe';
      },
    };
  },
};

/** How to search for an operation's effect; undefined where nothing shows whether it was carried out. */
export function lostRequestSearchOf(context: LostRequestContext): LostRequestSearch | undefined {
  const { action } = context.operation;
  return Object.hasOwn(lostRequestSearches, action)
    ? lostRequestSearches[action as SearchedAction](context)
    : undefined;
}
