/** Used for unsent changes, and for dialogs: other people can change the list while a dialog is open. */

import { fewestCardsToMove } from './hand.ts';

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The result has the additions and removals of both, in the order of `theirs` with the moves of `mine`: each element
 * that `mine` has moved comes after the element that it follows there.
 */
export function mergeList<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] {
  const has = (list: readonly T[], item: T) => list.some((other) => isEqual(other, item));
  const textsOf = (list: readonly T[], other: readonly T[]) =>
    list.filter((item) => has(other, item)).map((item) => JSON.stringify(item));
  const moved = new Set(fewestCardsToMove(textsOf(base, mine), textsOf(mine, base)));
  const isMoved = (item: T) => moved.has(JSON.stringify(item));
  const notRemoved = theirs.filter((item) => !has(base, item) || has(mine, item));
  return insertInSourceOrder(
    notRemoved.filter((item) => !isMoved(item)),
    mine,
    (item) => (isMoved(item) ? has(notRemoved, item) : !has(base, item) && !has(theirs, item)),
  );
}

/** Inserts each element after the one that it follows in `source`. */
export function insertInSourceOrder<T>(list: readonly T[], source: readonly T[], wanted: (item: T) => boolean): T[] {
  const result = [...list];
  for (const [index, item] of source.entries()) {
    if (!wanted(item)) continue;
    let at = 0;
    for (let before = index - 1; before >= 0; before -= 1) {
      const found = result.findIndex((other) => isEqual(other, source[before]));
      if (found < 0) continue;
      at = found + 1;
      break;
    }
    result.splice(at, 0, item);
  }
  return result;
}
