/** Runs the actions of a drop. If the drop starts or closes a block or review thread, a dialog asks first. */
import type { CardRow } from '../model/card-row.ts';
import type { DropOutcome } from '../model/drop-action.ts';
import {
  askAboutBlocksAndReviews,
  askForThreadComment,
  stepsToCloseBlocksAndReviews,
  stepsToStartBlocksOrReviews,
} from './marking-threads.ts';
import { performCardChange } from './moves.ts';

/**
 * Runs the actions of a drop. Resolves to false if the person cancels a dialog, if the replica refuses the actions, or
 * if all changes went into the plan.
 */
export async function performDrop(
  cards: readonly CardRow[],
  { label, steps, cardsToMark, cardsToUnmark }: Extract<DropOutcome, { kind: 'act' }>,
): Promise<boolean> {
  if (cardsToMark)
    return askForThreadComment(cardsToMark.cards, cardsToMark.mark, async (content) => {
      const threads = await stepsToStartBlocksOrReviews(cardsToMark.cards, cardsToMark.mark, content);
      return (await performCardChange({ cards, label, steps: [...steps, ...threads] })) !== null;
    });
  if (cardsToUnmark.length > 0) {
    const choice = await askAboutBlocksAndReviews({
      cards: cardsToUnmark,
      unmarkedCount: cards.length - cardsToUnmark.length,
      verb: 'move',
      offersCloseOnly: false,
    });
    if (choice === null) return false;
  }
  return (
    (await performCardChange({
      cards,
      label,
      steps: [...(await stepsToCloseBlocksAndReviews(cardsToUnmark)), ...steps],
    })) !== null
  );
}
