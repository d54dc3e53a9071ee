/**
 * Merges the lines of three texts (three-way merge). Used for drafts and unsent edits if another person changed the
 * card. If both sides changed the same lines, the result has both versions, and the person decides.
 */
import { diff3Merge } from 'node-diff3';

/**
 * A part of the merged text. An `agreed` part has no conflict: nobody or only one side changed its lines, or both sides
 * made the same change. In a `clash` both sides changed the same lines in different ways.
 */
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
  const regions = diff3Merge(mine.split('\n'), base.split('\n'), theirs.split('\n')).map((part): TextMergeRegion => {
    if (part.ok) return { kind: 'agreed', lines: part.ok };
    const { a, o, b } = part.conflict ?? { a: [], o: [], b: [] };
    return { kind: 'clash', mine: a, base: o, theirs: b };
  });
  if (regions.every((region) => region.kind === 'agreed'))
    return {
      kind: 'merged',
      text: regions.flatMap((region) => (region.kind === 'agreed' ? region.lines : [])).join('\n'),
    };
  return { kind: 'clash', regions };
}

/**
 * Returns the merged text. `choices` has one choice per clash, in order. For a clash without a choice, the text gets
 * both versions, the person's own version first.
 */
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
