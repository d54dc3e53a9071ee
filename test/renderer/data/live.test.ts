import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../renderer/data/live.ts';
import type { Bridge, BridgeEvents } from '../../../shared/bridge/index.ts';
import { packAnswerRows } from '../../../shared/bridge/packed.ts';

type PatchEvent = BridgeEvents['data/patch'];

const shape = { names: ['id', 'name'], keyLength: 1, aliases: [] };
const packed = (rows: Readonly<Record<string, { id: string; name: string }>>, gone?: Record<string, string[]>) => {
  const users = Object.values(rows).map(({ id, name }) => ({ shape, values: JSON.stringify([id, name]).slice(1, -1) }));
  return packAnswerRows(undefined, [['user', users]], gone);
};

/**
 * Installs a bridge that answers watches with the rows in `state.rows` when `state.hold` resolves. The returned
 * function `patch` sends a patch to the window.
 */
function openBridge() {
  const hear = new Set<(event: PatchEvent) => void>();
  const restarts = new Set<(event: { id: string }) => void>();
  const patched = (event: PatchEvent) => {
    for (const listener of hear) listener(event);
  };
  const watched: { watchId: string; query: unknown }[] = [];
  const unwatched: string[] = [];
  const state = {
    rows: { a: { id: 'a', name: 'Ines' } } as Record<string, { id: string; name: string }>,
    hold: null as Promise<void> | null,
  };
  const bridge: Pick<Bridge, 'call' | 'on' | 'platform'> = {
    platform: 'linux',
    on: (event, listener) => {
      if (event === 'data/patch') hear.add(listener as (event: PatchEvent) => void);
      if (event === 'workspace/restarted') restarts.add(listener as (event: { id: string }) => void);
      return () => undefined;
    },
    call: (async (command: string, params: { watchId: string; query: unknown }) => {
      if (command === 'data/unwatch') unwatched.push(params.watchId);
      if (command !== 'data/watch') return { ok: true, value: null };
      watched.push(params);
      const text = packed(state.rows);
      await state.hold;
      return { ok: true, value: { text } };
    }) as Bridge['call'],
  };
  vi.stubGlobal('window', { decktop: bridge });
  vi.stubGlobal('requestIdleCallback', (work: () => void, { timeout }: { timeout: number }) =>
    setTimeout(work, timeout),
  );
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  const patch = (watchId: string, base: number, rows: Record<string, { id: string; name: string }>) =>
    patched({ watchId, base, text: packed(rows, {}) });
  const restarted = () => {
    for (const listener of restarts) listener({ id: 'local' });
  };
  return { watched, unwatched, state, patch, restarted };
}

const query = { _root: [{ account: [{ decks: [{ creator: ['name'] }] }] }] };
const key = ['live', JSON.stringify(query)];

async function watching() {
  const other = openBridge();
  const client = createQueryClient();
  const { LiveQueryWatches } = await import('../../../renderer/data/live.ts');
  const live = new LiveQueryWatches(client);
  const fetch = () => client.fetchQuery({ queryKey: key, queryFn: () => live.watch(JSON.stringify(query)) });
  const names = () => {
    // Views apply pending patches before they show an answer.
    live.applyPending(JSON.stringify(query));
    const answer = client.getQueryData<{ user: Record<string, { name: string }> }>(key);
    return Object.fromEntries(Object.entries(answer?.user ?? {}).map(([id, { name }]) => [id, name]));
  };
  return { ...other, client, fetch, names };
}

afterEach(() => vi.unstubAllGlobals());

