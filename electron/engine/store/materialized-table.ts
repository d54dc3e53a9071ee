/**
 * The definition of a table that is computed from other tables. Triggers on the other tables update it after each
 * write.
 */

export interface MaterializedTable {
  readonly name: string;
  /** The statement `CREATE TABLE`. */
  readonly table: string;
  /**
   * The statements `CREATE TRIGGER`. The names of the triggers begin with the table's name and a dot, so that all
   * triggers of the table can be found.
   */
  readonly triggers: readonly string[];
  /** A `SELECT` that computes all rows of the table. */
  readonly content: string;
}
