/** Models of comment threads, comments and reactions. */

import { defineModel, many, one, oneOrNull, previewRelation } from '../model.ts';
import { boolean, id, int32, nullable, object, oneOf, preview, string, timestamp } from '../type.ts';
import { threadContexts } from '../values.ts';

export const resolvable = defineModel({
  about: 'A comment thread on a card.',
  id: ['id'],
  fields: {
    id: id('resolvable'),
    accountId: id('account'),
    cardId: id('card'),
    closedAt: nullable(timestamp),
    context: oneOf(...threadContexts),
    createdAt: timestamp,
    creatorId: id('user'),
    isClosed: boolean,
    reopenedAt: nullable(timestamp),
  },
  relations: {
    account: one('account', 'accountId'),
    card: one('card', 'cardId'),
    closedBy: oneOrNull('user', 'closedBy'),
    creator: one('user', 'creatorId'),
    entries: many('resolvableEntry', 'resolvableId'),
    reopenedBy: oneOrNull('user', 'reopenedBy'),
  },
});

export const resolvableEntry = defineModel({
  about: 'A comment.',
  id: ['entryId'],
  fields: {
    entryId: id('resolvableEntry'),
    authorId: id('user'),
    cardId: id('card'),
    content: string,
    createdAt: timestamp,
    lastChangedAt: timestamp,
    resolvableId: id('resolvable'),
    version: preview(int32),
  },
  relations: {
    author: one('user', 'authorId'),
    card: one('card', 'cardId'),
    reactions: previewRelation(many('resolvableEntryReaction', 'entryId')),
    resolvable: one('resolvable', 'resolvableId'),
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
    account: one('account', 'accountId'),
    resolvable: one('resolvable', 'resolvableId'),
    resolvableEntry: one('resolvableEntry', 'entryId'),
    user: one('user', 'userId'),
  },
});
