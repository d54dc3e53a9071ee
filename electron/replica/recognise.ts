/**
 * After a lost answer: did it happen? Actions whose repeat would double something, or be refused, are looked for among
 * rows that were not there before the first sending.
 */
import {
  actionNamed,
  byId,
  type FieldList,
  type Query,
  type QueryAnswer,
  type QueryObject,
  related,
} from '../../shared/contract/index.ts';
import { decodeTextDiff } from '../../shared/domain/text-diff.ts';
import type { AnyRow, Rows } from '../engine/rows.ts';
import type { StoredModel } from '../engine/schema.ts';
import { tableOf } from '../engine/schema.ts';
import type { Operation } from './outbox.ts';

export type Verdict =
  | { readonly kind: 'happened'; readonly answer: Record<string, unknown> }
  | { readonly kind: 'not' }
  /** Several rows might be it. */
  | { readonly kind: 'ambiguous' };

interface Sought {
  readonly query: Query;
  readonly model: StoredModel;
  /** One entry per row that the action makes. */
  readonly made: readonly ((row: AnyRow, answer: QueryAnswer) => boolean)[];
  readonly answer: (rows: readonly AnyRow[]) => Record<string, unknown>;
}

interface Context {
  readonly operation: Operation;
  readonly rows: Rows;
  /** The token's own user. */
  readonly actorId: string;
}

const account = (relation: string, where: QueryObject, fields: FieldList): Query => ({
  _root: [{ account: [{ [related(relation, where)]: fields }] }],
});
const text = (value: unknown) => String(value ?? '');

/** A text as sent, and as our own rules would store it (mentions and tags rewritten). */
function spellings({ operation, rows }: Context, sent: string): string[] {
  const written = [...operation.writes].flatMap((name) => {
    const [model = '', key = ''] = name.split('\t');
    if (model !== 'card' && model !== 'resolvableEntry') return [];
    const content = (rows.get(model, key) as AnyRow | undefined)?.content;
    return typeof content === 'string' ? [content] : [];
  });
  return [...new Set([sent, ...written])];
}

/** Own cards newer than any that was known at the first sending; whatever others have made of their text since. */
function cards(context: Context, contents: readonly string[], where: QueryObject = {}): Sought {
  const { operation, actorId } = context;
  const newerThan = Number(operation.known?.accountSeq?.[0] ?? 0);
  const query = {
    creatorId: actorId,
    accountSeq: { op: 'gt', value: newerThan },
    ...where,
    $order: '-accountSeq',
    $limit: mostCandidates,
  };
  return {
    query: account('cards', query, [
      'accountSeq',
      'content',
      { [related('diffs', { version: 1 })]: ['version', 'diff'] },
    ]),
    model: 'card',
    made: contents.map((content) => {
      const accepted = contents.length === 1 ? spellings(context, content) : [content];
      return (row, answer) => accepted.includes(firstContent(row, answer));
    }),
    answer: (found) => ({ cards: found.map(({ cardId, accountSeq }) => ({ id: cardId, accountSeq })) }),
  };
}

const mostCandidates = 200;

/** The text that the card was made with, where its history can be read; the present one otherwise. */
function firstContent(row: AnyRow, answer: QueryAnswer): string {
  const history = Object.values(answer.cardHistory ?? {}) as { cardId?: string; diff?: { content?: unknown } }[];
  const first = history.find(({ cardId }) => cardId === row.cardId)?.diff?.content;
  const parts = first === undefined ? undefined : decodeTextDiff(first);
  if (!parts?.every(({ kind }) => kind === 'added')) return text(row.content);
  return parts.map((part) => (part.kind === 'added' ? part.text : '')).join('');
}

const single = (model: StoredModel) => (found: readonly AnyRow[]) => ({
  id: found[0]?.[tableOf(model).key[0] as string],
  accountSeq: found[0]?.accountSeq,
});

