/** Turns the cards of an answer into the source of a board. */
import { type Source, searchSource } from '../../model/board-source.ts';

/** `name` tells the boards of different queries apart. Archived cards show as well: the query says what is wanted. */
export const querySource = (name: string, ids: readonly string[]): Source => ({
  ...searchSource(ids),
  key: `query:${name}`,
  where: { cardId: { op: 'in', value: ids } },
  defaultGrouping: 'status',
});
