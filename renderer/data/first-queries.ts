/** Every window sends these first, because most views need their answers. */
import { query, queryForAccount, rootKeyById, selectRelated } from '../../shared/contract/query.ts';

export const lookupsQuery = queryForAccount([
  'name',
  'attachmentCoverMode',
  'dependenciesEnabled',
  'dueDateEnabled',
  'effortScale',
  'fallbackEffort',
  'hideCompletedCardCountForDecks',
  'maxHandSlotCount',
  'milestonesEnabled',
  'priorityLabels',
  'sprintsEnabled',
  'startWeekday',
  'statusChangeDurations',
  'workdays',
  'workflowMode',
  'allowInheritHeroCover',
  { projects: ['name', 'spaces', 'visibility', { tags: ['tag', 'color', 'emoji', 'projectId', 'description'] }] },
  {
    decks: [
      'title',
      'accountSeq',
      'coverColor',
      { coverFile: ['url', 'name'] },
      'deckType',
      'defaultCard',
      'defaultProjectTagId',
      'description',
      'handSyncEnabled',
      'hasGuardians',
      'isDeleted',
      'manualOrderLabels',
      'milestoneId',
      'projectId',
      'sortValue',
      'spaceId',
    ],
  },
  selectRelated('milestones', { isDeleted: false }, [
    'name',
    'color',
    'date',
    'startDate',
    'description',
    'isGlobal',
    'isDeleted',
    'manualOrderLabels',
    'userCapacities',
    'handSyncEnabled',
    { milestoneProjects: ['milestoneId', 'projectId'] },
  ]),
  {
    sprintConfigs: [
      'name',
      'color',
      'isGlobal',
      'autoAssignNewCard',
      'autoAssignStartedCard',
      'runLabelTemplate',
      'moveOnFinish',
      'autoBeastModeDurationHours',
      'beastGracePeriodHours',
      { sprintProjects: ['sprintConfigId', 'projectId'] },
    ],
  },
  selectRelated('sprints', { isDeleted: false }, [
    'index',
    'name',
    'description',
    'startDate',
    'endDate',
    'completedAt',
    'lockedAt',
    'sprintConfigId',
    'manualOrderLabels',
    'userCapacities',
    'autoMilestoneId',
    'handSyncEnabled',
  ]),
]);

export const personFields = ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] as const;

/**
 * The service API has no list of all people, so this reads the people to whom other rows refer, and `me` by id, because
 * in a new workspace no row refers to the workspace's own user yet.
 */
export function peopleQuery(me: string | null) {
  return query({
    ...(me === null ? {} : { [rootKeyById('user', me)]: personFields }),
    _root: [
      {
        account: [
          { decks: [{ creator: personFields }] },
          { milestones: [{ creator: personFields }] },
          { queueEntries: [{ user: personFields }] },
          { handCards: [{ user: personFields }] },
        ],
      },
    ],
  });
}

/** Not done, archived or deleted. */
export const unfinishedCardCountsQuery = queryForAccount([
  { decks: ['count:cards({"visibility":"default","status":{"op":"neq","value":"done"}})'] },
]);

export function handQuery(userId: string) {
  return queryForAccount([
    selectRelated('queueEntries', { userId }, [
      'cardId',
      'userId',
      'sortIndex',
      'cardDoneAt',
      'createdAt',
      { card: ['status', 'visibility', 'deckId'] },
    ]),
    selectRelated('handCards', { userId }, ['cardId', 'userId', 'sortIndex', { card: ['visibility', 'deckId'] }]),
  ]);
}
