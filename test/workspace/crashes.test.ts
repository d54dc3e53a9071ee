/**
 * Checks that crashed worker threads of a workspace restart with growing pauses, and only a limited number of times.
 * Changes and calls must not get lost during a restart. A rejection that nobody handles must not end a worker thread.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../electron/client/clock.ts';
import { loadWorkspaceRegistry, type WorkspaceRegistry } from '../../electron/workspace/registry.ts';
import { restartDelaysMs } from '../../electron/workspace/supervisor.ts';
import type { SyncStatus } from '../../shared/bridge/index.ts';
import { noKeychain } from '../support/no-keychain.ts';
import { orderCrash } from './crashing.ts';

const script = (file: string) => path.join(import.meta.dirname, file);

/** Returns a clock whose timers run at once. `pausesMs` records their delays. */
function immediateClock(): Clock & { readonly pausesMs: number[] } {
  let now = Date.parse('2026-03-02T09:00:00.000Z');
  const pausesMs: number[] = [];
  return {
    pausesMs,
    now: () => now,
    after(ms, work) {
      pausesMs.push(ms);
      now += ms;
      const timer = setImmediate(work);
      return () => clearImmediate(timer);
    },
  };
}

let userData: string;
let at: WorkspaceRegistry;
let clock: ReturnType<typeof immediateClock>;
let logged: string[];

beforeEach(async () => {
  userData = mkdtempSync(path.join(tmpdir(), 'decktop-crashes-'));
  clock = immediateClock();
  logged = [];
  const created = await loadWorkspaceRegistry({
    userData,
    keychain: noKeychain,
    network: (request) => fetch(request),
    workers: { replica: script('crashing-replica.ts'), service: script('crashing-service.ts'), keep: '' },
    demo: false,
    clock,
    log: (_level, message) => logged.push(message),
  });
  if (!created.ok) throw new Error(created.failure.message);
  at = created.value;
});
afterEach(async () => {
  await at.threads.close();
  rmSync(userData, { recursive: true, force: true });
});

const query = { _root: [{ account: ['name'] }] };
const ask = () => at.threads.call('local', 1, 'data/query', { query });

type WindowEvent = SyncStatus['phase'] | 'restarted' | 'changed';

/** Crashes a worker thread. Resolves with all events that windows receive from then on, up to and including `until`. */
function crash(thread: 'replica' | 'service', until: 'restarted' | 'down'): Promise<WindowEvent[]> {
  const heard: WindowEvent[] = [];
  return new Promise((resolve) => {
    at.threads.onEvent((_id, _window, event, payload) => {
      if (event === 'sync/status') heard.push((payload as SyncStatus).phase);
      else if (event === 'workspace/restarted') heard.push('restarted');
      else if (event === 'workspace/changed') heard.push('changed');
      if (heard.at(-1) === until) resolve([...heard]);
    });
    orderCrash(thread, 'throw');
  });
}

/** Opens the workspace and resolves after its first sync. */
async function open(): Promise<void> {
  const synced = new Promise<void>((resolve) =>
    at.threads.onEvent((_id, _window, event, payload) => {
      if (event === 'sync/status' && (payload as SyncStatus).phase === 'fresh') resolve();
    }),
  );
  expect(await at.open('local')).toMatchObject({ ok: true });
  await synced;
}

describe.each(['replica', 'service'] as const)('the thread of the %s', (thread) => {
  test('starts again after each of two crashes, and answers requests', async () => {
    await open();
    for (const _ of [1, 2]) {
      const heard = await crash(thread, 'restarted');
      expect(heard.filter((phase) => phase === 'restarting')).toHaveLength(1);
      expect(heard).not.toContain('changed');
      expect(await ask()).toMatchObject({ ok: true });
    }
    expect(clock.pausesMs).toEqual(restartDelaysMs.slice(0, 2));
    expect(await at.threads.call('local', 1, 'sync/status', {})).toMatchObject({ ok: true, value: { phase: 'fresh' } });
  });

  test('keeps all changes, and sends patches to windows that watch afterwards', async () => {
    await open();
    const act = (content: string) =>
      at.threads.call('local', 1, 'data/act', {
        label: 'Create',
        steps: [{ action: 'cards/create', params: { content, deckId: null } }],
      });
    expect(await act('Before the crash')).toMatchObject({ ok: true });
    await crash(thread, 'restarted');
    const watched = await at.threads.call('local', 1, 'data/watch', {
      query: { _root: [{ account: [{ 'cards({"deckId":null})': ['title'] }] }] },
      watchId: 'w',
    });
    expect(JSON.stringify(watched)).toContain('Before the crash');
    // Wait for the patch with the text “After the crash”, and not for just any patch: an earlier patch can arrive that
    // only replaces the local id of the first card.
    const patched = new Promise<void>((resolve) =>
      at.threads.onEvent((_id, _window, event, payload) => {
        if (event === 'data/patch' && JSON.stringify(payload).includes('After the crash')) resolve();
      }),
    );
    expect(await act('After the crash')).toMatchObject({ ok: true });
    await patched;
  });
});

test('ten crashes in a row end in a message, and a manual start allows as many again', async () => {
  await open();
  for (const _ of restartDelaysMs) await crash('replica', 'restarted');
  await crash('replica', 'down');
  const down = await ask();
  expect(down).toMatchObject({ ok: false, failure: { message: expect.stringContaining('crashed by a test') } });
  expect(await at.threads.call('local', 1, 'sync/status', {})).toMatchObject({
    value: { phase: 'down', failure: { message: expect.stringContaining('6 times') } },
  });
  expect(clock.pausesMs).toEqual(restartDelaysMs);

  expect(await at.open('local')).toMatchObject({ ok: true });
  expect(await ask()).toMatchObject({ ok: true });
  for (const _ of restartDelaysMs.slice(1)) await crash('replica', 'restarted');
  expect(await ask()).toMatchObject({ ok: true });
});

test('a call during a restart waits for it', async () => {
  await open();
  const asked = new Promise((resolve) =>
    at.threads.onEvent((_id, _window, event, payload) => {
      if (event === 'sync/status' && (payload as SyncStatus).phase === 'restarting') resolve(ask());
    }),
  );
  await crash('replica', 'restarted');
  expect(await asked).toMatchObject({ ok: true });
});

test.each(['replica', 'service'])('a rejection that nobody handles is logged, and the %s goes on', async (thread) => {
  await open();
  const logs = new Promise<void>((resolve) => {
    const known = logged.push.bind(logged);
    logged.push = (...messages) => {
      resolve();
      return known(...messages);
    };
  });
  orderCrash(thread, 'reject');
  await logs;
  expect(logged.join()).toMatch(/rejection unhandled|had a defect/);
  expect(await ask()).toMatchObject({ ok: true });
  expect(clock.pausesMs).toEqual([]);
});
