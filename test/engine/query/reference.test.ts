/** The SQL reader gives the same answers as the reference evaluator, for random queries on random databases. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createReader, type Reader } from '../../../electron/engine/query/reader.ts';
import { dropMaterializedTables } from '../../../electron/engine/store/materialized-tables.ts';
import type { Viewer } from '../../../electron/engine/types.ts';
import { type QueryAnswer, scopesOf } from '../../../shared/contract/index.ts';
import { liveAnswerOf } from '../../support/answers.ts';
import { ReferenceEvaluator, type ReferenceRows } from '../../support/reference-evaluator.ts';
import { databaseOf } from './database.ts';
import { people, projects, randomQueries, worlds } from './random-worlds.ts';
import { settled } from './settled.ts';

/** `RUNS` and `SEED` in the environment run more queries, or the same ones again. `npm run soak` sets both. */
const runs = Number(process.env.RUNS ?? 4_000);
const queriesPerDatabase = 200;
const databases = Math.ceil(runs / queriesPerDatabase);
const timeoutMs = Math.max(120_000, 100 * runs);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

interface Stored {
  readonly world: ReferenceRows;
  readonly service: Reader;
  readonly replica: Reader;
  close(): void;
}

const stored: Stored[] = fc.sample(worlds, { seed, numRuns: databases }).map((world, index) => {
  const db = databaseOf(world);
  // As during a first sync, when cards are counted one by one.
  if (index % 4 === 3) dropMaterializedTables(db);
  return {
    world,
    service: createReader(db),
    replica: createReader(db, 'replica'),
    close: () => db.close(),
  };
});
afterAll(() => {
  for (const each of stored) each.close();
});

const viewers = fc.record({
  userId: fc.constantFrom(null, ...people),
  projects: fc.oneof(
    fc.constant('all' as const),
    fc.subarray(projects).map((chosen) => new Set(chosen)),
  ),
  readsSelf: fc.boolean(),
  role: fc.constantFrom('service' as const, 'service' as const, 'replica' as const),
});

const admin = scopesOf('personal', 'admin');
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
            scopes: viewer.readsSelf ? admin : withoutSelf,
          };
          const expected = new ReferenceEvaluator(world, {
            userId: viewer.userId,
            projects: viewer.projects,
            readsSelf: viewer.readsSelf,
            seesEverything: viewer.role === 'replica',
          }).answer(query as Record<string, unknown[]>);
          const text = reader.answerText(query, asked);
          const answer = JSON.parse(text) as QueryAnswer;
          expect(settled(answer)).toEqual(settled(expected));
          // No duplicate keys, and no whitespace.
          expect(text.length).toBe(JSON.stringify(answer).length);
          if (viewer.role === 'replica') expect(settled(liveAnswerOf(reader, query, asked))).toEqual(settled(expected));
        }),
        { seed, numRuns: runs },
      );
    },
    timeoutMs,
  );
});
