/** The queries of the card panel, and the types of their rows. */

import { rowQuery, taskFieldNames, under } from '../../shared/contract/index.ts';
import { cardFace } from '../data/card-face.ts';

const person = ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] as const;

export const cardQuery = (cardId: string) =>
  rowQuery('card', cardId, [
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
    ...taskFieldNames,
    'hasBlockingDeps',
    'isBlockingDep',
    'isDoc',
    'lastUpdatedAt',
    'masterTags',
    'milestoneId',
    'parentCardId',
    'sprintId',
    'status',
    'tags',
    'title',
    'version',
    'visibility',
    { assignee: person },
    { creator: person },
    { parentCard: [...cardFace, 'childCards', 'coverFileId'] },
    { childCards: [...cardFace, 'assigneeId', 'effort'] },
    { inDeps: [...cardFace, 'inDeps'] },
    { outDeps: [...cardFace, 'outDeps'] },
    { cardReferences: cardFace },
    { attachments: ['title', 'content', 'createdAt', 'creatorId', 'fileId', { file: ['name', 'size', 'url'] }] },
    { handCards: ['userId'] },
    { queueEntries: ['userId', 'cardDoneAt'] },
    { cardOrders: ['context', 'label'] },
    'count:resolvables',
  ]);
export type CardAnswer = NonNullable<ReturnType<typeof cardQuery>['__answer']>;
export type CardRow = CardAnswer['card'][string];

export const threadsQuery = (cardId: string) =>
  rowQuery('card', cardId, [
    {
      resolvables: [
        'context',
        'createdAt',
        'creatorId',
        'isClosed',
        'closedAt',
        'reopenedAt',
        { creator: person },
        { closedBy: person },
        { reopenedBy: person },
        {
          entries: [
            'authorId',
            'content',
            'createdAt',
            'lastChangedAt',
            { author: person },
            { reactions: ['userId', 'value', 'createdAt', { user: person }] },
          ],
        },
      ],
    },
  ]);
export type ThreadsAnswer = NonNullable<ReturnType<typeof threadsQuery>['__answer']>;
export type ThreadRow = ThreadsAnswer['resolvable'][string];
export type EntryRow = ThreadsAnswer['resolvableEntry'][string];
export type ReactionRow = ThreadsAnswer['resolvableEntryReaction'][string];

export const historyQuery = (cardId: string, limit: number) =>
  rowQuery('card', cardId, [
    under('diffs', { $order: { field: 'version', dir: 'desc' }, $limit: limit }, [
      'version',
      'changerId',
      'diff',
      'versionCreatedAt',
      { changer: person },
    ]),
  ]);
export type VersionRow = NonNullable<ReturnType<typeof historyQuery>['__answer']>['cardHistory'][string];
