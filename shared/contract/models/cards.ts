/** Models of cards, and of their attachments, history, manual order, bookmarks and entries in Hands. */

import { defineModel, extension, idList, many, one, oneOrNull, previewRelation, queryableIdList } from '../model.ts';
import { boolean, day, id, int32, json, list, nullable, oneOf, preview, string, timestamp } from '../type.ts';
import { cardOrderContexts, cardStatuses, derivedStatuses, visibilities } from '../values.ts';
import { checkboxInfo, checkboxStats, taskFields } from './fields.ts';

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
    account: one('account', 'accountId'),
    card: one('card', 'cardId'),
    creator: oneOrNull('user', 'creatorId'),
    file: one('file', 'fileId'),
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
    checkboxInfo,
    checkboxStats,
    content: { ...string, searchable: true },
    coverFileId: nullable(id('file')),
    createdAt: timestamp,
    creatorId: nullable(id('user')),
    deckId: nullable(id('deck')),
    derivedStatus: preview(oneOf(...derivedStatuses)),
    dueDate: nullable(day),
    ...taskFields,
    hasBlockingDeps: preview(boolean),
    isBlockingDep: preview(boolean),
    isDoc: nullable(boolean),
    lastUpdatedAt: timestamp,
    masterTags: list(string),
    mentionedUsers: preview(list(id('user'))),
    milestoneId: nullable(id('milestone')),
    parentCardId: nullable(id('card')),
    sourceWorkflowItemId: preview(nullable(id('workflowItem'))),
    sprintId: nullable(id('sprint')),
    status: oneOf(...cardStatuses),
    tags: list(string),
    title: string,
    version: int32,
    visibility: oneOf(...visibilities),
  },
  relations: {
    account: one('account', 'accountId'),
    assignee: oneOrNull('user', 'assigneeId'),
    attachments: idList('attachment'),
    cardReferences: previewRelation(queryableIdList('card')),
    childCards: idList('card'),
    coverFile: oneOrNull('file', 'coverFileId'),
    creator: oneOrNull('user', 'creatorId'),
    deck: oneOrNull('deck', 'deckId'),
    diffs: previewRelation(many('cardHistory', 'cardId')),
    handCards: many('handCard', 'cardId'),
    inDeps: previewRelation(idList('card')),
    milestone: oneOrNull('milestone', 'milestoneId'),
    outDeps: previewRelation(idList('card')),
    parentCard: oneOrNull('card', 'parentCardId'),
    queueEntries: many('queueEntry', 'cardId'),
    resolvableEntries: many('resolvableEntry', 'cardId'),
    resolvables: many('resolvable', 'cardId'),
    sourceWorkflowItem: previewRelation(oneOrNull('workflowItem', 'sourceWorkflowItemId')),
    sprint: oneOrNull('sprint', 'sprintId'),
    cardOrders: extension(many('cardOrder', 'cardId')),
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
    account: one('account', 'accountId'),
    card: one('card', 'cardId'),
    changer: oneOrNull('user', 'changerId'),
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
    account: one('account', 'accountId'),
    card: one('card', 'cardId'),
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
    account: one('account', 'accountId'),
    card: one('card', 'cardId'),
    user: one('user', 'userId'),
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
    account: one('account', 'accountId'),
    card: one('card', 'cardId'),
    user: one('user', 'userId'),
  },
});
