/**
 * Sentences shown before an action on a thread: its effects on the card, or why it is not possible. They follow the
 * rules `status.block-review`, `status.reopen`, `status.close-done`, `threads.exclusive` and `threads.no-doc-hero`.
 */
import { refusalCodes, type ThreadContext } from '../../../shared/contract/index.ts';

interface ThreadState {
  readonly context: string;
  readonly isClosed: boolean;
}

export interface ThreadCard {
  readonly status: string;
  readonly isDoc: boolean;
  /** Whether it has sub cards, or is in a hero deck without being a sub card. */
  readonly isHero: boolean;
  readonly hasGuardians: boolean;
  readonly threads: readonly ThreadState[];
}

export interface Preview {
  /** Sentences; empty if only the thread changes. */
  readonly effects: readonly string[];
  /** Reason why it would be refused, or null. */
  readonly refusal: string | null;
  /** Condition under which the service may still refuse it, which this app cannot check; null if there is none. */
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

/** Starting and reopening both reset the card's status. */
function markEffects(card: ThreadCard, context: string): string[] {
  if (!marks(context)) return [];
  const resetNote = card.status === 'not_started' ? '' : ', set back to not started';
  return [`The card counts as ${stateOf(context)} until the thread closes${resetNote}.`];
}

export function startEffects(card: ThreadCard, context: ThreadContext): Preview {
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

export function closeEffects(card: ThreadCard, context: string, markCardDone: boolean): Preview {
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

export function reopenEffects(card: ThreadCard, context: string): Preview {
  return { effects: markEffects(card, context), refusal: marks(context) ? markRefusal(card) : null, doubt: null };
}
