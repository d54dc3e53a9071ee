/**
 * Three-way merge of a text by lines, for a draft whose card changed elsewhere and for an edit that is about to be
 * sent. Where both sides changed the same lines it returns both versions, and the person decides.
 */
import { diff3Merge } from 'node-diff3';

/** Lines that both sides agree on, or lines that each side changed differently. */
export type Region =
  | { readonly kind: 'agreed'; readonly lines: readonly string[] }
  | {
      readonly kind: 'clash';
      readonly mine: readonly string[];
      readonly base: readonly string[];
      readonly theirs: readonly string[];
    };

export type Reconciled =
  /** Nothing changed here: the other text is the newer one. */
  | { readonly kind: 'theirs'; readonly text: string }
  /** Nothing changed elsewhere, or both texts are the same. */
  | { readonly kind: 'mine'; readonly text: string }
  /** Both changed, in different places. */
  | { readonly kind: 'merged'; readonly text: string }
  /** Both changed the same lines. */
  | { readonly kind: 'clash'; readonly regions: readonly Region[] };

export type Side = 'mine' | 'theirs' | 'both';

export function reconcile(base: string, mine: string, theirs: string): Reconciled {
  if (mine === theirs || theirs === base) return { kind: 'mine', text: mine };
  if (mine === base) return { kind: 'theirs', text: theirs };
  const regions = diff3Merge(mine.split('\n'), base.split('\n'), theirs.split('\n')).map((part): Region => {
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

/** The text with one choice per clash, in order; a missing choice keeps both versions, mine first. */
export function resolved(regions: readonly Region[], choices: readonly (Side | undefined)[]): string {
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
