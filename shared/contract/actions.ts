/** Every action of the interface (interface.md, "Action endpoints"), with parameters, scopes and answers. */
import { action } from './action.ts';
import { boolean, id, int32, list, nullable, object, oneOf, record, string } from './type.ts';
import {
  cardCopyProps,
  cardOrderContexts,
  deckTypes,
  moveOnFinishKinds,
  participantStatuses,
  plannerColors,
  priorities,
  threadContexts,
  visibilities,
  writableStatuses,
} from './values.ts';

const priority = nullable(oneOf(...priorities));
const effort = nullable(int32);
const cardId = id('card');
const cardIds = list(cardId);
const userId = id('user');
const assigneeId = nullable(userId);
const status = oneOf(...writableStatuses);
const visibility = oneOf(...visibilities);
const dayOrNull = nullable({ kind: 'day' } as const);
const dayText = { kind: 'day' } as const;
const zones = nullable(list(nullable(string)));
const capacities = record(int32);
const color = oneOf(...plannerColors);
const threadId = id('resolvable');
const seq = { accountSeq: int32 };

const bookmarkScopes = ['handCard:writeOwn', 'handCard:writeAny'] as const;
const threadScopes = ['resolvable:write', 'card:write'] as const;
const commentScopes = ['resolvableEntry:writeOwn'] as const;
const reactionScopes = ['resolvableEntryReaction:writeOwn'] as const;
const cardScopes = ['card:write'] as const;
const orderScopes = ['cardOrder:write'] as const;
const handScopes = ['queueEntry:write'] as const;
const milestoneScopes = ['milestone:write'] as const;

const orderContext = oneOf(...cardOrderContexts);
const placing = { targetId: nullable(cardId), cardIds, context: orderContext, label: nullable(string) };
const deckPlacing = {
  deckIds: list(id('deck')),
  targetId: nullable(id('deck')),
  targetProjectId: id('project'),
  targetSpaceId: int32,
};
const queueEntries = { queueEntries: list(object({ id: id('queueEntry'), cardId })) };

