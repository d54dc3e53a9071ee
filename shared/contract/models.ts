/** Every model of the service API, with its fields and relations. */
import { attachment, card, cardHistory, cardOrder, handCard, queueEntry } from './models/cards.ts';
import { account, accountRole, file, project, projectTag, release, rootModel, user } from './models/organization.ts';
import {
  deck,
  milestone,
  milestoneProgress,
  milestoneProject,
  sprint,
  sprintConfig,
  sprintConfigProgress,
  sprintProgress,
  sprintProject,
  workflowItem,
} from './models/planning.ts';
import { resolvable, resolvableEntry, resolvableEntryReaction } from './models/threads.ts';

export const models = {
  _root: rootModel,
  account,
  accountRole,
  attachment,
  card,
  cardHistory,
  cardOrder,
  deck,
  file,
  handCard,
  milestone,
  milestoneProgress,
  milestoneProject,
  project,
  projectTag,
  queueEntry,
  release,
  resolvable,
  resolvableEntry,
  resolvableEntryReaction,
  sprint,
  sprintConfig,
  sprintConfigProgress,
  sprintProgress,
  sprintProject,
  user,
  workflowItem,
} as const;
