/**
 * Stores the text of a field in the workspace's draft store, so that no Escape, click, close or crash loses it. Each field
 * has one keeper, which writes in order: a late `set` never follows the `clear` of a saved text.
 */

export interface DraftText {
  readonly text: string;
  /** The text before the draft's changes. */
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

export const browserTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The pause in typing after which the draft is stored, and the longest time that steady typing stays unstored. */
export const draftPause = 250;
export const draftPatience = 1500;

export interface DraftKeeper {
  /** Takes the current text. There is nothing to store if it equals `base`. */
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
  let stopPatience: (() => void) | null = null;
  let writes: Promise<void> = Promise.resolve();

  const stopTimers = () => {
    stopPause();
    stopPatience?.();
    stopPatience = null;
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
      stopPause = timers.after(draftPause, flush);
      stopPatience ??= timers.after(draftPatience, flush);
    },
    flush,
    clear() {
      stopTimers();
      unstored = null;
      return enqueue(() => store.clear(key));
    },
  };
}

/** Draft keys: what is being written, and where. Ids of cards created here are renamed in place (`data/renamed`). */
export const draftKeys = {
  content: (cardId: string) => `card/${cardId}/content`,
  newThread: (cardId: string) => `card/${cardId}/thread`,
  reply: (threadId: string) => `thread/${threadId}/reply`,
  edit: (entryId: string) => `comment/${entryId}/edit`,
  /** A card that is not there yet: one per board, and one for anywhere else. */
  newCard: (place: string) => `new/${place.slice(0, 100)}`,
};
