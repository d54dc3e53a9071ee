/** Finds rows in the answers of queries, which contain rows by model and id. */

type Rows<R> = Readonly<Record<string, R>> | undefined;

/** Returns the rows with these ids, in the order of the ids. Missing rows are left out. */
export function rowsByIds<R>(rows: Rows<R>, ids: readonly string[] | undefined): R[] {
  return (ids ?? []).flatMap((id) => rows?.[id] ?? []);
}

/** Returns the only row of an answer with at most one row; undefined if the answer has no row. */
export function onlyRow<R>(rows: Rows<R>): R | undefined {
  for (const key in rows) return rows[key];
  return undefined;
}
