/** Models of cards, and of their attachments, history, manual order, bookmarks and entries in Hands. */

import {
  defineModel,
  markAsExtension,
  markAsPreview,
  toMany,
  toManyByIdList,
  toManyByQueryableIdList,
  toOne,
  toOneOrNull,
} from '../model.ts';
import {
  boolean,
  day,
  id,
  int32,
  json,
  list,
  markTypeAsPreview,
  nullable,
  oneOf,
  string,
  timestamp,
  withNeutral,
} from '../type.ts';
import { cardOrderContexts, cardStatuses, derivedStatuses, visibilities } from '../values.ts';
import { checkboxListType, checkboxStatsType, taskOnlyFields } from './fields.ts';

export const attachment = defineModel({
  about: 'A file attached to a card.',
  id: ['id'],
  fields: {
    id: id('attachment'),
    accountId: id('account'),
    cardId: id('card'),
    content: string,
    createdAt: timestamp,
    creatorId: nullable(id('user')),
    fileId: id('file'),
    title: string,
  },
  relations: {
    account: toOne('account', 'accountId'),
    card: toOne('card', 'cardId'),
    creator: toOneOrNull('user', 'creatorId'),
    file: toOne('file', 'fileId'),
  },
});

export const card = defineModel({
  about: 'A task; a document card when `isDoc` is true; a hero card when it has sub cards.',
  id: ['cardId'],
  aliases: { id: 'cardId' },
  fields: {
    cardId: id('card'),
    accountId: id('account'),
    accountSeq: int32,
    assigneeId: nullable(id('user')),
    checkboxInfo: checkboxListType,
    checkboxStats: checkboxStatsType,
    content: { ...string, searchable: true },
    coverFileId: nullable(id('file')),
    createdAt: timestamp,
    creatorId: nullable(id('user')),
    deckId: nullable(id('deck')),
    derivedStatus: markTypeAsPreview(withNeutral(oneOf(...derivedStatuses), 'unassigned')),
    dueDate: nullable(day),
    ...taskOnlyFields,
    hasBlockingDeps: markTypeAsPreview(boolean),
    isBlockingDep: markTypeAsPreview(boolean),
    isDoc: nullable(boolean),
    lastUpdatedAt: timestamp,
    masterTags: list(string),
    mentionedUsers: markTypeAsPreview(list(id('user'))),
    milestoneId: nullable(id('milestone')),
    parentCardId: nullable(id('card')),
    sourceWorkflowItemId: markTypeAsPreview(nullable(id('workflowItem'))),
    sprintId: nullable(id('sprint')),
    status: oneOf(...cardStatuses),
    tags: list(string),
    title: string,
    version: int32,
    visibility: oneOf(...visibilities),
  },
  relations: {
    account: toOne('account', 'accountId'),
    assignee: toOneOrNull('user', 'assigneeId'),
    attachments: toManyByIdList('attachment'),
    cardReferences: markAsPreview(toManyByQueryableIdList('card')),
    childCards: toManyByIdList('card'),
    coverFile: toOneOrNull('file', 'coverFileId'),
    creator: toOneOrNull('user', 'creatorId'),
    deck: toOneOrNull('deck', 'deckId'),
    diffs: markAsPreview(toMany('cardHistory', 'cardId')),
    handCards: toMany('handCard', 'cardId'),
    inDeps: markAsPreview(toManyByIdList('card')),
    milestone: toOneOrNull('milestone', 'milestoneId'),
    outDeps: markAsPreview(toManyByIdList('card')),
    parentCard: toOneOrNull('card', 'parentCardId'),
    queueEntries: toMany('queueEntry', 'cardId'),
    resolvableEntries: toMany('resolvableEntry', 'cardId'),
    resolvables: toMany('resolvable', 'cardId'),
    sourceWorkflowItem: markAsPreview(toOneOrNull('workflowItem', 'sourceWorkflowItemId')),
    sprint: toOneOrNull('sprint', 'sprintId'),
    cardOrders: markAsExtension(toMany('cardOrder', 'cardId')),
  },
});

export const cardHistory = defineModel({
  about: 'One version of a card.',
  preview: true,
  id: ['cardId', 'version'],
  fields: {
    cardId: id('card'),
    version: int32,
    accountId: id('account'),
    changerId: nullable(id('user')),
    diff: json,
    versionCreatedAt: timestamp,
  },
  relations: {
    account: toOne('account', 'accountId'),
    card: toOne('card', 'cardId'),
    changer: toOneOrNull('user', 'changerId'),
  },
});

export const cardOrder = defineModel({
  about: "A card's place in one manual order, where the service shows it. `sortValue` orders within `label`.",
  extension: true,
  preview: true,
  id: ['context', 'cardId'],
  fields: {
    context: oneOf(...cardOrderContexts),
    cardId: id('card'),
    accountId: id('account'),
    label: nullable(string),
    sortValue: string,
  },
  relations: {
    account: toOne('account', 'accountId'),
    card: toOne('card', 'cardId'),
  },
});

export const handCard = defineModel({
  about: 'A card bookmarked by a user.',
  id: ['cardId', 'userId', 'accountId'],
  fields: {
    cardId: id('card'),
    userId: id('user'),
    accountId: id('account'),
    sortIndex: int32,
  },
  relations: {
    account: toOne('account', 'accountId'),
    card: toOne('card', 'cardId'),
    user: toOne('user', 'userId'),
  },
});

export const queueEntry = defineModel({
  about: "A card in a user's Hand.",
  id: ['id'],
  fields: {
    id: id('queueEntry'),
    accountId: id('account'),
    cardDoneAt: nullable(timestamp),
    cardId: id('card'),
    createdAt: timestamp,
    sortIndex: nullable(int32),
    userId: id('user'),
  },
  relations: {
    account: toOne('account', 'accountId'),
    card: toOne('card', 'cardId'),
    user: toOne('user', 'userId'),
  },
});
