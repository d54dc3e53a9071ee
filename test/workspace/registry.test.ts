import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RequestSender } from '../../electron/client/client.ts';
import { serveHttp } from '../../electron/service/http.ts';
import { requireLocalPersonId } from '../../electron/service/seed.ts';
import { createService, type Service } from '../../electron/service/service.ts';
import {
  type Keychain,
  loadWorkspaceRegistry,
  startReplicaThread,
  type WorkspaceRegistry,
} from '../../electron/workspace/registry.ts';
import type {
  CommandAnswer,
  CommandName,
  CommandParams,
  EventName,
  NewWorkspace,
  SyncStatus,
  Workspace,
} from '../../shared/bridge/index.ts';
import { unpackAnswer } from '../../shared/bridge/packed.ts';
import { type Outcome, rootKeyById } from '../../shared/contract/index.ts';
import { type HttpService, openHttpService } from './http-service.ts';

const script = (file: string) => path.join(import.meta.dirname, '../../electron', file);
const keychain: Keychain = {
  encrypt: async (text) => Buffer.from([...Buffer.from(text)].map((byte) => byte ^ 0x5a)),
  decrypt: async (bytes) => ({
    text: Buffer.from([...bytes].map((byte) => byte ^ 0x5a)).toString(),
    isOutdated: false,
  }),
};

let userData: string;
let open: WorkspaceRegistry[] = [];
let services: HttpService[] = [];

async function workspaces(
  spare?: Worker,
  network: RequestSender = (request) => fetch(request),
): Promise<WorkspaceRegistry> {
  const created = await loadWorkspaceRegistry({
    userData,
    keychain,
    network,
    workers: {
      replica: script('workspace/worker.ts'),
      service: script('service/worker.ts'),
      keep: script('keep/worker.ts'),
    },
    ...(spare ? { spare } : {}),
    log: (level, message, details) => {
      if (level !== 'info') console.error(level, message, details);
    },
  });
  if (!created.ok) throw new Error(created.failure.message);
  open.push(created.value);
  return created.value;
}

async function call<C extends CommandName>(at: WorkspaceRegistry, id: string, command: C, params: CommandParams<C>) {
  const outcome = (await at.threads.call(id, 1, command, params)) as Outcome<CommandAnswer<C>>;
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}

const saveTo = (folder: string) => ({ folder, settings: () => null, at: new Date().toISOString() });

/** Resolves with the payload of the first event with this name for which `fits` is true. */
function event(
  at: WorkspaceRegistry,
  name: EventName,
  fits: (payload: never) => boolean = () => true,
): Promise<unknown> {
  return new Promise((resolve) =>
    at.threads.onEvent((_id, _window, event, payload) => {
      if (event === name && fits(payload as never)) resolve(payload);
    }),
  );
}

const untilStatus = (at: WorkspaceRegistry, phase: SyncStatus['phase'], waiting: number) =>
  event(at, 'sync/status', (status: SyncStatus) => status.phase === phase && status.waiting === waiting);
const untilSynced = (at: WorkspaceRegistry) => untilStatus(at, 'fresh', 0);

beforeEach(() => {
  userData = mkdtempSync(path.join(tmpdir(), 'decktop-workspaces-'));
});
afterEach(async () => {
  for (const each of open) await each.threads.close();
  for (const service of services) await service.close();
  open = [];
  services = [];
  rmSync(userData, { recursive: true, force: true });
});