function named(context: Context, relation: string, model: StoredModel, fields: readonly string[]): Sought {
  const { effective } = context.operation;
  const columns = tableOf(model).byName;
  const where: Record<string, unknown> = Object.fromEntries(fields.map((name) => [name, effective[name]]));
  const own = columns.has('creatorId') ? { creatorId: context.actorId } : {};
  return {
    query: account(relation, { ...where, ...own }, [...fields, ...(columns.has('accountSeq') ? ['accountSeq'] : [])]),
    model,
    made: [(row) => fields.every((name) => row[name] === effective[name])],
    answer: single(model),
  };
}

/** How each action that must not be repeated blindly is found again; the rest cannot be looked for. */
const sought: Record<string, (context: Context) => Sought | undefined> = {
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
    const ids = (context.operation.effective.ids ?? []) as string[];
    const contents = ids.flatMap((id) => context.rows.get('card', id)?.content ?? []);
    if (contents.length !== ids.length) return undefined;
    return { ...cards(context, contents, { deckId: context.operation.effective.target }), answer: () => ({}) };
  },
  'journeys/start': ({ operation, actorId }) => ({
    query: account(
      'cards',
      {
        parentCardId: operation.effective.cardId,
        creatorId: actorId,
        sourceWorkflowItemId: { op: 'neq', value: null },
      },
      ['cardId'],
    ),
    model: 'card',
    made: ((operation.answer as { ids?: unknown[] }).ids ?? []).map(() => () => true),
    answer: (found) => ({ ids: found.map(({ cardId }) => cardId) }),
  }),
  'cards/addFile': ({ operation, actorId }) => ({
    query: account('attachments', { cardId: operation.effective.cardId, creatorId: actorId }, ['content']),
    model: 'attachment',
    made: [(row) => row.content === (operation.effective.fileData as AnyRow | undefined)?.fileName],
    answer: single('attachment'),
  }),
  'resolvables/create': (context) => {
    const { cardId, context: kind, content } = context.operation.effective;
    const accepted = spellings(context, text(content));
    return {
      query: account('resolvables', { cardId, context: kind, creatorId: context.actorId }, [
        { entries: ['content', 'authorId', 'resolvableId'] },
      ]),
      model: 'resolvable',
      made: [
        (row, answer) =>
          (Object.values(answer.resolvableEntry ?? {}) as AnyRow[]).some(
            (entry) => entry.resolvableId === row.id && accepted.includes(text(entry.content)),
          ),
      ],
      answer: single('resolvable'),
    };
  },
  'resolvables/comment': (context) => {
    const { resolvableId, content } = context.operation.effective;
    const accepted = spellings(context, text(content));
    return {
      query: { [byId('resolvable', text(resolvableId))]: [{ entries: ['content', 'authorId'] }] },
      model: 'resolvableEntry',
      made: [(row) => row.authorId === context.actorId && accepted.includes(text(row.content))],
      answer: single('resolvableEntry'),
    };
  },
  'resolvables/addReaction': ({ operation, actorId }) => ({
    query: { [byId('resolvableEntry', text(operation.effective.entryId))]: [{ reactions: ['userId', 'value'] }] },
    model: 'resolvableEntryReaction',
    made: [
      (row) =>
        row.userId === actorId &&
        (row.value as AnyRow | null)?.value === (operation.effective.value as AnyRow | undefined)?.value,
    ],
    answer: single('resolvableEntryReaction'),
  }),
  'decks/create': (context) => named(context, 'decks', 'deck', ['projectId', 'title']),
  'milestones/create': (context) => named(context, 'milestones', 'milestone', ['name', 'date']),
  'projects/create': (context) => named(context, 'projects', 'project', ['name']),
  'sprints/createConfig': (context) => named(context, 'sprintConfigs', 'sprintConfig', ['name']),
  'workflowItems/create': (context) => named(context, 'workflowItems', 'workflowItem', ['deckId', 'content']),
  'projects/addTag': ({ operation }) => ({
    query: { [byId('project', text(operation.effective.projectId))]: [{ tags: ['tag'] }] },
    model: 'projectTag',
    made: [(row) => row.tag === operation.effective.tag],
    answer: single('projectTag'),
  }),
};

