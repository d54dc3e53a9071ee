/** Finds rows in the answers of queries, which contain rows by model and id. */

type Rows<R> = Readonly<Record<string, R>> | undefined;

/** Returns the rows with these ids, in the order of the ids. Missing rows are left out. */
export function rowsByIds<R>(rows: Rows<R>, ids: readonly string[] | undefined): R[] {
  if (!rows || !ids) return [];
  const found: R[] = [];
  for (const id of ids) {
    const row = rows[id];
    if (row !== undefined) found.push(row);
  }
  return found;
}

/** Returns the only row of an answer with at most one row; undefined if the answer has no row. */
export function onlyRow<R>(rows: Rows<R>): R | undefined {
  for (const key in rows) return rows[key];
  return undefined;
}

/**
 * Returns the ids of the rows that a relation of `row` contains. The key of the relation can include a query:
 * `cards({…})`.
 */
export function relatedIds(row: Readonly<Record<string, unknown>> | undefined, relation: string): string[] {
  if (!row) return [];
  for (const key in row)
    if ((key === relation || key.startsWith(`${relation}(`)) && Array.isArray(row[key])) return row[key] as string[];
  return [];
}
