/** Runs the actions of a drop. Asks first if the drop starts or closes a block or review. */
import type { CardRow } from '../model/card-row.ts';
import type { DropMeaning } from '../model/drop-action.ts';
import { askComment, askHowToEnd, beginningSteps, endingSteps } from './marking-threads.ts';
import { performMove } from './moves.ts';

/** Resolves to false if the person cancels a dialog or the replica refuses the actions. */
export async function performDrop(
  cards: readonly CardRow[],
  { label, steps, begins, ends }: Extract<DropMeaning, { kind: 'act' }>,
): Promise<boolean> {
  if (begins)
    return askComment(begins.cards, begins.mark, async (content) => {
      const threads = await beginningSteps(begins.cards, begins.mark, content);
      return (await performMove({ cards, label, steps: [...steps, ...threads] })) !== null;
    });
  if (ends.length > 0) {
    const ending = await askHowToEnd({
      cards: ends,
      others: cards.length - ends.length,
      verb: 'move',
      mayOnlyEnd: false,
    });
    if (ending === null) return false;
  }
  return (await performMove({ cards, label, steps: [...(await endingSteps(ends)), ...steps] })) !== null;
}
