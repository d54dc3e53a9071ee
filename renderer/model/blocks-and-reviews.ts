import type { ThreadContextKind } from '../../shared/contract/index.ts';
import type { ActionLabel } from '../data/action-labels.ts';
import { statusGroupAndLabel } from '../ui/icons/status.ts';
import type { CardRow } from './card-row.ts';

/** These kinds set the derived status of their card while they are open. */
export type BlockOrReview = Extract<ThreadContextKind, 'block' | 'review'>;

export const blockOrReviewKinds: readonly BlockOrReview[] = ['block', 'review'];

export const blockOrReviewStatusTexts: Record<BlockOrReview, string> = { block: 'blocked', review: 'in review' };

const closingVerbs: Record<BlockOrReview, string> = { block: 'Unblock', review: 'Close review' };

export function blockOrReviewOfCard({ derivedStatus }: Pick<CardRow, 'derivedStatus'>): BlockOrReview | null {
  const { group } = statusGroupAndLabel(derivedStatus);
  return group === 'blocked' ? 'block' : group === 'review' ? 'review' : null;
}

export type CardForBlockOrReview = Pick<CardRow, 'cardId' | 'title' | 'derivedStatus' | 'deckId'>;

/** `subject` names the cards. */
export function labelForClosingThreads(cards: readonly CardForBlockOrReview[], subject: string): ActionLabel {
  const all = new Set(cards.map(blockOrReviewOfCard));
  if (all.size > 1) return `Close the blocks and reviews of ${subject}`;
  return all.has('block') ? `Unblock ${subject}` : `Close the review of ${subject}`;
}

/** "blocked or in review" if the cards differ. */
export function blockedOrInReviewText(cards: readonly CardForBlockOrReview[]): string {
  const all = new Set(cards.map(blockOrReviewOfCard));
  return blockOrReviewKinds
    .filter((threadKind) => all.has(threadKind))
    .map((threadKind) => blockOrReviewStatusTexts[threadKind])
    .join(' or ');
}

export function closeThreadsButtonText(cards: readonly CardForBlockOrReview[]): string {
  const [threadKind, ...others] = new Set(cards.map(blockOrReviewOfCard));
  return threadKind && others.length === 0 ? closingVerbs[threadKind] : 'Close threads';
}

/**
 * If some of the cards to change are blocked or in review. `closeOnly` leaves all cards unchanged; `changeOthersOnly`
 * changes only the cards that are not blocked or in review.
 */
export type BlocksAndReviewsChoice = 'closeOnly' | 'closeAndChangeAll' | 'changeOthersOnly';

/** For the dialog that opens before an action closes block or review threads. */
export interface BlocksAndReviewsQuestion {
  /** Blocked or in review. */
  readonly cards: readonly CardForBlockOrReview[];
  /** Cards to change that are not blocked or in review. */
  readonly otherCardCount: number;
  /** For the button: "start" in "Unblock and start". */
  readonly verb: string;
  /** Adds a button that closes the threads and leaves the cards unchanged. */
  readonly offersCloseOnly: boolean;
}
