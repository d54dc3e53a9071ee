/** The definition of a table that triggers keep up to date; see `materialized-tables.ts`. */

export interface MaterializedTable {
  readonly name: string;
  /** The statement `CREATE TABLE`. */
  readonly table: string;
  /** The statements `CREATE TRIGGER`; names begin with the table's name and a dot. */
  readonly triggers: readonly string[];
  /** A `SELECT` that computes the table from the rows. */
  readonly content: string;
}
