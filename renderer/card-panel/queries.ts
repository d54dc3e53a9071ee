import { queryForRow, selectRelated, taskOnlyFieldNames } from '../../shared/contract/index.ts';
import { cardFaceFields } from '../data/answer-rows.ts';

const personFields = ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] as const;

/** Returns the query for everything that the panel shows of a card, except its threads and history. */
export const panelCardQuery = (cardId: string) =>
  queryForRow('card', cardId, [
    'accountSeq',
    'assigneeId',
    'attachments',
    'checkboxStats',
    'content',
    'coverFileId',
    'createdAt',
    'creatorId',
    'deckId',
    'derivedStatus',
    'dueDate',
    ...taskOnlyFieldNames,
    'hasBlockingDeps',
    'isDoc',
    'lastUpdatedAt',
    'masterTags',
    'milestoneId',
    'parentCardId',
    'sprintId',
    'status',
    'tags',
    'title',
    'visibility',
    { assignee: personFields },
    { creator: personFields },
    { parentCard: [...cardFaceFields, 'childCards', 'coverFileId'] },
    { childCards: [...cardFaceFields, 'assigneeId', 'effort'] },
    { inDeps: [...cardFaceFields, 'inDeps'] },
    { outDeps: [...cardFaceFields, 'outDeps'] },
    { attachments: ['title', 'createdAt', 'fileId', { file: ['name', 'size', 'url'] }] },
    { handCards: ['userId'] },
    { queueEntries: ['userId', 'cardDoneAt'] },
    { cardOrders: ['context', 'label'] },
    'count:resolvables',
    'count:resolvables({"isClosed":false})',
  ]);
export type PanelCardAnswer = NonNullable<ReturnType<typeof panelCardQuery>['__answer']>;
export type PanelCard = PanelCardAnswer['card'][string];

/** Returns the query for a card's threads with their comments and reactions. */
export const threadsQuery = (cardId: string) =>
  queryForRow('card', cardId, [
    {
      resolvables: [
        'context',
        'createdAt',
        'creatorId',
        'isClosed',
        'closedAt',
        'reopenedAt',
        { creator: personFields },
        { closedBy: personFields },
        { reopenedBy: personFields },
        {
          entries: [
            'authorId',
            'content',
            'createdAt',
            'lastChangedAt',
            { author: personFields },
            { reactions: ['userId', 'value', 'createdAt', { user: personFields }] },
          ],
        },
      ],
    },
  ]);
export type ThreadsAnswer = NonNullable<ReturnType<typeof threadsQuery>['__answer']>;
export type ThreadRow = ThreadsAnswer['resolvable'][string];
export type ThreadEntryRow = ThreadsAnswer['resolvableEntry'][string];
export type ReactionRow = ThreadsAnswer['resolvableEntryReaction'][string];

export const cardHistoryQuery = (cardId: string, limit: number) =>
  queryForRow('card', cardId, [
    selectRelated('diffs', { $order: { field: 'version', dir: 'desc' }, $limit: limit }, [
      'version',
      'changerId',
      'diff',
      'versionCreatedAt',
      { changer: personFields },
    ]),
  ]);
export type CardHistoryRow = NonNullable<ReturnType<typeof cardHistoryQuery>['__answer']>['cardHistory'][string];
