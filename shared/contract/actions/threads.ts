import { defineAction } from '../action.ts';
import { boolean, id, object, oneOf, string } from '../type.ts';
import { threadContextKinds, threadParticipantStatuses } from '../values.ts';
import { cardId, userId } from './params.ts';

const threadId = id('resolvable');
const threadScopes = ['resolvable:write', 'card:write'] as const;
const commentScopes = ['resolvableEntry:writeOwn'] as const;
const reactionScopes = ['resolvableEntryReaction:writeOwn'] as const;

export const actionsOnResolvables = {
  'resolvables/create': defineAction({
    about: 'Starts a thread with its first comment.',
    scopes: threadScopes,
    labels: { Start: 'Started', Ask: 'Asked', Block: 'Blocked' },
    retry: 'search',
    undo: 'always',
    readBack: 'rows',
    required: { cardId, context: oneOf(...threadContextKinds), content: string },
    answer: { id: threadId },
  }),
  'resolvables/comment': defineAction({
    about: 'Adds a comment to a thread.',
    scopes: commentScopes,
    labels: { Reply: 'Replied' },
    retry: 'search',
    undo: { never: 'no action removes a comment', said: 'A comment cannot be taken back by undo: edit it.' },
    readBack: 'rows',
    required: { resolvableId: threadId, content: string },
    answer: { id: id('resolvableEntry') },
  }),
  'resolvables/updateComment': defineAction({
    about: 'Edits a comment.',
    scopes: commentScopes,
    labels: { Edit: 'Edited' },
    retry: 'harmless',
    sets: 'resolvableEntry',
    undo: 'always',
    readBack: 'rows',
    required: { entryId: id('resolvableEntry'), content: string },
  }),
  'resolvables/close': defineAction({
    about: 'Closes a thread, and marks the card done if asked.',
    scopes: threadScopes,
    labels: { Close: 'Closed', Unblock: 'Unblocked' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'rows',
    required: { id: threadId },
    optional: { markCardDone: boolean },
    answer: { cardId },
  }),
  'resolvables/reopen': defineAction({
    about: 'Opens a closed thread again.',
    scopes: threadScopes,
    labels: { Reopen: 'Reopened' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'rows',
    required: { id: threadId },
  }),
  'resolvables/updateParticipantDone': defineAction({
    about: 'Opts a participant out of a thread or back in, or approves a review.',
    scopes: ['resolvableParticipant:writeOwn'],
    labels: { Opt: 'Opted', Approve: 'Approved' },
    retry: 'harmless',
    undo: {
      never: 'no query shows who takes part, and so what was set before',
      said: 'Taking part in a thread cannot be undone: choose it again in the thread.',
    },
    readBack: 'nothing',
    preview: true,
    required: { resolvableId: threadId, userId, done: boolean },
    optional: { status: oneOf(...threadParticipantStatuses) },
  }),
  'resolvables/addReaction': defineAction({
    about: 'Reacts to a comment with an emoji.',
    scopes: reactionScopes,
    labels: { React: 'Reacted' },
    retry: 'search',
    undo: 'always',
    readBack: 'rows',
    preview: true,
    required: { entryId: id('resolvableEntry'), value: object({ type: oneOf('emoji'), value: string }) },
    answer: { id: id('resolvableEntryReaction') },
  }),
  'resolvables/removeReaction': defineAction({
    about: 'Removes a reaction.',
    scopes: reactionScopes,
    labels: { Take: 'Took' },
    retry: 'search',
    undo: 'always',
    readBack: 'rows',
    preview: true,
    required: { reactionId: id('resolvableEntryReaction') },
  }),
} as const;

export const actionsOnWatchings = {
  'watchings/addCard': defineAction({
    about: 'The caller watches the card.',
    scopes: ['cardSubscription:writeOwn'],
    labels: { Watch: 'Watching' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'nothing',
    preview: true,
    required: { cardId },
    answer: { id: id('cardSubscription') },
  }),
  'watchings/removeCard': defineAction({
    about: 'The caller stops watching the card.',
    scopes: ['cardSubscription:writeOwn'],
    labels: { Stop: 'Stopped' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'nothing',
    preview: true,
    required: { cardId },
  }),
  'watchings/addDeck': defineAction({
    about: 'The caller watches every card in the deck, including later ones.',
    scopes: ['deckSubscription:writeOwn'],
    labels: { Watch: 'Watching' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'nothing',
    preview: true,
    required: { deckId: id('deck'), userId },
    answer: { id: id('deckSubscription') },
  }),
  'watchings/removeDeck': defineAction({
    about: 'The caller stops watching the deck.',
    scopes: ['deckSubscription:writeOwn'],
    labels: { Stop: 'Stopped' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'nothing',
    preview: true,
    required: { deckId: id('deck'), userId },
  }),
} as const;
