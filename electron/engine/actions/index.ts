import type { ActionHandlers } from '../types.ts';
import { organizationHandlers } from './administration.ts';
import { projectHandlers } from './administration-projects.ts';
import { sprintConfigHandlers } from './administration-runs.ts';
import { attachmentHandlers } from './attachments.ts';
import { bookmarkHandlers } from './bookmarks.ts';
import { cardOrderHandlers } from './card-orders.ts';
import { cardCopyHandlers, cardCreationHandlers } from './cards-create.ts';
import { cardUpdateHandlers } from './cards-update.ts';
import { cardUpdateManyHandlers } from './cards-update-many.ts';
import { deckHandlers } from './decks.ts';
import { handQueueHandlers } from './hand-queue.ts';
import { journeyHandlers } from './journeys.ts';
import { milestoneHandlers } from './milestones.ts';
import { threadHandlers } from './resolvables.ts';
import { sprintHandlers } from './sprints.ts';
import { watchingHandlers } from './watchings.ts';

export const actionHandlers: ActionHandlers = {
  ...organizationHandlers,
  ...attachmentHandlers,
  ...bookmarkHandlers,
  ...cardCopyHandlers,
  ...cardCreationHandlers,
  ...cardUpdateManyHandlers,
  ...cardOrderHandlers,
  ...cardUpdateHandlers,
  ...deckHandlers,
  ...handQueueHandlers,
  ...journeyHandlers,
  ...milestoneHandlers,
  ...projectHandlers,
  ...threadHandlers,
  ...sprintConfigHandlers,
  ...sprintHandlers,
  ...watchingHandlers,
};
