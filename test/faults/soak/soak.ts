/**
 * Long runs of the random tests:
 * `npm run soak -- [--histories 10000] [--two-author-histories 1000] [--kills 1000] [--changes 1000]
 * [--action-sequences 1000] [--live-queries 250] [--reference-queries 8000] [--seed n] [--jobs n]`.
 * A count of 0 leaves out the tests of that kind.
 *
 * - histories: random sequences of steps, in which two replicas and a direct client work through faults (history.ts)
 * - two-author histories: the value that an author set last must survive (two-author-history.ts)
 * - kills: programs are killed at random moments (crashes.ts)
 * - changes: a window must never show an old value again (flicker.ts)
 * - action sequences: random actions on a service; all invariants are checked after each step (random-steps.ts)
 * - live and reference queries: the property tests in test/engine/query
 *
 * Prints the seeds. A seed gives the same run for any number of processes, except for kills: they depend on real time.
 * A failing history of the first kind is shortened and stored in `test/faults/regressions`. `npm test` plays all
 * histories of that folder. Exits with 1 if a run failed.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { killsPerWorld } from '../crashes.ts';
import type { RandomHistoryOptions } from '../history.ts';
import type { SoakTask, SoakTaskResult } from './soak-job.ts';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '10000' },
    'two-author-histories': { type: 'string', default: '1000' },
    kills: { type: 'string', default: '1000' },
    changes: { type: 'string', default: '1000' },
    'action-sequences': { type: 'string', default: '1000' },
    'live-queries': { type: 'string', default: '250' },
    'reference-queries': { type: 'string', default: '8000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Number of child processes. */
    jobs: { type: 'string', default: String(Math.max(availableParallelism() - 1, 1)) },
  },
});
const firstSeed = Number(values.seed);
const processCount = Math.max(Number(values.jobs), 1);
const stepsPerHistory = 40;
const stepsPerSequence = 300;
const log = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
let failed = 0;

/** Runs all tasks, each in the first free child process. A task fails if its process ends without a result. */
async function runTasks<T extends SoakTask>(
  tasks: Iterator<T>,
  take: (task: T, done: SoakTaskResult) => void,
): Promise<void> {
  const worker = async () => {
    let child: ChildProcess | undefined;
    for (let next = tasks.next(); !next.done; next = tasks.next()) {
      child ??= fork(path.join(import.meta.dirname, 'soak-job.ts'));
      const done = await runInChild(child, next.value);
      if (!done) child = undefined;
      take(next.value, done ?? { counts: [], failure: { message: 'the process ended' } });
    }
    child?.kill();
  };
  await Promise.all(Array.from({ length: processCount }, worker));
}

function runInChild(child: ChildProcess, task: SoakTask): Promise<SoakTaskResult | undefined> {
  return new Promise((resolve) => {
    const ended = () => resolve(undefined);
    child.once('exit', ended);
    child.once('message', (done: SoakTaskResult) => {
      child.off('exit', ended);
      resolve(done);
    });
    child.send(task);
  });
}

async function histories(count: number): Promise<void> {
  log(
    `${count} histories of ${stepsPerHistory} steps, seeds ${firstSeed} to ${firstSeed + count - 1}, ${processCount} at a time`,
  );
  let [played, operations, faults, failures] = [0, 0, 0, 0];
  const questionCounts = new Map<string, number>();
  function* tasks() {
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1)
      yield { kind: 'history', seed, steps: stepsPerHistory, isRough: seed % 2 === 0, crashes: true } as const;
  }
  await runTasks(tasks(), ({ seed, isRough, crashes }, { counts: [done = 0, met = 0], questions = [], failure }) => {
    for (const action of questions) questionCounts.set(action, (questionCounts.get(action) ?? 0) + 1);
    played += 1;
    operations += done;
    faults += met;
    if (failure) {
      failures += 1;
      log(`seed ${seed} fails: ${failure.message}`);
      if (failure.shrunk) storeRegression({ seed, isRough, crashes, ...failure.shrunk });
    }
    if (played % 500 === 0) log(`${played} histories played, ${failures} failed`);
  });
  log(`${count} histories, ${operations} operations, ${faults} faults: ${failures} failed`);
  const left = [...questionCounts].map(([action, times]) => `${action} ${times}`);
  log(`questions left to the person (history-checks.ts): ${left.join(', ') || 'nothing'}`);
  failed += failures;
}

interface Regression extends RandomHistoryOptions {
  readonly found: string;
}

function storeRegression({ found, ...history }: Regression): void {
  const { seed, steps } = history;
  const file = path.join(import.meta.dirname, '../regressions', `history-${seed}.json`);
  writeFileSync(file, `${JSON.stringify({ ...history, found: found.split('\n')[0] })}\n`);
  log(`kept as ${file}, ${steps.length} steps: ${found}`);
}

