/** The outbox view offers to restore the other person's value. */
export interface OverwrittenValue {
  /** The commands `outbox/putBack` and `outbox/keepMine` take this number. */
  readonly id: number;
  readonly model: string;
  readonly key: string;
  /** The row's title or name; null if unknown. */
  readonly title: string | null;
  readonly field: string;
  /** In the form in which the service sends the field. */
  readonly theirs: unknown;
  /** In the form in which the service sends the field. */
  readonly mine: unknown;
  /** Null if the history does not show the person. */
  readonly by: string | null;
  /** ISO time at which `theirs` was set; null if the history does not show it. */
  readonly madeAt: string | null;
  readonly label: string;
  /** ISO time at which the service accepted the person's change. */
  readonly at: string;
}
