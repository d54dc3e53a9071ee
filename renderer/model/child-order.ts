/**
 * Returns `ids`, the sub cards of a card, with `id` moved. The person sees only the ids in `shown`. `to` is the new
 * index of `id` among these ids; an index that is too low or too high means the first or the last place. Hidden ids
 * keep their order. Returns the same array if nothing moves.
 */
export function idsWithOneMoved(
  ids: readonly string[],
  id: string,
  to: number,
  shown: readonly string[] = ids,
): readonly string[] {
  const from = shown.indexOf(id);
  const targetIndex = Math.max(0, Math.min(shown.length - 1, to));
  const targetId = shown[targetIndex];
  if (from < 0 || from === targetIndex || targetId === undefined) return ids;
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(others.indexOf(targetId) + (targetIndex > from ? 1 : 0), 0, id);
}
