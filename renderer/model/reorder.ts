/** Arranging again after a change, and not at all where the changed cards stay where they are. */
import { type ArrangeInput, type Arrangement, arrange } from './arrange.ts';
import type { CardRow } from './card-row.ts';
import type { GroupingName } from './column.ts';
import { columnKeysOf } from './grouping.ts';
import { comparer } from './ordering.ts';

export interface Arranged {
  readonly input: ArrangeInput;
  readonly arrangement: Arrangement;
}

/** The last arrangement itself where nothing that it tells has changed. */
export function rearrange(input: ArrangeInput, last: Arranged | undefined): Arranged {
  if (last && staysAs(input, last.input)) return { input, arrangement: last.arrangement };
  return { input, arrangement: arrange(input, last?.arrangement) };
}

/** Groupings whose columns are told by the cards themselves: their titles may change where no card moves. */
const toldByCards: readonly GroupingName[] = ['tag', 'hero'];

function staysAs(now: ArrangeInput, before: ArrangeInput): boolean {
  const { set, by, lanesBy, sort, facts, test, placement } = now;
  const isSame =
    set.ids === before.set.ids &&
    set.places === before.set.places &&
    set.context === before.set.context &&
    by === before.by &&
    lanesBy === before.lanesBy &&
    sort === before.sort &&
    facts === before.facts &&
    test === before.test &&
    placement === before.placement;
  if (!isSame || toldByCards.includes(by) || (lanesBy && toldByCards.includes(lanesBy))) return false;
  let compare: ((a: CardRow, b: CardRow) => number) | undefined;
  const { zones } = facts;
  const keysOf = (card: CardRow) =>
    [by, ...(lanesBy ? [lanesBy] : [])]
      .map((grouping) => columnKeysOf(grouping, card, set, zones).join('\n'))
      .join('\n\n');
  for (const id of set.ids) {
    const [card, old] = [set.rows[id], before.set.rows[id]];
    if (card === old) continue;
    if (!card || !old || test?.(card) !== test?.(old) || keysOf(card) !== keysOf(old)) return false;
    // Orders go by the card itself in the end: only what stands before and after the same cards compares as equal.
    compare ??= comparer(sort, set, zones);
    if (compare(old, card) !== 0) return false;
  }
  return true;
}
