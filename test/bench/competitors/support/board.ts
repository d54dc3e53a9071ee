/** Measures the time to answer the query of a board. Compares it with hand-written SQL, Drizzle and graphql-js. */
import type { Database } from 'better-sqlite3';
import { createDatabaseReader } from '../../../../electron/engine/query/reader.ts';
import { packCompleteAnswer } from '../../../../electron/replica/reads/window-watches.ts';
import { answerOf, liveAnswerOf } from '../../../support/answers.ts';
import { openLargeAccount } from '../../support/large-account.ts';
import { assertSameAnswers, measureAlternately, measureAsync } from '../../support/measure.ts';
import type { BenchResult } from '../../support/row.ts';
import { type BoardIds, drizzleReadFunctions, graphqlReadFunction } from './other-ways.ts';

const fields = [
  'accountSeq',
  'title',
  'content',
  'assigneeId',
  'derivedStatus',
  'status',
  'priority',
  'effort',
  'dueDate',
  'milestoneId',
  'sprintId',
  'masterTags',
  'lastUpdatedAt',
  'parentCardId',
] as const;

type Raw = [cardId: string, ...values: unknown[]];

/**
 * Measures one query for a board's cards: 14 fields, the owner's name, the number of open threads, whether the card is
 * in the person's Hand, and the number of sub cards.
 */
export async function measureBoardQuery(size: 500 | 5000): Promise<BenchResult> {
  const account = openLargeAccount();
  const { db, userId } = account;
  const deckId = size === 500 ? account.deckOf500 : account.deckOf5000;
  const cards = 'cards({"visibility":"default"})';
  const threads = 'count:resolvables({"isClosed":false})';
  const hand = `exists:queueEntries({"userId":"${userId}","cardDoneAt":null})`;
  const query = {
    [`deck("${deckId}")`]: [{ [cards]: [...fields, { assignee: ['name'] }, threads, hand, 'count:childCards'] }],
  };
  const reader = createDatabaseReader(db, 'replica');
  const viewer = { userId, projects: 'all', scopes: 'all' } as const;

  const statement = db
    .prepare(
      `SELECT c.cardId, ${fields.map((name) => `c."${name}"`).join(', ')}, u.name,
         (SELECT count(*) FROM resolvable r WHERE r.cardId = c.cardId AND r.isClosed = 0),
         EXISTS (SELECT 1 FROM queueEntry q WHERE q.cardId = c.cardId AND q.userId = ? AND q.cardDoneAt IS NULL),
         json_array_length(c.childCards)
       FROM card c LEFT JOIN user u ON u.id = c.assigneeId WHERE c.deckId = ? AND c.visibility = 'default'`,
    )
    .raw(true);
  const byHand = () => {
    const card: Record<string, unknown> = {};
    const user: Record<string, unknown> = {};
    const ids: string[] = [];
    for (const row of statement.all(userId, deckId) as Raw[]) {
      const id = row[0];
      const assigneeId = row[4] as string | null;
      ids.push(id);
      card[id] = {
        cardId: id,
        accountSeq: row[1],
        title: row[2],
        content: row[3],
        assigneeId,
        derivedStatus: row[5],
        status: row[6],
        priority: row[7],
        effort: row[8],
        dueDate: row[9],
        milestoneId: row[10],
        sprintId: row[11],
        masterTags: JSON.parse(row[12] as string) as unknown,
        lastUpdatedAt: row[13],
        parentCardId: row[14],
        assignee: assigneeId,
        [threads]: row[16],
        [hand]: row[17] === 1,
        'count:childCards': row[18],
      };
      if (assigneeId !== null && !(assigneeId in user)) user[assigneeId] = { id: assigneeId, name: row[15] };
    }
    return { _root: {}, deck: { [deckId]: { id: deckId, [cards]: ids } }, card, user };
  };

  assertSameAnswers(answerOf(reader, query, viewer), byHand());
  assertSameAnswers(liveAnswerOf(reader, query, viewer), byHand());
  const ways = {
    ours: () => packCompleteAnswer(reader.live(query, viewer)),
    baseline: () => JSON.stringify(byHand()),
    once: () => reader.answerText(query, viewer),
  };
  const { ours, baseline, once } = measureAlternately(ways, 25);
  const shown = Object.keys(byHand().card).length;
  const megabytes = (way: () => string) => (way().length / 1e6).toFixed(2);
  const note = `${shown} cards, ${megabytes(ways.ours)} MB of text, by hand ${megabytes(ways.baseline)}`;
  const besides = await otherWays(db, { deckId, userId }, shown);
  db.close();
  return {
    ...ours,
    baseline: { what: 'one SQL statement, assembly by hand and JSON.stringify', ...baseline },
    besides: [{ what: 'ours, asked once instead of watched', ...once }, ...besides],
    limits: [{ what: 'asked once, times the baseline', value: once.median / baseline.median, max: 1 }],
    note,
  };
}

/** Measures the same query with Drizzle and with graphql-js. */
async function otherWays(db: Database, board: BoardIds, cards: number) {
  const { plain, prepared } = drizzleReadFunctions(db, board);
  const resolved = graphqlReadFunction(db, board);
  for (const rows of [plain(), prepared(), await resolved()])
    if (rows.length !== cards) throw new Error(`${rows.length} cards instead of ${cards}`);
  const turns = measureAlternately(
    { plain: () => JSON.stringify(plain()), prepared: () => JSON.stringify(prepared()) },
    10,
  );
  const later = await measureAsync(async () => JSON.stringify(await resolved()), 10);
  return [
    { what: 'Drizzle, relational query and JSON.stringify', ...turns.plain },
    { what: 'Drizzle, relational query, prepared, and JSON.stringify', ...turns.prepared },
    { what: 'graphql-js with dataloader and JSON.stringify', ...later },
  ];
}
