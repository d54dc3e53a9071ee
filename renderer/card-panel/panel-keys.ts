/** Handles the keys of the card panel: Escape closes, E and F2 edit, J and K open the next and the previous card. */
import type { KeyboardEvent } from 'react';
import { isCardWindow } from '../data/window-kind.ts';
import { shortcutOfKeyPress } from '../ui/dom/keys.ts';

const controlKeys = new Set([' ', 'Enter', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Returns true if the target is in a text field, menu, list or dialog, which handle keys themselves. */
const handlesOwnKeys = (target: EventTarget) =>
  target instanceof HTMLElement &&
  target.closest(
    'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"]',
  ) !== null;

interface PanelKeyActions {
  readonly isEditing: boolean;
  readonly stopEditing: () => void;
  readonly onClose: () => void;
  /** Each of the following actions is null while it is not possible. */
  readonly edit: (() => void) | null;
  readonly editTitle: (() => void) | null;
  readonly openNext: (() => void) | null;
  readonly openPrevious: (() => void) | null;
}

export function handleCardPanelKey(event: KeyboardEvent, actions: PanelKeyActions): void {
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Escape' && !event.defaultPrevented) {
    event.stopPropagation();
    if (actions.isEditing) actions.stopEditing();
    // In a card window, Escape must not close the whole window.
    else if (!isCardWindow) actions.onClose();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // Keys that a focused control handles must not reach the board, where Space, for example, would also act on the
  // focused card.
  if (controlKeys.has(event.key)) event.stopPropagation();
  if (handlesOwnKeys(event.target)) return;
  const action = { E: actions.edit, F2: actions.editTitle, J: actions.openNext, K: actions.openPrevious }[
    shortcutOfKeyPress(event.nativeEvent)
  ];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}
