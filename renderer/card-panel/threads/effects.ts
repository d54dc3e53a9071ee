/**
 * Sentences shown before an action on a thread: what it does to the card, and why it is not possible. They follow the
 * rules `status.block-review`, `status.reopen`, `status.close-done`, `threads.exclusive` and `threads.no-doc-hero`.
 */
import { refusalCodes, type ThreadContext } from '../../../shared/contract/index.ts';

export interface ThreadFacts {
  readonly context: string;
  readonly isClosed: boolean;
}

export interface ThreadCard {
  readonly status: string;
  readonly isDoc: boolean;
  /** It has sub cards, or sits in a hero deck and is no sub card. */
  readonly isHero: boolean;
  readonly hasGuardians: boolean;
  readonly threads: readonly ThreadFacts[];
}

export interface Foreseen {
  /** Sentences; empty when nothing but the thread changes. */
  readonly effects: readonly string[];
  /** Why it would be refused; null when nothing known speaks against it. */
  readonly refusal: string | null;
  /** It may still be refused, for a reason this app cannot read. */
  readonly doubt: string | null;
}

const marks = (context: string) => context === 'block' || context === 'review';
const stateOf = (context: string) => (context === 'block' ? 'blocked' : 'in review');

function markRefusal(card: ThreadCard): string | null {
  if (card.isDoc) return refusalCodes.doc_takes_no_thread;
  if (card.isHero) return refusalCodes.hero_takes_no_thread;
  if (card.threads.some((thread) => !thread.isClosed && marks(thread.context))) return refusalCodes.thread_conflict;
  return null;
}

/** Both starting and reopening set the card back. */
function markEffects(card: ThreadCard, context: string): string[] {
  if (!marks(context)) return [];
  const back = card.status === 'not_started' ? '' : ', set back to not started';
  return [`The card counts as ${stateOf(context)} until the thread closes${back}.`];
}

export function startEffects(card: ThreadCard, context: ThreadContext): Foreseen {
  const joins =
    context === 'review' && card.hasGuardians
      ? "You, the card's owner, everyone mentioned and the deck's guardians take part."
      : "You, the card's owner and everyone mentioned take part.";
  return {
    effects: [...markEffects(card, context), joins],
    refusal: marks(context) ? markRefusal(card) : null,
    doubt: null,
  };
}

export function closeEffects(card: ThreadCard, context: string, markCardDone: boolean): Foreseen {
  const effects = [
    ...(marks(context) ? [`Once closed, the card no longer counts as ${stateOf(context)}.`] : []),
    ...(markCardDone && card.status !== 'done' ? ['The card becomes done and leaves other people’s Hands.'] : []),
  ];
  return {
    effects,
    refusal: markCardDone && card.isDoc ? refusalCodes.doc_has_no_status : null,
    doubt:
      context === 'review' && card.hasGuardians
        ? 'Guardians, producers and admins may close a review here; the owner only once the guardians approved.'
        : null,
  };
}

export function reopenEffects(card: ThreadCard, context: string): Foreseen {
  return { effects: markEffects(card, context), refusal: marks(context) ? markRefusal(card) : null, doubt: null };
}
