/**
 * Stores the text of a field as a draft in the workspace, so that no Escape, click, close or crash loses it. Each field
 * has one keeper. The keeper writes in order: after the `clear` of a saved text, no earlier `set` can arrive.
 */

export interface DraftText {
  readonly text: string;
  /** The saved text from which the person started to write. */
  readonly base: string;
}

export interface DraftStore {
  get(key: string): Promise<(DraftText & { readonly at: string }) | null>;
  set(key: string, draft: DraftText): Promise<void>;
  clear(key: string): Promise<void>;
}

export interface DraftTimers {
  callAfter(milliseconds: number, run: () => void): () => void;
}

const browserTimers: DraftTimers = {
  callAfter(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The draft is stored after a pause in typing of this length. */
export const storeAfterPauseMs = 250;
/** The draft is stored after this time even if the person types without a pause. */
export const maxUnstoredMs = 1500;

export interface DraftKeeper {
  /** Stores the text after a pause in typing. If the text equals `base`, deletes the draft instead. */
  write(draft: DraftText): void;
  /** Stores the current text at once, without waiting for the pause. */
  flush(): Promise<void>;
  /** Deletes the draft. Called after the text was saved or discarded. */
  clear(): Promise<void>;
}

export function createDraftKeeper(
  store: DraftStore,
  key: string,
  onFailure: (error: unknown) => void,
  timers: DraftTimers = browserTimers,
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
      stopPause = timers.callAfter(storeAfterPauseMs, flush);
      stopMaximum ??= timers.callAfter(maxUnstoredMs, flush);
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
 * Keys of drafts: the kind of text with the id of its row. When the service assigns the row its own id, the replica
 * renames the key, and `useDraft` continues with the renamed draft.
 */
export const draftKeys = {
  content: (cardId: string) => `card/${cardId}/content`,
  newThread: (cardId: string) => `card/${cardId}/thread`,
  reply: (threadId: string) => `thread/${threadId}/reply`,
  edit: (entryId: string) => `comment/${entryId}/edit`,
  /** A card that is not created yet: one draft for each board, and one outside boards. */
  newCard: (board: string) => `new/${board.slice(0, 100)}`,
};
