import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unlimited } from '../../electron/client/budget.ts';
import { createHttpSender } from '../../electron/client/http-sender.ts';
import { remoteCadence } from '../../electron/replica/cadence.ts';
import { openReplica } from '../../electron/replica/replica.ts';
import { localPersonOf } from '../../electron/service/founding.ts';
import { type Listening, listen } from '../../electron/service/http.ts';
import { createService, type Service } from '../../electron/service/service.ts';
import { differences } from '../replica/comparison.ts';
import { ManualClock } from './clock.ts';
import { seeded } from './random.ts';

const kills = Number(process.env.KILLS ?? 60);
const seed = Number(process.env.SEED ?? 7);
const child = path.join(import.meta.dirname, 'crash-child.ts');

let service: Service;
let listening: Listening;
let token: string;
let userId: string;
let directory: string;

beforeAll(async () => {
  service = createService({ file: ':memory:', rateLimit: false });
  listening = await listen((request) => service.answer(request), 0);
  userId = localPersonOf(service.engine.rows);
  token = service.administration.createToken({ kind: 'personal', permission: 'admin', label: 'test', userId }).token;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const dispatch = async (action: string, params: unknown) =>
    (
      await fetch(`${listening.baseUrl}/dispatch/${action}`, { method: 'POST', headers, body: JSON.stringify(params) })
    ).json();
  const project = (await dispatch('projects/create', { name: 'P' })) as { id: string };
  await dispatch('decks/create', { title: 'D', projectId: project.id });
  directory = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'decktop-crash-'));
});
afterAll(async () => {
  await listening.close();
  service.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Runs the child, kills it after the delay from a line of this beginning, and answers what it had promised. */
function runAndKill(name: string, line: string, delay: number, rebuild: boolean): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const args = [child, directory, listening.baseUrl, token, name, ...(rebuild ? ['rebuild'] : [])];
    const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    running.stdout.on('data', (chunk: Buffer) => {
      const wasThere = output.includes(line);
      output += chunk.toString();
      if (!wasThere && output.includes(line)) setTimeout(() => running.kill('SIGKILL'), delay);
    });
    running.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    running.on('exit', (code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`The program ended by itself (${code}): ${errors}`));
      // A line that was cut off may or may not have been promised.
      else
        resolve(
          output
            .split('\n')
            .slice(0, -1)
            .flatMap((line) => (line.startsWith('did ') ? [line.slice(4)] : [])),
        );
    });
  });
}

test(`${kills} kills at random moments (seed ${seed}) lose and double nothing`, { timeout: 600_000 }, async () => {
  const random = seeded(seed);
  const promised: string[] = [];
  for (let index = 0; index < kills; index += 1)
    // One in four while it opens, migrates, rebuilds or syncs; the others in the middle of work.
    promised.push(
      ...(await runAndKill(
        `run ${index}`,
        random.below(4) === 0 ? 'begins' : 'did',
        random.below(160),
        index % 10 === 9,
      )),
    );
  expect(promised.length).toBeGreaterThan(kills);

  const clock = new ManualClock(Date.now());
  const opened = openReplica({
    directory,
    baseUrl: listening.baseUrl,
    token,
    userId: null,
    send: createHttpSender(listening.baseUrl),
    clock,
    budget: unlimited,
    cadence: remoteCadence,
    events: { patched: () => undefined, renamed: () => undefined, status: () => undefined, outbox: () => undefined },
    log: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const replica = opened.value;
  replica.sync.intake.isWatched = false;
  replica.start();
  await replica.sync.idle();
  for (let minute = 0; minute < 4; minute += 1) {
    await clock.advance(60_000);
    await replica.sync.idle();
  }
  expect(replica.operations()).toEqual([]);
  const { rows } = service.engine;
  const contents = [
    ...rows.find('card', {}).map(({ content }) => content),
    ...rows.find('resolvableEntry', {}).map(({ content }) => content),
  ];
  const counts = new Map<string, number>();
  for (const content of contents) counts.set(content, (counts.get(content) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
  expect(promised.filter((content) => !counts.has(content))).toEqual([]);
  expect(differences(replica, service, userId)).toEqual([]);
  await replica.close();
  for (const file of ['cache.sqlite', 'outbox.sqlite']) {
    const db = new Database(path.join(directory, file));
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  }
});
