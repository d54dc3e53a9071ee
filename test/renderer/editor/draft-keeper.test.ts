import { describe, expect, test } from 'vitest';
import {
  createDraftKeeper,
  type DraftStore,
  type DraftText,
  type DraftTimers,
  draftWriteDebounceMs,
  maxDraftWriteDelayMs,
  mergeStoredAndTypedDraft,
} from '../../../renderer/editor/draft-keeper.ts';

/** Timers that fire only when the test calls `pass`. */
function manualTimers() {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  const timers: DraftTimers = {
    callAfter(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((other) => other !== timer);
      };
    },
  };
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    const due = waiting.filter((timer) => timer.at <= now);
    waiting = waiting.filter((timer) => timer.at > now);
    for (const timer of due) timer.run();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { timers, pass, waiting: () => waiting.length };
}

/** A store of drafts. After the test has called `slowly`, writes finish only when the test calls `release`. */
function slowStore() {
  const kept = new Map<string, DraftText>();
  const log: string[] = [];
  let release: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => release.push(resolve));
  let slow = false;
  const store: DraftStore = {
    get: async (key) => {
      const draft = kept.get(key);
      return draft ? { ...draft, at: '' } : null;
    },
    async set(key, draft) {
      if (slow) await wait();
      kept.set(key, draft);
      log.push(`set ${draft.text}`);
    },
    async clear(key) {
      kept.delete(key);
      log.push('clear');
    },
  };
  return {
    store,
    kept,
    log,
    slowly: () => {
      slow = true;
    },
    release: () => {
      for (const go of release) go();
      release = [];
    },
  };
}

const failTest = (error: unknown) => {
  throw error;
};

describe('a draft', () => {
  test('is stored at the first pause', async () => {
    const { timers, pass } = manualTimers();
    const { store, kept } = slowStore();
    const keeper = createDraftKeeper(store, 'k', failTest, timers);
    keeper.write({ text: 'hel', base: '' });
    await pass(draftWriteDebounceMs - 1);
    expect(kept.size).toBe(0);
    keeper.write({ text: 'hello', base: '' });
    await pass(draftWriteDebounceMs);
    expect(kept.get('k')).toEqual({ text: 'hello', base: '' });
  });

  test('is stored from time to time even without a pause', async () => {
    const { timers, pass } = manualTimers();
    const { store, kept } = slowStore();
    const keeper = createDraftKeeper(store, 'k', failTest, timers);
    for (let typed = 0; typed * (draftWriteDebounceMs - 50) <= maxDraftWriteDelayMs; typed++) {
      keeper.write({ text: 'x'.repeat(typed + 1), base: '' });
      await pass(draftWriteDebounceMs - 50);
    }
    expect(kept.get('k')?.text.length).toBeGreaterThan(1);
  });

  test('is stored at once on leaving', async () => {
    const { timers, waiting } = manualTimers();
    const { store, kept } = slowStore();
    const keeper = createDraftKeeper(store, 'k', failTest, timers);
    keeper.write({ text: 'half a sen', base: 'old' });
    await keeper.flush();
    expect(kept.get('k')).toEqual({ text: 'half a sen', base: 'old' });
    expect(waiting()).toBe(0);
  });

  // `clear()` must wait for the write that is running. Otherwise the write stores the draft again.
  test('does not return after it was saved, however slow the store is', async () => {
    const { timers } = manualTimers();
    const slow = slowStore();
    slow.slowly();
    const keeper = createDraftKeeper(slow.store, 'k', failTest, timers);
    keeper.write({ text: 'sent', base: '' });
    const writing = keeper.flush();
    const clearing = keeper.clear();
    await Promise.resolve();
    slow.release();
    await Promise.all([writing, clearing]);
    expect(slow.log).toEqual(['set sent', 'clear']);
    expect(slow.kept.size).toBe(0);
  });

  test('is deleted when the text is as at the start again', async () => {
    const { timers } = manualTimers();
    const { store, kept } = slowStore();
    const keeper = createDraftKeeper(store, 'k', failTest, timers);
    keeper.write({ text: 'ab', base: 'a' });
    await keeper.flush();
    keeper.write({ text: 'a', base: 'a' });
    await keeper.flush();
    expect(kept.size).toBe(0);
  });

  test('reports a failure and is stored by the next write', async () => {
    const { timers } = manualTimers();
    const kept: string[] = [];
    let full = true;
    const failures: unknown[] = [];
    const store: DraftStore = {
      get: async () => null,
      set: async (_key, draft) => {
        if (full) throw new Error('disk full');
        kept.push(draft.text);
      },
      clear: async () => {},
    };
    const keeper = createDraftKeeper(store, 'k', (error) => failures.push(error), timers);
    keeper.write({ text: 'a', base: '' });
    await keeper.flush();
    full = false;
    keeper.write({ text: 'ab', base: '' });
    await keeper.flush();
    expect(failures).toHaveLength(1);
    expect(kept).toEqual(['ab']);
  });

  // If the person types before the stored draft is read, the typed text must be added to the draft, not replace it.
  test('gets what is typed in a field for a new text before the draft was read', () => {
    const stored = { text: 'A half title', base: '' };
    expect(mergeStoredAndTypedDraft(stored, { text: 's', base: '' })).toEqual({ text: 'A half titles', base: '' });
    expect(mergeStoredAndTypedDraft(stored, null)).toBe(stored);
    expect(mergeStoredAndTypedDraft(null, { text: 's', base: '' })).toEqual({ text: 's', base: '' });
    const change = { text: 'Saved text, changed', base: 'Saved text' };
    expect(mergeStoredAndTypedDraft({ text: 'Saved tex', base: 'Saved text' }, change)).toBe(change);
  });
});

// With a full disk, the text would otherwise be gone when the field is closed.
test('a draft that could not be stored is reported with its text, and stored by the next flush', async () => {
  const { timers, pass } = manualTimers();
  const stored: string[] = [];
  const failures: (string | undefined)[] = [];
  let isFull = true;
  const store: DraftStore = {
    get: async () => null,
    async set(_key, { text }) {
      if (isFull) throw new Error('The disk is full.');
      stored.push(text);
    },
    clear: async () => undefined,
  };
  const keeper = createDraftKeeper(store, 'key', (_error, unstored) => failures.push(unstored?.text), timers);
  keeper.write({ text: 'typed', base: '' });
  await pass(draftWriteDebounceMs);
  expect([stored, failures]).toEqual([[], ['typed']]);
  isFull = false;
  await keeper.flush();
  expect(stored).toEqual(['typed']);
});
