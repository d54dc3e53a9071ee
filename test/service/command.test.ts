/**
 * Tests the service program: output, exit codes, messages about wrong options, stored data and private files. Also
 * tests the program while another program uses its folder or locks its database.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import SQLite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'decktop-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = path.join(import.meta.dirname, '../../electron/service/command.ts');

interface Ready {
  readonly baseUrl: string;
  readonly tokens: Record<'admin' | 'producer' | 'write' | 'read' | 'personal', string>;
  readonly account: { readonly id: string; readonly subdomain: string };
  readonly user: { readonly id: string };
}

function start(...options: string[]) {
  const child = spawn(process.execPath, [command, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, errors })),
  );
  const ready = new Promise<Ready>((resolve) => {
    child.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()) as Ready));
  });
  return { child, ready, ended };
}

const post = (url: string, token: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('prints one line when ready, keeps its data, exits on SIGTERM', async () => {
  const data = path.join(folder, 'new', 'data');
  const first = start('--data', data, '--now', '2027-01-04T09:00Z', '--envelope');
  const { baseUrl, tokens, account, user } = await first.ready;
  expect(Object.keys(tokens).sort()).toEqual(['admin', 'personal', 'producer', 'read', 'write']);
  const created = await post(`${baseUrl}/dispatch/projects/create`, tokens.admin, { name: 'Kept' });
  expect(await created.json()).toMatchObject({ payload: { id: expect.any(String) }, actionId: expect.any(String) });
  const answer = await post(baseUrl, tokens.personal, { query: { _root: ['account', 'loggedInUser'] } });
  expect(((await answer.json()) as { _root: unknown })._root).toEqual({ account: account.id, loggedInUser: user.id });
  first.child.kill('SIGTERM');
  expect(await first.ended).toEqual({ code: 0, errors: '' });

  const second = start('--data', data);
  const again = await second.ready;
  expect(again.account).toEqual(account);
  expect((await post(again.baseUrl, tokens.admin, { query: { _root: ['account'] } })).status).toBe(401);
  const projects = await post(again.baseUrl, again.tokens.read, {
    query: { _root: [{ account: [{ projects: ['name', 'createdAt'] }] }] },
  });
  const { project } = (await projects.json()) as { project: Record<string, { name: string; createdAt: string }> };
  expect(Object.values(project)).toMatchObject([{ name: 'Kept', createdAt: expect.stringMatching(/^2027-01-04/) }]);
  second.child.kill('SIGINT');
  expect((await second.ended).code).toBe(0);
});

test('refuses a folder that another service uses, until that one has ended or crashed', async () => {
  const data = path.join(folder, 'shared');
  const first = start('--data', data);
  const { baseUrl, tokens } = await first.ready;
  const second = await start('--data', data).ended;
  expect(second.code).toBe(2);
  expect(second.errors).toMatch(/^service: .*service\.sqlite is in use by another Decktop or service/);
  expect((await post(baseUrl, tokens.read, { query: { _root: ['account'] } })).status).toBe(200);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = start('--data', data);
  await third.ready;
  third.child.kill('SIGTERM');
  expect((await third.ended).code).toBe(0);
});

const modesIn = (data: string) =>
  Object.fromEntries(
    readdirSync(data).map((name) => [name, (statSync(path.join(data, name)).mode & 0o777).toString(8)]),
  );

test.skipIf(process.platform === 'win32')('makes its files private, also existing ones', async () => {
  const data = path.join(folder, 'private');
  const first = start('--data', data);
  await first.ready;
  const all = ['service.sqlite', 'service.sqlite-shm', 'service.sqlite-wal', 'service.sqlite.lock'];
  const closed = Object.fromEntries(all.map((name) => [name, '600']));
  expect(modesIn(data)).toEqual(closed);
  expect((statSync(data).mode & 0o777).toString(8)).toBe('700');
  first.child.kill('SIGKILL');
  await first.ended;
  for (const name of all) chmodSync(path.join(data, name), 0o644);
  const second = start('--data', data);
  await second.ready;
  expect(modesIn(data)).toEqual(closed);
  second.child.kill('SIGTERM');
  await second.ended;
});

/**
 * Locks the database from a worker thread, which releases the lock after 200 ms. The thread of the test could not
 * release the lock: the service runs in this thread, and blocks it while waiting for the lock.
 */
