/** Estimates card heights before the cards are measured. Virtual lists use it. */
import type { CardRow } from '../../model/card-row.ts';
import { coverOf, type FaceSettings } from './face-context.tsx';

/** Space between cards in px. */
export const cardGap = 6;

/** Estimates the height of a card in px. The real height is measured once the card is mounted. */
export function cardHeight(
  card: CardRow | undefined,
  face: Pick<FaceSettings, 'density' | 'hides' | 'namesDeck' | 'heroCovers' | 'letters'>,
): number {
  const { density, hides, namesDeck, letters } = face;
  if (density === 'compact' || !card) return 32;
  if (density === 'row') return 36;
  const lines = Math.min(3, Math.ceil(card.title.length / letters) || 1);
  const tags = (namesDeck && !hides.has('deck')) || (card.tags.length > 0 && !hides.has('tag')) ? 24 : 0;
  return 25 + lines * 18 + 18 + tags + (density === 'cover' && coverOf(card, face) ? 110 : 0);
}

/** Returns the ids of the cards between `from` and `to` px of a list that is not mounted, by estimated heights. */
export function cardsBetween(
  ids: readonly string[],
  rows: Readonly<Record<string, CardRow>>,
  face: FaceSettings,
  from: number,
  to: number,
): readonly string[] {
  const found: string[] = [];
  let start = 0;
  for (const id of ids) {
    const end = start + cardHeight(rows[id], face);
    if (start >= to) break;
    if (end > from) found.push(id);
    start = end + cardGap;
  }
  return found;
}

/** Estimates the height of a list of cards in px, up to `maxHeightPx`. */
export function listHeight(
  ids: readonly string[],
  rows: Readonly<Record<string, CardRow>>,
  face: FaceSettings,
  maxHeightPx: number,
): number {
  let height = 0;
  for (const id of ids) {
    height += cardHeight(rows[id], face) + cardGap;
    if (height >= maxHeightPx) return maxHeightPx;
  }
  return height;
}
