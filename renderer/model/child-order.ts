/** Returns `ids` with `id` moved to index `to` (from 0, clamped to the list); the same list if nothing moves. */
export function withMoved(ids: readonly string[], id: string, to: number): readonly string[] {
  const from = ids.indexOf(id);
  const place = Math.max(0, Math.min(ids.length - 1, to));
  if (from < 0 || from === place) return ids;
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}
