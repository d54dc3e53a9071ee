/**
 * Stores the text of a field as a draft, which survives Escape, a click outside the field, the closing of the window,
 * and a crash. Each field has one keeper, which sends its requests in order. Otherwise, a delayed request that stores
 * the draft could arrive after the request that deletes it, and bring back the draft of a saved text.
 */

export interface DraftText {
  readonly text: string;
  /** The saved text with which the person started the edit. */
  readonly base: string;
}

/**
 * `typed` came before the draft was loaded. In a field for a new text, it is appended to the stored draft. In other
 * fields, it replaces the stored draft.
 */
export function mergeStoredAndTypedDraft(stored: DraftText | null, typed: DraftText | null): DraftText | null {
  if (!stored || !typed) return typed ?? stored;
  return typed.base === '' ? { text: stored.text + typed.text, base: '' } : typed;
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

/** Pause in typing, in ms. */
export const draftWriteDebounceMs = 250;
/** In ms, even if the person types without a pause. */
export const maxDraftWriteDelayMs = 1500;

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

export function createDraftKeeper(
  store: DraftStore,
  key: string,
  onFailure: (error: unknown, unstored: DraftText | null) => void,
  timers: DraftTimers = browserTimers,
) {
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
    writes = writes.then(write).catch((error: unknown) => onFailure(error, unstored));
    return writes;
  };
  const flush = () => {
    stopTimers();
    const draft = unstored;
    unstored = null;
    if (!draft) return writes;
    return enqueue(async () => {
      try {
        await (draft.text === draft.base ? store.clear(key) : store.set(key, draft));
      } catch (error) {
        // The next flush tries again, unless the person has typed a newer text.
        unstored ??= draft;
        throw error;
      }
    });
  };

  return {
    /** Waits for a pause in typing. If the text equals `base`, deletes the draft instead. */
    write(draft: DraftText): void {
      unstored = draft;
      stopPause();
      stopPause = timers.callAfter(draftWriteDebounceMs, flush);
      stopMaximum ??= timers.callAfter(maxDraftWriteDelayMs, flush);
    },
    /** Does not wait for a pause in typing. */
    flush,
    clear(): Promise<void> {
      stopTimers();
      unstored = null;
      return enqueue(() => store.clear(key));
    },
  };
}

/**
 * The kind of text and the id of the row to which it belongs. When the service assigns another id to the row, the
 * replica renames the key, and `useDraft` continues with the renamed draft.
 */
export const draftKeys = {
  content: (cardId: string) => `card/${cardId}/content`,
  newThread: (cardId: string) => `card/${cardId}/thread`,
  reply: (threadId: string) => `thread/${threadId}/reply`,
  edit: (entryId: string) => `comment/${entryId}/edit`,
  /**
   * `board` is the key of the board on which the person types the card; empty in the dialog for new cards, and `quick`
   * in the quick add window.
   */
  newCard: (board: string) => `new/${board.slice(0, 100)}`,
};
