/**
 * Measures the time to answer a query for all decks of an organization, with the number of their cards in each status.
 */
import { createDatabaseReader } from '../../../electron/engine/query/reader.ts';
import { packCompleteAnswer } from '../../../electron/replica/reads/window-watches.ts';
import { derivedStatuses } from '../../../shared/contract/index.ts';
import { liveAnswerOf } from '../../support/answers.ts';
import { openLargeAccount } from '../support/large-account.ts';
import { assertSameAnswers, measureAlternately } from '../support/measure.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const countOf = (status: string) => `count:cards({"derivedStatus":"${status}"})`;

function measure(): BenchResult {
  const { db, accountId, userId } = openLargeAccount();
  const query = {
    _root: [{ account: [{ decks: ['title', { project: ['name'] }, ...derivedStatuses.map(countOf)] }] }],
  };
  const reader = createDatabaseReader(db, 'replica');
  const viewer = { userId, projects: 'all', scopes: 'all' } as const;

  const decks = db
    .prepare(
      'SELECT d.id, d.title, d.projectId, p.name FROM deck d JOIN project p ON p.id = d.projectId WHERE d.isDeleted = 0',
    )
    .raw(true);
  const counts = db
    .prepare('SELECT deckId, derivedStatus, count(*) FROM card WHERE deckId IS NOT NULL GROUP BY deckId, derivedStatus')
    .raw(true);
  const byHand = () => {
    const deck: Record<string, Record<string, unknown>> = {};
    const project: Record<string, unknown> = {};
    const zeros = Object.fromEntries(derivedStatuses.map((status) => [countOf(status), 0]));
    for (const [id, title, projectId, name] of decks.all() as [string, string, string, string][]) {
      deck[id] = { id, title, project: projectId, ...zeros };
      project[projectId] ??= { id: projectId, name };
    }
    for (const [id, status, count] of counts.all() as [string, string, number][]) {
      const row = deck[id];
      if (row) row[countOf(status)] = count;
    }
    return {
      _root: { account: accountId },
      account: { [accountId]: { id: accountId, decks: Object.keys(deck) } },
      deck,
      project,
    };
  };

  assertSameAnswers(liveAnswerOf(reader, query, viewer), byHand());
  const { ours, baseline } = measureAlternately(
    { ours: () => packCompleteAnswer(reader.live(query, viewer)), baseline: () => JSON.stringify(byHand()) },
    20,
  );
  db.close();
  return {
    ...ours,
    baseline: { what: 'two SQL statements, one grouped, and JSON.stringify', ...baseline },
    note: `200 decks, ${derivedStatuses.length} counts each`,
  };
}

export const { name, budget, run }: BenchRow = { name: 'account-overview', budget: { ratio: 1 }, run: measure };
