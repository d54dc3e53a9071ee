import { defineModel, markAsPreview, toMany, toOne, toOneOrNull } from '../model.ts';
import {
  boolean,
  id,
  int32,
  markTypeAsPreview,
  nullable,
  object,
  oneOf,
  string,
  timestamp,
  withNeutral,
} from '../type.ts';
import { threadContextKinds } from '../values.ts';

export const resolvable = defineModel({
  about: 'A thread on a card.',
  id: ['id'],
  fields: {
    id: id('resolvable'),
    accountId: id('account'),
    cardId: id('card'),
    closedAt: nullable(timestamp),
    context: withNeutral(oneOf(...threadContextKinds), 'comment'),
    createdAt: timestamp,
    creatorId: id('user'),
    isClosed: boolean,
    reopenedAt: nullable(timestamp),
  },
  relations: {
    account: toOne('account', 'accountId'),
    card: toOne('card', 'cardId'),
    closedBy: toOneOrNull('user', 'closedBy'),
    creator: toOne('user', 'creatorId'),
    entries: toMany('resolvableEntry', 'resolvableId'),
    reopenedBy: toOneOrNull('user', 'reopenedBy'),
  },
});

export const resolvableEntry = defineModel({
  about: 'A comment in a thread.',
  id: ['entryId'],
  fields: {
    entryId: id('resolvableEntry'),
    authorId: id('user'),
    cardId: id('card'),
    content: string,
    createdAt: timestamp,
    lastChangedAt: timestamp,
    resolvableId: id('resolvable'),
    version: markTypeAsPreview(int32),
  },
  relations: {
    author: toOne('user', 'authorId'),
    card: toOne('card', 'cardId'),
    reactions: markAsPreview(toMany('resolvableEntryReaction', 'entryId')),
    resolvable: toOne('resolvable', 'resolvableId'),
  },
});

export const resolvableEntryReaction = defineModel({
  about: 'An emoji reaction to a comment; one user can add each emoji once per comment.',
  preview: true,
  id: ['id'],
  fields: {
    id: id('resolvableEntryReaction'),
    accountId: id('account'),
    createdAt: timestamp,
    entryId: id('resolvableEntry'),
    resolvableId: id('resolvable'),
    userId: id('user'),
    value: object({ type: oneOf('emoji'), value: string }),
  },
  relations: {
    account: toOne('account', 'accountId'),
    resolvable: toOne('resolvable', 'resolvableId'),
    resolvableEntry: toOne('resolvableEntry', 'entryId'),
    user: toOne('user', 'userId'),
  },
});
