/** A file that Decktop did not take, or could not write. */
export interface FolderFileProblem {
  /** Within the folder. */
  readonly path: string;
  readonly message: string;
  /** Null for a file without a card. */
  readonly cardId: string | null;
  /** File and card changed the same lines: the file's text can become the card's draft. */
  readonly isClash: boolean;
}

/** A deck that is kept as a folder of Markdown files. */
export interface LivingFolderState {
  readonly deckId: string;
  /** Of the deck. */
  readonly title: string;
  readonly path: string;
  readonly fileCount: number;
  /** ISO time of the last change that went either way; null before the first. */
  readonly changedAt: string | null;
  /** Why nothing is done at present, or null. */
  readonly stopped: string | null;
  /** The first ones. */
  readonly problems: readonly FolderFileProblem[];
  readonly problemCount: number;
  /** Files that were deleted, or emptied, while their cards are in the deck: the person decides. The first ones. */
  readonly removed: readonly { readonly path: string; readonly cardId: string; readonly title: string }[];
  readonly removedCount: number;
}
