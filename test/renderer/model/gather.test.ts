/** Checks a board that is queried in parts: the joined answers of the parts must equal the answer to one query. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CardRow, type CardsAnswer, mergeCardAnswers } from '../../../renderer/model/card-row.ts';
import { cardRow } from '../support.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

/**
 * Returns the replica's answer for one part: full rows of the cards in this part, and rows with only two fields for the
 * sub cards of these cards.
 */
function answerOfPart(rows: readonly CardRow[], all: ReadonlyMap<string, CardRow>): CardsAnswer {
  const shown: Record<string, object> = {};
  for (const { childCards } of rows)
    for (const id of childCards) {
      const { cardId, status, visibility } = all.get(id) as CardRow;
      shown[id] = { cardId, status, visibility };
    }
  for (const row of rows) shown[row.cardId] = row;
  return { account: { x: { 'cards({})': rows.map(({ cardId }) => cardId) } }, card: shown } as unknown as CardsAnswer;
}

// A card can be in one part as a full row, and in another part as a sub card with only two fields. The row with two
// fields must not replace the full row.
test('full rows of cards are kept when another part has them as sub cards', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 2 }), { minLength: ids.length, maxLength: ids.length }),
      fc.array(fc.subarray(ids), { minLength: ids.length, maxLength: ids.length }),
      (partOf, children) => {
        const all = new Map(ids.map((id, at) => [id, cardRow(id, { childCards: children[at] ?? [] })]));
        const parts = [0, 1, 2].map((part) =>
          ids.filter((_, at) => partOf[at] === part).map((id) => all.get(id) as CardRow),
        );
        const { loaded } = mergeCardAnswers(
          parts.map((rows) => answerOfPart(rows, all)),
          null,
          undefined,
        );
        expect(loaded.ids.toSorted()).toEqual(ids);
        for (const id of ids) expect(loaded.rows[id]).toBe(all.get(id));
      },
    ),
  );
});

test('unchanged rows keep their identity', () => {
  const all = new Map(ids.map((id) => [id, cardRow(id)]));
  const [first, second] = [ids.slice(0, 3), ids.slice(3)].map((some) =>
    answerOfPart(
      some.map((id) => all.get(id) as CardRow),
      all,
    ),
  ) as [CardsAnswer, CardsAnswer];
  const before = mergeCardAnswers([first, second], null, undefined);
  expect(mergeCardAnswers([first, second], null, before).loaded.rows).toBe(before.loaded.rows);
  expect(mergeCardAnswers([first, { ...second }], null, before).loaded.rows).toBe(before.loaded.rows);
});
