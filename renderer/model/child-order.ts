/** Returns `ids` with `id` moved to index `to` (from 0, clamped to the list); the same array if nothing moves. */
export function withIdMoved(ids: readonly string[], id: string, to: number): readonly string[] {
  const from = ids.indexOf(id);
  const targetIndex = Math.max(0, Math.min(ids.length - 1, to));
  if (from < 0 || from === targetIndex) return ids;
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, targetIndex), id, ...others.slice(targetIndex)];
}
