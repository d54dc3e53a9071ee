/**
 * Functions that the files with card commands share: conditions of commands, and functions that open lists of choices.
 */
import { commandTargetCards, cursorCardId } from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import { type CardChoiceKind, openDialog } from '../../workbench/dialog-state.ts';

/** A command of the group "Cards". */
export type CardCommand = Omit<Command, 'group'>;

export const hasCommandTargetCards = (): boolean => commandTargetCards().length > 0;
/** Returns true if at least one of the cards that commands act on is neither archived nor deleted. */
export const hasUnarchivedTargetCards = (): boolean =>
  commandTargetCards().some((card) => card.visibility === 'default');
/**
 * Returns a function that opens the list of choices for `choiceKind`, such as a field's values. The person's choice
 * changes the cards that commands act on.
 */
export const choiceListOpener = (choiceKind: CardChoiceKind) => (): void =>
  openDialog({ kind: 'cardChoice', choiceKind, cards: commandTargetCards() });
/** Returns the part of a command that runs `run` with the card of the cursor, also while other cards are selected. */
export const onCursorCard = (run: (cardId: string) => void): Pick<Command, 'isForCursor' | 'run'> => ({
  isForCursor: true,
  run: () => {
    const id = cursorCardId();
    if (id) run(id);
  },
});
