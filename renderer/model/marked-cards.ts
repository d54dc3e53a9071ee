/** Names and labels for cards that an open thread marks as blocked or in review, used by boards, menus and dialogs. */
import type { ThreadContext } from '../../shared/contract/index.ts';
import type { Label } from '../data/action-labels.ts';
import { statusLook } from '../ui/icons/status.ts';
import type { CardRow } from './card-row.ts';

/** The kinds of thread that change their card's status: a block or a review. */
export type Mark = Extract<ThreadContext, 'block' | 'review'>;

export const marks: readonly Mark[] = ['block', 'review'];

/** The status that a card shows while such a thread is open. */
export const markedState: Record<Mark, string> = { block: 'blocked', review: 'in review' };

const endingVerb: Record<Mark, string> = { block: 'Unblock', review: 'Close review' };

/** Returns the kind of the open thread that marks a card, or null. */
export function markOf({ derivedStatus }: Pick<CardRow, 'derivedStatus'>): Mark | null {
  const { group } = statusLook(derivedStatus);
  return group === 'blocked' ? 'block' : group === 'review' ? 'review' : null;
}

export type CardWithMark = Pick<CardRow, 'cardId' | 'title' | 'derivedStatus' | 'deckId'>;

/** Returns the undo label for closing the blocks and reviews of cards; `what` names the cards. */
export function endingLabel(cards: readonly CardWithMark[], what: string): Label {
  const all = new Set(cards.map(markOf));
  if (all.size > 1) return `Close the blocks and reviews of ${what}`;
  return all.has('block') ? `Unblock ${what}` : `Close the review of ${what}`;
}

/** Returns "blocked", "in review", or "blocked or in review" if the cards differ. */
export function markedStateText(cards: readonly CardWithMark[]): string {
  const all = new Set(cards.map(markOf));
  return marks
    .filter((mark) => all.has(mark))
    .map((mark) => markedState[mark])
    .join(' or ');
}

/** Returns the text of the button that closes the blocks and reviews of cards. */
export function endingVerbOf(cards: readonly CardWithMark[]): string {
  const [mark, ...others] = new Set(cards.map(markOf));
  return mark && others.length === 0 ? endingVerb[mark] : 'Close threads';
}

/**
 * The choices for a change that includes blocked or in-review cards: `end` only closes their threads, `all` closes them and
 * changes all cards, `others` changes only the cards without such a thread.
 */
export type Ending = 'end' | 'all' | 'others';

/** Input of the dialog that asks before blocks or reviews are closed. */
export interface EndingQuestion {
  readonly cards: readonly CardWithMark[];
  /** Number of cards in the change that have no block or review. */
  readonly others: number;
  /** The verb of the change, such as "start" in "Unblock and start". */
  readonly verb: string;
  /** Whether the dialog offers to close the threads without the change. */
  readonly mayOnlyEnd: boolean;
}
