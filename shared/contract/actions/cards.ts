import { accountSeqAnswer, cardId, dayOrNull, defineAction, userId } from '../action.ts';
import { copyableCardFields, taskOnlyFields } from '../models/fields.ts';
import { boolean, id, list, nullable, object, oneOf, string } from '../type.ts';
import { cardOrderContexts, visibilities, writableStatuses } from '../values.ts';

const cardIds = list(cardId);
const assigneeId = nullable(userId);
const status = oneOf(...writableStatuses);
const visibility = oneOf(...visibilities);
const bookmarkScopes = ['handCard:writeOwn', 'handCard:writeAny'] as const;
const cardScopes = ['card:write'] as const;
const orderScopes = ['cardOrder:write'] as const;
const handScopes = ['queueEntry:write'] as const;
const orderContext = oneOf(...cardOrderContexts);
const placementParams = { targetId: nullable(cardId), cardIds, context: orderContext, label: nullable(string) };
/** The window chooses the verb by the field or the status that the change sets. */
const cardLabels = {
  Archive: 'Archived',
  Block: 'Blocked',
  Change: 'Changed',
  Delete: 'Deleted',
  Edit: 'Edited',
  Finish: 'Finished',
  Give: 'Gave',
  Make: 'Made',
  Move: 'Moved',
  Reopen: 'Reopened',
  Reset: 'Reset',
  Restore: 'Restored',
  Set: 'Set',
  Start: 'Started',
  Take: 'Took',
  Tick: 'Ticked',
  Untick: 'Unticked',
  Wait: 'Waiting',
} as const;
const queueEntries = { queueEntries: list(object({ id: id('queueEntry'), cardId })) };

