/** Checks undo and redo that start before the main process has answered the previous change or undo. */
import { afterEach, expect, test } from 'vitest';
import {
  act,
  actWithFollowUpSteps,
  clearUndoStacks,
  hasPendingActs,
  redoLastChange,
  showToastOfChange,
  undoLastChange,
  useUndoStacks,
} from '../../../renderer/data/act.ts';
import { connectToastList } from '../../../renderer/ui/popups/toast.ts';
import type { LabelledActionSteps } from '../../../shared/bridge/index.ts';
import { conflictFailure, type Failure } from '../../../shared/contract/index.ts';

/** A bridge that returns undo steps for each act. It answers only when the test calls `answer`. */
function bridge() {
  const sent: string[] = [];
  const waiting: ((failure?: Failure) => void)[] = [];
  const call = (_command: string, { label, steps: [step] }: LabelledActionSteps) => {
    const content = String(step?.params.content);
    sent.push(content);
    const back = content.startsWith('not ') ? content.slice(4) : `not ${content}`;
    const isFinal = content.startsWith('final');
    const undo = isFinal ? null : { label, steps: [{ action: 'cards/update', params: { content: back } }] };
    return new Promise((resolve) =>
      waiting.push((failure) =>
        resolve(failure ? { ok: false, failure } : { ok: true, value: { answers: [{ id: content }], undo, isFinal } }),
      ),
    );
  };
  Object.assign(globalThis, { window: { decktop: { call } } });
  const answer = async (failure?: Failure) => {
    waiting.shift()?.(failure);
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

// A change gets into the list `undone` only when its undo is answered. Redo must wait for this answer. Otherwise it
// finds no change in the list.
test('an undo and a redo in a row run in order', async () => {
  const { sent, answer } = bridge();
  void write('one');
  const done = [undoLastChange(), redoLastChange(), undoLastChange()];
  await new Promise(setImmediate);
  expect(sent).toEqual(['one']);
  expect(hasPendingActs()).toBe(true);
  for (let turn = 0; turn < 4; turn++) await answer();
  await Promise.all(done);
  expect(sent).toEqual(['one', 'not one', 'one', 'not one']);
  expect(useUndoStacks.getState()).toMatchObject({ done: [], undone: [{ label: 'Set one' }] });
  expect(hasPendingActs()).toBe(false);
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
  const moves = [undoLastChange, redoLastChange, undoLastChange];
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
  const done = [undoLastChange(), undoLastChange()];
  for (let turn = 0; turn < 3; turn++) await answer();
  await Promise.all(done);
  expect(sent).toEqual(['one', 'two', 'not two', 'not one']);
  expect(useUndoStacks.getState().undone.map(({ label }) => label)).toEqual(['Set two', 'Set one']);
});

// The undo of a change in the old workspace must not be added to the undo stack of the new workspace. The next steps of
// the change must not be sent to the new workspace.
test('a change that is answered after a switch of the workspace leaves the new workspace alone', async () => {
  const { sent, answer } = bridge();
  const changes = [
    write('one'),
    actWithFollowUpSteps('Create a card', [{ action: 'cards/update', params: { content: 'two' } }], () => [
      { action: 'cards/update', params: { content: 'three' } },
    ]),
  ];
  clearUndoStacks();
  await answer();
  await answer();
  await Promise.all(changes);
  expect(sent).toEqual(['one', 'two']);
  // The workspace is switched while the next steps are looked up.
  const change = actWithFollowUpSteps('Copy', [{ action: 'cards/update', params: { content: 'four' } }], async () => {
    clearUndoStacks();
    return [{ action: 'cards/update', params: { content: 'five' } }];
  });
  await answer();
  await change;
  expect(sent).toEqual(['one', 'two', 'four']);
  expect(useUndoStacks.getState()).toEqual({ done: [], undone: [] });
});

// If an undo fails because the disk is full, the person must be able to try it again.
test('an undo that fails for want of space can be tried again; one that is refused is gone', async () => {
  const { sent, answer } = bridge();
  void write('one');
  await answer();
  const refusal: Failure = { kind: 'rejected', code: 'not_found', status: 404, message: 'There is no such card.' };
  const failures = [conflictFailure('storage', 'The disk is full.'), refusal];
  for (const failure of failures) {
    const undoing = undoLastChange();
    await new Promise(setImmediate);
    await answer(failure);
    await undoing;
  }
  await undoLastChange();
  expect(sent).toEqual(['one', 'not one', 'not one']);
});

test('an undo by the button of a toast that fails for want of space leaves the order of the changes', async () => {
  const { sent, answer } = bridge();
  let pressButton: (() => void) | undefined;
  connectToastList(
    (_id, { action }) => {
      pressButton = action?.run;
    },
    () => undefined,
  );
  void act('Set one', [{ action: 'cards/update', params: { id: 'card-1', content: 'one' } }], { showsToast: true });
  await answer();
  void write('two');
  pressButton?.();
  await answer();
  await answer(conflictFailure('storage', 'The disk is full.'));
  expect(sent).toEqual(['one', 'two', 'not one']);
  expect(useUndoStacks.getState().done.map(({ label }) => label)).toEqual(['Set one', 'Set two']);
});

// Undo must not reach past a comment to an older change that the person does not think of.
test('a change that cannot be undone is named once, and older changes are undone only when asked again', async () => {
  const { sent, answer } = bridge();
  const toasts: string[] = [];
  connectToastList(
    (_id, { title }) => void toasts.push(String(title)),
    () => undefined,
  );
  void write('one');
  await answer();
  void act('Reply', [{ action: 'resolvables/comment', params: { content: 'final' } }] as never);
  await answer();
  await undoLastChange();
  expect(sent).toEqual(['one', 'final']);
  expect(toasts.at(-1)).toBe('A comment cannot be taken back by undo: edit it.');
  const undone = undoLastChange();
  await new Promise(setImmediate);
  await answer();
  await undone;
  expect(sent).toEqual(['one', 'final', 'not one']);
});

test('the effects of a change and the button Show stand in one toast, whichever comes first', async () => {
  const { answer } = bridge();
  let shown: { id: string; detail?: string | undefined; other?: string | undefined } | undefined;
  connectToastList(
    (id, { detail, otherAction }) => {
      shown = { id, detail, other: otherAction?.label };
    },
    () => {
      shown = undefined;
    },
  );
  for (const comesFirst of ['effects', 'button'])
    for (const effectsText of ['1 started card goes back.', null]) {
      const effects = Promise.withResolvers<string | null>();
      const steps = [{ action: 'cards/update', params: { id: 'card-1', content: 'away' } }] as const;
      void act('Move the card', steps, { effects: effects.promise });
      await answer();
      const change = useUndoStacks.getState().done.at(-1);
      if (!change) throw new Error('The change has no undo');
      if (comesFirst === 'button') showToastOfChange(change, () => undefined);
      effects.resolve(effectsText);
      await new Promise(setImmediate);
      if (comesFirst === 'effects') showToastOfChange(change, () => undefined);
      expect(shown).toEqual({ id: 'act', detail: effectsText ?? undefined, other: 'Show' });
    }
  // The next change says nothing of the earlier one.
  void write('next');
  await answer();
  expect(shown).toBeUndefined();
});

test('a refusal that comes again is counted in its toast, and a text is sent without NUL', async () => {
  const { sent, answer } = bridge();
  const toasts = new Map<string, string>();
  connectToastList(
    (id, { title }) => void toasts.set(id, title),
    () => undefined,
  );
  for (let count = 0; count < 3; count++) {
    void write('a\0b\ud800');
    await answer(conflictFailure('hand_full', 'The Hand is full.'));
  }
  expect(sent).toEqual(['ab', 'ab', 'ab']);
  expect([...toasts.values()]).toEqual(['Left out a character that cannot be stored', 'The Hand is full. (3 times)']);
});
