/** A card that somebody else archived or deleted while changes of it waited here; the service accepted these anyway. */
export interface ChangedPutAway {
  readonly id: number;
  /** The card's id. */
  readonly key: string;
  readonly title: string | null;
  readonly state: 'archived' | 'deleted';
  /** Labels of the person's changes. */
  readonly labels: readonly string[];
  /** ISO time at which the changes were read from the service again. */
  readonly at: string;
  /** The name of who archived or deleted it, and the ISO time; null where the history does not show it. */
  readonly by: string | null;
  readonly madeAt: string | null;
  /** False where its deck was deleted too. */
  readonly canRestore: boolean;
}
