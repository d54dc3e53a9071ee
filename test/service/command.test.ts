/** The service as a program: what it prints, how it ends, what it says about wrong options. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

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

it('prints one line when ready, keeps its data, ends on SIGTERM', async () => {
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

it.each([
  [['--port', 'eighty'], "--port 'eighty' is no port"],
  [['--demo=many'], '--demo=many is no number of cards'],
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
