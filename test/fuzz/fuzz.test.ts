/**
 * A short run of the fuzzer; `npm run fuzz` sends more requests. If the run fails, the message names the seed. To
 * repeat the run, set the environment variable `FUZZ_SEED` to this seed.
 */
import { expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';
import { databaseProblems, fuzz } from './fuzz.ts';

test('survives random and damaged requests without a 5xx, a hang or a broken database', async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
  const { byStatus } = await fuzz(2000, seed);
  // The fuzzer must send both valid and invalid requests.
  expect(byStatus[200]).toBeGreaterThan(100);
  expect(byStatus[400]).toBeGreaterThan(100);
}, 120_000);

// The requests must depend only on the seed. After every 1000 requests, the fuzzer looks up ids of rows for its next
// requests. The test sends 1100 requests, so that it covers this step.
test('a seed repeats its requests and answers', async () => {
  const [one, same, other] = [await fuzz(1100, 7), await fuzz(1100, 7), await fuzz(1100, 8)];
  expect(same.hash).toBe(one.hash);
  expect(other.hash).not.toBe(one.hash);
}, 120_000);

// `databaseProblems` must return errors of SQLite, not throw them, so that the fuzzer can report them with the seed and
// the request.
test('a wrong full-text index is a problem of the database', async () => {
  const opened = await startTestService({ demo: true });
  expect(databaseProblems(opened)).toEqual([]);
  opened.service.engine.db.exec(`INSERT INTO cardText(rowid, content) VALUES (999999, 'in no card')`);
  const wordProblems = ['in', 'no', 'card'].map(
    (word, at) => `The full-text index has '${word}' at ${at} of row 999999, which has it not`,
  );
  expect(databaseProblems(opened).toSorted()).toEqual(wordProblems.toSorted());
  await opened.close();
});
