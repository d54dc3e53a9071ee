/** A value of somebody else that a change made here has replaced. */
export interface Overwritten {
  readonly id: number;
  readonly model: string;
  readonly key: string;
  /** The row's title or name, where it is known. */
  readonly title: string | null;
  readonly field: string;
  /** Values in the form of the interface. */
  readonly theirs: unknown;
  readonly mine: unknown;
  /** The name of who set the other value, and the ISO time; null where the history does not show it. */
  readonly by: string | null;
  readonly madeAt: string | null;
  /** Label of the person's change. */
  readonly label: string;
  /** ISO time at which the service accepted it. */
  readonly at: string;
}
