/**
 * Inserts cards and changes their own fields, with all effects on their other fields (status, owner, run, milestone,
 * tags), Hands, bookmarks, positions, threads and locks. `sub-cards.ts` and `dependencies.ts` change the relations
 * between cards.
 */

import type { CardStatus, OpenEnum, TaskOnlyField } from '../../../shared/contract/index.ts';
import { uniqueTags } from '../../../shared/domain/content.ts';
import { countsAsHeroCard } from '../../../shared/domain/derived-status.ts';
import { foldCase } from '../../../shared/domain/search-text.ts';
import type { StoredRow } from '../store/rows.ts';
import { nextAccountSeq } from '../store/sequences.ts';
import type { ActionContext } from '../types.ts';
import { updateCardLockAfterRunChange } from './beast-mode.ts';
import { autoTagOfDeck, projectTagsInText, tagsWithoutTag } from './card-tags.ts';
import { setDependencies } from './dependencies.ts';
import { addToHand, addToHandByHandSync, putOnDonePile, takeOffDonePile } from './hand.ts';
import { isRemovedPerson } from './members.ts';
import { findRunForAutoAssign } from './run-times.ts';
import { removeFormerCardPositions } from './zones.ts';

export type Card = StoredRow<'card'>;

/** Undefined fields stay unchanged. */
export type CardFieldValues = {
  readonly [F in
    | 'assigneeId'
    | 'content'
    | 'coverFileId'
    | 'deckId'
    | 'dueDate'
    | 'isDoc'
    | 'masterTags'
    | 'milestoneId'
    | 'sprintId'
    | TaskOnlyField
    | 'visibility']?: Card[F] | undefined;
} & { readonly status?: OpenEnum<CardStatus> | undefined };

interface CardChangeOptions {
  /** A new owner does not reset the status: for a card that gets its owner when it is added to a Hand. */
  readonly keepStatus?: boolean;
}

export const isStartedOrSnoozing = (status: string) => status === 'started' || status === 'snoozing';

const deckOf = ({ rows }: ActionContext, deckId: string | null) =>
  deckId === null ? undefined : rows.get('deck', deckId);

/** Ignores deleted sub cards. Sub cards that a replica lacks count as not deleted. */
export function hasSubCards({ rows }: ActionContext, card: Pick<Card, 'childCards'>): boolean {
  return card.childCards.some((id) => rows.get('card', id)?.visibility !== 'deleted');
}

/** Depends on the card's fields, its sub cards and its deck. An unknown deck counts as a task deck. */
export function isHeroCard(
  context: ActionContext,
  card: Pick<Card, 'childCards' | 'deckId' | 'parentCardId' | 'isDoc'>,
): boolean {
  return countsAsHeroCard({
    hasSubCards: hasSubCards(context, card),
    deckType: deckOf(context, card.deckId)?.deckType ?? null,
    isSubCard: card.parentCardId !== null,
    isDoc: card.isDoc,
  });
}

/**
 * The status in `patch`, or else the previous one. In these cases it is `not_started` instead:
 * - The card becomes a document.
 * - The status would be started or snoozing, but the card is archived or deleted.
 * - `patch` sets no status, the card was started or snoozing, and its owner changes (without `keepStatus`) or it moves
 * to a deck of the type `hero` or `doc`.
 */
function statusAfter(context: ActionContext, before: Card, patch: CardFieldValues, options: CardChangeOptions): string {
  let status = before.status;
  const isHidden = (patch.visibility ?? before.visibility) !== 'default';
  const isMoved = patch.deckId !== undefined && patch.deckId !== before.deckId;
  const isHandedOver = patch.assigneeId !== undefined && patch.assigneeId !== before.assigneeId && !options.keepStatus;
  if (isStartedOrSnoozing(status)) {
    const deckType = isMoved ? deckOf(context, patch.deckId ?? null)?.deckType : undefined;
    if (isHandedOver || isHidden || deckType === 'hero' || deckType === 'doc') status = 'not_started';
  }
  if (patch.status !== undefined) status = patch.status;
  if (isHidden && isStartedOrSnoozing(status)) status = 'not_started';
  if (patch.isDoc === true) status = 'not_started';
  return status;
}

