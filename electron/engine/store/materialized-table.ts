/** A table that is computed from other tables, whose triggers update it after each write. */

export interface MaterializedTable {
  readonly name: string;
  readonly table: string;
  /** Their names begin with the table's name and a dot, by which they are found. */
  readonly triggers: readonly string[];
  /** A `SELECT` that computes all rows of the table. */
  readonly content: string;
}
