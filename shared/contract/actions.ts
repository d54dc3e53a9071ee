/** extension-actions.ts adds the actions of the embedded service. */
import { actionsOnBookmarks, actionsOnCardOrders, actionsOnCards, actionsOnHandQueue } from './actions/cards.ts';
import { actionsOnDecks, actionsOnMilestones, actionsOnSprints } from './actions/planning.ts';
import { actionsOnResolvables, actionsOnWatchings } from './actions/threads.ts';

export const actions = {
  ...actionsOnBookmarks,
  ...actionsOnCardOrders,
  ...actionsOnCards,
  ...actionsOnDecks,
  ...actionsOnHandQueue,
  ...actionsOnMilestones,
  ...actionsOnResolvables,
  ...actionsOnSprints,
  ...actionsOnWatchings,
} as const;
