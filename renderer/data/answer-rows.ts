type Rows<R> = Readonly<Record<string, R>> | undefined;

/** In the order of the ids. Missing rows are left out. */
export function rowsByIds<R>(rows: Rows<R>, ids: readonly string[] | undefined): R[] {
  return (ids ?? []).flatMap((id) => rows?.[id] ?? []);
}

/** For an answer with at most one row. */
export function onlyRow<R>(rows: Rows<R>): R | undefined {
  for (const key in rows) return rows[key];
  return undefined;
}
