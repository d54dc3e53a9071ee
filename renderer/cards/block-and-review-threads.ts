/** While a block or review thread is open, its card is shown as "blocked" or "in review". */
import { queryForAccount, selectRelated } from '../../shared/contract/index.ts';
import { type ActStep, act, actStep } from '../data/act.ts';
import { queryOnce } from '../data/live.ts';
import {
  type BlockOrReview,
  type BlocksAndReviewsChoice,
  type BlocksAndReviewsQuestion,
  blockOrReviewKinds,
  blockOrReviewOfCard,
  type CardForBlockOrReview,
  labelForClosingThreads,
} from '../model/blocks-and-reviews.ts';
import { cardTitleOrCountText } from '../model/drop-action.ts';
import { toast } from '../ui/popups/toast.ts';
import { closeDialog, type DialogState, openDialog, useDialog } from '../workbench/dialog-state.ts';

/** With the comments. */
export const openBlocksAndReviewsQuery = (cardIds: readonly string[]) =>
  queryForAccount([
    selectRelated(
      'resolvables',
      {
        isClosed: false,
        cardId: { op: 'in', value: [...cardIds] },
        context: { op: 'in', value: [...blockOrReviewKinds] },
      },
      ['cardId', 'context', { entries: ['content', 'createdAt', 'authorId'] }],
    ),
  ]);

export async function stepsToCloseBlocksAndReviews(cards: readonly CardForBlockOrReview[]): Promise<ActStep[]> {
  if (cards.length === 0) return [];
  const { resolvable } = await queryOnce(openBlocksAndReviewsQuery(cards.map(({ cardId }) => cardId)));
  return Object.values(resolvable ?? {}).map(({ id }) => actStep('resolvables/close', { id }));
}

/** Open block and review threads of these cards are closed first. */
export async function stepsToStartBlocksOrReviews(
  cards: readonly CardForBlockOrReview[],
  threadKind: BlockOrReview,
  content: string,
): Promise<ActStep[]> {
  return [
    ...(await stepsToCloseBlocksAndReviews(cards.filter((card) => blockOrReviewOfCard(card) !== null))),
    ...cards.map(({ cardId }) => actStep('resolvables/create', { cardId, context: threadKind, content })),
  ];
}

/** Resolves to null if the person closes the dialog without an answer. */
function askInDialog<T>(dialogWith: (answer: (value: T) => void) => DialogState): Promise<T | null> {
  return new Promise((resolve) => {
    const dialog = dialogWith((value) => {
      stop();
      closeDialog();
      resolve(value);
    });
    openDialog(dialog);
    const stop = useDialog.subscribe((now) => {
      if (now.dialog === dialog) return;
      stop();
      resolve(null);
    });
  });
}

/**
 * `send` resolves to true if the action was accepted; otherwise the dialog stays open with the text. Resolves to true
 * if the comment was sent.
 */
export const askForThreadComment = async (
  cards: readonly CardForBlockOrReview[],
  threadKind: BlockOrReview,
  send: (content: string) => Promise<boolean>,
): Promise<boolean> =>
  (await askInDialog<true>((sent) => ({
    kind: 'startThread',
    threadKind,
    cards,
    send: async (content) => {
      const isAccepted = await send(content);
      if (isAccepted) sent(true);
      return isAccepted;
    },
  }))) ?? false;

/** Resolves to null if the person cancels. */
export const askAboutBlocksAndReviews = (question: BlocksAndReviewsQuestion): Promise<BlocksAndReviewsChoice | null> =>
  askInDialog<BlocksAndReviewsChoice>((answer) => ({ kind: 'closeThreads', ...question, answer }));

/** One undo step. Resolves to true if the threads were closed. */
export async function closeBlocksAndReviews(
  cards: readonly CardForBlockOrReview[],
  cardNames: string,
): Promise<boolean> {
  const steps = await stepsToCloseBlocksAndReviews(cards);
  if (steps.length === 0) {
    toast({ title: 'The thread is not loaded yet. Open the card to close it.', tone: 'danger', id: 'refused' });
    return false;
  }
  return (await act(labelForClosingThreads(cards, cardNames), steps, { showsToast: true })) !== null;
}

/**
 * A card with an open block or review thread does not show its status, so a dialog asks whether to close the thread
 * before the status changes. Resolves to the steps that close it, which the caller sends together with the change of
 * status; empty if no thread is open. Null if the caller must not change the status: the person cancelled or only
 * closed the thread.
 */
export async function askToCloseBlockOrReview(card: CardForBlockOrReview, verb: string): Promise<ActStep[] | null> {
  if (blockOrReviewOfCard(card) === null) return [];
  const choice = await askAboutBlocksAndReviews({ cards: [card], otherCardCount: 0, verb, offersCloseOnly: true });
  if (choice === 'closeOnly') await closeBlocksAndReviews([card], cardTitleOrCountText([card]));
  return choice === 'closeAndChangeAll' ? stepsToCloseBlocksAndReviews([card]) : null;
}
