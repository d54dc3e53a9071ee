/**
 * Returns `ids` with `id` moved to index `to` of the shown ids (from 0, clamped); the same array if nothing moves.
 * Hidden ids keep their order.
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
