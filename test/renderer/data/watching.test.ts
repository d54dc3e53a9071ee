/** Checks that a menu offers either to watch or to stop watching, also after an undo. */
import { afterEach, expect, test } from 'vitest';
import { actStep, clearUndoStacks, redoLastChange, undoLastChange } from '../../../renderer/data/act.ts';
import { changeWatching, watchVerb } from '../../../renderer/data/watching.ts';
import type { Id } from '../../../shared/contract/index.ts';

afterEach(() => {
  clearUndoStacks();
  Reflect.deleteProperty(globalThis, 'window');
});

test('what was watched here can only be stopped, until that is undone', async () => {
  const sent: string[] = [];
  const call = async (command: string, { steps }: { steps?: readonly { action: string }[] }) => {
    sent.push(...(steps ?? []).map(({ action }) => action));
    const isBegin = steps?.[0]?.action === 'watchings/addDeck';
    const action = isBegin ? 'watchings/removeDeck' : 'watchings/addDeck';
    const value = { answers: [{}], undo: { label: 'Back', steps: [{ action, params: {} }] }, isFinal: false };
    return { ok: true, value: command === 'data/act' ? value : {} };
  };
  Object.assign(globalThis, { window: { decktop: { call } } });
  const change = () =>
    changeWatching('deck-1', 'Sound', (isBegin) =>
      actStep(isBegin ? 'watchings/addDeck' : 'watchings/removeDeck', {
        deckId: 'deck-1' as Id<'deck'>,
        userId: 'user-1' as Id<'user'>,
      }),
    );
  expect(watchVerb('deck-1')).toBe('Watch');
  await change();
  expect([watchVerb('deck-1'), watchVerb('deck-2')]).toEqual(['Stop watching', 'Watch']);
  await undoLastChange();
  expect(watchVerb('deck-1')).toBe('Watch');
  await redoLastChange();
  expect(watchVerb('deck-1')).toBe('Stop watching');
  await change();
  expect(watchVerb('deck-1')).toBe('Watch');
  expect(sent).toEqual(['watchings/addDeck', 'watchings/removeDeck', 'watchings/addDeck', 'watchings/removeDeck']);
});
