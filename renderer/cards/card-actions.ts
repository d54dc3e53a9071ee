/**
 * Actions that change cards, except drops on boards. Each call is one undo step. If the service will certainly refuse
 * a change, a toast shows the reason at once.
 */

import type { TaskOnlyField } from '../../shared/contract/index.ts';
import { addDays } from '../../shared/domain/calendar.ts';
import { isSameTag } from '../../shared/domain/content.ts';
import { type ActOptions, act, actStep } from '../data/act.ts';
import type { ActionLabel } from '../data/action-labels.ts';
import { currentUserId } from '../data/app-state.ts';
import type { WorkspaceLookups } from '../data/lookups.ts';
import { type BlockOrReview, blockOrReviewOfCard } from '../model/blocks-and-reviews.ts';
import { fieldDefinitionOf } from '../model/card-fields/definitions.ts';
import type { CardChanges } from '../model/card-fields/field.ts';
import { fieldRefusalForDocuments } from '../model/card-fields/task.ts';
import type { CardRow } from '../model/card-row.ts';
import { cardTitleOrCountText, stepsToUpdateCards } from '../model/drop-action.ts';
import type { ActionEffectKind } from '../model/effects.ts';
import { missingHandSlotCount } from '../model/hand/hand-drop.ts';
import { blockOrReviewRefusal, type SettableStatus, statusRefusal } from '../model/preflight.ts';
import { dayAndMonthText, dayOffsetText } from '../ui/dates/day-text.ts';
import { showRefusalToast } from '../ui/popups/toast.ts';
import { showCard } from '../workbench/active-list.ts';
import { confirmEffects } from '../workbench/confirmation/confirm.ts';
import { openDialog } from '../workbench/dialog-state.ts';
import {
  askAboutBlocksAndReviews,
  askForThreadComment,
  closeBlocksAndReviews,
  stepsToCloseBlocksAndReviews,
  stepsToStartBlocksOrReviews,
} from './block-and-review-threads.ts';
import { currentHandContents } from './hand/hand-entries.ts';
import { performCardChange, toastIfSeveralCards } from './perform-card-change.ts';

/** Rows of boards and rows of the card panel both have these fields. */
type CardToChange = Pick<CardRow, 'cardId' | 'title' | 'visibility'>;

const differingFrom = <C extends CardToChange>(cards: readonly C[], changes: CardChanges): C[] =>
  cards.filter((card) =>
    Object.entries(changes).some(([name, value]) => (card as unknown as CardChanges)[name] !== value),
  );

/** Leaves out cards that already have the values. */
const stepsToSetFields = (cards: readonly CardToChange[], changes: CardChanges) =>
  stepsToUpdateCards(differingFrom(cards, changes).map((card) => [card.cardId, changes] as const));

/** These need a confirmation even if only one card changes. */
const effectsToConfirm: readonly ActionEffectKind[] = ['threads', 'dependencies', 'bookmarks'];

/** For a single card, asks only if a side effect is in `effectsToConfirm`. Resolves to false if the person cancels. */
function confirmSideEffects(
  cards: readonly CardToChange[],
  label: string,
  verb: string,
  changes: CardChanges,
  danger = false,
): Promise<boolean> {
  const ids = differingFrom(cards, changes).map(({ cardId }) => cardId);
  if (ids.length === 0) return Promise.resolve(true);
  return confirmEffects({
    title: `${label}?`,
    verb,
    danger,
    steps: [{ action: 'cards/bulkUpdate', params: { ids, ...changes } }],
    ...(ids.length === 1
      ? { needsConfirmation: (found) => found.some(({ kind }) => effectsToConfirm.includes(kind)) }
      : {}),
  });
}

/** Leaves out cards that already have the values. */
async function setCardFields(
  cards: readonly CardToChange[],
  label: ActionLabel,
  changes: CardChanges,
  options: ActOptions = {},
): Promise<void> {
  const steps = stepsToSetFields(cards, changes);
  if (steps.length > 0) await act(label, steps, { ...toastIfSeveralCards(cards), ...options });
}

/**
 * Asks for confirmation if side effects remove something, such as the status of a started card, or if a card moves into
 * a completed run. In planning mode, changes that can be planned go into the plan instead (`performCardChange`).
 */
async function confirmAndSetFields(
  cards: readonly CardRow[],
  label: ActionLabel,
  changes: CardChanges,
  options: ActOptions = {},
): Promise<void> {
  const steps = stepsToSetFields(cards, changes);
  if (steps.length > 0) await performCardChange({ cards: differingFrom(cards, changes), label, steps }, options);
}

