/** What changes of cards and other rows are called in history and outbox. */
import { rowMapOf } from '../../shared/contract/index.ts';
import { cardPropertyLabel } from './card-fields/definitions.ts';

/** Fields and params whose own names would say something else than the rest of the app. */
const labels = rowMapOf({
  addAsBookmark: 'Bookmarked',
  addMasterTag: 'Added tag',
  attachmentCoverMode: 'Covers',
  attachments: 'Attachments',
  autoAssignNewCard: 'New cards join the current run',
  autoAssignStartedCard: 'Started cards join the current run',
  autoBeastModeDurationHours: 'Hours of Beast Mode before the end',
  autoMilestoneId: 'Milestone of its cards',
  beastGracePeriodHours: 'Hours until Beast Mode begins',
  childCards: 'Sub cards',
  complete: 'Completed',
  content: 'Text',
  coverFileId: 'Cover',
  days: 'Days of a run',
  defaultProjectTagId: 'Auto tag',
  done: 'Has answered',
  dependenciesEnabled: 'Dependencies',
  dueDateEnabled: 'Due dates',
  fallbackEffort: 'Effort of cards without one',
  handSyncEnabled: 'Hand sync',
  hideCompletedCardCountForDecks: 'Count of done cards hidden',
  inDeps: 'Waits for',
  isGlobal: 'For all projects',
  label: 'Zone',
  lockIn: 'Beast Mode',
  manualOrderLabels: 'Zones',
  markCardDone: 'Card done',
  milestonesEnabled: 'Milestones',
  moveOnFinish: 'Unfinished cards move to the next run',
  newLabel: 'New name of the zone',
  outDeps: 'Blocks',
  putInQueue: 'Into the Hand',
  removeMasterTag: 'Removed tag',
  resolvableId: 'Thread',
  runLabelTemplate: 'Names of runs',
  sprintsEnabled: 'Runs',
  subscribeCreator: 'Watched by its author',
  tags: 'Tags',
  targetDeckId: 'Deck of its card',
  userIds: 'Guardians',
  visibility: 'Kept as',
  visionBoardEnabled: 'Vision board',
});

/** A field without a label gets one from its name, without "Id" at the end: `startDate` becomes "Start date". */
export const changeLabel = (field: string): string =>
  labels[field] ??
  cardPropertyLabel(field) ??
  field
    .replace(/Id$/, '')
    .replace(/^.|[A-Z]/g, (letter, at) => (at === 0 ? letter.toUpperCase() : ` ${letter.toLowerCase()}`));
