/**
 * Predicts, as sentences, what an action on a thread changes on its card, or why the service refuses it. Follows the
 * rules `status.block-review`, `status.reopen`, `status.close-done`, `threads.exclusive` and `threads.no-doc-hero`.
 */
import { refusalTexts, type ThreadContextKind } from '../../../shared/contract/index.ts';

export interface CardForThreadPrediction {
  readonly status: string;
  readonly isDoc: boolean;
  /** The card has sub cards, or is in a hero deck and is not a sub card. */
  readonly isHero: boolean;
  readonly hasGuardians: boolean;
  readonly threads: readonly { readonly context: string; readonly isClosed: boolean }[];
}

interface ThreadActionPrediction {
  /** As sentences; empty if only the thread changes. */
  readonly effects: readonly string[];
  /** Why the service refuses the action, or null. */
  readonly refusal: string | null;
  /**
   * A sentence about a condition that the app cannot check, such as the approval of the guardians. Without it, the
   * service refuses the action. Null if there is none.
   */
  readonly possibleRefusal: string | null;
}

const changesStatus = (context: string) => context === 'block' || context === 'review';
const stateText = (context: string) => (context === 'block' ? 'blocked' : 'in review');

/** Why a thread cannot be started or reopened, or null. */
function openingRefusal(card: CardForThreadPrediction, context: string): string | null {
  if (!changesStatus(context)) return null;
  if (card.isDoc) return refusalTexts.doc_takes_no_thread;
  if (card.isHero) return refusalTexts.hero_takes_no_thread;
  if (card.threads.some((thread) => !thread.isClosed && changesStatus(thread.context)))
    return refusalTexts.thread_conflict;
  return null;
}

/** A block or review thread resets the card's status. */
export function predictThreadStart(
  card: CardForThreadPrediction,
  context: ThreadContextKind,
): Pick<ThreadActionPrediction, 'effects' | 'refusal'> {
  const resetNote = card.status === 'not_started' ? '' : ', set back to not started';
  const joins =
    context === 'review' && card.hasGuardians
      ? "You, the card's owner, everyone mentioned and the deck's guardians take part."
      : "You, the card's owner and everyone mentioned take part.";
  return {
    effects: changesStatus(context)
      ? [`The card counts as ${stateText(context)} until the thread closes${resetNote}.`, joins]
      : [joins],
    refusal: openingRefusal(card, context),
  };
}

/** If `markCardDone` is true, the action also sets the card to done. */
export function predictThreadClose(
  card: CardForThreadPrediction,
  context: string,
  markCardDone: boolean,
): ThreadActionPrediction {
  const effects = [
    ...(changesStatus(context) ? [`Once closed, the card no longer counts as ${stateText(context)}.`] : []),
    ...(markCardDone && card.status !== 'done' ? ['The card becomes done and leaves other people’s Hands.'] : []),
  ];
  return {
    effects,
    refusal: markCardDone && card.isDoc ? refusalTexts.doc_has_no_status : null,
    possibleRefusal:
      context === 'review' && card.hasGuardians
        ? 'Guardians, producers and admins may close a review here; the owner only once the guardians approved.'
        : null,
  };
}

export const predictThreadReopen = (
  card: CardForThreadPrediction,
  context: string,
): Pick<ThreadActionPrediction, 'refusal'> => ({ refusal: openingRefusal(card, context) });
