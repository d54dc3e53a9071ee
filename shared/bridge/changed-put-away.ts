/** A card that somebody else archived or deleted while changes of it waited here; the service took them all the same. */
export interface ChangedPutAway {
  readonly id: number;
  /** The card's id. */
  readonly key: string;
  readonly title: string | null;
  readonly state: 'archived' | 'deleted';
  /** What the person did, in words. */
  readonly labels: readonly string[];
  /** ISO time at which the changes were read back. */
  readonly at: string;
  /** Who put it away, by name, and when (ISO time); null where the history does not tell. */
  readonly by: string | null;
  readonly madeAt: string | null;
  /** False where its deck was deleted too. */
  readonly canRestore: boolean;
}