test('the local workspace opens the demo, performs actions, informs windows, and keeps everything after a restart', async () => {
  const first = await workspaces();
  const synced = untilSynced(first);
  const opened = await first.open('local');
  expect(opened).toMatchObject({ ok: true, value: { id: 'local', kind: 'local', hasExtensions: true } });
  await synced;
  const query = { _root: [{ account: [{ 'decks({"deckType":"task"})': ['title'] }] }] };
  const { text } = await call(first, 'local', 'data/watch', { query, watchId: 'decks' });
  const decks = Object.keys((unpackAnswer(text) as { deck: object }).deck);
  expect(decks.length).toBeGreaterThan(2);

  const patched = event(first, 'data/patch');
  const acted = await call(first, 'local', 'data/act', {
    label: 'Rename',
    steps: [{ action: 'decks/update', params: { id: decks[0], title: 'Renamed here' } }],
  });
  expect(acted.undo?.steps[0]).toMatchObject({ action: 'decks/update' });
  expect(await patched).toMatchObject({ watchId: 'decks', base: 0, text: expect.stringContaining('Renamed here') });
  await first.threads.close();

  const second = await workspaces();
  await second.open('local');
  const again = await call(second, 'local', 'data/query', { query });
  expect(again.text).toContain('Renamed here');
});

test('a remote workspace is checked, connected, used over HTTP, stored and removed', async () => {
  const service = await openHttpService();
  services.push(service);
  const at = await workspaces();
  const { baseUrl, token } = service;
  const probed = await at.connector.probe({ baseUrl, token });
  expect(probed).toMatchObject({ ok: true, value: { loggedInUser: { kind: 'human' } } });
  const synced = untilSynced(at);
  const connected = await at.connector.connect({ baseUrl, token, userId: null });
  if (!connected.ok) throw new Error(connected.failure.message);
  await synced;
  const { id } = connected.value;
  expect(connected.value).toMatchObject({ kind: 'remote', tokenKind: 'personal' });
  expect(at.list()).toContainEqual({ ...connected.value, tokenIsStored: true });
  // A poll after the first sync can report a status before the change below is stored. So wait first for a status with
  // one waiting change.
  const settled = event(at, 'sync/status', ({ waiting }: SyncStatus) => waiting === 1).then(() => untilSynced(at));
  await call(at, id, 'data/act', {
    label: 'Create',
    steps: [{ action: 'cards/create', params: { content: 'From afar', deckId: null } }],
  });
  await settled;
  expect(service.service.engine.rows.where('card', `"title" = 'From afar'`)).toHaveLength(1);
  await at.threads.close();

  const again = await workspaces();
  expect(again.list().map((workspace) => workspace.id)).toEqual(['local', id]);
  expect(await again.open(id)).toMatchObject({ ok: true });
  expect(await again.remove({ id })).toEqual({ ok: true, value: null });
  expect(again.list()).toHaveLength(1);
});

// If the connection breaks, the app does not know whether the service has extensions. It must not assume that the
// service has none: the workspace would then never show the manual order.
test('a connection that breaks while a service is asked for its extensions adds no workspace', async () => {
  const service = await openHttpService();
  services.push(service);
  let isBroken = true;
  const at = await workspaces(undefined, async (request) => {
    if (isBroken && (await request.clone().text()).includes('cardOrders')) throw new TypeError('fetch failed');
    return fetch(request);
  });
  const { baseUrl, token } = service;
  expect(await at.connector.connect({ baseUrl, token, userId: null })).toMatchObject({
    ok: false,
    failure: { kind: 'offline' },
  });
  expect(at.list()).toHaveLength(1);
  isBroken = false;
  const synced = untilSynced(at);
  expect(await at.connector.connect({ baseUrl, token, userId: null })).toMatchObject({
    value: { hasExtensions: true },
  });
  await synced;
});

