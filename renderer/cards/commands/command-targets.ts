/** Conditions and values that the commands on cards share. */
import { useApp } from '../../data/app-state.ts';
import { useSelection } from '../../data/selection.ts';
import { targetCards } from '../../workbench/active-list.ts';
import { type ChooseWhat, openDialog } from '../../workbench/dialog-state.ts';

export const hasTargets = (): boolean => targetCards().length > 0;
/** Whether one of the cards is neither archived nor deleted. */
export const isAnyOpen = (): boolean => targetCards().some((card) => card.visibility === 'default');
/** Returns the action that opens a list of choices for the cards. */
export const choose = (what: ChooseWhat) => (): void => openDialog({ kind: 'choose', what, cards: targetCards() });
/** Id of the focused card, or null. */
export const focusedId = (): string | null => useSelection.getState().focused;
/** Id of the workspace's user, or null if it is not known. */
export const me = (): string | null => useApp.getState().workspace?.userId ?? null;
