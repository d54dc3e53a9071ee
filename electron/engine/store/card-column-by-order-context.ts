import type { CardOrderContext, Row } from '../../../shared/contract/index.ts';

/** The field with the id of the deck, milestone or run. */
export const cardColumnByOrderContext = {
  deck: 'deckId',
  milestone: 'milestoneId',
  sprint: 'sprintId',
} as const satisfies Record<CardOrderContext, keyof Row<'card'>>;
