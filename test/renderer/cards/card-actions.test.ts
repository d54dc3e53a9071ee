/** Checks the steps and labels of actions on several cards, some of which they leave out. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shiftDueDates } from '../../../renderer/cards/card-actions.ts';
import { clearUndoStacks } from '../../../renderer/data/act.ts';
import type { LabelledActionSteps } from '../../../shared/bridge/index.ts';
import { cardRow } from '../support.ts';

/** The changes that were sent. */
let sent: LabelledActionSteps[] = [];
beforeEach(() => {
  const call = (_command: string, change: LabelledActionSteps) => {
    sent.push(change);
    return Promise.resolve({ ok: true, value: { answers: [], operationIds: [], undo: null } });
  };
  vi.stubGlobal('window', { decktop: { call } });
});
afterEach(() => {
  sent = [];
  clearUndoStacks();
  vi.unstubAllGlobals();
});

test('a shift of due dates names only the cards that have one', async () => {
  await shiftDueDates([cardRow('a'), cardRow('dated', { dueDate: '2026-12-04' }), cardRow('b')], 1);
  const [change] = sent;
  expect(change?.label).toMatch(/^Make “dated” due/);
  expect(change?.steps).toEqual([{ action: 'cards/update', params: { id: 'dated', dueDate: '2026-12-05' } }]);
});
