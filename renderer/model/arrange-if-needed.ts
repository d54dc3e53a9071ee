/** Reuses the last arrangement if no card changes its column or position. */
import { arrangeCards, type CardArrangement, type CardArrangementInput, columnKeysOfCard } from './arrange.ts';
import type { CardRow } from './card-row.ts';
import type { GroupingName } from './column.ts';
import { createCardComparator } from './ordering.ts';

export interface ArrangementWithInput {
  readonly input: CardArrangementInput;
  readonly arrangement: CardArrangement;
}

export function arrangeCardsIfNeeded(
  input: CardArrangementInput,
  last: ArrangementWithInput | undefined,
): ArrangementWithInput {
  if (last && hasSameResult(input, last.input)) return { input, arrangement: last.arrangement };
  return { input, arrangement: arrangeCards(input, last?.arrangement) };
}

/**
 * Columns that come from the cards, from their tags or hero cards: a changed card can add, remove or rename a column
 * even if no card moves, so the cards are always arranged again.
 */
const groupingsFromCards: readonly GroupingName[] = ['tag', 'hero'];

function hasSameResult(now: CardArrangementInput, before: CardArrangementInput): boolean {
  const { loaded, by, lanesBy, sort, thenSort, grouping, test, placement } = now;
  const isSame =
    loaded.ids === before.loaded.ids &&
    loaded.positions === before.loaded.positions &&
    loaded.orderKind === before.loaded.orderKind &&
    by === before.by &&
    lanesBy === before.lanesBy &&
    sort === before.sort &&
    thenSort === before.thenSort &&
    grouping === before.grouping &&
    test === before.test &&
    placement === before.placement;
  if (!isSame || groupingsFromCards.includes(by) || (lanesBy && groupingsFromCards.includes(lanesBy))) return false;
  let compare: ((a: CardRow, b: CardRow) => number) | undefined;
  const { zones } = grouping;
  const keysOf = (card: CardRow) =>
    [by, ...(lanesBy ? [lanesBy] : [])]
      .map((grouping) => columnKeysOfCard(grouping, card, loaded, zones).join('\n'))
      .join('\n\n');
  for (const id of loaded.ids) {
    const [card, old] = [loaded.rows[id], before.loaded.rows[id]];
    if (card === old) continue;
    if (!card || !old || test?.(card) !== test?.(old) || keysOf(card) !== keysOf(old)) return false;
    // Equal rows have the same values that decide the order, so the card keeps its position.
    compare ??= createCardComparator(sort, loaded, zones, thenSort);
    if (compare(old, card) !== 0) return false;
  }
  return true;
}