const statusVerbs = { not_started: 'Set back', started: 'Start', done: 'Finish' } as const;

/** An open block or review thread hides the new status of these cards. None for the status `not_started`. */
export const cardsShownAsBlockedOrInReview = (cards: readonly CardRow[], status: SettableStatus): CardRow[] =>
  status === 'not_started' ? [] : cards.filter((card) => blockOrReviewOfCard(card) !== null);

/**
 * Sets the status of the cards that accept it. If some cards are blocked or in review, a dialog first asks what to do
 * with them, except for the status `not_started`.
 */
export async function setStatusOfCards(
  cards: readonly CardRow[],
  status: SettableStatus,
  lookups: WorkspaceLookups,
): Promise<void> {
  const accepting = cards.filter((card) => statusRefusal([card], status, lookups) === null);
  if (accepting.length === 0) {
    const reason = statusRefusal(cards, status, lookups);
    if (reason) showRefusalToast(reason);
    return;
  }
  const verb = statusVerbs[status];
  const [first] = accepting;
  // Wherever the card goes, the same toast says so.
  const options =
    status === 'done' && first && accepting.length === 1
      ? { showsToast: true, show: () => showCard(first.cardId) }
      : toastIfSeveralCards(accepting);
  const blockedOrInReview = cardsShownAsBlockedOrInReview(accepting, status);
  if (blockedOrInReview.length > 0) {
    const free = accepting.filter((card) => !blockedOrInReview.includes(card));
    const choice = await askAboutBlocksAndReviews({
      cards: blockedOrInReview,
      otherCardCount: free.length,
      verb: verb.toLowerCase(),
      offersCloseOnly: true,
    });
    if (choice === 'closeOnly') await closeBlocksAndReviews(blockedOrInReview, cardTitleOrCountText(blockedOrInReview));
    if (choice === 'changeOthersOnly') await setCardFields(free, `${verb} ${cardTitleOrCountText(free)}`, { status });
    if (choice === 'closeAndChangeAll') {
      const steps = await stepsToCloseBlocksAndReviews(blockedOrInReview);
      steps.push(...stepsToSetFields(accepting, { status }));
      if (!(await act(`${verb} ${cardTitleOrCountText(accepting)}`, steps, options))) return;
    }
    // The person did not set a status, so no card was skipped.
    if (choice === null || choice === 'closeOnly') return;
  } else void setCardFields(accepting, `${verb} ${cardTitleOrCountText(accepting)}`, { status }, options);
  const skippedCount = cards.length - accepting.length;
  if (skippedCount === 1) showRefusalToast('1 card takes no such status and stays as before.');
  if (skippedCount > 1) showRefusalToast(`${skippedCount} cards take no such status and stay as before.`);
}

/**
 * Asks the person for a comment, and starts a thread with it on each card that can have one and has none yet. Closes
 * other open block and review threads of these cards. If all cards already have an open thread of this kind, only
 * closes all their block and review threads.
 */
export async function toggleBlockOrReview(
  cards: readonly CardRow[],
  wanted: BlockOrReview,
  lookups: WorkspaceLookups,
): Promise<void> {
  if (allCardsHaveOpenThreadOfKind(cards, wanted))
    return void (await closeBlocksAndReviews(cards, cardTitleOrCountText(cards)));
  const accepting = cards.filter(
    (card) => blockOrReviewRefusal([card], lookups) === null && blockOrReviewOfCard(card) !== wanted,
  );
  if (accepting.length === 0) {
    const reason = blockOrReviewRefusal(cards, lookups);
    if (reason) showRefusalToast(reason);
    return;
  }
  const label: ActionLabel =
    wanted === 'block'
      ? `Block ${cardTitleOrCountText(accepting)}`
      : `Ask for a review of ${cardTitleOrCountText(accepting)}`;
  await askForThreadComment(accepting, wanted, async (content) => {
    const steps = await stepsToStartBlocksOrReviews(accepting, wanted, content);
    return (await act(label, steps, toastIfSeveralCards(accepting))) !== null;
  });
}

/** False for no cards. */
export const allCardsHaveOpenThreadOfKind = (cards: readonly CardRow[], wanted: BlockOrReview): boolean =>
  cards.length > 0 && cards.every((card) => blockOrReviewOfCard(card) === wanted);

const visibilityVerbs = { default: 'Restore', archived: 'Archive', deleted: 'Delete' } as const;
type Visibility = keyof typeof visibilityVerbs;

