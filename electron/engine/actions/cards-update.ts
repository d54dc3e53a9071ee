/** Handlers of `cards/update` and `cards/bulkUpdate`. */
import { type Params, refuse } from '../../../shared/contract/index.ts';
import { isSameTag, replaceTagWithWord, uniqueTags } from '../../../shared/domain/content.ts';
import { asActorReads, canSee, requireCard, withoutUnseenNulls } from '../rules/access.ts';
import { type Card, changeCard } from '../rules/card-changes.ts';
import { newTagsKeepingAutoTag, tagsWithoutTag } from '../rules/card-tags.ts';
import { refuseDependencyCycle, removeDependenciesOf, setDependencies } from '../rules/dependencies.ts';
import { refuseIfHasSubCards, refuseInvalidParent, setParentCard, setSubCards } from '../rules/sub-cards.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';
import {
  changedReferenceFields,
  checkMayChangeGuardedCard,
  checkReferencedRows,
  refuseIfHeroCardStarts,
  refuseTaskFieldsOnDoc,
} from './cards-rules.ts';

type Update = Omit<Params<'cards/update'>, 'id'>;

function checkUpdate(context: ActionContext, card: Card, change: Update): void {
  const { assigneeId, deckId, milestoneId, sprintId, parentCardId, dueDate } = change;
  checkReferencedRows(
    context,
    changedReferenceFields(asActorReads(context, 'card', card), {
      assigneeId,
      deckId,
      milestoneId,
      sprintId,
      parentCardId,
    }),
  );
  checkReferencedRows(context, { dueDate });
  checkMayChangeGuardedCard(context, card, change);
}

/** @throws Refusal if the stored rows already show that the service will refuse the change */
function refuseImpossibleUpdate(context: ActionContext, card: Card, change: Update): void {
  const childCards = change.childCards === undefined ? card.childCards : (change.childCards ?? []);
  const parentCardId = change.parentCardId === undefined ? card.parentCardId : change.parentCardId;
  const isDoc = change.isDoc ?? card.isDoc;
  refuseTaskFieldsOnDoc(isDoc, change);
  if (parentCardId !== null && parentCardId !== card.parentCardId)
    refuseInvalidParent(context, { ...card, childCards }, parentCardId);
  refuseIfHeroCardStarts(
    context,
    { childCards, parentCardId, isDoc, deckId: change.deckId ?? card.deckId },
    change.status,
  );
}

/** @throws Refusal if one of the cards `wanted` cannot become a sub card of `card` */
function refuseSubCards(
  context: ActionContext,
  card: Card,
  wanted: readonly string[],
  parentCardId: string | null,
): void {
  const joining = wanted.filter((id) => !card.childCards.includes(id));
  if (joining.includes(card.cardId)) throw refuse('parent_cycle');
  if (wanted.length > 0 && parentCardId !== null)
    throw refuse('sub_card_depth', `Card '${card.cardId}' is a sub card itself; sub cards are one level deep.`);
  for (const id of joining) {
    const child = context.rows.get('card', id);
    // If `card` is a sub card of `child` until now, the change also ends that, so it does not count here.
    if (child)
      refuseIfHasSubCards(context, { ...child, childCards: child.childCards.filter((other) => other !== card.cardId) });
  }
}

