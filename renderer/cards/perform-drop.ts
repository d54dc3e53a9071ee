/** Runs the actions of a drop. If the drop starts or closes a block or review thread, a dialog asks first. */
import type { CardRow } from '../model/card-row.ts';
import type { DropOutcome } from '../model/drop-action.ts';
import {
  askAboutBlocksAndReviews,
  askForThreadComment,
  stepsToCloseBlocksAndReviews,
  stepsToStartBlocksOrReviews,
} from './block-and-review-threads.ts';
import { performCardChange } from './perform-card-change.ts';

/**
 * Runs the actions of a drop. Resolves to false if the person cancels a dialog, if the replica refuses the actions, or
 * if all changes went into the plan.
 */
export async function performDrop(
  cards: readonly CardRow[],
  { label, steps, cardsToBlockOrReview, cardsWithThreadsToClose }: Extract<DropOutcome, { kind: 'act' }>,
): Promise<boolean> {
  if (cardsToBlockOrReview)
    return askForThreadComment(cardsToBlockOrReview.cards, cardsToBlockOrReview.threadKind, async (content) => {
      const threads = await stepsToStartBlocksOrReviews(
        cardsToBlockOrReview.cards,
        cardsToBlockOrReview.threadKind,
        content,
      );
      return (await performCardChange({ cards, label, steps: [...steps, ...threads] })) !== null;
    });
  if (cardsWithThreadsToClose.length > 0) {
    const choice = await askAboutBlocksAndReviews({
      cards: cardsWithThreadsToClose,
      otherCardCount: cards.length - cardsWithThreadsToClose.length,
      verb: 'move',
      offersCloseOnly: false,
    });
    if (choice === null) return false;
  }
  return (
    (await performCardChange({
      cards,
      label,
      steps: [...(await stepsToCloseBlocksAndReviews(cardsWithThreadsToClose)), ...steps],
    })) !== null
  );
}
