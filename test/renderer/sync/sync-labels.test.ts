/** Checks the texts of the sync indicator. */
import { expect, test } from 'vitest';
import { syncTexts } from '../../../renderer/sync/sync-labels.ts';
import type { SyncStatus } from '../../../shared/bridge/index.ts';

const fresh: SyncStatus = {
  phase: 'fresh',
  progress: null,
  freshAt: '2026-03-02T09:00:00.000Z',
  offlineSince: null,
  unansweredSince: null,
  pausedByPerson: false,
  waiting: 0,
  attention: 0,
  failure: null,
  nextPollAt: null,
  budgetLeft: 40,
  manualOrderShared: true,
  unapplied: 0,
  missingScopes: [],
  wrongValues: {},
};

// While the worker thread of the workspace is not running, the sync indicator must not show the number of waiting
// changes. It must show that the thread is restarting or has stopped.
test.each([
  ['restarting', 'Restarting', 'busy'],
  ['down', 'Stopped working', 'attention'],
] as const)('a workspace that is %s shows this before all else', (phase, text, tone) => {
  const failure = { kind: 'defect', message: 'The workspace stopped 6 times in a row.' } as const;
  const words = syncTexts(
    { ...fresh, phase, failure, waiting: 3, attention: 1 },
    Date.parse('2026-03-02T09:00:30.000Z'),
  );
  expect(words).toMatchObject({ text, tone });
  if (phase === 'down') expect(words.detail).toBe(failure.message);
});

// After an interrupted first sync, the indicator must not claim that no card is stored on this computer.
test('offline in the middle of the first sync, the number of stored cards is shown', () => {
  const sync = {
    ...fresh,
    phase: 'offline',
    progress: { done: 12_000, total: 60_000, what: 'cards' },
    freshAt: null,
    offlineSince: '2026-03-02T09:00:00.000Z',
  } as const;
  const { text, detail } = syncTexts(sync, Date.parse('2026-03-02T09:00:30.000Z'));
  expect(text).toMatch(/^Offline since \d/);
  expect(detail).toContain('cards, 12,000 of 60,000');
  expect(detail).not.toContain('No data');
});

test('a service that does not answer is named, with and without waiting changes', () => {
  const sync = { ...fresh, unansweredSince: '2026-03-02T09:00:10.000Z' };
  const now = Date.parse('2026-03-02T09:00:14.000Z');
  expect(syncTexts(sync, now)).toMatchObject({ text: 'Waiting for an answer', tone: 'busy' });
  expect(syncTexts({ ...sync, waiting: 2 }, now).text).toBe('2 changes waiting');
  for (const one of [sync, { ...sync, waiting: 2 }, { ...sync, phase: 'first' as const, freshAt: null }])
    expect(syncTexts(one, now).detail).toContain('No answer for 4 seconds.');
});

// While the service refuses the polls, the indicator must show the refusal. "Up to date" would be wrong, and "First
// sync" alone would not be enough.
test('a refusal of the service is shown, in the first sync and after it', () => {
  const failure = { kind: 'rejected', code: 'refused', status: 400, message: 'Queries are closed today.' } as const;
  const textsOf = (phase: SyncStatus['phase']) =>
    syncTexts({ ...fresh, phase, failure }, Date.parse(fresh.freshAt ?? ''));
  expect(textsOf('fresh')).toMatchObject({ text: 'Sync failed', tone: 'attention' });
  expect(textsOf('fresh').detail).toContain(failure.message);
  expect(textsOf('first')).toMatchObject({ detail: failure.message, tone: 'attention' });
  const throttled = { kind: 'throttled', message: '', retryAfter: 3 } as const;
  expect(syncTexts({ ...fresh, failure: throttled }, 0).text).toBe('Up to date');
  // Nothing was read for minutes.
  expect(syncTexts({ ...fresh, phase: 'failing', failure: throttled }, 0).text).toBe('Waiting for an answer');
});
