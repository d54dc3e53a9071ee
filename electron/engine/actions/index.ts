/** Joins the handlers of this folder: one for every action of the contract. */
import type { Handlers } from '../types.ts';
import { administration } from './administration.ts';
import { projects } from './administration-projects.ts';
import { runConfigs } from './administration-runs.ts';
import { attachments } from './attachments.ts';
import { bookmarks } from './bookmarks.ts';
import { cardOrders } from './card-orders.ts';
import { cardCopies } from './cards-copy.ts';
import { cardCreation } from './cards-create.ts';
import { cardUpdates } from './cards-update.ts';
import { cardImports } from './cards-update-many.ts';
import { decks } from './decks.ts';
import { handQueue } from './hand-queue.ts';
import { journeys } from './journeys.ts';
import { milestones } from './milestones.ts';
import { resolvables } from './resolvables.ts';
import { sprints } from './sprints.ts';
import { watchings } from './watchings.ts';

export const handlers: Handlers = {
  ...administration,
  ...attachments,
  ...bookmarks,
  ...cardCopies,
  ...cardCreation,
  ...cardImports,
  ...cardOrders,
  ...cardUpdates,
  ...decks,
  ...handQueue,
  ...journeys,
  ...milestones,
  ...projects,
  ...resolvables,
  ...runConfigs,
  ...sprints,
  ...watchings,
};
