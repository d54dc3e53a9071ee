/**
 * Kills a program with real files and a real connection at random moments, and then checks that the service has each
 * stored action exactly once.
 */
import { deepStrictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { unlimitedRequestBudget } from '../../electron/client/budget.ts';
import { createHttpSender } from '../../electron/client/http-sender.ts';
import { remotePollIntervals } from '../../electron/replica/pull/poll-intervals.ts';
import { openReplica } from '../../electron/replica/replica.ts';
import { serveHttp } from '../../electron/service/http.ts';
import { requireLocalPersonId } from '../../electron/service/seed.ts';
import { createService, type Service } from '../../electron/service/service.ts';
import { replicaDifferences } from '../replica/comparison.ts';
import { ManualClock } from './clock.ts';
import { createRandomSource } from './random.ts';

/**
 * After this number of kills, a soak run begins with a new world (a service and a replica's folder). Kills in a large,
 * old world find few new faults.
 */
export const killsPerWorld = 60;
const child = path.join(import.meta.dirname, 'crash-child.ts');
const threadsChild = path.join(import.meta.dirname, 'crash-threads-child.ts');

interface CrashSetup {
  readonly directory: string;
  readonly baseUrl: string;
  readonly token: string;
}

async function createRows(baseUrl: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const dispatch = async (action: string, params: unknown) =>
    (await fetch(`${baseUrl}/dispatch/${action}`, { method: 'POST', headers, body: JSON.stringify(params) })).json();
  const project = (await dispatch('projects/create', { name: 'P' })) as { id: string };
  await dispatch('decks/create', { title: 'D', projectId: project.id });
}

/**
 * Kills programs during actions, sending, polling, migrations and rebuilds. In some runs the workspace's worker thread
 * crashes before the kill.
 * @returns the number of stored actions (`promised`) and the number of worker thread crashes
 * @throws an error if an action is lost or doubled, or if the replica's rows differ from the service's
 */
export async function killProgramsAtRandom({
  seed,
  kills,
}: {
  seed: number;
  kills: number;
}): Promise<{ promised: number; crashed: number }> {
  const service = createService({ file: ':memory:', rateLimit: false });
  const listening = await serveHttp(service.authorize, 0);
  const userId = requireLocalPersonId(service.engine.rows);
  const { token } = service.administration.createToken({
    kind: 'personal',
    permission: 'admin',
    label: 'test',
    userId,
  });
  const directory = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'decktop-crash-'));
  try {
    const scene = { directory, baseUrl: listening.baseUrl, token };
    await createRows(scene.baseUrl, token);
    const random = createRandomSource(seed);
    const promised: string[] = [];
    let crashed = 0;
    for (let index = 0; index < kills; index += 1) {
      const kind = kindOf(index);
      if (kind === 'migrate') migrateBack(directory);
      // An early kill stops the program while it opens the replica, migrates, rebuilds, or performs the first sync.
      // Runs that migrate are always killed early, runs with crashing worker threads never. A quarter of the other runs
      // is killed early.
      const isEarly = random.below(4) === 0;
      const line = kind === 'migrate' || (isEarly && kind !== 'threads') ? 'begins' : 'did';
      // Runs with crashing worker threads need more time, because each new worker thread loads its scripts again.
      const maxDelayMs = kind === 'migrate' ? 40 : kind === 'threads' ? 2500 : 160;
      const ended = await runAndKill(scene, { name: `run ${index}`, line, delayMs: random.below(maxDelayMs), kind });
      promised.push(...ended.promised);
      crashed += ended.crashed;
    }
    if (promised.length < kills) throw new Error(`only ${promised.length} promises in ${kills} runs`);
    await checkStoredActions(scene, { service, userId, promised });
    return { promised: promised.length, crashed };
  } finally {
    await listening.close();
    service.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * What the program does in a run before it is killed. `work`: it opens the replica and performs actions. `rebuild`: it
 * first deletes cache.sqlite. `migrate`: it first migrates outbox.sqlite from version 1. `threads`: the workspace's
 * worker thread crashes repeatedly.
 */
type RunKind = 'work' | 'rebuild' | 'migrate' | 'threads';
const runKinds: Readonly<Record<number, RunKind>> = { 2: 'threads', 4: 'migrate', 7: 'threads', 9: 'rebuild' };
const kindOf = (index: number): RunKind => runKinds[index % 10] ?? 'work';

/** For each version of outbox.sqlite, SQL that undoes the migration to this version. */
const undoMigrationSql: Readonly<Record<number, string>> = {
  2: 'DROP TABLE upload',
  3: 'ALTER TABLE operation DROP COLUMN made',
  4: 'ALTER TABLE operation DROP COLUMN footprint',
  5: 'DROP TABLE notification',
  6: 'DROP TABLE importRun; DROP TABLE importBatch; DROP TABLE importItem',
  7: 'DROP TABLE folder; DROP TABLE folderFile',
};

/** Converts outbox.sqlite to the format of version 1, so that the next start performs all migrations. */
function migrateBack(directory: string): void {
  const file = path.join(directory, 'outbox.sqlite');
  if (!existsSync(file)) return;
  const db = new Database(file);
  for (let version = db.pragma('user_version', { simple: true }) as number; version > 1; version -= 1) {
    const back = undoMigrationSql[version];
    if (!back) throw new Error(`There is no step back from version ${version}`);
    db.exec(`${back}; PRAGMA user_version = ${version - 1}`);
  }
  db.close();
}

interface Run {
  readonly name: string;
  /** Beginning of a line. When the child process prints such a line, `runAndKill` waits `delayMs`, then kills it. */
  readonly line: string;
  readonly delayMs: number;
  readonly kind: RunKind;
}

interface KilledRun {
  readonly promised: readonly string[];
  /** Number of worker thread crashes in the process. */
  readonly crashed: number;
}

/** Starts a child process, waits for a line and a delay, and kills the process. */
function runAndKill({ directory, baseUrl, token }: CrashSetup, { name, line, delayMs, kind }: Run): Promise<KilledRun> {
  return new Promise((resolve, reject) => {
    const args = [
      kind === 'threads' ? threadsChild : child,
      directory,
      baseUrl,
      token,
      name,
      ...(kind === 'rebuild' ? ['rebuild'] : []),
    ];
    const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    running.stdout.on('data', (chunk: Buffer) => {
      const wasThere = output.includes(line);
      output += chunk.toString();
      if (!wasThere && output.includes(line)) setTimeout(() => running.kill('SIGKILL'), delayMs);
    });
    running.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    running.on('exit', (code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`The program ended by itself (${code}): ${errors}`));
      // Count only actions of complete lines. If the kill cut off a line, its action may or may not be stored.
      else
        resolve({
          promised: [...output.matchAll(/^did (.*)\n/gm)].map(([, content]) => content as string),
          crashed: [...output.matchAll(/^crashed\n/gm)].length,
        });
    });
  });
}