/** Does not ask for confirmation. */
export function setCardVisibility(cards: readonly CardToChange[], visibility: Visibility): Promise<void> {
  const label: ActionLabel = `${visibilityVerbs[visibility]} ${cardTitleOrCountText(cards)}`;
  return setCardFields(cards, label, { visibility }, { showsToast: true });
}

/** Asks only if there are side effects. Resolves to false if the person cancels. */
export function confirmArchivingOrDeleting(
  cards: readonly CardToChange[],
  visibility: 'archived' | 'deleted',
): Promise<boolean> {
  const verb = visibilityVerbs[visibility];
  const label = `${verb} ${cardTitleOrCountText(cards)}`;
  return confirmSideEffects(cards, label, verb, { visibility }, visibility === 'deleted');
}

/** Null for no owner. `name` is the person's name in the label of the undo step. */
export async function setCardOwner(cards: readonly CardRow[], assigneeId: string | null, name: string): Promise<void> {
  const label: ActionLabel = assigneeId
    ? `Give ${cardTitleOrCountText(cards)} to ${name}`
    : `Take the owner off ${cardTitleOrCountText(cards)}`;
  await confirmAndSetFields(cards, label, { assigneeId });
}

/** Leaves out documents. `label` is the value's name in the label of the undo step. */
export function setTaskOnlyField(
  cards: readonly CardRow[],
  field: TaskOnlyField,
  value: string | number | null,
  label: string,
): void {
  const accepting = cards.filter((card) => !card.isDoc);
  if (accepting.length < cards.length) showRefusalToast(fieldRefusalForDocuments(field));
  const [name, what] = [fieldDefinitionOf(field).label.toLowerCase(), cardTitleOrCountText(accepting)];
  const change: ActionLabel = value === null ? `Take the ${name} off ${what}` : `Set ${name} of ${what} to ${label}`;
  void setCardFields(accepting, change, { [field]: value });
}

const possessive = (cards: readonly unknown[]) => (cards.length === 1 ? 'its' : 'their');

export const setCardDeck = (cards: readonly CardRow[], deckId: string, title: string): Promise<void> =>
  confirmAndSetFields(cards, `Move ${cardTitleOrCountText(cards)} to ${title}`, { deckId }, { showsToast: true });
/** Null for `to` moves the cards out of the run or milestone. */
const moveLabel = (cards: readonly CardRow[], to: string | null, kind: 'run' | 'milestone'): ActionLabel =>
  to === null
    ? `Take ${cardTitleOrCountText(cards)} out of ${possessive(cards)} ${kind}`
    : `Move ${cardTitleOrCountText(cards)} to ${to}`;
export const setCardRun = (cards: readonly CardRow[], sprintId: string | null, title: string): Promise<void> =>
  confirmAndSetFields(cards, moveLabel(cards, sprintId && title, 'run'), { sprintId });
export const setCardMilestone = (cards: readonly CardRow[], milestoneId: string | null, title: string): Promise<void> =>
  confirmAndSetFields(cards, moveLabel(cards, milestoneId && title, 'milestone'), { milestoneId });

/** If all cards have the tag already, removes it from them. */
export async function toggleCardTag(cards: readonly CardRow[], tag: string): Promise<void> {
  if (cards.every((card) => card.masterTags.some((own) => isSameTag(own, tag)))) return removeCardTag(cards, tag);
  const ids = cards.map((card) => card.cardId);
  const steps = [actStep('cards/bulkUpdate', { ids, addMasterTag: tag })];
  await act(`Add #${tag} to ${cardTitleOrCountText(cards)}`, steps, toastIfSeveralCards(cards));
}

export async function removeCardTag(cards: readonly CardRow[], tag: string): Promise<void> {
  const ids = cards.map((card) => card.cardId);
  const steps = [actStep('cards/bulkUpdate', { ids, removeMasterTag: tag })];
  await act(`Remove #${tag} from ${cardTitleOrCountText(cards)}`, steps, toastIfSeveralCards(cards));
}

/** Null removes the date. `dateText` is the date in the label of the undo step. */
export const setCardDueDate = (cards: readonly CardRow[], dueDate: string | null, dateText: string): Promise<void> =>
  setCardFields(
    cards,
    dueDate
      ? `Make ${cardTitleOrCountText(cards)} due ${dateText}`
      : `Take the due date off ${cardTitleOrCountText(cards)}`,
    { dueDate },
  );

