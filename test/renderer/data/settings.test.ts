/** Checks that the page takes back a setting that the main process cannot store. */
import { afterEach, expect, test, vi } from 'vitest';
import { changeSettings, useAppState } from '../../../renderer/data/app-state.ts';
import { conflictFailure } from '../../../shared/contract/index.ts';

afterEach(() => vi.unstubAllGlobals());

// If the main process cannot store a setting, the page must take back this setting, but no other settings.
test('a setting that cannot be stored is taken back; one that changes meanwhile stays', async () => {
  const refusal = { ok: false, failure: conflictFailure('disk_full', 'The disk is full.') };
  const answer = Promise.withResolvers<typeof refusal>();
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('window', { decktop: { call: () => answer.promise } });
  const changing = changeSettings({ theme: 'dark' });
  expect(useAppState.getState().settings.theme).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  useAppState.setState(({ settings }) => ({ settings: { ...settings, density: 'compact' } }));
  answer.resolve(refusal);
  await changing;
  expect(useAppState.getState().settings).toMatchObject({ theme: 'system', density: 'compact' });
  expect(document.documentElement.dataset.theme).toBeUndefined();
});
