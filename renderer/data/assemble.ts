/** Reading normalised answers: rows by id lists, and ids by rows. */

type Rows<R> = Readonly<Record<string, R>> | undefined;

/** The rows of `ids` that the answer holds, in that order. */
export function pick<R>(rows: Rows<R>, ids: readonly string[] | undefined): R[] {
  if (!rows || !ids) return [];
  const found: R[] = [];
  for (const id of ids) {
    const row = rows[id];
    if (row !== undefined) found.push(row);
  }
  return found;
}

export function only<R>(rows: Rows<R>): R | undefined {
  for (const key in rows) return rows[key];
  return undefined;
}

/** Values of a relation's key under a query (`cards({…})`), whatever the query says. */
export function listOf(row: Readonly<Record<string, unknown>> | undefined, relation: string): string[] {
  if (!row) return [];
  for (const key in row)
    if ((key === relation || key.startsWith(`${relation}(`)) && Array.isArray(row[key])) return row[key] as string[];
  return [];
}
