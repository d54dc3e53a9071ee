/** Turns the cards of an answer into the source of a board. */
import { type BoardSource, searchSource } from '../../model/board-source.ts';

/** `name` keeps the board settings of queries apart. Includes archived cards, because the query chooses the cards. */
export const querySource = (name: string, ids: readonly string[]): BoardSource => ({
  ...searchSource(ids),
  key: `query:${name}`,
  where: { cardId: { op: 'in', value: ids } },
  defaultGrouping: 'status',
});
