/** Another person's value that this person's change replaced. The outbox view offers to restore the value. */
export interface OverwrittenValue {
  /** Number of this entry, which the commands `outbox/putBack` and `outbox/keepMine` take. */
  readonly id: number;
  /** Model and key of the row. */
  readonly model: string;
  readonly key: string;
  /** The row's title or name; null if unknown. */
  readonly title: string | null;
  readonly field: string;
  /** The other person's value, which was replaced, in the form in which the service sends the field. */
  readonly theirs: unknown;
  /** The person's own value, in the form in which the service sends the field. */
  readonly mine: unknown;
  /** Name of the person who set `theirs`; null if the history does not show it. */
  readonly by: string | null;
  /** ISO time at which `theirs` was set; null if the history does not show it. */
  readonly madeAt: string | null;
  /** Label of the person's change. */
  readonly label: string;
  /** ISO time at which the service accepted the person's change. */
  readonly at: string;
}
