/** Cards that an open thread marks as blocked or in review. */
import type { ThreadContext } from '../../shared/contract/index.ts';
import type { Label } from '../data/action-labels.ts';
import { statusLook } from '../ui/icons/status.ts';
import type { CardRow } from './card-row.ts';

/** A thread that marks its card: as blocked, or as in review. */
export type Mark = Extract<ThreadContext, 'block' | 'review'>;

export const marks: readonly Mark[] = ['block', 'review'];

/** The state that a card shows while such a thread is open. */
export const markedState: Record<Mark, string> = { block: 'blocked', review: 'in review' };

const endingVerb: Record<Mark, string> = { block: 'Unblock', review: 'Close review' };

/** The open thread that marks a card; null for none. */
export function markOf({ derivedStatus }: Pick<CardRow, 'derivedStatus'>): Mark | null {
  const { group } = statusLook(derivedStatus);
  return group === 'blocked' ? 'block' : group === 'review' ? 'review' : null;
}

export type MarkedCard = Pick<CardRow, 'cardId' | 'title' | 'derivedStatus' | 'deckId'>;

/** What ending the blocks and reviews of cards is called; `what` names the cards. */
export function endingLabel(cards: readonly MarkedCard[], what: string): Label {
  const all = new Set(cards.map(markOf));
  if (all.size > 1) return `Close the blocks and reviews of ${what}`;
  return all.has('block') ? `Unblock ${what}` : `Close the review of ${what}`;
}

/** "blocked", "in review", or both where cards differ. */
export function stateInWords(cards: readonly MarkedCard[]): string {
  const all = new Set(cards.map(markOf));
  return marks
    .filter((mark) => all.has(mark))
    .map((mark) => markedState[mark])
    .join(' or ');
}

/** The button that ends the blocks and reviews of cards. */
export function endingVerbOf(cards: readonly MarkedCard[]): string {
  const [mark, ...others] = new Set(cards.map(markOf));
  return mark && others.length === 0 ? endingVerb[mark] : 'Close threads';
}

/** What is to become of cards that are blocked or in review: only that ends, or the change goes on, of all or of the others. */
export type Ending = 'end' | 'all' | 'others';

/** What a dialog asks before it ends blocks or reviews. */
export interface EndingQuestion {
  readonly cards: readonly MarkedCard[];
  /** How many cards the change is about besides them. */
  readonly others: number;
  /** What the change does, as in "Unblock and start". */
  readonly verb: string;
  /** Whether the mark may be ended without the change. */
  readonly mayOnlyEnd: boolean;
}
