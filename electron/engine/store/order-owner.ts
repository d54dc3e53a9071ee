import type { CardOrderContext, Row } from '../../../shared/contract/index.ts';

/** The column that names the owner of each manual order. */
export const orderOwner = { deck: 'deckId', milestone: 'milestoneId', sprint: 'sprintId' } as const satisfies Record<
  CardOrderContext,
  keyof Row<'card'>
>;
