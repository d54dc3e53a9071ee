/** Only the dialog that shows the list needs this file; the first script of the window leaves it out. */
import { type Params, taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import { type ActStep, actStep } from '../../data/act.ts';
import type { PastedCard } from './paste-list.ts';

type NewCard = Params<'cards/create'>;
/** Later steps set the other fields. */
const createManyParams = ['content', ...taskOnlyFieldNames, 'assigneeId', 'isDoc'] as const;

interface PasteSteps {
  readonly firstSteps: readonly ActStep[];
  /**
   * `round` is 1 for the steps after `firstSteps`, and so on. `answers` contains the answers to all earlier steps, with
   * the ids of the new cards. Empty when no steps are left.
   */
  readonly nextSteps: (answers: readonly Record<string, unknown>[], round: number) => readonly ActStep[];
}

/**
 * First cards, then sub cards, then other fields and positions. `paramsOf` returns the params of a card with the given
 * content, `positionSteps` the steps that position new cards.
 */
export function stepsToCreatePastedCards(
  cards: readonly PastedCard[],
  deckId: string,
  paramsOf: (content: string) => NewCard,
  positionSteps: (ids: readonly string[]) => readonly ActStep[],
): PasteSteps {
  const params = cards.map((card) => paramsOf(card.title) as unknown as Record<string, unknown>);
  const parent = params.find(({ parentCardId }) => typeof parentCardId === 'string')?.parentCardId as
    | string
    | undefined;
  // On the board of a hero card, every new card is a sub card, which cannot have sub cards.
  const roots: { readonly index: number; readonly subIndexes: number[] }[] = [];
  for (const [index, card] of cards.entries()) {
    const root = parent ? undefined : roots.at(-1);
    if (card.isSub && root) root.subIndexes.push(index);
    else roots.push({ index, subIndexes: [] });
  }
  const createMany = (indexes: readonly number[], parentCardId: string | undefined): ActStep =>
    actStep('cards/createMany', {
      deckId,
      cards: indexes.map((index) => ({
        ...Object.fromEntries(
          createManyParams.flatMap((name) => (name in (params[index] ?? {}) ? [[name, params[index]?.[name]]] : [])),
        ),
        ...(cards[index]?.done && !params[index]?.isDoc ? { status: 'done' } : {}),
      })),
      ...(parentCardId ? { parentCardId } : {}),
    } as never);
  const idsOf = (answer: Record<string, unknown> | undefined) =>
    ((answer?.cards ?? []) as readonly { readonly id: string }[]).map(({ id }) => id);
  const rootIndexes = roots.map(({ index }) => index);
  const hasSubs = roots.some(({ subIndexes }) => subIndexes.length > 0);
  return {
    firstSteps: [createMany(rootIndexes, parent)],
    nextSteps: (answers, round) => {
      const rootIds = idsOf(answers[0]);
      if (hasSubs && round === 1)
        return roots.flatMap(({ subIndexes }, at) =>
          subIndexes.length > 0 && rootIds[at] ? createMany(subIndexes, rootIds[at]) : [],
        );
      if (round !== (hasSubs ? 2 : 1)) return [];
      const ids = answers.flatMap(idsOf);
      const { sprintId, milestoneId, masterTags } = params[0] ?? {};
      const rest = {
        ...(sprintId === undefined ? {} : { sprintId }),
        ...(milestoneId === undefined ? {} : { milestoneId }),
      };
      return [
        ...(Object.keys(rest).length > 0 ? [actStep('cards/bulkUpdate', { ids, ...rest } as never)] : []),
        ...((masterTags ?? []) as readonly string[]).map((tag) =>
          actStep('cards/bulkUpdate', { ids, addMasterTag: tag } as never),
        ),
        ...positionSteps(rootIds),
      ];
    },
  };
}