async function twoAuthorHistories(count: number): Promise<void> {
  log(`${count} two-author histories, seeds ${firstSeed} to ${firstSeed + count - 1}, ${processCount} at a time`);
  let [played, changes, faults, kills, failures] = [0, 0, 0, 0, 0];
  function* tasks() {
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) yield { kind: 'twoAuthorHistory', seed } as const;
  }
  await runTasks(tasks(), ({ seed }, { counts: [changed = 0, met = 0, killed = 0], failure }) => {
    played += 1;
    changes += changed;
    faults += met;
    kills += killed;
    if (failure) failures += 1;
    if (failure) log(`seed ${seed} fails: ${failure.message}`);
    if (played % 100 === 0) log(`${played} two-author histories played, ${failures} failed`);
  });
  log(`${count} two-author histories, ${changes} changes, ${faults} faults, ${kills} kills: ${failures} failed`);
  failed += failures;
}

async function crashes(count: number): Promise<void> {
  log(`${count} kills, seeds from ${firstSeed} on, ${killsPerWorld} per world, ${processCount} worlds at a time`);
  let [done, failures] = [0, 0];
  function* tasks() {
    for (let begun = 0; begun < count; begun += killsPerWorld)
      yield {
        kind: 'crashes',
        seed: firstSeed + begun / killsPerWorld,
        kills: Math.min(killsPerWorld, count - begun),
      } as const;
  }
  await runTasks(tasks(), ({ seed, kills }, { counts: [promised = 0, crashed = 0], failure }) => {
    done += kills;
    if (failure) failures += 1;
    if (failure) log(`seed ${seed} with ${kills} kills fails: ${failure.message}`);
    else
      log(`${done} kills (seed ${seed}: ${promised} promises kept, ${crashed} crashes of threads), ${failures} failed`);
  });
  log(`${done} kills: ${failures} worlds failed`);
  failed += failures;
}

async function changes(count: number): Promise<void> {
  log(`${count} changes under faults, seed ${firstSeed}`);
  const task = { kind: 'changes', seed: firstSeed, changes: count } as const;
  await runTasks([task].values(), ({ seed }, { counts: [checkedValues = 0], failure }) => {
    if (failure) failed += 1;
    log(
      failure
        ? `seed ${seed} fails: ${failure.message}`
        : `${count} changes, ${checkedValues} values checked: no old value was shown again`,
    );
  });
}

async function actionSequences(count: number): Promise<void> {
  log(
    `${count} sequences of ${stepsPerSequence} actions, seeds ${firstSeed} to ${firstSeed + count - 1}, ${processCount} at a time`,
  );
  let [played, carriedOut, refused, failures] = [0, 0, 0, 0];
  function* tasks() {
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1)
      yield { kind: 'actionSequence', seed, steps: stepsPerSequence } as const;
  }
  await runTasks(tasks(), ({ seed }, { counts: [done = 0, not = 0], failure }) => {
    played += 1;
    carriedOut += done;
    refused += not;
    if (failure) {
      failures += 1;
      log(`seed ${seed} fails: ${failure.message}`);
    }
    if (played % 100 === 0) log(`${played} sequences, ${failures} failed`);
  });
  log(`${count} sequences, ${carriedOut} steps carried out, ${refused} refused: ${failures} failed`);
  failed += failures;
}

/** Runs a property test of Vitest with `runs` cases. `npm test` runs fewer cases. */
async function propertyTest(file: string, runs: number): Promise<void> {
  log(`${runs} cases of ${file}, seed ${firstSeed}`);
  const root = path.join(import.meta.dirname, '../../..');
  const options = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'build/vitest.config.ts', file];
  const env = { ...process.env, RUNS: String(runs), SEED: String(firstSeed) };
  const [code] = await once(spawn(process.execPath, options, { cwd: root, env, stdio: 'inherit' }), 'exit');
  if (code !== 0) failed += 1;
  log(code === 0 ? `${file}: ${runs} cases passed` : `${file} fails with seed ${firstSeed}`);
}

const liveQueries = Number(values['live-queries']);
if (liveQueries > 0) await propertyTest('test/engine/query/live.test.ts', liveQueries);
const referenceQueries = Number(values['reference-queries']);
if (referenceQueries > 0) await propertyTest('test/engine/query/reference.test.ts', referenceQueries);
if (Number(values['action-sequences']) > 0) await actionSequences(Number(values['action-sequences']));
if (Number(values.changes) > 0) await changes(Number(values.changes));
if (Number(values.kills) > 0) await crashes(Number(values.kills));
if (Number(values['two-author-histories']) > 0) await twoAuthorHistories(Number(values['two-author-histories']));
if (Number(values.histories) > 0) await histories(Number(values.histories));
process.exitCode = failed > 0 ? 1 : 0;