/** Cards without a due date do not change. */
export async function shiftDueDates(cards: readonly CardRow[], days: number): Promise<void> {
  const moved = cards.flatMap((card) => (card.dueDate ? [{ card, dueDate: addDays(card.dueDate, days) }] : []));
  const [only] = moved;
  if (!only) return;
  const what = cardTitleOrCountText(moved.map(({ card }) => card));
  const label: ActionLabel =
    moved.length === 1
      ? `Make ${what} due ${dayAndMonthText(only.dueDate)}`
      : `Make ${what} due ${dayOffsetText(days)}`;
  const changes = moved.map(({ card, dueDate }) => [card.cardId, { dueDate }] as const);
  await act(label, stepsToUpdateCards(changes), toastIfSeveralCards(moved));
}

/** First asks for confirmation if the change has side effects. */
export async function setCardIsDocument(cards: readonly CardRow[], isDoc: boolean): Promise<void> {
  const label: ActionLabel = isDoc
    ? `Make ${cardTitleOrCountText(cards)} ${cards.length === 1 ? 'a document' : 'documents'}`
    : `Give ${cardTitleOrCountText(cards)} a status again`;
  const makeVerb = cards.length === 1 ? 'Make it a document' : 'Make documents';
  if (await confirmSideEffects(cards, label, isDoc ? makeVerb : 'Give a status', { isDoc }))
    await setCardFields(cards, label, { isDoc });
}

/** Null removes the cards from their hero cards. */
export const setParentHeroCard = (
  cards: readonly CardRow[],
  parentCardId: string | null,
  title: string,
): Promise<void> =>
  setCardFields(
    cards.filter((card) => card.cardId !== parentCardId),
    parentCardId
      ? `Make ${cardTitleOrCountText(cards)} part of ${title}`
      : `Take ${cardTitleOrCountText(cards)} out of ${possessive(cards)} hero card`,
    { parentCardId },
  );

/** Cards for which `holderOf` returns null do not change. */
export async function removeCardsFromHands(
  cards: readonly CardRow[],
  holderOf: (cardId: string) => string | null,
): Promise<void> {
  const held = cards.filter(({ cardId }) => holderOf(cardId) !== null);
  const byHolder = Map.groupBy(held, ({ cardId }) => holderOf(cardId) as string);
  const steps = [...byHolder].map(([userId, theirs]) =>
    actStep('handQueue/removeCards', { cardIds: theirs.map(({ cardId }) => cardId), userId }),
  );
  if (steps.length > 0) await act(`Take ${cardTitleOrCountText(held)} out of the Hand`, steps, { showsToast: true });
}

/** The person's own Hand (see `putCardsIntoHand`). If all cards are in `inHand`, removes them instead. */
export async function toggleCardsInHand(cards: readonly CardRow[], inHand: ReadonlySet<string>): Promise<void> {
  const userId = currentUserId();
  if (userId && cards.every(({ cardId }) => inHand.has(cardId))) await removeCardsFromHands(cards, () => userId);
  else await putCardsIntoHand(cards, inHand);
}

/**
 * Puts the cards that are not in `inHand` into the person's own Hand. If it has too few free slots, opens a dialog in
 * which the person chooses the cards to remove.
 */
export async function putCardsIntoHand(cards: readonly CardRow[], inHand: ReadonlySet<string>): Promise<void> {
  const userId = currentUserId();
  const joining = cards.filter(({ cardId }) => !inHand.has(cardId));
  if (!userId || joining.length === 0) return;
  if (missingHandSlotCount(joining, currentHandContents()) > 0) {
    openDialog({ kind: 'cardChoice', choiceKind: 'makeRoomInHand', cards: joining });
    return;
  }
  await act(
    `Put ${cardTitleOrCountText(joining)} into the Hand`,
    [actStep('handQueue/addCardsToHand', { cardIds: joining.map(({ cardId }) => cardId), userId })],
    toastIfSeveralCards(joining),
  );
}

/** If all cards are in `bookmarked`, removes their bookmarks. */
export async function toggleBookmark(cards: readonly CardRow[], bookmarked: ReadonlySet<string>): Promise<void> {
  const userId = currentUserId();
  if (!userId || cards.length === 0) return;
  const ids = cards.map((card) => card.cardId);
  const all = ids.every((id) => bookmarked.has(id));
  await act(
    all
      ? `Remove the ${cards.length === 1 ? 'bookmark' : 'bookmarks'} of ${cardTitleOrCountText(cards)}`
      : `Bookmark ${cardTitleOrCountText(cards)}`,
    [actStep(all ? 'bookmarks/removeCards' : 'bookmarks/addCards', { ids, userId })],
    { showsToast: true },
  );
}