export function isHarmless({ action, effective }: Operation): boolean {
  if (action === 'sprints/updateSprint') return !effective.complete && !effective.lockIn;
  return actionNamed(action)?.retry === 'harmless';
}

/** Rows that already look like the ones to be made, before the first sending. */
export function knownLike(context: Context): Record<string, string[]> | null {
  if (isHarmless(context.operation)) return null;
  const search = sought[context.operation.action]?.(context);
  if (!search) return null;
  const key = tableOf(search.model).key[0] as string;
  const { rows, actorId, operation } = context;
  if (search.model === 'card') {
    const [newest] = rows.where('card', '"accountSeq" IS NOT NULL ORDER BY "accountSeq" DESC LIMIT 1');
    return { accountSeq: [String(newest?.accountSeq ?? 0)] };
  }
  const columns = tableOf(search.model).byName;
  const own = columns.has('creatorId') ? 'creatorId' : columns.has('authorId') ? 'authorId' : undefined;
  const ids = own
    ? rows.where(search.model, `"${own}" = ?`, actorId).map((row) => text((row as AnyRow)[key]))
    : rows.find(search.model, {}).map((row) => text((row as AnyRow)[key]));
  const like =
    search.model === 'resolvable'
      ? ids
      : ids.filter((id) => {
          const row = rows.get(search.model, id) as AnyRow;
          return search.made.some((is) => is(row, {}));
        });
  const made = new Set(operation.writes);
  return { [search.model]: like.filter((id) => !made.has(`${search.model}\t${id}`)) };
}

export interface Look {
  readonly query: Query;
  readonly verdict: (answer: QueryAnswer, isTaken: (id: string) => boolean) => Verdict;
}

/** The question to ask the service; undefined where no question can tell. */
export function lookFor(context: Context): Look | undefined {
  const { operation } = context;
  const { action, effective } = operation;
  if (action === 'sprints/updateSprint') {
    const id = text(effective.id);
    return {
      query: { [byId('sprint', id)]: ['completedAt', 'lockedAt'] },
      verdict(answer) {
        const row = (answer.sprint?.[id] ?? {}) as AnyRow;
        const done = (!effective.complete || row.completedAt) && (!effective.lockIn || row.lockedAt);
        return done ? { kind: 'happened', answer: {} } : { kind: 'not' };
      },
    };
  }
  if (action === 'resolvables/removeReaction') {
    const id = text(effective.reactionId);
    return {
      query: { [byId('resolvableEntryReaction', id)]: ['userId'] },
      verdict: (answer) => (answer.resolvableEntryReaction?.[id] ? { kind: 'not' } : { kind: 'happened', answer: {} }),
    };
  }
  const search = sought[action]?.(context);
  if (!search) return undefined;
  const key = tableOf(search.model).key[0] as string;
  const known = new Set(operation.known?.[search.model] ?? []);
  return {
    query: search.query,
    verdict(answer, isTaken) {
      const rows = (Object.values(answer[search.model] ?? {}) as AnyRow[])
        .filter((row) => !known.has(text(row[key])) && !isTaken(text(row[key])))
        .sort((a, b) => Number(a.accountSeq ?? 0) - Number(b.accountSeq ?? 0));
      const used = new Set<AnyRow>();
      const found = search.made.flatMap((is) => {
        const row = rows.find((candidate) => !used.has(candidate) && is(candidate, answer));
        if (row) used.add(row);
        return row ? [row] : [];
      });
      const matching = rows.filter((row) => search.made.some((is) => is(row, answer)));
      if (found.length === 0) return { kind: 'not' };
      if (found.length < search.made.length || matching.length > found.length) return { kind: 'ambiguous' };
      return { kind: 'happened', answer: search.answer(found) };
    },
  };
}
