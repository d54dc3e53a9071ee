/**
 * Block and review threads, which decide what state a card shows: beginning one with the comment that it needs, and ending
 * it before the card is started or finished. Used by keys, menus and drops.
 */
import { query, under } from '../../shared/contract/index.ts';
import { type ActStep, act, step } from '../data/act.ts';
import { ask } from '../data/live.ts';
import { cardsInWords } from '../model/drop-action.ts';
import {
  type Ending,
  type EndingQuestion,
  endingLabel,
  type Mark,
  type MarkedCard,
  markOf,
  marks,
} from '../model/marked-cards.ts';
import { toast } from '../ui/popups/toast.ts';
import { closeDialog, type DialogState, openDialog, useDialog } from '../workbench/dialog-state.ts';

/** The open block and review threads of cards, with their comments. */
export const openMarksQuery = (cardIds: readonly string[]) =>
  query({
    _root: [
      {
        account: [
          under(
            'resolvables',
            { isClosed: false, cardId: { op: 'in', value: [...cardIds] }, context: { op: 'in', value: [...marks] } },
            ['cardId', 'context', { entries: ['content', 'createdAt', 'authorId'] }],
          ),
        ],
      },
    ],
  });

/** Steps that close the open block or review of each card. */
export async function endingSteps(cards: readonly MarkedCard[]): Promise<ActStep[]> {
  if (cards.length === 0) return [];
  const { resolvable } = await ask(openMarksQuery(cards.map(({ cardId }) => cardId)));
  return Object.values(resolvable ?? {}).map(({ id }) => step('resolvables/close', { id }));
}

/** Steps that begin a thread with the same comment on each card; what marks a card already is closed first. */
export async function beginningSteps(cards: readonly MarkedCard[], mark: Mark, content: string): Promise<ActStep[]> {
  return [
    ...(await endingSteps(cards.filter((card) => markOf(card) !== null))),
    ...cards.map(({ cardId }) => step('resolvables/create', { cardId, context: mark, content })),
  ];
}

/** Opens a dialog that answers; null when it is closed without an answer. */
function answered<T>(dialogWith: (answer: (value: T) => void) => DialogState): Promise<T | null> {
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
 * Asks for the comment that a block or review begins with. `send` acts and says whether that was taken: until it is, the
 * dialog and its text stay. Resolves to whether the comment was sent.
 */
export const askComment = async (
  cards: readonly MarkedCard[],
  mark: Mark,
  send: (content: string) => Promise<boolean>,
): Promise<boolean> =>
  (await answered<true>((sent) => ({
    kind: 'beginMark',
    mark,
    cards,
    send: async (content) => {
      const isTaken = await send(content);
      if (isTaken) sent(true);
      return isTaken;
    },
  }))) ?? false;

/** Asks what to do with cards that are blocked or in review; null: nothing at all. */
export const askEnding = (question: EndingQuestion): Promise<Ending | null> =>
  answered<Ending>((answer) => ({ kind: 'endMark', ...question, answer }));

/** Closes the block or review of cards, as one thing to undo. */
export async function endMarks(cards: readonly MarkedCard[], what: string): Promise<boolean> {
  const steps = await endingSteps(cards);
  if (steps.length === 0) {
    toast({ title: 'The thread is not loaded yet. Open the card to close it.', tone: 'danger', id: 'refused' });
    return false;
  }
  return (await act(endingLabel(cards, what), steps, { announce: true })) !== null;
}

/**
 * Steps that end the block or review of a single card before a change that its open thread would hide; asks first. Null: the
 * change is not wanted any more, or only the thread was closed.
 */
export async function stepsToEnd(card: MarkedCard, verb: string): Promise<ActStep[] | null> {
  if (markOf(card) === null) return [];
  const ending = await askEnding({ cards: [card], others: 0, verb, mayOnlyEnd: true });
  if (ending === 'end') await endMarks([card], cardsInWords([card]));
  return ending === 'all' ? endingSteps([card]) : null;
}
