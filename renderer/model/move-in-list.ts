/**
 * `to` is the new index of `item` among the items in `shown`, which the person sees; an index that is too low or too
 * high means the first or the last place. Hidden items keep their order. Returns the same array if nothing moves.
 */
export function withItemMoved<T>(items: readonly T[], item: T, to: number, shown: readonly T[] = items): readonly T[] {
  const from = shown.indexOf(item);
  const targetIndex = Math.max(0, Math.min(shown.length - 1, to));
  const target = shown[targetIndex];
  if (from < 0 || from === targetIndex || target === undefined) return items;
  const others = items.filter((other) => other !== item);
  return others.toSpliced(others.indexOf(target) + (targetIndex > from ? 1 : 0), 0, item);
}