export const actionsOnBookmarks = {
  'bookmarks/addCards': defineAction({
    about: "Adds cards at the end of a user's bookmarks; already bookmarked ones move to the end.",
    scopes: bookmarkScopes,
    labels: { Bookmark: 'Bookmarked' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'rows',
    required: { ids: cardIds, userId },
  }),
  'bookmarks/removeCards': defineAction({
    about: "Removes cards from a user's bookmarks.",
    scopes: bookmarkScopes,
    labels: { Remove: 'Removed' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'rows',
    required: { ids: cardIds, userId },
  }),
  'bookmarks/setOrders': defineAction({
    about: 'Moves bookmarks to the top in the given order; unbookmarked cards get bookmarked.',
    scopes: bookmarkScopes,
    labels: { Reorder: 'Reordered' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'rows',
    required: { cardIds, userId },
  }),
} as const;

export const actionsOnCardOrders = {
  'cardOrders/addAfter': defineAction({
    about: 'Puts cards right after the target (null: at the end) in given order, in zone `label`.',
    scopes: orderScopes,
    labels: { Move: 'Moved' },
    retry: 'harmless',
    undo: {
      unless: 'no card had a position before: the ones that it gave stay',
      said: 'The cards had no place in this order before, and cannot lose it again: move them.',
    },
    readBack: 'rows',
    preview: true,
    required: placementParams,
  }),
  'cardOrders/addBefore': defineAction({
    about: 'Puts cards right before the target (null: at the start) in given order, in zone `label`.',
    scopes: orderScopes,
    labels: { Move: 'Moved' },
    retry: 'harmless',
    undo: {
      unless: 'no card had a position before: the ones that it gave stay',
      said: 'The cards had no place in this order before, and cannot lose it again: move them.',
    },
    readBack: 'rows',
    preview: true,
    required: placementParams,
  }),
  'cardOrders/updateLabel': defineAction({
    about: 'Moves cards to another zone, keeping their position; cards without a position are skipped.',
    scopes: orderScopes,
    labels: { Move: 'Moved' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'rows',
    preview: true,
    required: { cardIds, context: orderContext, label: nullable(string) },
  }),
} as const;

export const actionsOnCards = {
  'cards/create': defineAction({
    about: 'Creates a card as `not_started`; everyone mentioned in content is subscribed.',
    scopes: cardScopes,
    labels: { Create: 'Created', Add: 'Added' },
    retry: 'search',
    undo: 'always',
    readBack: 'rows',
    required: { content: string, deckId: nullable(id('deck')) },
    optional: {
      ...taskOnlyFields,
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
    answer: { id: cardId, ...accountSeqAnswer },
  }),
  'cards/createMany': defineAction({
    about: 'Creates cards in one deck; does not subscribe the caller.',
    scopes: cardScopes,
    labels: { Create: 'Created', Add: 'Added' },
    retry: 'search',
    undo: 'always',
    readBack: 'rows',
    required: {
      cards: list(
        object(
          { content: string },
          { ...taskOnlyFields, assigneeId, isDoc: boolean, visibility, status: nullable(status) },
        ),
      ),
      deckId: id('deck'),
    },
    optional: { parentCardId: nullable(cardId) },
    answer: { cards: list(object({ id: cardId, ...accountSeqAnswer })) },
  }),
  'cards/update': defineAction({
    about: 'Changes the given fields; writing `content` sets `title` and `tags`.',
    scopes: cardScopes,
    labels: cardLabels,
    retry: 'harmless',
    sets: 'card',
    undo: {
      unless: 'a private card got a deck: it cannot become private again',
      said: 'A card in a deck cannot become private again.',
    },
    readBack: 'rows',
    previewParams: ['childCards', 'inDeps', 'outDeps'],
    required: { id: cardId },
    optional: {
      content: string,
      ...taskOnlyFields,
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
  'cards/bulkUpdate': defineAction({
    about: 'Sets the same values on every card.',
    scopes: cardScopes,
    labels: cardLabels,
    retry: 'harmless',
    sets: 'card',
    undo: {
      unless: 'a private card got a deck: it cannot become private again',
      said: 'A card in a deck cannot become private again.',
    },
    readBack: 'rows',
    required: { ids: cardIds },
    optional: {
      ...taskOnlyFields,
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
  'cards/updateMany': defineAction({
    about: 'Changes many cards; each element needs `content` or `title`. Missing project tags are created.',
    scopes: cardScopes,
    labels: { Change: 'Changed' },
    retry: 'harmless',
    sets: 'card',
    undo: 'always',
    readBack: 'rows',
    required: {
      cards: list(
        object(
          { id: cardId },
          {
            content: nullable(string),
            title: nullable(string),
            ...taskOnlyFields,
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
  'cards/copy': defineAction({
    about: 'Copies each card into a deck as `not_started` with the same content.',
    scopes: cardScopes,
    labels: { Copy: 'Copied', Duplicate: 'Duplicated' },
    retry: 'search',
    undo: 'always',
    readBack: 'rows',
    preview: true,
    required: { ids: cardIds, props: list(oneOf(...copyableCardFields)), target: id('deck') },
  }),
  'cards/addFile': defineAction({
    about: 'Last step of the upload flow: attaches an uploaded file.',
    scopes: ['attachment:write'],
    labels: { Attach: 'Attached' },
    retry: 'search',
    undo: { never: 'no action removes a file', said: 'An attached file cannot be taken back by undo.' },
    readBack: 'rows',
    internal: true,
    required: { cardId, fileData: object({ fileName: string, url: string }) },
    answer: { id: id('attachment') },
  }),
} as const;

export const actionsOnHandQueue = {
  'handQueue/addCardsToHand': defineAction({
    about: "Adds cards at the end of a user's Hand.",
    scopes: handScopes,
    labels: { Put: 'Put' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'rows',
    required: { cardIds, userId },
    answer: queueEntries,
  }),
  'handQueue/removeCards': defineAction({
    about: "Removes cards from a user's Hand, or from every Hand when `userId` is omitted.",
    scopes: handScopes,
    labels: { Take: 'Took', Clear: 'Cleared' },
    retry: 'harmless',
    undo: {
      unless: 'it cleared the done pile, which no action fills',
      said: 'Cards cannot be put back on the done pile.',
    },
    readBack: 'rows',
    required: { cardIds },
    optional: { userId },
  }),
  'handQueue/setCardOrders': defineAction({
    about: 'Sets the order of a Hand; dragged cards from outside are added.',
    scopes: handScopes,
    labels: { Reorder: 'Reordered', Put: 'Put' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'rows',
    required: { cardIds, draggedCardIds: cardIds, userId },
    answer: queueEntries,
  }),
} as const;
