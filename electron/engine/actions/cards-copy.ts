import { copyableCardFields, type Params } from '../../../shared/contract/index.ts';
import { asActorReads, requireCard, requireUndeletedDeck } from '../rules/access.ts';
import { type Card, type CardFieldValues, insertCard } from '../rules/card-changes.ts';
import { setParentCard } from '../rules/sub-cards.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';

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