// `#saveAndOpen` must keep the stored token until the new one is encrypted. `reconnect` first checks the new token at
// the service. If the workspace is removed during this request, `reconnect` must not save the workspace again.
test('a stored token stays until the keychain has encrypted the new one, and a removed workspace stays removed', async () => {
  const service = await openHttpService();
  services.push(service);
  let onRequest = async () => {};
  const at = await workspaces(undefined, async (request) => {
    await onRequest();
    return fetch(request);
  });
  const { baseUrl, token } = service;
  const synced = untilSynced(at);
  const connected = await at.connector.connect({ baseUrl, token, userId: null });
  if (!connected.ok) throw new Error(connected.failure.message);
  await synced;
  const { id } = connected.value;
  const storedToken = () =>
    JSON.parse(readFileSync(path.join(userData, 'workspaces.json'), 'utf8')).workspaces.at(-1).token;
  const first = storedToken();
  expect(first).not.toBeNull();

  const { encrypt } = keychain;
  const asked = Promise.withResolvers<void>();
  keychain.encrypt = async (text) => {
    await asked.promise;
    return encrypt(text);
  };
  try {
    const { engine, administration } = service.service;
    const userId = requireLocalPersonId(engine.rows);
    const second = administration.createToken({ kind: 'personal', permission: 'write', label: 'second', userId });
    expect(await at.connector.reconnect({ id, token: second.token })).toMatchObject({ ok: true });
    expect(storedToken()).toBe(first);
    asked.resolve();
    const encrypted = Buffer.from((await encrypt(second.token)) ?? []).toString('base64');
    await expect.poll(storedToken).toBe(encrypted);
  } finally {
    keychain.encrypt = encrypt;
  }

  onRequest = async () => {
    onRequest = async () => {};
    await at.remove({ id });
  };
  expect(await at.connector.reconnect({ id, token })).toMatchObject({ ok: false, failure: { code: 'not_found' } });
  expect(at.list().map((workspace) => workspace.id)).toEqual(['local']);
});

// `unsent` must also count the changes of workspaces that were not opened since the start.
test('unsent changes are counted and exported also in workspaces that are not open', async () => {
  const service = await openHttpService();
  services.push(service);
  // This name is too long for the name of a folder.
  service.service.administration.setOrganizationName('組織'.repeat(60));
  const { baseUrl, token } = service;
  const at = await workspaces();
  const synced = untilSynced(at);
  const connected = await at.connector.connect({ baseUrl, token, userId: null });
  if (!connected.ok) throw new Error(connected.failure.message);
  const { id } = connected.value;
  await synced;
  await call(at, id, 'sync/offline', { offline: true });
  const waits = event(at, 'sync/status', ({ waiting }: SyncStatus) => waiting === 1);
  await call(at, id, 'data/act', {
    label: 'Create',
    steps: [{ action: 'cards/create', params: { content: 'Not sent', deckId: null } }],
  });
  await waits;
  expect(await at.threads.unsent()).toBe(1);
  await at.threads.close();

  const again = await workspaces();
  expect(again.statuses()).toEqual([]);
  expect(await again.threads.unsent()).toBe(1);
  const exported = await again.exportOutboxes(userData);
  if (!exported.ok) throw new Error(exported.failure.message);
  expect(existsSync(path.join(exported.value, '組織'.repeat(30), 'outbox.sqlite'))).toBe(true);
  // `unsent` must also work after all workspaces are closed. When the app quits, it installs an update only if no
  // change is unsent, and counts the unsent changes after closing the workspaces.
  await again.threads.close();
  expect(await again.threads.unsent()).toBe(1);
  // A file that cannot be read counts as one unsent change, because it can contain unsent changes.
  writeFileSync(path.join(userData, 'workspaces', id, 'outbox.sqlite'), 'garbage '.repeat(1000));
  expect(await again.threads.unsent()).toBe(1);
  // If one workspace cannot be copied, the others must still be copied. The error message must name the workspace that
  // was not copied.
  const closed = await workspaces();
  const { name } = await create(closed, own);
  rmSync(path.join(userData, 'workspaces', id, 'outbox.sqlite'));
  mkdirSync(path.join(userData, 'workspaces', id, 'outbox.sqlite'));
  const target = path.join(userData, 'rescue');
  mkdirSync(target);
  expect(await closed.exportOutboxes(target)).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(/^“(組織)+” could not be copied\. Everything else is in .*rescue/) },
  });
  const [folder] = readdirSync(target);
  expect(existsSync(path.join(target, folder ?? '', name, 'outbox.sqlite'))).toBe(true);
  await closed.threads.close();
});

