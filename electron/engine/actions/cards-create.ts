import { copyableCardFields, type Params, refuse } from '../../../shared/contract/index.ts';
import { asActorReads, requireCard, requireUndeletedDeck } from '../rules/access.ts';
import { type Card, type CardFieldValues, insertCard } from '../rules/card-changes.ts';
import { addToHand, freeHandSlotCount } from '../rules/hand.ts';
import { mentionedUserIds } from '../rules/members.ts';
import { newCard, refuseInvalidParent, setParentCard } from '../rules/sub-cards.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';
import { appendBookmarks } from './bookmarks.ts';
import { checkReferencedRows, refuseIfHeroCardStarts, refuseTaskFieldsOnDoc } from './cards-rules.ts';
import { subscribeToCard } from './watchings.ts';

function watchMentioned(context: ActionContext, cardId: string, content: string): void {
  for (const userId of mentionedUserIds(context, content)) subscribeToCard(context, cardId, userId);
}

export const cardCreationHandlers = {
  'cards/create': {
    check: (context, params) => checkReferencedRows(context, params),
    refuseCertain(context, params) {
      refuseTaskFieldsOnDoc(params.isDoc ?? null, params);
      if (params.parentCardId) refuseInvalidParent(context, newCard, params.parentCardId);
      const userId = params.assigneeId ?? context.actor.userId;
      // A replica can lack cards of another person's Hand. So only the service checks the free slots of that Hand.
      if (params.putInQueue && (context.role === 'service' || userId === context.actor.userId))
        if (freeHandSlotCount(context, userId) < 1) throw refuse('hand_full');
    },
    effect(context, { parentCardId, addAsBookmark, putInQueue, subscribeCreator, ...fields }) {
      const { actor } = context;
      const card = insertCard(context, { ...fields, cardId: context.newId('card') });
      const { cardId } = card;
      if (parentCardId) setParentCard(context, [cardId], parentCardId);
      watchMentioned(context, cardId, fields.content);
      if (subscribeCreator) subscribeToCard(context, cardId, actor.userId);
      if (addAsBookmark || card.deckId === null) appendBookmarks(context, actor.userId, [cardId]);
      if (putInQueue) addToHand(context, card.assigneeId ?? actor.userId, cardId);
      return { id: cardId, accountSeq: card.accountSeq };
    },
  },
  'cards/createMany': {
    check(context, { deckId, parentCardId, cards }) {
      checkReferencedRows(context, { deckId, parentCardId });
      for (const { assigneeId } of cards) checkReferencedRows(context, { assigneeId });
    },
    refuseCertain(context, { deckId, parentCardId, cards }) {
      if (parentCardId) refuseInvalidParent(context, newCard, parentCardId);
      for (const card of cards) {
        const isDoc = card.isDoc ?? null;
        refuseTaskFieldsOnDoc(isDoc, card);
        refuseIfHeroCardStarts(
          context,
          { childCards: [], deckId, parentCardId: parentCardId ?? null, isDoc },
          card.status,
        );
      }
    },
    effect(context, { deckId, parentCardId, cards }) {
      const created = cards.map(({ status, ...fields }, index) => {
        const card = insertCard(context, {
          ...fields,
          deckId,
          status: status ?? undefined,
          cardId: context.newId(`card:${index}`),
        });
        watchMentioned(context, card.cardId, fields.content);
        return { id: card.cardId, accountSeq: card.accountSeq };
      });
      const ids = created.map(({ id }) => id);
      if (parentCardId) setParentCard(context, ids, parentCardId);
      return { cards: created };
    },
  },
} satisfies Partial<ActionHandlers>;

type Prop = Params<'cards/copy'>['props'][number];

function copyAttachments(context: ActionContext, from: Card, cardId: string): void {
  const { rows, newId } = context;
  const ids: string[] = [];
  for (const attachmentId of from.attachments) {
    const attachment = rows.get('attachment', attachmentId);
    if (!attachment) continue;
    const id = newId(`attachment:${cardId}:${attachmentId}`);
    rows.insert('attachment', { ...attachment, id, cardId, creatorId: context.actor.userId, createdAt: context.at });
    ids.push(id);
  }
  rows.update('card', cardId, { attachments: ids, coverFileId: from.coverFileId });
}

/** Except attachments, which `copyAttachments` copies. */
function copiedFields(from: Card, props: ReadonlySet<Prop>): CardFieldValues {
  const fields = copyableCardFields.filter((prop) => prop !== 'attachments').filter((prop) => props.has(prop));
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}

function copyCard(context: ActionContext, from: Card, cardId: string, deckId: string, props: ReadonlySet<Prop>): void {
  insertCard(context, {
    cardId,
    deckId,
    content: from.content,
    isDoc: from.isDoc,
    ...copiedFields(from, props),
  });
  if (props.has('attachments')) copyAttachments(context, from, cardId);
}

export const cardCopyHandlers = {
  'cards/copy': {
    check(context, { ids, target }) {
      requireUndeletedDeck(context, target);
      for (const id of ids) requireCard(context, id);
    },
    effect(context, { ids, props, target }) {
      const copiedProps = new Set<Prop>(props);
      const originals = new Map<string, string>();
      const subCards: { readonly copyId: string; readonly heroId: string }[] = [];
      for (const [index, id] of ids.entries()) {
        const card = context.rows.get('card', id);
        const copyId = context.newId(`card:${index}`);
        if (!card || context.rows.get('card', copyId)) continue;
        const from = asActorReads(context, 'card', card);
        copyCard(context, from, copyId, target, copiedProps);
        originals.set(copyId, id);
        if (from.parentCardId !== null) subCards.push({ copyId, heroId: from.parentCardId });
      }
      for (const [heroId, copies] of Map.groupBy(subCards, (one) => one.heroId))
        setParentCard(
          context,
          copies.map(({ copyId }) => copyId),
          heroId,
          originals,
        );
    },
  },
} satisfies Partial<ActionHandlers>;
