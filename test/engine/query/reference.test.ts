/**
 * Checks that the SQL reader and the reference evaluator give the same answers to random queries on random databases.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabaseReader, type DatabaseReader } from '../../../electron/engine/query/reader.ts';
import { dropMaterializedTables } from '../../../electron/engine/store/materialized-tables.ts';
import type { Viewer } from '../../../electron/engine/types.ts';
import { type QueryAnswer, scopesOfToken } from '../../../shared/contract/index.ts';
import { liveAnswerOf } from '../../support/answers.ts';
import { ReferenceEvaluator, type ReferenceRows } from '../../support/reference-evaluator.ts';
import { comparableAnswer } from './comparable-answer.ts';
import { createDatabaseWithRows } from './database.ts';
import { generatedPersonIds, generatedProjectIds, randomQueries, randomReferenceRows } from './random-rows.ts';

/**
 * The environment variable `RUNS` sets the number of queries. `SEED` is the seed of the queries, for repeating a
 * failure.
 */
const runs = Number(process.env.RUNS ?? 4_000);
const queriesPerDatabase = 200;
const databases = Math.ceil(runs / queriesPerDatabase);
const timeoutMs = Math.max(120_000, 100 * runs);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

interface Stored {
  readonly world: ReferenceRows;
  readonly service: DatabaseReader;
  readonly replica: DatabaseReader;
  close(): void;
}

const stored: Stored[] = fc.sample(randomReferenceRows, { seed, numRuns: databases }).map((world, index) => {
  const db = createDatabaseWithRows(world);
  // Without materialized tables (stored counts and positions), as during a first sync, the reader counts cards one by
  // one.
  if (index % 4 === 3) dropMaterializedTables(db);
  return {
    world,
    service: createDatabaseReader(db),
    replica: createDatabaseReader(db, 'replica'),
    close: () => db.close(),
  };
});
afterAll(() => {
  for (const each of stored) each.close();
});

const viewers = fc.record({
  userId: fc.constantFrom(null, ...generatedPersonIds),
  projects: fc.oneof(
    fc.constant('all' as const),
    fc.subarray(generatedProjectIds).map((chosen) => new Set(chosen)),
  ),
  canReadOwnPersonalFields: fc.boolean(),
  role: fc.constantFrom('service' as const, 'service' as const, 'replica' as const),
});

const admin = scopesOfToken('personal', 'admin');
const withoutSelf = new Set([...admin].filter((scope) => scope !== 'user:readSelf'));

describe('random queries over random databases', () => {
  test(
    `agree with the reference evaluator (seed ${seed})`,
    () => {
      fc.assert(
        fc.property(fc.nat(databases - 1), randomQueries, viewers, (index, query, viewer) => {
          const { world, service, replica } = stored[index] as Stored;
          const reader = viewer.role === 'replica' ? replica : service;
          const asked: Viewer = {
            userId: viewer.userId,
            projects: viewer.projects,
            scopes: viewer.canReadOwnPersonalFields ? admin : withoutSelf,
          };
          const expected = new ReferenceEvaluator(world, {
            userId: viewer.userId,
            projects: viewer.projects,
            canReadOwnPersonalFields: viewer.canReadOwnPersonalFields,
            seesEverything: viewer.role === 'replica',
          }).answer(query as Record<string, unknown[]>);
          const text = reader.answerText(query, asked);
          const answer = JSON.parse(text) as QueryAnswer;
          expect(comparableAnswer(answer)).toEqual(comparableAnswer(expected));
          // Equal lengths prove that the text has no duplicate keys and no white space.
          expect(text.length).toBe(JSON.stringify(answer).length);
          if (viewer.role === 'replica')
            expect(comparableAnswer(liveAnswerOf(reader, query, asked))).toEqual(comparableAnswer(expected));
        }),
        { seed, numRuns: runs },
      );
    },
    timeoutMs,
  );
});