test('with a revoked token everything stays readable; a new one continues, one of another organization is refused', async () => {
  const service = await openHttpService();
  services.push(service);
  const foreign = createService({ file: ':memory:', newId: randomUUID });
  const tokenOf = ({ administration, engine }: Service) =>
    administration.createToken({
      kind: 'personal',
      permission: 'admin',
      label: 'test',
      userId: requireLocalPersonId(engine.rows),
    }).token;
  const foreignToken = tokenOf(foreign);
  // Serve two organizations at one address. The token of a request selects the organization.
  const shared = await serveHttp((head) => {
    const isForeign = head.headers.authorization === `Bearer ${foreignToken}`;
    return (isForeign ? foreign : service.service).authorize(head);
  }, 0);
  service.service.setBaseUrl(shared.baseUrl);
  foreign.setBaseUrl(shared.baseUrl);
  const at = await workspaces();
  const { token } = service;
  const { baseUrl } = shared;
  const synced = untilSynced(at);
  const connected = await at.connector.connect({ baseUrl, token, userId: null });
  if (!connected.ok) throw new Error(connected.failure.message);
  await synced;
  const { id } = connected.value;
  const { administration } = service.service;
  for (const known of administration.listTokens()) if (!known.isSession) administration.revokeToken(known.id);
  const stopped = untilStatus(at, 'stopped', 1);
  await call(at, id, 'data/act', {
    label: 'Create',
    steps: [{ action: 'cards/create', params: { content: 'After the revocation', deckId: null } }],
  });
  await stopped;
  expect(await call(at, id, 'data/find', { text: 'revocation', limit: 5 })).toMatchObject([
    { title: 'After the revocation' },
  ]);

  expect(await at.connector.reconnect({ id, token: foreignToken })).toMatchObject({
    failure: { kind: 'auth', code: 'token_account_mismatch' },
  });
  const settled = untilSynced(at);
  expect(await at.connector.reconnect({ id, token: tokenOf(service.service) })).toMatchObject({ ok: true });
  await settled;
  expect(service.service.engine.rows.where('card', `"title" = 'After the revocation'`)).toHaveLength(1);
  expect(foreign.engine.rows.where('card', `"title" = 'After the revocation'`)).toEqual([]);
  await at.threads.close();
  await shared.close();
  foreign.close();
});

test('requests that cannot succeed are answered with an error message', async () => {
  const at = await workspaces();
  expect(await at.connector.probe({ baseUrl: 'ftp://x', token: 't' })).toMatchObject({
    failure: { code: 'invalid_address', message: expect.stringContaining('https://') },
  });
  expect(await at.connector.probe({ baseUrl: 'http://example.com', token: 't' })).toMatchObject({
    failure: { code: 'invalid_address', message: expect.stringContaining('without encryption') },
  });
  expect(await at.connector.probe({ baseUrl: 'http://127.0.0.1:9', token: 't' })).toMatchObject({
    failure: { kind: 'offline', answerLost: false },
  });
  const service = await openHttpService();
  services.push(service);
  expect(await at.connector.connect({ baseUrl: service.baseUrl, token: 'wrong', userId: null })).toMatchObject({
    failure: { kind: 'auth', code: 'invalid_token' },
  });
  expect(at.list()).toHaveLength(1);
});

const own: NewWorkspace = {
  name: 'Home',
  personName: 'Anna Müller',
  projectName: 'Garden',
  startWeekday: 'sunday',
  timezone: 'Asia/Tokyo',
};
const successOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};
const create = async (at: WorkspaceRegistry, newWorkspace: NewWorkspace): Promise<Workspace> => {
  const synced = untilSynced(at);
  const made = successOf(await at.create(newWorkspace));
  await synced;
  return made;
};
const answerOf = async (at: WorkspaceRegistry, id: string, query: Record<string, unknown[]>) =>
  JSON.parse((await call(at, id, 'data/query', { query })).text);
