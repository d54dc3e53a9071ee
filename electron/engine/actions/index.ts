/** A handler for every action of the contract: each module of this folder brings its own, this joins them. */
import type { Handlers } from '../types.ts';
import { attachments } from './attachments.ts';
import { bookmarks } from './bookmarks.ts';
import { cardOrders } from './card-orders.ts';
import { cardCopies } from './cards-copy.ts';
import { cardCreation } from './cards-create.ts';
import { cardUpdates } from './cards-update.ts';
import { cardImports } from './cards-update-many.ts';
import { handQueue } from './hand-queue.ts';
import { watchings } from './watchings.ts';

export const handlers: Partial<Handlers> = {
  ...attachments,
  ...bookmarks,
  ...cardCopies,
  ...cardCreation,
  ...cardImports,
  ...cardOrders,
  ...cardUpdates,
  ...handQueue,
  ...watchings,
};
