/** `ids` with `id` at place `to` (from 0, cut to the ends); the same list when nothing moves. */
export function moved(ids: readonly string[], id: string, to: number): readonly string[] {
  const from = ids.indexOf(id);
  const place = Math.max(0, Math.min(ids.length - 1, to));
  if (from < 0 || from === place) return ids;
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}
