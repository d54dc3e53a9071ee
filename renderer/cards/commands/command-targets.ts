import { commandTargetCards, cursorCardId } from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import { type CardChoiceKind, openDialog } from '../../workbench/dialog-state.ts';

export type CardCommand = Omit<Command, 'group'>;

export const hasCommandTargetCards = (): boolean => commandTargetCards().length > 0;
/** At least one target card is neither archived nor deleted. */
export const hasUnarchivedTargetCards = (): boolean =>
  commandTargetCards().some((card) => card.visibility === 'default');
/** The person's choice changes the cards that commands act on. */
export const choiceListOpener = (choiceKind: CardChoiceKind) => (): void =>
  openDialog({ kind: 'cardChoice', choiceKind, cards: commandTargetCards() });
/** Also while other cards are selected. */
export const onCursorCard = (run: (cardId: string) => void): Pick<Command, 'isForCursor' | 'run'> => ({
  isForCursor: true,
  run: () => {
    const id = cursorCardId();
    if (id) run(id);
  },
});
