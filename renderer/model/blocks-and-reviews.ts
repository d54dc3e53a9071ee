/** Texts about cards that are blocked or in review because of an open thread, for boards, menus and dialogs. */
import type { ThreadContextKind } from '../../shared/contract/index.ts';
import type { ActionLabel } from '../data/action-labels.ts';
import { statusGroupAndLabel } from '../ui/icons/status.ts';
import type { CardRow } from './card-row.ts';

/** The kinds of thread that set the derived status of their card while they are open. */
export type BlockOrReview = Extract<ThreadContextKind, 'block' | 'review'>;

export const blockOrReviewKinds: readonly BlockOrReview[] = ['block', 'review'];

/** The status that a card shows while a thread of this kind is open. */
export const blockOrReviewStatusTexts: Record<BlockOrReview, string> = { block: 'blocked', review: 'in review' };

const closingVerbs: Record<BlockOrReview, string> = { block: 'Unblock', review: 'Close review' };

/** Returns `block` if the card is blocked, `review` if it is in review, otherwise null. */
export function blockOrReviewOfCard({ derivedStatus }: Pick<CardRow, 'derivedStatus'>): BlockOrReview | null {
  const { group } = statusGroupAndLabel(derivedStatus);
  return group === 'blocked' ? 'block' : group === 'review' ? 'review' : null;
}

export type CardForBlockOrReview = Pick<CardRow, 'cardId' | 'title' | 'derivedStatus' | 'deckId'>;

/** Returns the undo label for closing the block and review threads of cards; `subject` names the cards. */
export function labelForClosingThreads(cards: readonly CardForBlockOrReview[], subject: string): ActionLabel {
  const all = new Set(cards.map(blockOrReviewOfCard));
  if (all.size > 1) return `Close the blocks and reviews of ${subject}`;
  return all.has('block') ? `Unblock ${subject}` : `Close the review of ${subject}`;
}

/** Returns "blocked", "in review", or "blocked or in review" if the cards differ. */
export function blockedOrInReviewText(cards: readonly CardForBlockOrReview[]): string {
  const all = new Set(cards.map(blockOrReviewOfCard));
  return blockOrReviewKinds
    .filter((threadKind) => all.has(threadKind))
    .map((threadKind) => blockOrReviewStatusTexts[threadKind])
    .join(' or ');
}

/** Returns the text of the button that closes the block and review threads of cards. */
export function closeThreadsButtonText(cards: readonly CardForBlockOrReview[]): string {
  const [threadKind, ...others] = new Set(cards.map(blockOrReviewOfCard));
  return threadKind && others.length === 0 ? closingVerbs[threadKind] : 'Close threads';
}

/**
 * The person's choice if some of the cards to change are blocked or in review. `closeOnly`: close the block and review
 * threads, and leave all cards unchanged. `closeAndChangeAll`: close the threads and change all cards.
 * `changeOthersOnly`: change only the cards that are not blocked or in review.
 */
export type BlocksAndReviewsChoice = 'closeOnly' | 'closeAndChangeAll' | 'changeOthersOnly';

/** Input of the dialog that opens before an action closes block or review threads. */
export interface BlocksAndReviewsQuestion {
  /** The cards that are blocked or in review. */
  readonly cards: readonly CardForBlockOrReview[];
  /** Number of cards to change that are not blocked or in review. */
  readonly otherCardCount: number;
  /** The verb of the change, for the button: "start" in "Unblock and start". */
  readonly verb: string;
  /** True if the dialog also has a button that closes the threads and leaves the cards unchanged. */
  readonly offersCloseOnly: boolean;
}
