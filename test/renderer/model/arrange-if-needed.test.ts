/** Checks that rearranging a board after a change gives the same result as arranging all cards again. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrangeCards } from '../../../renderer/model/arrange.ts';
import { type ArrangementWithInput, arrangeCardsIfNeeded } from '../../../renderer/model/arrange-if-needed.ts';
import type { CardRow } from '../../../renderer/model/card-row.ts';
import { groupingNames } from '../../../renderer/model/column.ts';
import { filterPredicate } from '../../../renderer/model/filters.ts';
import { sortOrderNames } from '../../../renderer/model/ordering.ts';
import { derivedStatuses } from '../../../shared/contract/index.ts';
import { cardRow, createGroupingContext, deckRow, loadedCardsFrom } from '../support.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const fields = fc.record(
  {
    title: fc.constantFrom('One', 'one', 'Two'),
    derivedStatus: fc.constantFrom(...derivedStatuses),
    assigneeId: fc.constantFrom(null, 'u1'),
    priority: fc.constantFrom(null, 'a', 'b'),
    effort: fc.constantFrom(null, 1, 3),
    parentCardId: fc.constantFrom(null, 'a'),
    tags: fc.constantFrom([], ['art'], ['Art', 'code']),
    accountSeq: fc.constantFrom(1, 2),
    lastUpdatedAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
  },
  { requiredKeys: [] },
);
const changes = fc.array(fc.tuple(fc.constantFrom(...ids), fields), { maxLength: 12 });
const places = fc.dictionary(
  fc.constantFrom(...ids),
  fc.record({ label: fc.constantFrom(null, 'Now'), sortValue: fc.constantFrom('a1', 'a2') }),
);
const shared = { grouping: createGroupingContext({ zones: [null, 'Now'], decks: [deckRow('deck')] }), placement: null };
const onlyOwned = filterPredicate({ owners: ['u1'] });

describe('arranging again', () => {
  test('gives the same result as arranging from the start', () => {
    fc.assert(
      fc.property(
        changes,
        places,
        fc.constantFrom(...groupingNames),
        fc.option(fc.constantFrom(...groupingNames), { nil: undefined }),
        fc.constantFrom(...sortOrderNames),
        fc.constantFrom(undefined, onlyOwned),
        (drawn, where, by, lanesBy, sort, test) => {
          let loaded = loadedCardsFrom(
            ids.map((id) => cardRow(id)),
            where,
          );
          let last: ArrangementWithInput | undefined;
          for (const [id, change] of drawn) {
            loaded = {
              ...loaded,
              rows: { ...loaded.rows, [id]: { ...(loaded.rows[id] as CardRow), ...(change as object) } },
            };
            const input = { ...shared, loaded, by, lanesBy, sort, test };
            last = arrangeCardsIfNeeded(input, last);
            expect(last.arrangement).toEqual(arrangeCards(input));
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  test('keeps the arrangement if no card moves', () => {
    const loaded = loadedCardsFrom(ids.map((id) => cardRow(id)));
    const input = { ...shared, loaded, by: 'zone', lanesBy: undefined, sort: 'manual', test: undefined } as const;
    const first = arrangeCardsIfNeeded(input, undefined);
    const rows = { ...loaded.rows, b: cardRow('b', { effort: 5 }) };
    expect(arrangeCardsIfNeeded({ ...input, loaded: { ...loaded, rows } }, first).arrangement).toBe(first.arrangement);
  });
});
