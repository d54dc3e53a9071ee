/** The definition of a table that triggers keep up to date (`materialized-tables.ts`). */

export interface MaterializedTable {
  readonly name: string;
  /** `CREATE TABLE`. */
  readonly table: string;
  /** `CREATE TRIGGER`; the names begin with the table's and a dot. */
  readonly triggers: readonly string[];
  /** A `SELECT` of what the table is to hold, from the rows themselves. */
  readonly content: string;
}
