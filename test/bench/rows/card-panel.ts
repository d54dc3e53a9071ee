/**
 * Measures the time to answer the query for a card with its threads, comments, people, sub cards, deck, milestone and
 * run. Compares it with hand-written SQL.
 */
import { createDatabaseReader } from '../../../electron/engine/query/reader.ts';
import { packCompleteAnswer } from '../../../electron/replica/reads/window-watches.ts';
import { filteredRelationKey, rootKeyById } from '../../../shared/contract/index.ts';
import { liveAnswerOf } from '../../support/answers.ts';
import { openLargeAccount } from '../support/large-account.ts';
import { assertSameAnswers, measureAlternately } from '../support/measure.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const text = ['title', 'content', 'status', 'derivedStatus', 'priority', 'dueDate', 'lastUpdatedAt'] as const;
const numbers = ['accountSeq', 'effort', 'version'] as const;
const childFields = ['title', 'derivedStatus', 'accountSeq'] as const;
const threadFields = ['context', 'createdAt', 'closedAt'] as const;
const entryFields = ['content', 'createdAt', 'lastChangedAt', 'version'] as const;

const threads = filteredRelationKey('resolvables', { $order: '-createdAt' });
const entries = filteredRelationKey('entries', { $order: 'createdAt' });

function measure(): BenchResult {
  const { db, userId } = openLargeAccount();
  const cards = db
    .prepare(
      `SELECT cardId FROM card WHERE cardId IN (SELECT cardId FROM resolvable) OR childCards <> '[]' ORDER BY n LIMIT 400`,
    )
    .pluck()
    .all() as string[];
  const reader = createDatabaseReader(db, 'replica');
  const viewer = { userId, projects: 'all', scopes: 'all' } as const;
  const queryOf = (cardId: string) => ({
    [rootKeyById('card', cardId)]: [
      ...text,
      ...numbers,
      'tags',
      'checkboxInfo',
      { deck: ['title', { project: ['name'] }] },
      { assignee: ['name'] },
      { creator: ['name'] },
      { milestone: ['name', 'date'] },
      { sprint: ['index', 'startDate'] },
      { childCards: [...childFields] },
      { queueEntries: ['sortIndex', { user: ['name'] }] },
      {
        [threads]: [
          ...threadFields,
          'isClosed',
          { creator: ['name'] },
          { [entries]: [...entryFields, { author: ['name'] }] },
        ],
      },
    ],
  });

  const list = (fields: readonly string[], alias: string) => fields.map((field) => `${alias}."${field}"`).join(', ');
  const one = db.prepare(
    `SELECT ${list([...text, ...numbers], 'c')}, c.tags, c.checkboxInfo, c.childCards, d.id AS deckId, d.title AS deckTitle, p.id AS projectId, p.name AS projectName,
       a.id AS assigneeId, a.name AS assigneeName, k.id AS creatorId, k.name AS creatorName, m.id AS milestoneId, m.name AS milestoneName, m.date AS milestoneDate,
       s.id AS sprintId, s."index" AS sprintIndex, s.startDate AS sprintStart
     FROM card c LEFT JOIN deck d ON d.id = c.deckId LEFT JOIN project p ON p.id = d.projectId LEFT JOIN user a ON a.id = c.assigneeId
     LEFT JOIN user k ON k.id = c.creatorId LEFT JOIN milestone m ON m.id = c.milestoneId LEFT JOIN sprint s ON s.id = c.sprintId WHERE c.cardId = ?`,
  );
  const children = db.prepare(`SELECT cardId, ${list(childFields, 'c')} FROM card c WHERE c.parentCardId = ?`);
  const queued = db.prepare(
    'SELECT q.id, q.sortIndex, q.userId, u.name FROM queueEntry q JOIN user u ON u.id = q.userId WHERE q.cardId = ?',
  );
  const threadsOf = db.prepare(
    `SELECT r.id, ${list(threadFields, 'r')}, r.isClosed, r.creatorId, u.name FROM resolvable r JOIN user u ON u.id = r.creatorId WHERE r.cardId = ? ORDER BY r.createdAt DESC, r.id`,
  );
  const entriesOf = db.prepare(
    `SELECT e.entryId, e.resolvableId, ${list(entryFields, 'e')}, e.authorId, u.name FROM resolvableEntry e JOIN user u ON u.id = e.authorId WHERE e.cardId = ? ORDER BY e.createdAt, e.entryId`,
  );
  type Row = Record<string, unknown>;
  const byHand = (cardId: string) => {
    const card: Record<string, Row> = {};
    const user: Record<string, Row> = {};
    const maps: Record<string, Record<string, Row>> = {
      deck: {},
      project: {},
      milestone: {},
      sprint: {},
      queueEntry: {},
      resolvable: {},
      resolvableEntry: {},
    };
    const person = (id: unknown, name: unknown) => {
      if (id !== null) user[id as string] = { id, name };
      return id;
    };
    const put = (model: string, id: unknown, row: Row) => {
      if (id !== null) (maps[model] as Record<string, Row>)[id as string] = { id, ...row };
      return id;
    };
    const row = one.get(cardId) as Row;
    const shown: Row = {
      cardId,
      tags: JSON.parse(row.tags as string),
      checkboxInfo: JSON.parse(row.checkboxInfo as string),
      childCards: JSON.parse(row.childCards as string),
    };
    for (const field of [...text, ...numbers]) shown[field] = row[field];
    shown.deck = put('deck', row.deckId, {
      title: row.deckTitle,
      project: put('project', row.projectId, { name: row.projectName }),
    });
    shown.assignee = person(row.assigneeId, row.assigneeName);
    shown.creator = person(row.creatorId, row.creatorName);
    shown.milestone = put('milestone', row.milestoneId, { name: row.milestoneName, date: row.milestoneDate });
    shown.sprint = put('sprint', row.sprintId, { index: row.sprintIndex, startDate: row.sprintStart });
    card[cardId] = shown;
    for (const child of children.all(cardId) as Row[]) card[child.cardId as string] = child;
    shown.queueEntries = (queued.all(cardId) as Row[]).map((entry) =>
      put('queueEntry', entry.id, { sortIndex: entry.sortIndex, user: person(entry.userId, entry.name) }),
    );
    shown[threads] = (threadsOf.all(cardId) as Row[]).map(({ id, creatorId, name, isClosed, ...fields }) =>
      put('resolvable', id, { ...fields, isClosed: isClosed === 1, creator: person(creatorId, name), [entries]: [] }),
    );
    for (const { entryId, resolvableId, authorId, name, ...fields } of entriesOf.all(cardId) as Row[]) {
      (maps.resolvableEntry as Record<string, Row>)[entryId as string] = {
        entryId,
        ...fields,
        author: person(authorId, name),
      };
      ((maps.resolvable as Record<string, Row>)[resolvableId as string] as Row)[entries] = [
        ...(((maps.resolvable as Record<string, Row>)[resolvableId as string] as Row)[entries] as unknown[]),
        entryId,
      ];
    }
    return { _root: {}, card, user, ...maps };
  };

  for (const cardId of cards.slice(0, 50))
    assertSameAnswers(liveAnswerOf(reader, queryOf(cardId), viewer), byHand(cardId));
  const cardAt = (round: number) => cards[round % cards.length] as string;
  const { ours, baseline, once } = measureAlternately(
    {
      ours: (round) => packCompleteAnswer(reader.live(queryOf(cardAt(round)), viewer)),
      baseline: (round) => JSON.stringify(byHand(cardAt(round))),
      once: (round) => reader.answerText(queryOf(cardAt(round)), viewer),
    },
    Math.min(cards.length, 30),
  );
  db.close();
  return {
    ...ours,
    baseline: { what: 'five joined SQL statements by hand and JSON.stringify', ...baseline },
    besides: [{ what: 'ours, asked once instead of watched', ...once }],
    limits: [{ what: 'asked once, times the baseline', value: once.median / baseline.median, max: 1 }],
    note: 'another card each time',
  };
}

// The allowed ratio is above 1, because the reader also prepares later patches of the answer. The hand-written SQL does
// not.
export const { name, budget, run }: BenchRow = { name: 'card-panel', budget: { ratio: 1.5, p95: 5 }, run: measure };