function lockForAWhile(file: string): Promise<Worker> {
  const holder = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const db = require('better-sqlite3')(workerData);
     db.exec('BEGIN IMMEDIATE');
     parentPort.postMessage('locked');
     setTimeout(() => db.exec('COMMIT'), 200);`,
    { eval: true, workerData: file },
  );
  return new Promise((resolve) => holder.once('message', () => resolve(holder)));
}

test('waits for a program that writes to its database', async () => {
  const file = path.join(folder, 'waits.sqlite');
  const test = await startTestService({ file, busyTimeoutMs: 30_000 });
  const { body } = await test.act<{ id: string }>(test.tokens.admin, 'projects/create', { name: 'Waits' });
  const holder = await lockForAWhile(file);
  // `decks/create` reads before it writes. Its transaction must take the write lock at its start. Otherwise SQLite can
  // fail at once instead of waiting for the lock.
  const deck = await test.act(test.tokens.admin, 'decks/create', { title: 'Waited', projectId: body.id });
  expect(deck.status).toBe(200);
  await holder.terminate();
  await test.close();
});

test('answers 503 and changes nothing if the other program holds the lock too long', async () => {
  const file = path.join(folder, 'busy.sqlite');
  const test = await startTestService({ file, busyTimeoutMs: 50 });
  const other = new SQLite(file);
  const make = () => test.act(test.tokens.admin, 'projects/create', { name: 'Busy' });
  other.exec('BEGIN IMMEDIATE');
  const refused = await make();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(refused.body).toMatchObject({ error: 'busy', statusCode: 503 });
  other.exec('COMMIT');
  expect((await make()).status).toBe(200);
  expect(test.service.engine.rows.find('project', { name: 'Busy' })).toHaveLength(1);
  other.close();
  await test.close();
});

test.each([
  [['--port', 'eighty'], "--port 'eighty' is no port"],
  [['--demo=20'], "Option '--demo' does not take an argument"],
  [['--now', 'soon'], "--now 'soon' is no time"],
  [['--colour'], "Unknown option '--colour'"],
  [['--data', path.join(folder, 'file.txt', 'below')], 'cannot be made'],
  [['--data', path.join(folder, 'damaged')], 'it is damaged'],
])('refuses %j with a message and code 2', async (options, message) => {
  writeFileSync(path.join(folder, 'file.txt'), 'a file');
  mkdirSync(path.join(folder, 'damaged'), { recursive: true });
  writeFileSync(path.join(folder, 'damaged', 'service.sqlite'), 'no database at all, but text '.repeat(50));
  const { ended } = start(...options);
  const { code, errors } = await ended;
  expect(code).toBe(2);
  expect(errors).toMatch(/^service: /);
  expect(errors).toContain(message);
});

test('backs up a running service, restores it elsewhere after saving what is there, and checks the files', async () => {
  const data = path.join(folder, 'kept');
  const file = path.join(folder, 'kept.decktop');
  const printed = async (...options: string[]) => {
    const child = spawn(process.execPath, [command, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
    const closed = once(child, 'close');
    const [text, errors] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
    await closed;
    return { code: child.exitCode, errors, text };
  };
  const running = start('--data', data, '--demo');
  await running.ready;
  expect(await printed('--data', data, '--backup', file)).toMatchObject({ code: 0, text: `Backed up to ${file}\n` });
  const inUse = await printed('--data', data, '--restore', file);
  expect(inUse).toMatchObject({ code: 2, errors: expect.stringContaining('is in use') });
  running.child.kill('SIGTERM');
  await running.ended;

  const restored = await printed('--data', data, '--restore', file);
  expect(restored).toMatchObject({ code: 0, errors: '' });
  expect(restored.text).toMatch(/Saved as it was: .*before restoring\.decktop\nRestored kept: \d+ projects/);
  const sound = { code: 0, errors: '', text: 'Everything is as it should be.\n' };
  expect(await printed('--data', data, '--doctor')).toEqual(sound);
  const db = new SQLite(path.join(data, 'service.sqlite'));
  db.exec('UPDATE cardTally SET n = n + 1');
  db.close();
  expect(await printed('--data', data, '--doctor')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^Numbers in overviews differ from the cards \(\d+\); --mend mends it\n {2}missing in/),
  });
  expect((await printed('--data', data, '--doctor', '--mend')).text).toMatch(/before mending.decktop\nEverything is/);
  expect(await printed('--data', data, '--doctor')).toEqual(sound);
  expect((await printed('--doctor')).errors).toContain('--doctor needs --data');
  writeFileSync(file, 'no zip');
  expect(await printed('--data', path.join(folder, 'other'), '--restore', file)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('is damaged or no workspace'),
  });
  expect(readdirSync(path.join(folder, 'other'))).toEqual([]);
}, 120_000);
