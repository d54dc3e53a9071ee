/**
 * The definition of a table that is computed from other tables. After each write to these other tables, their triggers
 * update the computed table.
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
