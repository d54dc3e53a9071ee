/**
 * Functions that the files with card commands share: conditions of commands, and functions that open lists of choices.
 */
import { useAppState } from '../../data/app-state.ts';
import { commandTargetCards } from '../../workbench/active-list.ts';
import { type CardChoiceKind, openDialog } from '../../workbench/dialog-state.ts';

export const hasCommandTargetCards = (): boolean => commandTargetCards().length > 0;
/** Returns true if at least one of the cards that commands act on is neither archived nor deleted. */
export const hasActiveTargetCards = (): boolean => commandTargetCards().some((card) => card.visibility === 'default');
/**
 * Returns a function that opens the list of choices for `choiceKind`, such as a field's values. The person's choice
 * changes the cards that commands act on.
 */
export const choiceListOpener = (choiceKind: CardChoiceKind) => (): void =>
  openDialog({ kind: 'choose', what: choiceKind, cards: commandTargetCards() });
/** Id of the workspace's user, or null if it is not known. */
export const currentUserId = (): string | null => useAppState.getState().workspace?.userId ?? null;