export const cardUpdateHandlers = {
  'cards/update': {
    check(context, { id, ...change }) {
      const card = requireCard(context, id);
      checkUpdate(context, card, change);
      for (const list of ['childCards', 'inDeps', 'outDeps'] as const)
        for (const other of change[list] ?? []) requireCard(context, other);
    },
    refuseCertain(context, { id, ...params }) {
      const card = context.rows.get('card', id);
      if (!card) return;
      const change = withUnseen(context, id, params);
      refuseImpossibleUpdate(context, card, change);
      if (change.childCards) {
        const parentCardId = change.parentCardId === undefined ? card.parentCardId : change.parentCardId;
        refuseSubCards(context, card, change.childCards, parentCardId);
      }
      if (change.inDeps || change.outDeps) refuseDependencyCycle(context, id, change);
    },
    effect(context, { id, ...params }) {
      const { childCards, inDeps, outDeps, parentCardId, ...fields } = withUnseen(context, id, params);
      if (childCards === null || childCards?.length === 0) setSubCards(context, id, []);
      if (parentCardId === null) setParentCard(context, [id], null);
      const before = context.rows.get('card', id);
      const isMoved = fields.deckId !== undefined && fields.deckId !== before?.deckId;
      const masterTags =
        before && fields.masterTags && !isMoved && newTagsKeepingAutoTag(context, before, fields.masterTags);
      const card = changeCard(context, id, masterTags ? { ...fields, masterTags } : fields);
      if (parentCardId) setParentCard(context, [id], parentCardId);
      if (childCards) setSubCards(context, id, childCards);
      // A deleted card has no dependencies.
      if (card && card.visibility !== 'deleted') setDependencies(context, id, { inDeps, outDeps });
    },
  },
  'cards/bulkUpdate': {
    check(context, { ids, addMasterTag: _add, removeMasterTag: _remove, ...change }) {
      for (const id of new Set(ids)) checkUpdate(context, requireCard(context, id), change);
    },
    refuseCertain(context, { ids, addMasterTag, removeMasterTag: _remove, ...change }) {
      if (addMasterTag !== undefined && addMasterTag.trim() === '')
        throw refuse('invalid_param', "field 'addMasterTag' in body must name a tag");
      for (const id of new Set(ids)) {
        const card = context.rows.get('card', id);
        if (card) refuseImpossibleUpdate(context, card, withoutUnseenNulls(context, 'card', id, change));
      }
    },
    effect(context, { ids, addMasterTag, removeMasterTag, ...change }) {
      const changes = [...new Set(ids)].map((id) => ({ id, ...withoutUnseenNulls(context, 'card', id, change) }));
      const leaving = changes.filter(({ parentCardId }) => parentCardId === null).map(({ id }) => id);
      setParentCard(context, leaving, null);
      if (change.visibility === 'deleted') removeDependenciesOf(context, ids);
      for (const { id, parentCardId: _parent, ...fields } of changes)
        changeCard(context, id, { ...fields, ...changedTags(context, id, addMasterTag, removeMasterTag) });
      if (change.parentCardId) setParentCard(context, ids, change.parentCardId);
    },
  },
} satisfies Partial<ActionHandlers>;

type Lists = Pick<Update, 'childCards' | 'inDeps' | 'outDeps'>;

/**
 * `params` with the ids of stored cards that the actor cannot see and so must not remove from the lists, and without
 * nulls for references that the actor reads as null already.
 */
function withUnseen<T extends Lists>(context: ActionContext, cardId: string, params: T): T {
  const card = context.rows.get('card', cardId);
  if (!card || context.role === 'replica') return params;
  const existingLists: { -readonly [L in keyof Lists]: Lists[L] } = {};
  for (const list of ['childCards', 'inDeps', 'outDeps'] as const) {
    const wanted = params[list];
    if (wanted === undefined) continue;
    const unseen = card[list].filter((id) => {
      const other = context.rows.get('card', id);
      return other !== undefined && !canSee(context, 'card', other) && !wanted?.includes(id);
    });
    if (unseen.length > 0) existingLists[list] = [...(wanted ?? []), ...unseen];
  }
  return { ...withoutUnseenNulls(context, 'card', cardId, params), ...existingLists };
}

/**
 * Without `remove` and with `add`. If the content contains the removed tag as `#tag`, also returns the content with a
 * plain word instead, because `changeCard` adds every project tag in the content.
 */
function changedTags(
  { rows }: ActionContext,
  cardId: string,
  add: string | undefined,
  remove: string | undefined,
): Partial<Pick<Card, 'content' | 'masterTags'>> {
  if (add === undefined && remove === undefined) return {};
  const card = rows.get('card', cardId);
  if (!card) return {};
  let { masterTags, content } = card;
  if (remove !== undefined && masterTags.some((tag) => isSameTag(tag, remove))) {
    masterTags = tagsWithoutTag(masterTags, remove);
    content = replaceTagWithWord(content, remove);
  }
  if (add !== undefined) masterTags = uniqueTags([...masterTags, add.trim()]);
  return { masterTags, ...(content === card.content ? {} : { content }) };
}
