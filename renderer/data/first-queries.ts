/** What every window asks first, whichever view it shows. */
import { byId, query, under } from '../../shared/contract/query.ts';

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
const personFields = ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] as const;

/** Nobody lists people: they are met through rows that name them. In a new workspace no row names its own person yet. */
export function peopleQuery(me: string | null) {
  return query({
    ...(me === null ? {} : { [byId('user', me)]: personFields }),
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
