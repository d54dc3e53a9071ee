/** Updates an arrangement after a change, and reuses the last one if no card changes its column or position. */
import { type ArrangeInput, type Arrangement, arrange } from './arrange.ts';
import type { CardRow } from './card-row.ts';
import type { GroupingName } from './column.ts';
import { columnKeysOf } from './grouping.ts';
import { comparer } from './ordering.ts';

export interface Arranged {
  readonly input: ArrangeInput;
  readonly arrangement: Arrangement;
}

/** Returns the last arrangement if the new input gives the same one; otherwise arranges the cards again. */
export function rearrange(input: ArrangeInput, last: Arranged | undefined): Arranged {
  if (last && staysAs(input, last.input)) return { input, arrangement: last.arrangement };
  return { input, arrangement: arrange(input, last?.arrangement) };
}

/** Groupings whose columns are derived from the cards, so that a column's title may change though no card moves. */
const derivedFromCards: readonly GroupingName[] = ['tag', 'hero'];

function staysAs(now: ArrangeInput, before: ArrangeInput): boolean {
  const { set, by, lanesBy, sort, grouping, test, placement } = now;
  const isSame =
    set.ids === before.set.ids &&
    set.places === before.set.places &&
    set.context === before.set.context &&
    by === before.by &&
    lanesBy === before.lanesBy &&
    sort === before.sort &&
    grouping === before.grouping &&
    test === before.test &&
    placement === before.placement;
  if (!isSame || derivedFromCards.includes(by) || (lanesBy && derivedFromCards.includes(lanesBy))) return false;
  let compare: ((a: CardRow, b: CardRow) => number) | undefined;
  const { zones } = grouping;
  const keysOf = (card: CardRow) =>
    [by, ...(lanesBy ? [lanesBy] : [])]
      .map((grouping) => columnKeysOf(grouping, card, set, zones).join('\n'))
      .join('\n\n');
  for (const id of set.ids) {
    const [card, old] = [set.rows[id], before.set.rows[id]];
    if (card === old) continue;
    if (!card || !old || test?.(card) !== test?.(old) || keysOf(card) !== keysOf(old)) return false;
    // Every order ends with the card's number, so two versions of a card compare as equal only if its position is the same.
    compare ??= comparer(sort, set, zones);
    if (compare(old, card) !== 0) return false;
  }
  return true;
}
