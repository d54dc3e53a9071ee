import { expect, test, vi } from 'vitest';
import type { SyncStatus } from '../../shared/bridge/index.ts';
import { conflictFailure } from '../../shared/contract/index.ts';

/**
 * Installs a bridge that answers the commands in `answers` at once, and all others only when the test calls `answer`.
 * Sends events when the test calls `tell`. Refuses a command after the test has called `refuse`.
 */
function openBridge() {
  const listeners = new Map<string, (payload: unknown) => void>();
  const waiting = new Map<string, (value: unknown) => void>();
  const refused = new Set<string>();
  const workspace = { id: 'one' };
  const answers: Record<string, unknown> = {
    'settings/get': { theme: 'system', palette: 'standard', views: {} },
    'workspace/current': workspace,
    'workspace/list': [workspace],
    'app/filesKey': 'key',
  };
  const decktop = {
    call: (command: string) =>
      new Promise((resolve) => {
        if (refused.has(command)) resolve({ ok: false, failure: conflictFailure('storage', 'The disk is full.') });
        else if (command in answers) resolve({ ok: true, value: answers[command] });
        else waiting.set(command, (value) => resolve({ ok: true, value }));
      }),
    on: (event: string, listener: (payload: unknown) => void) => listeners.set(event, listener),
  };
  vi.stubGlobal('window', { decktop, addEventListener: () => undefined });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  return {
    answer: (command: string, value: unknown) => waiting.get(command)?.(value),
    isAsked: (command: string) => waiting.has(command),
    refuse: (command: string) => refused.add(command),
    tell: (event: string, payload: unknown) => listeners.get(event)?.(payload),
  };
}

// A late answer to sync/status must not replace the newer state that an event has brought. Otherwise the sidebar shows
// an old state.
test('an answer to sync/status does not replace an event that arrived after the request', async () => {
  const { answer, isAsked, tell } = openBridge();
  const { loadAndWatchAppState, useAppState } = await import('../../renderer/data/app-state.ts');
  const started = loadAndWatchAppState(async () => undefined);
  await vi.waitFor(() => expect(isAsked('sync/status')).toBe(true));
  tell('sync/status', { phase: 'fresh' } as SyncStatus);
  answer('sync/status', { phase: 'first' } as SyncStatus);
  await started;
  expect(useAppState.getState().sync?.phase).toBe('fresh');
});

test('a list of workspaces that cannot be read after a change of the workspace is logged', async () => {
  const { refuse, tell } = openBridge();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { loadAndWatchAppState } = await import('../../renderer/data/app-state.ts');
  await loadAndWatchAppState(async () => undefined);
  refuse('workspace/list');
  tell('workspace/changed', { id: 'one' });
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith('The list of workspaces is not known', 'The disk is full.'));
});
