/**
 * Stores the text of a field in the workspace's draft store, so that no Escape, click, close or crash loses it. Each field
 * has one keeper, which writes in order: after the `clear` of a saved text, no earlier `set` can arrive.
 */

export interface DraftText {
  readonly text: string;
  /** The stored text that the draft changes. */
  readonly base: string;
}

export interface DraftStore {
  get(key: string): Promise<(DraftText & { readonly at: string }) | null>;
  set(key: string, draft: DraftText): Promise<void>;
  clear(key: string): Promise<void>;
}

export interface Timers {
  after(milliseconds: number, run: () => void): () => void;
}

const browserTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Pause in typing after which the draft is stored. */
export const storeAfterPauseMs = 250;
/** Time after which the draft is stored even without a pause. */
export const maxUnstoredMs = 1500;

export interface DraftKeeper {
  /** Stores the current text after a pause in typing. A text that equals `base` deletes the draft. */
  write(draft: DraftText): void;
  /** Stores unstored text at once. */
  flush(): Promise<void>;
  /** Deletes the draft, after it was saved or discarded. */
  clear(): Promise<void>;
}

export function createDraftKeeper(
  store: DraftStore,
  key: string,
  onFailure: (error: unknown) => void,
  timers: Timers = browserTimers,
): DraftKeeper {
  let unstored: DraftText | null = null;
  let stopPause = () => {};
  let stopMaximum: (() => void) | null = null;
  let writes: Promise<void> = Promise.resolve();

  const stopTimers = () => {
    stopPause();
    stopMaximum?.();
    stopMaximum = null;
  };
  const enqueue = (write: () => Promise<void>) => {
    writes = writes.then(write).catch(onFailure);
    return writes;
  };
  const flush = () => {
    stopTimers();
    const draft = unstored;
    unstored = null;
    if (!draft) return writes;
    return enqueue(() => (draft.text === draft.base ? store.clear(key) : store.set(key, draft)));
  };

  return {
    write(draft) {
      unstored = draft;
      stopPause();
      stopPause = timers.after(storeAfterPauseMs, flush);
      stopMaximum ??= timers.after(maxUnstoredMs, flush);
    },
    flush,
    clear() {
      stopTimers();
      unstored = null;
      return enqueue(() => store.clear(key));
    },
  };
}

/**
 * Keys of drafts: the kind of text and its row. When a row gets its id from the service, the replica renames the key and
 * `useDraft` moves an open draft.
 */
export const draftKeys = {
  content: (cardId: string) => `card/${cardId}/content`,
  newThread: (cardId: string) => `card/${cardId}/thread`,
  reply: (threadId: string) => `thread/${threadId}/reply`,
  edit: (entryId: string) => `comment/${entryId}/edit`,
  /** A card that is not created yet: one draft per board, and one for everywhere else. */
  newCard: (board: string) => `new/${board.slice(0, 100)}`,
};
