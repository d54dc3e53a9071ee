/** Virtual lists use estimated heights until the cards are measured. */
import type { CardRow } from '../../model/card-row.ts';
import { type CardFaceSettings, coverFileIdOf } from './face-context.tsx';

/** In px. */
export const cardGapPx = 6;

export function estimatedCardHeightPx(
  card: CardRow | undefined,
  face: Pick<CardFaceSettings, 'density' | 'hiddenFields' | 'showsDeckName' | 'heroCovers' | 'lettersPerLine'>,
): number {
  const { density, hiddenFields, showsDeckName, lettersPerLine } = face;
  if (density === 'compact' || !card) return 32;
  if (density === 'row') return 36;
  const lines = Math.min(3, Math.ceil(card.title.length / lettersPerLine) || 1);
  const tags =
    (showsDeckName && !hiddenFields.has('deck')) || (card.tags.length > 0 && !hiddenFields.has('tag')) ? 24 : 0;
  return 25 + lines * 18 + 18 + tags + (density === 'cover' && coverFileIdOf(card, face) ? 110 : 0);
}

/**
 * From `from` to `to`, in px from the start of the list. Uses estimated heights, because the list may not be mounted.
 */
export function cardIdsInPxRange(
  ids: readonly string[],
  rows: Readonly<Record<string, CardRow>>,
  face: CardFaceSettings,
  from: number,
  to: number,
): readonly string[] {
  const found: string[] = [];
  let start = 0;
  for (const id of ids) {
    const end = start + estimatedCardHeightPx(rows[id], face);
    if (start >= to) break;
    if (end > from) found.push(id);
    start = end + cardGapPx;
  }
  return found;
}

/** In px, at most `maxHeightPx`. */
export function estimatedListHeightPx(
  ids: readonly string[],
  rows: Readonly<Record<string, CardRow>>,
  face: CardFaceSettings,
  maxHeightPx: number,
): number {
  let height = 0;
  for (const id of ids) {
    height += estimatedCardHeightPx(rows[id], face) + cardGapPx;
    if (height >= maxHeightPx) return maxHeightPx;
  }
  return height;
}
