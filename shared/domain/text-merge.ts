/**
 * Used for drafts and unsent edits if another person changed the card. If both sides changed the same lines, the result
 * has both versions, and the person decides.
 */
import { diff3Merge } from 'node-diff3';
import { fewestCardsToMove } from './hand.ts';

/** `agreed`: at most one side changed the lines, or both equally. `clash`: both in different ways. */
export type TextMergeRegion =
  | { readonly kind: 'agreed'; readonly lines: readonly string[] }
  | {
      readonly kind: 'clash';
      readonly mine: readonly string[];
      readonly base: readonly string[];
      readonly theirs: readonly string[];
    };

export type TextMergeResult =
  /** Only the other side changed the text. */
  | { readonly kind: 'theirs'; readonly text: string }
  /** Only the person changed the text, or both texts are equal. */
  | { readonly kind: 'mine'; readonly text: string }
  /** Both sides changed the text, in different lines. */
  | { readonly kind: 'merged'; readonly text: string }
  /** Both sides changed the same lines. */
  | { readonly kind: 'clash'; readonly regions: readonly TextMergeRegion[] };

export type TextMergeChoice = 'mine' | 'theirs' | 'both';

export function mergeTexts(base: string, mine: string, theirs: string): TextMergeResult {
  if (mine === theirs || theirs === base) return { kind: 'mine', text: mine };
  if (mine === base) return { kind: 'theirs', text: theirs };
  const [own, was, other] = [mine.split('\n'), base.split('\n'), theirs.split('\n')];
  const inPlace = mergeLinesInPlace(own, was, other);
  if (inPlace) return { kind: 'merged', text: inPlace.join('\n') };
  const regions = diff3Merge(own, was, other).flatMap((part): TextMergeRegion[] => {
    if (part.ok) return [{ kind: 'agreed', lines: part.ok }];
    const { a, o, b } = part.conflict ?? { a: [], o: [], b: [] };
    if (a.length === o.length && b.length === o.length) return mergeLineByLine(a, o, b);
    const [kept, keptByThem] = [indexesOfKeptLines(o, a), indexesOfKeptLines(o, b)];
    // Both sides only deleted lines.
    if (kept && keptByThem)
      return [{ kind: 'agreed', lines: o.filter((_, index) => kept.has(index) && keptByThem.has(index)) }];
    return [{ kind: 'clash', mine: a, base: o, theirs: b }];
  });
  if (regions.every((region) => region.kind === 'agreed'))
    return {
      kind: 'merged',
      text: regions.flatMap((region) => (region.kind === 'agreed' ? region.lines : [])).join('\n'),
    };
  return { kind: 'clash', regions };
}

/**
 * For changes within lines, such as ticked boxes: among equal lines `diff3Merge` takes such a change for a line added
 * before or after, and the result has a line too many. Undefined if a side added or removed lines, or both changed one
 * line differently.
 */
function mergeLinesInPlace(mine: readonly string[], base: readonly string[], theirs: readonly string[]) {
  if (mine.length !== base.length || theirs.length !== base.length) return undefined;
  const merged: string[] = [];
  for (const [index, was] of base.entries()) {
    const [own, other] = [mine[index] as string, theirs[index] as string];
    if (own !== was && other !== was && own !== other) return undefined;
    merged.push(own === was ? other : own);
  }
  return merged;
}

/** Null if `after` has other lines, too. */
function indexesOfKeptLines(before: readonly string[], after: readonly string[]): Set<number> | null {
  const kept = new Set<number>();
  for (const [index, line] of before.entries()) if (line === after[kept.size]) kept.add(index);
  return kept.size === after.length ? kept : null;
}

/** `diff3Merge` reports changes of neighbouring lines, such as two ticked boxes, as one clash. */
function mergeLineByLine(mine: readonly string[], base: readonly string[], theirs: readonly string[]) {
  const regions: TextMergeRegion[] = [];
  for (const [index, was] of base.entries()) {
    const [own, other] = [mine[index] as string, theirs[index] as string];
    const last = regions.at(-1);
    if (own === other || own === was || other === was) {
      const line = own === was ? other : own;
      if (last?.kind === 'agreed') regions[regions.length - 1] = { kind: 'agreed', lines: [...last.lines, line] };
      else regions.push({ kind: 'agreed', lines: [line] });
    } else if (last?.kind === 'clash')
      regions[regions.length - 1] = {
        kind: 'clash',
        mine: [...last.mine, own],
        base: [...last.base, was],
        theirs: [...last.theirs, other],
      };
    else regions.push({ kind: 'clash', mine: [own], base: [was], theirs: [other] });
  }
  return regions;
}

/** One choice per clash, in order. Without one, the text has both, the person's own version first. */
export function resolveMergeConflicts(
  regions: readonly TextMergeRegion[],
  choices: readonly (TextMergeChoice | undefined)[],
): string {
  let clash = 0;
  return regions
    .flatMap((region) => {
      if (region.kind === 'agreed') return region.lines;
      const choice = choices[clash++] ?? 'both';
      if (choice === 'mine') return region.mine;
      if (choice === 'theirs') return region.theirs;
      return [...region.mine, ...region.theirs];
    })
    .join('\n');
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * For unsent changes, and for dialogs: other people can change the list while a dialog is open. The result has the
 * additions and removals of both, in the order of `theirs` with the moves of `mine`: each element
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
