/** Checks copies, restoring in place and mending of workspaces that are open. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadWorkspaceRegistry, type WorkspaceRegistry } from '../../electron/workspace/registry.ts';
import type { CommandAnswer, CommandName, CommandParams } from '../../shared/bridge/index.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { noKeychain } from '../support/no-keychain.ts';
import { type HttpService, openHttpService } from './http-service.ts';

const script = (file: string) => path.join(import.meta.dirname, '../../electron', file);
let userData: string;
let at: WorkspaceRegistry;
let service: HttpService | undefined;

const open = async () => {
  const created = await loadWorkspaceRegistry({
    userData,
    keychain: noKeychain,
    network: (request) => fetch(request),
    workers: {
      replica: script('workspace/worker.ts'),
      service: script('service/worker.ts'),
      keep: script('keep/worker.ts'),
    },
    demo: false,
    log: () => undefined,
  });
  return successOf(created);
};
function successOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}
const call = async <C extends CommandName>(id: string, command: C, params: CommandParams<C>) =>
  successOf((await at.threads.call(id, 1, command, params)) as Outcome<CommandAnswer<C>>);
const saveTo = () => ({
  folder: path.join(userData, 'saved'),
  settings: () => '{"views":{}}',
  at: new Date().toISOString(),
});

beforeEach(async () => {
  userData = mkdtempSync(path.join(tmpdir(), 'decktop-keeper-'));
  at = await open();
});
afterEach(async () => {
  await at.threads.close();
  await service?.close();
  service = undefined;
  rmSync(userData, { recursive: true, force: true });
});

test('a workspace is taken back in place, what it was before is a file, and commands wait meanwhile', async () => {
  const { id } = successOf(await at.createDemo());
  await call(id, 'drafts/set', { key: 'd', text: 'Before', base: '' });
  const copy = successOf(await at.keeper.exportTo(id, userData, null));
  await call(id, 'drafts/set', { key: 'd', text: 'After', base: '' });
  const opened = successOf(await at.keeper.openCopy(copy));
  expect(opened).toMatchObject({ drafts: 1, present: { id, cards: { onlyHere: 0, onlyInCopy: 0, changed: 0 } } });
  const restoring = at.keeper.restore(opened.copyId, 'inPlace', saveTo());
  const drafts = call(id, 'drafts/list', {});
  const restored = successOf(await restoring);
  expect(restored).toMatchObject({ workspace: { id }, savedTo: expect.stringContaining('before restoring.decktop') });
  expect(await drafts).toHaveLength(1);
  expect(await call(id, 'drafts/list', {})).toMatchObject([{ text: 'Before' }]);
  expect(readdirSync(path.join(userData, 'copies'))).toEqual([]);
  // The state before can be restored the same way.
  const before = successOf(await at.keeper.openCopy(restored.savedTo ?? ''));
  successOf(await at.keeper.restore(before.copyId, 'inPlace', saveTo()));
  expect(await call(id, 'drafts/list', {})).toMatchObject([{ text: 'After' }]);
});

test('an open workspace is checked, mended after a copy was saved, and goes on', async () => {
  const { id } = successOf(await at.createDemo());
  expect(successOf(await at.keeper.examine(id, null))).toEqual([]);
  const db = new SQLite(path.join(userData, 'workspaces', id, 'service.sqlite'));
  db.exec(`INSERT INTO cardTally VALUES ('deckId', 'gone', '', '', '', '', 3)`);
  db.close();
  const found = successOf(await at.keeper.examine(id, null));
  expect(found.map(({ text }) => text)).toContain('Numbers in overviews differ from the cards');
  expect(existsSync(path.join(userData, 'saved'))).toBe(false);
  expect(successOf(await at.keeper.examine(id, saveTo()))).toEqual([]);
  expect(readdirSync(path.join(userData, 'saved'))).toEqual(['Demo workspace before mending.decktop']);
  expect(await call(id, 'outbox/list', {})).toEqual([]);
});

test('of a workspace on a service, drafts come back where it is connected, and nowhere else', async () => {
  service = await openHttpService();
  const { baseUrl, token } = service;
  const { id } = successOf(await at.connector.connect({ baseUrl, token, userId: null }));
  await call(id, 'drafts/set', { key: 'd', text: 'Before', base: '' });
  const copy = successOf(await at.keeper.exportTo(id, userData, null));
  await call(id, 'drafts/clear', { key: 'd' });
  const opened = successOf(await at.keeper.openCopy(copy));
  expect(opened).toMatchObject({ kind: 'remote', baseUrl, counts: null, drafts: 1, present: { id, counts: null } });
  successOf(await at.keeper.restore(opened.copyId, 'inPlace', saveTo()));
  expect(await call(id, 'drafts/list', {})).toMatchObject([{ text: 'Before' }]);
  successOf(await at.remove({ id }));
  const alone = successOf(await at.keeper.openCopy(copy));
  expect(alone.present).toBeNull();
  for (const where of ['new', 'inPlace'] as const)
    expect(await at.keeper.restore(alone.copyId, where, saveTo())).toMatchObject({ ok: false });
  at.keeper.closeCopy(alone.copyId);
  expect(readdirSync(path.join(userData, 'copies'))).toEqual([]);
});