export const actions = {
  'bookmarks/addCards': action({
    about: "Adds cards at the end of a user's bookmarks; already bookmarked ones move to the end.",
    scopes: bookmarkScopes,
    retry: 'harmless',
    required: { ids: cardIds, userId },
  }),
  'bookmarks/removeCards': action({
    about: "Removes cards from a user's bookmarks.",
    scopes: bookmarkScopes,
    retry: 'harmless',
    required: { ids: cardIds, userId },
  }),
  'bookmarks/setOrders': action({
    about: 'Moves bookmarks to the top in the given order; unbookmarked cards get bookmarked.',
    scopes: bookmarkScopes,
    retry: 'harmless',
    required: { cardIds, userId },
  }),

  'cardOrders/addAfter': action({
    about: 'Puts cards right after the target (null: at the end) in given order, in zone `label`.',
    scopes: orderScopes,
    retry: 'harmless',
    preview: true,
    required: placing,
  }),
  'cardOrders/addBefore': action({
    about: 'Puts cards right before the target (null: at the start) in given order, in zone `label`.',
    scopes: orderScopes,
    retry: 'harmless',
    preview: true,
    required: placing,
  }),
  'cardOrders/updateLabel': action({
    about: 'Moves cards to another zone, keeping their position; cards without a position are skipped.',
    scopes: orderScopes,
    retry: 'harmless',
    preview: true,
    required: { cardIds, context: orderContext, label: nullable(string) },
  }),

  'cards/create': action({
    about: 'Creates a card as `not_started`; everyone mentioned in content is subscribed.',
    scopes: cardScopes,
    retry: 'recognise',
    required: { content: string, deckId: nullable(id('deck')) },
    optional: {
      priority,
      effort,
      assigneeId,
      masterTags: list(string),
      milestoneId: nullable(id('milestone')),
      sprintId: nullable(id('sprint')),
      parentCardId: nullable(cardId),
      dueDate: dayOrNull,
      isDoc: boolean,
      addAsBookmark: boolean,
      putInQueue: boolean,
      subscribeCreator: boolean,
    },
    answer: { id: cardId, ...seq },
  }),
  'cards/createMany': action({
    about: 'Creates cards in one deck; does not subscribe the caller.',
    scopes: cardScopes,
    retry: 'recognise',
    required: {
      cards: list(
        object(
          { content: string },
          { priority, effort, assigneeId, isDoc: boolean, visibility, status: nullable(status) },
        ),
      ),
      deckId: id('deck'),
    },
    optional: { parentCardId: nullable(cardId) },
    answer: { cards: list(object({ id: cardId, ...seq })) },
  }),
  'cards/update': action({
    about: 'Changes the given fields; writing `content` sets `title` and `tags`.',
    scopes: cardScopes,
    retry: 'harmless',
    previewParams: ['childCards', 'inDeps', 'outDeps'],
    required: { id: cardId },
    optional: {
      content: string,
      priority,
      effort,
      assigneeId,
      status,
      deckId: id('deck'),
      masterTags: list(string),
      visibility,
      milestoneId: nullable(id('milestone')),
      sprintId: nullable(id('sprint')),
      parentCardId: nullable(cardId),
      childCards: nullable(cardIds),
      inDeps: cardIds,
      outDeps: cardIds,
      dueDate: dayOrNull,
      isDoc: boolean,
    },
  }),
  'cards/bulkUpdate': action({
    about: 'Sets the same values on every card.',
    scopes: cardScopes,
    retry: 'harmless',
    required: { ids: cardIds },
    optional: {
      priority,
      effort,
      status,
      assigneeId,
      deckId: id('deck'),
      visibility,
      milestoneId: nullable(id('milestone')),
      sprintId: nullable(id('sprint')),
      dueDate: dayOrNull,
      isDoc: boolean,
      addMasterTag: string,
      removeMasterTag: string,
      parentCardId: nullable(cardId),
    },
  }),
  'cards/updateMany': action({
    about: 'Changes many cards; each element needs `content` or `title`. Missing project tags are created.',
    scopes: cardScopes,
    retry: 'harmless',
    required: {
      cards: list(
        object(
          { id: cardId },
          {
            content: nullable(string),
            title: nullable(string),
            priority,
            effort,
            assigneeId,
            isDoc: boolean,
            visibility,
            status: nullable(status),
            masterTags: list(string),
          },
        ),
      ),
    },
  }),
  'cards/copy': action({
    about: 'Copies each card into a deck as `not_started` with the same content.',
    scopes: cardScopes,
    retry: 'recognise',
    preview: true,
    required: { ids: cardIds, props: list(oneOf(...cardCopyProps)), target: id('deck') },
  }),
  'cards/addFile': action({
    about: 'Last step of the upload flow: attaches an uploaded file.',
    scopes: ['attachment:write'],
    retry: 'recognise',
    internal: true,
    required: { cardId, fileData: object({ fileName: string, url: string }) },
    answer: { id: id('attachment') },
  }),

  'decks/create': action({
    about: "Creates a deck at the end of the project's first space.",
    scopes: ['deck:write'],
    retry: 'recognise',
    previewParams: ['coverColor'],
    required: { title: string, projectId: id('project') },
    optional: { coverColor: nullable(string), deckType: oneOf(...deckTypes) },
    answer: { id: id('deck') },
  }),
  'decks/update': action({
    about: 'Changes the given fields of a deck.',
    scopes: ['deck:write', 'project:write'],
    retry: 'harmless',
    previewParams: ['handSyncEnabled', 'manualOrderLabels', 'coverColor'],
    required: { id: id('deck') },
    optional: {
      milestoneId: nullable(id('milestone')),
      title: string,
      description: string,
      handSyncEnabled: boolean,
      defaultProjectTagId: nullable(id('projectTag')),
      manualOrderLabels: zones,
      coverColor: nullable(string),
      deckType: oneOf(...deckTypes),
    },
  }),
  'decks/delete': action({
    about: 'Deletes a deck; its cards, their sub cards elsewhere and journey steps into it are archived.',
    scopes: ['deck:delete'],
    retry: 'harmless',
    required: { id: id('deck') },
  }),
  'decks/updateGuardians': action({
    about: "Sets the deck's guardians to exactly `userIds`.",
    scopes: ['deckGuardian:write'],
    retry: 'harmless',
    preview: true,
    required: { id: id('deck'), userIds: list(userId) },
  }),
  'decks/addToSpaceAfter': action({
    about: 'Moves decks right after the target (null: end of the space).',
    scopes: ['deck:write'],
    retry: 'harmless',
    preview: true,
    required: deckPlacing,
  }),
  'decks/addToSpaceBefore': action({
    about: 'Moves decks right before the target (null: start of the space).',
    scopes: ['deck:write'],
    retry: 'harmless',
    preview: true,
    required: deckPlacing,
  }),

  'handQueue/addCardsToHand': action({
    about: "Adds cards at the end of a user's Hand.",
    scopes: handScopes,
    retry: 'harmless',
    required: { cardIds, userId },
    answer: queueEntries,
  }),
  'handQueue/removeCards': action({
    about: "Removes cards from a user's Hand, or from every Hand when `userId` is omitted.",
    scopes: handScopes,
    retry: 'harmless',
    required: { cardIds },
    optional: { userId },
  }),
  'handQueue/setCardOrders': action({
    about: 'Sets the order of a Hand; dragged cards from outside are added.',
    scopes: handScopes,
    retry: 'harmless',
    required: { cardIds, draggedCardIds: cardIds, userId },
    answer: queueEntries,
  }),

  'milestones/create': action({
    about: 'Creates a milestone.',
    scopes: milestoneScopes,
    retry: 'recognise',
    required: {
      accountId: id('account'),
      name: string,
      color,
      date: dayText,
      isGlobal: boolean,
      projectIds: nullable(list(id('project'))),
    },
    optional: { description: nullable(string), startDate: dayOrNull },
    answer: { id: id('milestone'), ...seq },
  }),
  'milestones/update': action({
    about: 'Changes the given fields of a milestone.',
    scopes: milestoneScopes,
    retry: 'harmless',
    previewParams: ['handSyncEnabled', 'manualOrderLabels', 'userCapacities'],
    required: { id: id('milestone') },
    optional: {
      name: string,
      description: nullable(string),
      color,
      date: dayText,
      startDate: dayOrNull,
      handSyncEnabled: boolean,
      isGlobal: boolean,
      projectIds: list(id('project')),
      manualOrderLabels: zones,
      userCapacities: capacities,
    },
  }),
  'milestones/delete': action({
    about: 'Deletes a milestone and removes it from all cards and decks.',
    scopes: milestoneScopes,
    retry: 'harmless',
    required: { id: id('milestone') },
  }),
  'milestones/pin': action({
    about: "Sets the caller's one pinned milestone; null removes the pin.",
    scopes: ['pinnedMilestone:writeOwn'],
    retry: 'harmless',
    preview: true,
    required: { milestoneId: nullable(id('milestone')), userId },
  }),

  'resolvables/create': action({
    about: 'Starts a thread with its first comment.',
    scopes: threadScopes,
    retry: 'recognise',
    required: { cardId, context: oneOf(...threadContexts), content: string },
    answer: { id: threadId },
  }),
  'resolvables/comment': action({
    about: 'Adds a comment to a thread.',
    scopes: commentScopes,
    retry: 'recognise',
    required: { resolvableId: threadId, content: string },
    answer: { id: id('resolvableEntry') },
  }),
  'resolvables/updateComment': action({
    about: 'Edits a comment.',
    scopes: commentScopes,
    retry: 'harmless',
    required: { entryId: id('resolvableEntry'), content: string },
  }),
  'resolvables/close': action({
    about: 'Closes a thread, and marks the card done if asked.',
    scopes: threadScopes,
    retry: 'harmless',
    required: { id: threadId },
    optional: { markCardDone: boolean },
    answer: { cardId },
  }),
  'resolvables/reopen': action({
    about: 'Opens a closed thread again.',
    scopes: threadScopes,
    retry: 'harmless',
    required: { id: threadId },
  }),
  'resolvables/updateParticipantDone': action({
    about: 'Opts a participant out of a thread or back in, or approves a review.',
    scopes: ['resolvableParticipant:writeOwn'],
    retry: 'harmless',
    preview: true,
    required: { resolvableId: threadId, userId, done: boolean },
    optional: { status: oneOf(...participantStatuses) },
  }),
  'resolvables/addReaction': action({
    about: 'Reacts to a comment with an emoji.',
    scopes: reactionScopes,
    retry: 'recognise',
    preview: true,
    required: { entryId: id('resolvableEntry'), value: object({ type: oneOf('emoji'), value: string }) },
    answer: { id: id('resolvableEntryReaction') },
  }),
  'resolvables/removeReaction': action({
    about: 'Removes a reaction.',
    scopes: reactionScopes,
    retry: 'recognise',
    preview: true,
    required: { reactionId: id('resolvableEntryReaction') },
  }),

  'sprints/updateConfig': action({
    about: 'Changes the given fields of a Run Config.',
    scopes: ['sprintConfig:write'],
    retry: 'harmless',
    previewParams: [
      'autoBeastModeDurationHours',
      'beastGracePeriodHours',
      'moveOnFinish',
      'autoAssignStartedCard',
      'autoAssignNewCard',
      'runLabelTemplate',
    ],
    required: { id: id('sprintConfig') },
    optional: {
      name: string,
      color,
      isGlobal: boolean,
      autoBeastModeDurationHours: nullable(int32),
      beastGracePeriodHours: int32,
      projectIds: list(id('project')),
      moveOnFinish: list(oneOf(...moveOnFinishKinds)),
      autoAssignStartedCard: boolean,
      autoAssignNewCard: boolean,
      runLabelTemplate: nullable(string),
    },
  }),
  'sprints/updateSprint': action({
    about: 'Changes the given fields of a run; `complete` and `lockIn` are refused when repeated.',
    scopes: ['sprint:write'],
    retry: 'recognise',
    previewParams: ['handSyncEnabled', 'manualOrderLabels', 'userCapacities', 'autoMilestoneId', 'lockIn'],
    required: { id: id('sprint') },
    optional: {
      name: nullable(string),
      description: nullable(string),
      handSyncEnabled: boolean,
      manualOrderLabels: zones,
      userCapacities: capacities,
      autoMilestoneId: nullable(id('milestone')),
      lockIn: boolean,
      complete: boolean,
    },
  }),

  'watchings/addCard': action({
    about: 'The caller watches the card.',
    scopes: ['cardSubscription:writeOwn'],
    retry: 'harmless',
    preview: true,
    required: { cardId },
    answer: { id: id('cardSubscription') },
  }),
  'watchings/removeCard': action({
    about: 'The caller stops watching the card.',
    scopes: ['cardSubscription:writeOwn'],
    retry: 'harmless',
    preview: true,
    required: { cardId },
  }),
  'watchings/addDeck': action({
    about: 'The caller watches every card in the deck, including later ones.',
    scopes: ['deckSubscription:writeOwn'],
    retry: 'harmless',
    preview: true,
    required: { deckId: id('deck'), userId },
    answer: { id: id('deckSubscription') },
  }),
  'watchings/removeDeck': action({
    about: 'The caller stops watching the deck.',
    scopes: ['deckSubscription:writeOwn'],
    retry: 'harmless',
    preview: true,
    required: { deckId: id('deck'), userId },
  }),
} as const;
