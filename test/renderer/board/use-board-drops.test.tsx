/** Checks which dropped cards the lists of a board refuse. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type BoardDropHandlers, useBoardDropHandlers } from '../../../renderer/board/use-board-drops.ts';
import { arrangeCards } from '../../../renderer/model/arrange.ts';
import type { BoardSource } from '../../../renderer/model/board-source.ts';
import { cardRow, createGroupingContext, createLookups, deckRow, loadedCardsFrom } from '../support.ts';

// Several cards are dropped together on a column: a card of this column, and a card of another column. The column must
// also check the card of the other column.
test('a column refuses a card of another column that is dropped together with a card of its own', () => {
  const [own, hero, other] = [
    cardRow('own', { status: 'started', derivedStatus: 'started' }),
    cardRow('hero', { childCards: ['sub'], derivedStatus: 'hero' }),
    cardRow('other', { deckId: 'guarded' }),
  ];
  const loaded = loadedCardsFrom([own, hero, other]);
  const lookups = createLookups({
    decks: { deck: deckRow('deck'), guarded: deckRow('guarded', { hasGuardians: true }) },
  });
  const arrangement = arrangeCards({
    loaded,
    by: 'status',
    sort: 'manual',
    grouping: createGroupingContext({ lookups }),
    test: undefined,
    placement: null,
  });
  const source = { orderKind: null } as BoardSource;
  let drops: BoardDropHandlers | undefined;
  function Board() {
    const latest = { current: { arrangement, loaded, sort: 'manual' as const, source, lookups, me: null } };
    drops = useBoardDropHandlers(latest, () => undefined);
    return null;
  }
  renderToStaticMarkup(<Board />);
  expect(drops?.refusal([own], 'status:started', 'status:started')).toBeNull();
  expect(drops?.refusal([own, other], 'status:started', 'status:started')).toBeNull();
  expect(drops?.refusal([own, hero], 'status:started', 'status:started')).toBe(
    drops?.refusal([hero], 'status:started', 'status:hero'),
  );
  expect(drops?.refusal([hero], 'status:started', 'status:hero')).not.toBeNull();
  const done = cardRow('done', { status: 'done', derivedStatus: 'done' });
  expect(drops?.caution([done, other], 'status:done', 'status:done')).toBe(
    'May be refused: guardians of its deck decide this.',
  );
});