const firstRowsQuery = {
  _root: [{ account: ['name', 'startWeekday', { projects: ['name'] }, { decks: ['title'] }] }],
};
const first = (rows: Record<string, object>) => Object.values(rows)[0];
const namesOf = (at: WorkspaceRegistry) => at.list().map(({ name }) => name);

describe('local workspaces', () => {
  test('several are created with the given names, run at once without shared data, and exist after a restart', async () => {
    const at = await workspaces();
    const home = await create(at, own);
    const work = await create(at, {
      ...own,
      name: 'Work',
      personName: 'Bo',
      projectName: 'Launch',
      startWeekday: 'monday',
    });
    expect(home).toMatchObject({ kind: 'local', isDemo: false, name: 'Home', userId: expect.any(String) });
    const answer = await answerOf(at, home.id, firstRowsQuery);
    expect(first(answer.account)).toMatchObject({ name: 'Home', startWeekday: 'sunday', decks: [] });
    const anna = await answerOf(at, home.id, {
      [rootKeyById('user', home.userId ?? '')]: ['name', 'fullName', 'timezone'],
    });
    expect(first(anna.user)).toMatchObject({ name: 'anna', fullName: 'Anna Müller', timezone: 'Asia/Tokyo' });
    expect(Object.values(answer.project)).toMatchObject([{ name: 'Garden' }]);
    // Changing the service settings of one workspace does not affect another workspace.
    expect(await call(at, home.id, 'service/settings', {})).toMatchObject({ timezone: 'Asia/Tokyo' });
    await call(at, work.id, 'service/change', { timezone: 'Europe/Paris' });
    expect(await call(at, home.id, 'service/settings', {})).toMatchObject({ timezone: 'Asia/Tokyo' });
    expect(await call(at, work.id, 'members/list', {})).toMatchObject([{ fullName: 'Bo', role: 'owner' }]);

    const settled = untilSynced(at);
    await call(at, home.id, 'data/act', {
      label: 'Create',
      steps: [{ action: 'cards/create', params: { content: 'Only at home', deckId: null } }],
    });
    await settled;
    expect(await call(at, work.id, 'data/find', { text: 'home', limit: 5 })).toEqual([]);
    await at.threads.close();

    const again = await workspaces();
    expect(namesOf(again)).toEqual(['Demo workspace', 'Home', 'Work']);
    expect(successOf(await again.open(home.id))).toMatchObject({ userId: home.userId });
    expect(await call(again, home.id, 'data/find', { text: 'home', limit: 5 })).toMatchObject([
      { title: 'Only at home' },
    ]);
    expect(Object.values((await answerOf(again, work.id, firstRowsQuery)).project)).toMatchObject([{ name: 'Launch' }]);
  });

  test('a workspace has the name of its organization, wherever the name is changed', async () => {
    const at = await workspaces();
    const { id } = await create(at, own);
    expect(successOf(await at.rename({ id, name: 'Cabin' }))).toMatchObject({ name: 'Cabin' });
    const account = async () => first((await answerOf(at, id, firstRowsQuery)).account);
    await expect.poll(account).toMatchObject({ name: 'Cabin' });
    const listChanged = new Promise<void>((resolve) => at.onListChange(resolve));
    await call(at, id, 'data/act', {
      label: 'Rename',
      steps: [{ action: 'account/update', params: { name: 'Lake house' } }],
    });
    await listChanged;
    expect(namesOf(at)).toEqual(['Demo workspace', 'Lake house']);
    await at.threads.close();
    expect(namesOf(await workspaces())).toEqual(['Demo workspace', 'Lake house']);
  });

  test('a removed workspace leaves nothing on the disk, and the others are unchanged', async () => {
    const at = await workspaces();
    const home = await create(at, own);
    const work = await create(at, { ...own, name: 'Work' });
    expect(await at.remove({ id: home.id })).toEqual({ ok: true, value: null });
    expect(existsSync(path.join(userData, 'workspaces', home.id))).toBe(false);
    expect(namesOf(at)).toEqual(['Demo workspace', 'Work']);
    expect(await at.open(home.id)).toMatchObject({ failure: { code: 'not_found' } });
    expect(await call(at, work.id, 'outbox/list', {})).toEqual([]);
    expect(successOf(await at.remove({ id: 'local' }))).toBeNull();
    expect(successOf(await at.remove({ id: work.id }))).toBeNull();
    await at.threads.close();
    // The removed demo workspace is not created again at the next start.
    expect((await workspaces()).list()).toEqual([]);
  });

  test('a workspace reports its contents, and its exported copy opens with the same contents', async () => {
    const at = await workspaces();
    const { id } = await create(at, own);
    const [projectId] = Object.keys((await answerOf(at, id, firstRowsQuery)).project);
    const settled = untilSynced(at);
    const deck = await call(at, id, 'data/act', {
      label: 'Create',
      steps: [{ action: 'decks/create', params: { title: 'Beds', projectId } }],
    });
    await call(at, id, 'data/act', {
      label: 'Create',
      steps: [{ action: 'cards/create', params: { content: 'To be copied', deckId: deck.answers[0]?.id } }],
    });
    await settled;
    await expect.poll(() => call(at, id, 'outbox/list', {})).toEqual([]);
    expect(successOf(await at.contents({ id }))).toEqual({ projects: 1, decks: 1, cards: 1 });
    await call(at, id, 'drafts/set', { key: 'draft', text: 'Half a sentence', base: '' });
    const folder = mkdtempSync(path.join(tmpdir(), 'decktop-exported-'));
    const copy = successOf(await at.keeper.exportTo(id, folder, null));
    expect(copy).toBe(path.join(folder, 'Home.decktop'));
    // A second export into the same folder does not overwrite the first one.
    expect(successOf(await at.keeper.exportTo(id, folder, null))).toBe(path.join(folder, 'Home 2.decktop'));
    await at.remove({ id });
    const opened = successOf(await at.keeper.openCopy(copy));
    expect(opened).toMatchObject({
      name: 'Home',
      counts: { projects: 1, decks: 1, cards: 1 },
      drafts: 1,
      present: null,
    });
    const restored = successOf(await at.keeper.restore(opened.copyId, 'new', saveTo(folder))).workspace;
    expect(restored).toMatchObject({ kind: 'local', name: 'Home', isDemo: false });
    expect(successOf(await at.contents(restored))).toEqual({ projects: 1, decks: 1, cards: 1 });
    expect(await call(at, restored.id, 'drafts/list', {})).toMatchObject([{ text: 'Half a sentence' }]);
    const listed = at.list();
    const count = readdirSync(path.join(userData, 'workspaces')).length;
    const database = path.join(folder, 'service.sqlite');
    expect(await at.keeper.openCopy(database)).toMatchObject({
      failure: { kind: 'conflict', message: expect.stringContaining('service.sqlite') },
    });
    writeFileSync(database, 'no database');
    expect(await at.keeper.openCopy(database)).toMatchObject({
      failure: { message: expect.stringContaining('is no database') },
    });
    expect(at.list()).toEqual(listed);
    expect(readdirSync(path.join(userData, 'workspaces'))).toHaveLength(count);
    expect(readdirSync(path.join(userData, 'copies'))).toEqual([]);
    const workspaceFolder = path.join(userData, 'workspaces');
    await at.threads.close();
    cpSync(path.join(workspaceFolder, restored.id), path.join(workspaceFolder, id), { recursive: true });
    rmSync(path.join(workspaceFolder, restored.id), { recursive: true });
    // If the list of workspaces and its backup are both damaged, the app finds local workspaces by their folders.
    for (const name of ['workspaces.json', 'workspaces.json.backup']) writeFileSync(path.join(userData, name), 'x');
    const again = await workspaces();
    const synced = untilSynced(again);
    expect(successOf(await again.open(id))).toMatchObject({ name: 'Home' });
    await synced;
    expect(await call(again, id, 'data/find', { text: 'copied', limit: 1 })).toMatchObject([{ title: 'To be copied' }]);
    expect(await call(again, id, 'drafts/list', {})).toMatchObject([{ text: 'Half a sentence' }]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('the demo is one of them: after its removal it can be created again, as it was', async () => {
    const at = await workspaces();
    const synced = untilSynced(at);
    expect(successOf(await at.open('local'))).toMatchObject({ name: 'Demo workspace', isDemo: true });
    await synced;
    const decks = async () => {
      const { deck } = await answerOf(at, 'local', { _root: [{ account: [{ decks: ['title'] }] }] });
      return Object.values(deck as Record<string, { title: string }>).map(({ title }) => title);
    };
    const before = await decks();
    expect(successOf(await at.rename({ id: 'local', name: 'Playground' }))).toMatchObject({ name: 'Playground' });
    await at.remove({ id: 'local' });
    const made = untilSynced(at);
    expect(successOf(await at.createDemo())).toMatchObject({ id: 'local', name: 'Demo workspace', isDemo: true });
    await made;
    expect((await decks()).sort()).toEqual(before.sort());
    // A second request does not create a second demo workspace.
    await at.createDemo();
    expect(at.list()).toHaveLength(1);
  });

  test('a workspace that cannot be created leaves no files', async () => {
    const at = await workspaces();
    expect(await at.create({ ...own, timezone: 'Moon/Base' })).toMatchObject({
      failure: { code: 'invalid_param', message: expect.stringContaining('Moon/Base') },
    });
    // A file at the path of the folder `workspaces` makes creating a workspace fail.
    writeFileSync(path.join(userData, 'workspaces'), '');
    expect(await at.create(own)).toMatchObject({ ok: false });
    expect(namesOf(at)).toEqual(['Demo workspace']);
  });

  test('the local workspace of an earlier Decktop opens with its contents, beside its connections', async () => {
    const before = await workspaces();
    const synced = untilSynced(before);
    await before.open('local');
    await synced;
    const settled = untilSynced(before);
    await call(before, 'local', 'data/act', {
      label: 'Create',
      steps: [{ action: 'cards/create', params: { content: 'Written long ago', deckId: null } }],
    });
    await settled;
    await before.threads.close();
    // In earlier versions, the list of workspaces contained only connections to services, without the field `kind`.
    const connection = {
      id: 'a-connection',
      name: 'Far away',
      baseUrl: 'https://service.example',
      accountId: 'account',
      userId: null,
      tokenKind: 'personal',
      token: null,
    };
    writeFileSync(path.join(userData, 'workspaces.json'), JSON.stringify({ version: 1, workspaces: [connection] }));
    rmSync(path.join(userData, 'workspaces.json.backup'), { force: true });

    const at = await workspaces();
    expect(namesOf(at)).toEqual(['Demo workspace', 'Far away']);
    await at.open('local');
    expect(await call(at, 'local', 'data/find', { text: 'written long ago', limit: 1 })).toMatchObject([
      { title: 'Written long ago' },
    ]);
    await create(at, own);
    const written = JSON.parse(readFileSync(path.join(userData, 'workspaces.json'), 'utf8'));
    expect(written.workspaces.map(({ name }: { name: string }) => name)).toEqual([
      'Demo workspace',
      'Far away',
      'Home',
    ]);
  });
});

test('a service that cannot be reached opens from the stored data, and says so', async () => {
  const service = await openHttpService();
  const { baseUrl, token } = service;
  const at = await workspaces();
  const synced = untilSynced(at);
  const { id } = successOf(await at.connector.connect({ baseUrl, token, userId: null }));
  await synced;
  await at.threads.close();
  await service.close();

  const again = await workspaces();
  expect(await again.connector.connect({ baseUrl, token, userId: null })).toMatchObject({
    failure: { kind: 'offline' },
  });
  expect(
    await again.connector.openStored('http://127.0.0.1:9', { token, needsThisToken: false, preferredId: undefined }),
  ).toBeUndefined();
  expect(
    await again.connector.openStored(baseUrl, { token: 'another', needsThisToken: true, preferredId: id }),
  ).toBeUndefined();
  const offline = event(again, 'sync/status', ({ phase }: SyncStatus) => phase === 'offline');
  const opened = await again.connector.openStored(baseUrl, { token, needsThisToken: true, preferredId: undefined });
  expect(opened).toMatchObject({ ok: true, value: { id } });
  await offline;
  const { deck } = await answerOf(again, id, { _root: [{ account: [{ decks: ['title'] }] }] });
  expect(Object.keys(deck).length).toBeGreaterThan(2);
});

// Reading a file must not start a workspace that is not open. In an open workspace, an overlong file id must not crash
// the worker thread.
test('a file is read from an open workspace only, whatever its id', async () => {
  const at = await workspaces();
  expect(await at.threads.file('local', 'x')).toMatchObject({ ok: false });
  expect(existsSync(path.join(userData, 'workspaces'))).toBe(false);
  await at.open('local');
  expect(await at.threads.file('local', 'x'.repeat(400))).toMatchObject({ ok: false });
  expect(await call(at, 'local', 'outbox/list', {})).toEqual([]);
});

test('a second program on the same data is refused, and does not affect the first', async () => {
  const first = await workspaces();
  expect(await first.open('local')).toMatchObject({ ok: true });
  const second = await workspaces();
  expect(await second.open('local')).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
  expect(await call(first, 'local', 'outbox/list', {})).toEqual([]);
});

describe('a thread that was started before its workspace was known', () => {
  const answers = async (at: WorkspaceRegistry) => {
    expect(await at.open('local')).toMatchObject({ ok: true });
    const asked = await at.threads.call('local', 1, 'data/query', { query: { _root: [{ account: ['name'] }] } });
    expect(asked).toMatchObject({ ok: true });
  };
  const ended = (thread: Worker) => new Promise((resolve) => thread.once('exit', resolve));

  test('serves the first workspace, and ends with it', async () => {
    const spare = startReplicaThread(script('workspace/worker.ts'));
    const at = await workspaces(spare);
    await answers(at);
    const end = ended(spare);
    await at.threads.close();
    await end;
  });

  // A worker thread that has ended never answers a request, so the app must start another one.
  test('is replaced if it failed meanwhile', async () => {
    const spare = startReplicaThread(script('workspace/no-such-script.ts'));
    await ended(spare);
    await answers(await workspaces(spare));
  });

  test('ends with the app if no workspace was opened', async () => {
    const spare = startReplicaThread(script('workspace/worker.ts'));
    const end = ended(spare);
    await (await workspaces(spare)).threads.close();
    await end;
  });
});

test('a list of a newer version is refused, and a damaged one is repaired', async () => {
  writeFileSync(path.join(userData, 'workspaces.json'), '{"version": 99, "workspaces": []}');
  const newer = await loadWorkspaceRegistry({
    userData,
    keychain,
    network: (request) => fetch(request),
    workers: { replica: '', service: '', keep: '' },
    log: () => undefined,
  });
  expect(newer).toMatchObject({ ok: false, failure: { code: 'newer_schema' } });
  writeFileSync(path.join(userData, 'workspaces.json'), '{"version": 1, "workspa');
  const damaged = await workspaces();
  expect(damaged.list()).toHaveLength(1);
});