/**
 * The tags in `patch` or else the previous tags, the project tags in the content, and after a move the auto tag of the
 * new deck. If the change sets the content but no tags, the card loses each tag that only the previous content
 * contained, except the deck's auto tag.
 */
function masterTagsAfter(context: ActionContext, before: Card, after: Card, patch: CardFieldValues): string[] {
  const deck = deckOf(context, after.deckId);
  const isMoved = after.deckId !== before.deckId;
  if (patch.content === undefined && patch.masterTags === undefined && !isMoved) return before.masterTags;
  const written = projectTagsInText(context, deck, after.content);
  const autoTag = autoTagOfDeck(context, deck);
  let tags = patch.masterTags ?? before.masterTags;
  if (patch.content !== undefined && patch.masterTags === undefined) {
    for (const tag of projectTagsInText(context, deckOf(context, before.deckId), before.content))
      if (tag !== autoTag) tags = tagsWithoutTag(tags, tag);
  }
  return uniqueTags([...tags, ...written, ...(isMoved && autoTag !== undefined ? [autoTag] : [])]);
}

/** Closes the card's threads. If it is deleted, also removes its dependencies and bookmarks. */
function afterHiding(context: ActionContext, card: Card, isDeleted: boolean): void {
  closeThreads(context, card.cardId);
  if (!isDeleted) return;
  setDependencies(context, card.cardId, { inDeps: [], outDeps: [] });
  for (const bookmark of context.rows.find('handCard', { cardId: card.cardId }))
    context.rows.remove('handCard', JSON.stringify([bookmark.cardId, bookmark.userId, bookmark.accountId]));
}

/** `isStarted` is true if the change has started the card. */
function moveInHands(context: ActionContext, before: Card, after: Card, isStarted: boolean): void {
  if (before.status !== 'done' && after.status === 'done') putOnDonePile(context, after);
  if (before.status === 'done' && after.status !== 'done') takeOffDonePile(context, after);
  if (isStarted && after.assigneeId !== null) addToHand(context, after.assigneeId, after.cardId);
  const isHandedOver = before.assigneeId !== after.assigneeId;
  const deck = before.deckId !== after.deckId || isHandedOver ? deckOf(context, after.deckId) : undefined;
  const milestone =
    after.milestoneId !== null && (before.milestoneId !== after.milestoneId || isHandedOver)
      ? context.rows.get('milestone', after.milestoneId)
      : undefined;
  if (deck?.handSyncEnabled || milestone?.handSyncEnabled) addToHandByHandSync(context, after);
}

/** Applies all effects of the change, too. Undefined if a replica does not have the card. */
export function changeCard(
  context: ActionContext,
  cardId: string,
  patch: CardFieldValues,
  options: CardChangeOptions = {},
): Card | undefined {
  const { rows, actor } = context;
  const before = rows.get('card', cardId);
  if (!before) return undefined;
  const definedFields = Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as Partial<Card>;
  const after: Card = { ...before, ...definedFields };
  after.status = statusAfter(context, before, patch, options);
  after.masterTags = masterTagsAfter(context, before, after, patch);
  // A removed person owns no open cards, so a card that is reopened, copied or given to this person loses the owner.
  if (context.role === 'service' && after.status !== 'done' && isRemovedPerson(rows, after.assigneeId ?? ''))
    after.assigneeId = null;
  const isHandedOver = after.assigneeId !== before.assigneeId;
  const isStarted =
    after.status === 'started' && (before.status !== 'started' || (isHandedOver && !options.keepStatus));
  if (isStarted && after.assigneeId === null && actor.isPerson) after.assigneeId = actor.userId;
  if (isStarted && after.sprintId === null && patch.sprintId === undefined && context.role === 'service')
    after.sprintId = findRunForAutoAssign(context, after.deckId)?.id ?? null;
  if (after.sprintId !== null && after.sprintId !== before.sprintId && after.milestoneId === null)
    after.milestoneId = rows.get('sprint', after.sprintId)?.autoMilestoneId ?? null;

  const { status, masterTags, assigneeId, sprintId, milestoneId } = after;
  rows.update('card', cardId, { ...definedFields, status, masterTags, assigneeId, sprintId, milestoneId });
  removeFormerCardPositions(context, before, after);
  if (after.visibility !== before.visibility && after.visibility !== 'default')
    afterHiding(context, after, after.visibility === 'deleted');
  moveInHands(context, before, after, isStarted);
  if (sprintId !== before.sprintId && context.role === 'service')
    updateCardLockAfterRunChange(rows, cardId, sprintId, context.at);
  return after;
}

