/** Checks undo and redo that start before main has answered the previous change or undo. */
import { afterEach, expect, test } from 'vitest';
import { act, clearUndoStacks, isActing, redoLast, undoLast, useUndoStacks } from '../../../renderer/data/act.ts';
import type { LabelledSteps } from '../../../shared/bridge/index.ts';

/** A bridge that returns undo steps for each act. It answers only when the test calls `answer`. */
function bridge() {
  const sent: string[] = [];
  const waiting: (() => void)[] = [];
  const call = (_command: string, { label, steps: [step] }: LabelledSteps) => {
    const content = String(step?.params.content);
    sent.push(content);
    const back = content.startsWith('not ') ? content.slice(4) : `not ${content}`;
    const undo = { label, steps: [{ action: 'cards/update', params: { content: back } }] };
    return new Promise((resolve) => waiting.push(() => resolve({ ok: true, value: { answers: [{}], undo } })));
  };
  Object.assign(globalThis, { window: { decktop: { call } } });
  const answer = async () => {
    waiting.shift()?.();
    await new Promise(setImmediate);
  };
  return { sent, answer };
}
const write = (content: string) =>
  act(`Set ${content}`, [{ action: 'cards/update', params: { id: 'card-1', content } as never }] as never);

afterEach(() => {
  clearUndoStacks();
  Reflect.deleteProperty(globalThis, 'window');
});

// This test fails if redo does not wait for the answer of the undo before it. Only that answer adds the change to the
// list `undone`, so redo would find nothing and do nothing.
test('an undo and a redo in a row run in order', async () => {
  const { sent, answer } = bridge();
  void write('one');
  const done = [undoLast(), redoLast(), undoLast()];
  await new Promise(setImmediate);
  expect(sent).toEqual(['one']);
  expect(isActing()).toBe(true);
  for (let turn = 0; turn < 4; turn++) await answer();
  await Promise.all(done);
  expect(sent).toEqual(['one', 'not one', 'one', 'not one']);
  expect(useUndoStacks.getState()).toMatchObject({ done: [], undone: [{ label: 'Set one' }] });
  expect(isActing()).toBe(false);
});

test('changes beside an action are made by undo and redo once these are answered', async () => {
  const { answer } = bridge();
  const log: string[] = [];
  const alongside = {
    undo: () => {
      log.push('undo');
      return 'It is there again.';
    },
    redo: () => void log.push('redo'),
  };
  const steps = [{ action: 'cards/update', params: { id: 'card-1', content: 'one' } }] as const;
  void act('Set one', steps, { localChange: alongside });
  await answer();
  const moves = [undoLast, redoLast, undoLast];
  for (const [at, move] of moves.entries()) {
    const moving = move();
    await new Promise(setImmediate);
    expect(log).toHaveLength(at);
    await answer();
    await moving;
  }
  expect(log).toEqual(['undo', 'redo', 'undo']);
});

test('two undos in a row undo the last change first', async () => {
  const { sent, answer } = bridge();
  void write('one');
  await answer();
  void write('two');
  const done = [undoLast(), undoLast()];
  for (let turn = 0; turn < 3; turn++) await answer();
  await Promise.all(done);
  expect(sent).toEqual(['one', 'two', 'not two', 'not one']);
  expect(useUndoStacks.getState().undone.map(({ label }) => label)).toEqual(['Set two', 'Set one']);
});
