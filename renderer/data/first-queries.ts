/** What every window asks first, whichever view it shows. */
import { query, under } from '../../shared/contract/query.ts';

/** The small models that every view needs at hand. */
export const lookupsQuery = query({
  _root: [
    {
      account: [
        'name',
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
        under('milestones', { isDeleted: false }, [
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
            'runLabelTemplate',
            { sprintProjects: ['sprintConfigId', 'projectId'] },
          ],
        },
        under('sprints', { isDeleted: false }, [
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
        ]),
      ],
    },
  ],
});
/** Nobody lists people: they are met through rows that name them. */
export const peopleQuery = query({
  _root: [
    { loggedInUser: ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] },
    {
      account: [
        { decks: [{ creator: ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] }] },
        { milestones: [{ creator: ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] }] },
        { queueEntries: [{ user: ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] }] },
        { handCards: [{ user: ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] }] },
      ],
    },
  ],
});

/** Open cards per deck, counted where the cards are. */
export const countsQuery = query({
  _root: [{ account: [{ decks: ['count:cards({"visibility":"default","status":{"op":"neq","value":"done"}})'] }] }],
});

/** A person's Hand and bookmarks. */
export function handQuery(userId: string) {
  return query({
    _root: [
      {
        account: [
          under('queueEntries', { userId }, [
            'cardId',
            'userId',
            'sortIndex',
            'cardDoneAt',
            'createdAt',
            { card: ['status', 'visibility', 'deckId'] },
          ]),
          under('handCards', { userId }, ['cardId', 'userId', 'sortIndex', { card: ['visibility', 'deckId'] }]),
        ],
      },
    ],
  });
}