/** `insertCard` itself inserts `content` and `isDoc`; `changeCard` applies the effects of the others. */
interface NewCardValues extends CardFieldValues {
  readonly cardId: string;
  readonly content: string;
  readonly deckId: string | null;
  readonly sourceWorkflowItemId?: string | null | undefined;
}

/** The actor is the creator. A card that exists stays unchanged: a replica may have read it before a replay. */
export function insertCard(
  context: ActionContext,
  { cardId, content, isDoc, sourceWorkflowItemId, ...rest }: NewCardValues,
): Card {
  const { rows, at, actor, accountId } = context;
  const confirmed = rows.get('card', cardId);
  if (confirmed) return confirmed;
  rows.insert('card', {
    cardId,
    accountId,
    accountSeq: nextAccountSeq(context, 'card'),
    attachments: [],
    cardReferences: [],
    checkboxInfo: [],
    checkboxStats: { total: 0, checked: 0 },
    childCards: [],
    content,
    createdAt: at,
    creatorId: actor.userId,
    derivedStatus: 'unassigned',
    hasBlockingDeps: false,
    inDeps: [],
    isBlockingDep: false,
    isDoc: isDoc ?? false,
    lastUpdatedAt: at,
    masterTags: [],
    mentionedUsers: [],
    outDeps: [],
    sourceWorkflowItemId: sourceWorkflowItemId ?? null,
    status: 'not_started',
    tags: [],
    title: '',
    version: 1,
    visibility: 'default',
  });
  const card = changeCard(context, cardId, rest);
  if (!card) throw new Error(`Card '${cardId}' vanished while it was created`);
  const run = card.sprintId === null ? undefined : rows.get('sprint', card.sprintId);
  if (run?.handSyncEnabled) addToHandByHandSync(context, card);
  return card;
}

/** Undefined if none is open. A card has at most one open thread of these kinds. */
export function kindOfOpenBlockOrReview({ rows }: ActionContext, cardId: string): 'block' | 'review' | undefined {
  const open = rows.find('resolvable', { cardId, isClosed: false });
  if (open.some((thread) => thread.context === 'block')) return 'block';
  return open.some((thread) => thread.context === 'review') ? 'review' : undefined;
}

/** Stores no person who closed them (rule `status.archive.threads`). */
export function closeThreads({ rows, at }: ActionContext, cardId: string): void {
  for (const thread of rows.find('resolvable', { cardId, isClosed: false }))
    rows.update('resolvable', thread.id, {
      isClosed: true,
      closedAt: at,
      closedBy: null,
      reopenedAt: null,
      reopenedBy: null,
    });
}

/** Adds the tags `names`, which must exist, to all cards of the project whose content contains them as `#tag`. */
export function addNewTagsToCards(context: ActionContext, projectId: string, names: readonly string[]): void {
  const written = names.map((name) => `#${foldCase(name)}`);
  if (written.length === 0) return;
  const inProject = context.rows.db.prepare(
    `SELECT "cardId", "content" FROM "card" WHERE "deckId" IN (SELECT "id" FROM "deck" WHERE "projectId" = ?) AND instr("content", '#')`,
  );
  const cards = inProject.raw(true).all(projectId) as [cardId: string, content: string][];
  for (const [cardId, content] of cards) {
    const text = foldCase(content);
    // Setting `masterTags`, even to the same tags, makes `changeCard` add the project tags that the content contains.
    const masterTags = written.some((name) => text.includes(name)) && context.rows.get('card', cardId)?.masterTags;
    if (masterTags) changeCard(context, cardId, { masterTags });
  }
}
