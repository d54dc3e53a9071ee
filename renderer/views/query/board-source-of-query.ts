/** Makes the board source, which says what a board shows, for the cards in the answer to a query. */
import { type BoardSource, searchResultBoardSource } from '../../model/board-source.ts';

/**
 * Returns the board source for the cards of a query, including archived cards. Boards store their settings under
 * `name`.
 */
export const boardSourceOfQuery = (name: string, ids: readonly string[]): BoardSource => ({
  ...searchResultBoardSource(ids),
  key: `query:${name}`,
  where: { cardId: { op: 'in', value: ids } },
  defaultGrouping: 'status',
});
