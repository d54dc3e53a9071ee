/** Finds rows in normalised answers of queries, by ids and by relations. */

type Rows<R> = Readonly<Record<string, R>> | undefined;

/** Rows with these ids, in the order of the ids; missing rows are left out. */
export function rowsByIds<R>(rows: Rows<R>, ids: readonly string[] | undefined): R[] {
  if (!rows || !ids) return [];
  const found: R[] = [];
  for (const id of ids) {
    const row = rows[id];
    if (row !== undefined) found.push(row);
  }
  return found;
}

/** The first row, for queries whose answer has at most one; undefined if there is none. */
export function firstRow<R>(rows: Rows<R>): R | undefined {
  for (const key in rows) return rows[key];
  return undefined;
}

/** Ids under a relation of the row, with or without a nested query in its key (`cards`, `cards({…})`). */
export function listOf(row: Readonly<Record<string, unknown>> | undefined, relation: string): string[] {
  if (!row) return [];
  for (const key in row)
    if ((key === relation || key.startsWith(`${relation}(`)) && Array.isArray(row[key])) return row[key] as string[];
  return [];
}