describe('a live answer', () => {
  test('applies its patches in order', async () => {
    const { fetch, patch, watched, names } = await watching();
    await fetch();
    const id = watched[0]?.watchId ?? '';
    patch(id, 0, { b: { id: 'b', name: 'Mei' } });
    patch(id, 1, { a: { id: 'a', name: 'Ines O.' } });
    expect(names()).toEqual({ a: 'Ines O.', b: 'Mei' });
    expect(watched).toHaveLength(1);
  });

  // Patches that arrive before the answer must not be dropped. Otherwise the board misses a change.
  test('applies patches that arrived before the answer', async () => {
    const { fetch, patch, watched, state, names } = await watching();
    let release: () => void = () => undefined;
    state.hold = new Promise((resolve) => {
      release = resolve;
    });
    const fetched = fetch();
    await vi.waitFor(() => expect(watched).toHaveLength(1));
    patch(watched[0]?.watchId ?? '', 0, { b: { id: 'b', name: 'Mei' } });
    release();
    await fetched;
    expect(names()).toEqual({ a: 'Ines', b: 'Mei' });
  });

  // `watch` returns the answer some microtasks before the cache has it. Patches that arrive in between must not get
  // lost.
  test('applies a patch that arrives in the same task as the answer', async () => {
    const { fetch, patch, watched, state, names, client } = await watching();
    let release: () => void = () => undefined;
    state.hold = new Promise((resolve) => {
      release = resolve;
    });
    const fetched = fetch();
    const end = new QueryObserver(client, { queryKey: key }).subscribe(() => undefined);
    await vi.waitFor(() => expect(watched).toHaveLength(1));
    let microtasks = 0;
    let isOver = false;
    void fetched.then(() => {
      isOver = true;
    });
    release();
    // Send one patch after each microtask, until the cache has the answer. That takes about ten microtasks.
    while (!isOver && microtasks < 100) {
      await null;
      patch(watched[0]?.watchId ?? '', microtasks, { [`b${microtasks}`]: { id: `b${microtasks}`, name: 'Mei' } });
      microtasks += 1;
    }
    expect(isOver).toBe(true);
    expect(Object.keys(names())).toHaveLength(microtasks + 1);
    expect(watched).toHaveLength(1);
    end();
  });

  // The patch is based on revision 3 of the answer, but the window has revision 0, so patches are missing. The window
  // must not apply this patch.
  test('is read again when a patch is missing, and unchanged rows keep their identity', async () => {
    const { fetch, patch, watched, unwatched, state, names, client } = await watching();
    await fetch();
    const before = client.getQueryData<{ user: Record<string, unknown> }>(key)?.user.a;
    state.rows = { ...state.rows, c: { id: 'c', name: 'Omar' } };
    patch(watched[0]?.watchId ?? '', 3, { z: { id: 'z', name: 'Nobody' } });
    await vi.waitFor(() => expect(watched).toHaveLength(2));
    await vi.waitFor(() => expect(names()).toEqual({ a: 'Ines', c: 'Omar' }));
    expect(unwatched).toEqual([watched[0]?.watchId]);
    expect(client.getQueryData<{ user: Record<string, unknown> }>(key)?.user.a).toBe(before);
    patch(watched[1]?.watchId ?? '', 0, { d: { id: 'd', name: 'Freya' } });
    expect(names()).toEqual({ a: 'Ines', c: 'Omar', d: 'Freya' });
  });

  // The window must not wait for patches of the crashed worker thread. It must show the old rows until the new worker
  // thread answers.
  test('is watched again after the thread was restarted, and the old answer is shown until then', async () => {
    const { fetch, patch, watched, state, names, client, restarted } = await watching();
    await fetch();
    const { LiveQueryWatches } = await import('../../../renderer/data/live.ts');
    const live = new LiveQueryWatches(client);
    const shown = new QueryObserver(client, { queryKey: key, queryFn: () => live.watch(JSON.stringify(query)) });
    const stop = shown.subscribe(() => undefined);
    state.rows = { ...state.rows, b: { id: 'b', name: 'Mei' } };
    let release: () => void = () => undefined;
    state.hold = new Promise((resolve) => {
      release = resolve;
    });
    const before = watched.length;
    restarted();
    await vi.waitFor(() => expect(watched.length).toBeGreaterThan(before));
    expect(names()).toEqual({ a: 'Ines' });
    release();
    await vi.waitFor(() => expect(names()).toEqual({ a: 'Ines', b: 'Mei' }));
    patch(watched.at(-1)?.watchId ?? '', 0, { c: { id: 'c', name: 'Omar' } });
    expect(names()).toEqual({ a: 'Ines', b: 'Mei', c: 'Omar' });
    stop();
  });

  // A component starts to show the answer while a patch is pending. The pending patch must be applied before newer
  // patches.
  test('applies the pending patches of an answer before newer ones', async () => {
    const { fetch, patch, watched, names, client } = await watching();
    await fetch();
    const id = watched[0]?.watchId ?? '';
    patch(id, 0, { a: { id: 'a', name: 'Older' } });
    const stop = new QueryObserver(client, { queryKey: key, staleTime: 'static' }).subscribe(() => undefined);
    patch(id, 1, { a: { id: 'a', name: 'Newer' } });
    expect(names()).toEqual({ a: 'Newer' });
    stop();
  });

  test('ends its watch when the cache drops the answer', async () => {
    const { fetch, watched, unwatched, client } = await watching();
    await fetch();
    client.removeQueries({ queryKey: key });
    expect(unwatched).toEqual([watched[0]?.watchId]);
  });

  // The client must not send a preloaded query again. It must keep patches that arrive before the first use of the
  // query.
  test('continues a preloaded watch with its patches', async () => {
    const { fetch, patch, watched, names } = await watching();
    const { startLiveQueryEarly } = await import('../../../renderer/data/preloaded.ts');
    startLiveQueryEarly(query);
    const id = watched[0]?.watchId ?? '';
    patch(id, 0, { b: { id: 'b', name: 'Mei' } });
    await fetch();
    patch(id, 1, { a: { id: 'a', name: 'Ines O.' } });
    expect(names()).toEqual({ a: 'Ines O.', b: 'Mei' });
    expect(watched).toHaveLength(1);
  });
});
