/** Reads a board with Drizzle's relational queries, and with graphql-js and dataloader. Both return nested objects. */
import type { Database } from 'better-sqlite3';
import DataLoader from 'dataloader';
import { and, eq, getTableColumns, isNull, relations, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  execute,
  GraphQLBoolean,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
  validate,
} from 'graphql';

export interface BoardIds {
  readonly deckId: string;
  readonly userId: string;
}

const card = sqliteTable('card', {
  cardId: text().primaryKey(),
  deckId: text(),
  visibility: text(),
  accountSeq: integer(),
  title: text(),
  content: text(),
  assigneeId: text(),
  derivedStatus: text(),
  status: text(),
  priority: text(),
  effort: integer(),
  dueDate: text(),
  milestoneId: text(),
  sprintId: text(),
  masterTags: text({ mode: 'json' }),
  lastUpdatedAt: text(),
  parentCardId: text(),
  childCards: text({ mode: 'json' }).$type<string[]>(),
});
const user = sqliteTable('user', { id: text().primaryKey(), name: text() });
const resolvable = sqliteTable('resolvable', {
  id: text().primaryKey(),
  cardId: text(),
  isClosed: integer({ mode: 'boolean' }),
});
const queueEntry = sqliteTable('queueEntry', {
  id: text().primaryKey(),
  cardId: text(),
  userId: text(),
  cardDoneAt: text(),
});
const schema = {
  card,
  user,
  resolvable,
  queueEntry,
  cardRelations: relations(card, ({ one, many }) => ({
    assignee: one(user, { fields: [card.assigneeId], references: [user.id] }),
    resolvables: many(resolvable),
    queueEntries: many(queueEntry),
  })),
  resolvableRelations: relations(resolvable, ({ one }) => ({
    card: one(card, { fields: [resolvable.cardId], references: [card.cardId] }),
  })),
  queueEntryRelations: relations(queueEntry, ({ one }) => ({
    card: one(card, { fields: [queueEntry.cardId], references: [card.cardId] }),
  })),
};

const { childCards: _list, deckId: _deck, visibility: _visibility, ...shown } = getTableColumns(card);
const columns = Object.fromEntries(Object.keys(shown).map((name) => [name, true]));

/**
 * Returns two functions that read the board's cards. `plain` builds the Drizzle query at each call, `prepared` builds
 * it only once.
 */
export function drizzleReadFunctions(db: Database, { deckId, userId }: BoardIds) {
  const board = drizzle(db, { schema });
  const query = () =>
    board.query.card.findMany({
      columns,
      where: and(eq(card.deckId, deckId), eq(card.visibility, 'default')),
      extras: { subCards: sql<number>`json_array_length(${card.childCards})`.as('subCards') },
      with: {
        assignee: { columns: { name: true } },
        resolvables: { columns: { id: true }, where: eq(resolvable.isClosed, false) },
        queueEntries: {
          columns: { id: true },
          where: and(eq(queueEntry.userId, userId), isNull(queueEntry.cardDoneAt)),
        },
      },
    });
  const prepared = query().prepare();
  return { plain: () => query().sync(), prepared: () => prepared.all() };
}

type Row = Record<string, unknown>;

/**
 * Returns a function that reads the board's cards with graphql-js. Each call of that function creates new dataloaders,
 * as dataloader recommends.
 */
export function graphqlReadFunction(db: Database, { deckId, userId }: BoardIds): () => Promise<readonly Row[]> {
  const names = [...Object.keys(shown)].filter((name) => name !== 'masterTags');
  const inDeck = db.prepare(`SELECT * FROM card WHERE deckId = ? AND visibility = 'default'`);
  const among = (select: string) => {
    const statement = db.prepare(select);
    return (ids: readonly string[]) => statement.all(JSON.stringify(ids)) as Row[];
  };
  const people = among('SELECT id, name FROM user WHERE id IN (SELECT value FROM json_each(?))');
  const threads = among(
    'SELECT cardId, count(*) AS n FROM resolvable WHERE isClosed = 0 AND cardId IN (SELECT value FROM json_each(?)) GROUP BY cardId',
  );
  const queued = db.prepare(
    'SELECT cardId FROM queueEntry WHERE userId = ? AND cardDoneAt IS NULL AND cardId IN (SELECT value FROM json_each(?))',
  );
  const loaders = () => ({
    people: new DataLoader(async (ids: readonly string[]) => {
      const found = new Map(people(ids).map((row) => [row.id, row]));
      return ids.map((id) => found.get(id) ?? null);
    }),
    threads: new DataLoader(async (ids: readonly string[]) => {
      const found = new Map(threads(ids).map((row) => [row.cardId, row.n as number]));
      return ids.map((id) => found.get(id) ?? 0);
    }),
    inHand: new DataLoader(async (ids: readonly string[]) => {
      const found = new Set((queued.all(userId, JSON.stringify(ids)) as Row[]).map((row) => row.cardId));
      return ids.map((id) => found.has(id));
    }),
  });
  type Context = ReturnType<typeof loaders>;
  const numbers = new Set(['accountSeq', 'effort']);
  const person = new GraphQLObjectType({
    name: 'User',
    fields: { id: { type: GraphQLString }, name: { type: GraphQLString } },
  });
  const cardType = new GraphQLObjectType<Row, Context>({
    name: 'Card',
    fields: {
      ...Object.fromEntries(names.map((name) => [name, { type: numbers.has(name) ? GraphQLInt : GraphQLString }])),
      masterTags: {
        type: new GraphQLList(GraphQLString),
        resolve: (row) => JSON.parse((row.masterTags as string | null) ?? '[]') as string[],
      },
      assignee: {
        type: person,
        resolve: (row, _args, context) => (row.assigneeId ? context.people.load(row.assigneeId as string) : null),
      },
      openThreads: { type: GraphQLInt, resolve: (row, _args, context) => context.threads.load(row.cardId as string) },
      inMyHand: { type: GraphQLBoolean, resolve: (row, _args, context) => context.inHand.load(row.cardId as string) },
      subCards: {
        type: GraphQLInt,
        resolve: (row) => (JSON.parse((row.childCards as string | null) ?? '[]') as string[]).length,
      },
    },
  });
  const graph = new GraphQLSchema({
    query: new GraphQLObjectType<unknown, Context>({
      name: 'Query',
      fields: { cards: { type: new GraphQLList(cardType), resolve: () => inDeck.all(deckId) as Row[] } },
    }),
  });
  const document = parse(
    `{ cards { ${names.join(' ')} masterTags assignee { id name } openThreads inMyHand subCards } }`,
  );
  const errors = validate(graph, document);
  if (errors[0]) throw errors[0];
  return async () => {
    const result = await execute({ schema: graph, document, contextValue: loaders() });
    if (result.errors?.[0]) throw result.errors[0];
    return (result.data as { cards: Row[] }).cards;
  };
}
