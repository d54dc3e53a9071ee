/** Checks the steps and labels of actions on several cards, some of which they leave out. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putCardsIntoHand, setStatusOfCards, shiftDueDates } from '../../../renderer/cards/card-actions.ts';
import { clearUndoStacks } from '../../../renderer/data/act.ts';
import { useAppState } from '../../../renderer/data/app-state.ts';
import { connectToastList } from '../../../renderer/ui/popups/toast.ts';
import { useDialog } from '../../../renderer/workbench/dialog-state.ts';
import type { LabelledActionSteps, Workspace } from '../../../shared/bridge/index.ts';
import { cardRow, createLookups, deckRow } from '../support.ts';

/** The changes that were sent. */
let sent: LabelledActionSteps[] = [];
beforeEach(() => {
  const call = (_command: string, change: LabelledActionSteps) => {
    sent.push(change);
    return Promise.resolve({ ok: true, value: { answers: [], operationIds: [], undo: null } });
  };
  vi.stubGlobal('window', { decktop: { call } });
  vi.stubGlobal('requestAnimationFrame', () => 0);
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

test('cards that cannot take a status are named, also if others of the selection are blocked', async () => {
  const toasts: string[] = [];
  connectToastList(
    (_id, { title }) => toasts.push(title),
    () => undefined,
  );
  const cards = [
    cardRow('blocked', { derivedStatus: 'blocked' }),
    cardRow('free'),
    cardRow('document', { isDoc: true }),
  ];
  const isFinished = setStatusOfCards(cards, 'done', createLookups({ decks: { deck: deckRow('deck') } }));
  const { dialog } = useDialog.getState();
  if (dialog?.kind !== 'closeThreads') throw new Error('No dialog asks about the blocked card');
  dialog.answer('changeOthersOnly');
  await isFinished;
  expect(sent.map(({ steps }) => steps)).toEqual([
    [{ action: 'cards/update', params: { id: 'free', status: 'done' } }],
  ]);
  expect(toasts).toEqual(['1 card takes no such status and stays as before.']);
});

test('only cards that are not in the Hand are put into it, and named', async () => {
  useAppState.setState({ workspace: { userId: 'me' } as Workspace });
  const inHand = new Set(['held']);
  await putCardsIntoHand([cardRow('held'), cardRow('new')], inHand);
  await putCardsIntoHand([cardRow('held')], inHand);
  expect(sent.map(({ label, steps }) => [label, steps[0]?.params])).toEqual([
    ['Put “new” into the Hand', { cardIds: ['new'], userId: 'me' }],
  ]);
});