interface FinalCheck {
  readonly service: Service;
  readonly userId: string;
  readonly promised: readonly string[];
}

/**
 * Opens the replica again without faults and checks that no action is lost or doubled and both SQLite files are intact.
 */
async function checkStoredActions(
  { directory, baseUrl, token }: CrashSetup,
  { service, userId, promised }: FinalCheck,
): Promise<void> {
  const clock = new ManualClock(Date.now());
  const opened = openReplica({
    directory,
    baseUrl,
    token,
    userId: null,
    send: createHttpSender(baseUrl, (request) => fetch(request)),
    clock,
    budget: unlimitedRequestBudget,
    intervals: remotePollIntervals,
    events: {
      patched: () => undefined,
      renamed: () => undefined,
      status: () => undefined,
      outbox: () => undefined,
      notifications: () => undefined,
    },
    log: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const replica = opened.value;
  try {
    replica.sync.schedule.hasWatches = false;
    replica.start();
    await replica.sync.idle();
    for (let minute = 0; minute < 4; minute += 1) {
      await clock.advance(60_000);
      await replica.sync.idle();
    }
    deepStrictEqual(replica.operations(), []);
    const { rows } = service.engine;
    const counts = new Map<string, number>();
    const texts = [...rows.find('card', {}), ...rows.find('resolvableEntry', {})].map(({ content }) => content);
    // Each stored action wrote a unique string: a paragraph of a text, or the title of a deck. A missing string was
    // lost; a string that occurs twice was performed twice.
    for (const line of [
      ...texts.flatMap((text) => text.split('\n\n')),
      ...rows.find('deck', {}).map((deck) => deck.title),
    ])
      counts.set(line, (counts.get(line) ?? 0) + 1);
    deepStrictEqual(
      {
        doubled: [...counts].filter(([, count]) => count > 1),
        lost: promised.filter((content) => !counts.has(content)),
        differences: replicaDifferences(replica, service, userId),
      },
      { doubled: [], lost: [], differences: [] },
    );
  } finally {
    await replica.close();
  }
  for (const file of ['cache.sqlite', 'outbox.sqlite']) {
    const db = new Database(path.join(directory, file));
    deepStrictEqual([file, db.pragma('integrity_check', { simple: true })], [file, 'ok']);
    db.close();
  }
}
