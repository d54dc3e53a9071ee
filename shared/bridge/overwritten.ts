/** A field that somebody else had changed when a change made here replaced it. */
export interface Overwritten {
  readonly id: number;
  readonly model: string;
  readonly key: string;
  /** The row's title or name, where it is known. */
  readonly title: string | null;
  readonly field: string;
  /** Values as the interface has them. */
  readonly theirs: unknown;
  readonly mine: unknown;
  /** Who set the other value, by name, and when (ISO time); null where the history does not tell or cannot be read. */
  readonly by: string | null;
  readonly madeAt: string | null;
  /** What the person did, in words. */
  readonly label: string;
  /** ISO time at which the service took it. */
  readonly at: string;
}
