/** Every action of the interface, with its params, scopes and answer. */
import { bookmarks, cardOrders, cards, handQueue } from './actions/cards.ts';
import { decks, milestones, sprints } from './actions/planning.ts';
import { resolvables, watchings } from './actions/threads.ts';

export const actions = {
  ...bookmarks,
  ...cardOrders,
  ...cards,
  ...decks,
  ...handQueue,
  ...milestones,
  ...resolvables,
  ...sprints,
  ...watchings,
} as const;
