/** How high cards are, before they are measured. */
import type { CardRow } from '../model/card-row.ts';
import { coverOf, type FaceFacts } from './face-context.tsx';

/** px between cards. */
export const cardGap = 6;

/** px, near enough that the scrollbar does not jump; the real height is measured as a card is shown. */
export function cardHeight(
  card: CardRow | undefined,
  facts: Pick<FaceFacts, 'density' | 'hides' | 'namesDeck' | 'heroCovers' | 'letters'>,
): number {
  const { density, hides, namesDeck, letters } = facts;
  if (density === 'compact' || !card) return 32;
  if (density === 'row') return 36;
  const lines = Math.min(3, Math.ceil(card.title.length / letters) || 1);
  const tags = (namesDeck && !hides.has('deck')) || (card.tags.length > 0 && !hides.has('tag')) ? 24 : 0;
  return 25 + lines * 18 + 18 + tags + (density === 'cover' && coverOf(card, facts) ? 110 : 0);
}

/** Ids of the cards of a list that is not mounted, by their likely places, that reach into a range of px. */
export function cardsBetween(
  ids: readonly string[],
  rows: Readonly<Record<string, CardRow>>,
  facts: FaceFacts,
  from: number,
  to: number,
): readonly string[] {
  const found: string[] = [];
  let start = 0;
  for (const id of ids) {
    const end = start + cardHeight(rows[id], facts);
    if (start >= to) break;
    if (end > from) found.push(id);
    start = end + cardGap;
  }
  return found;
}

/** px of a list of cards, counted no further than `most`. */
export function listHeight(
  ids: readonly string[],
  rows: Readonly<Record<string, CardRow>>,
  facts: FaceFacts,
  most: number,
): number {
  let height = 0;
  for (const id of ids) {
    height += cardHeight(rows[id], facts) + cardGap;
    if (height >= most) return most;
  }
  return height;
}
