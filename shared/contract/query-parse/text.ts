function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const source = value as Record<string, unknown>;
  // `Object.fromEntries` keeps a key `__proto__`. An assignment would set the prototype instead.
  return Object.fromEntries(
    Object.keys(source)
      .sort()
      .map((key) => [key, sorted(source[key])]),
  );
}

/** Keys are sorted, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** Maximum `searchWordCount` of one search; callers refuse or ignore further words. */
export const maxSearchWords = 64;
