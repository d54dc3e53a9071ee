/** Turns the cards of an answer into the source of a board. */
import { type BoardSource, searchSource } from '../../model/board-source.ts';

/** `name` distinguishes the settings of boards of different queries. Archived cards are included: the query decides. */
export const querySource = (name: string, ids: readonly string[]): BoardSource => ({
  ...searchSource(ids),
  key: `query:${name}`,
  where: { cardId: { op: 'in', value: ids } },
  defaultGrouping: 'status',
});
