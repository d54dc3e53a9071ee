/**
 * Functions for keyboard events: they write a key press as a shortcut, such as `Mod+Shift+Z`, and tell whether the
 * focused element handles a key itself.
 */

import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform);

/** Returns a key press as the command table writes shortcuts: `Mod+Shift+Z`. */
export function shortcutOfKeyPress(event: KeyboardEvent): string {
  const isModDown = isMac ? event.metaKey : event.ctrlKey;
  // On macOS, Option with a letter or digit changes `key`: Option+1 is `¡`. So `code` is used.
  const [, printed] = (isMac && event.altKey && /^(?:Digit|Key)(.)$/.exec(event.code)) || [];
  // Shift is not written before a character that needs Shift: the shortcut is `?`, not `Shift+/`.
  const key = printed ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  const named = event.key === ' ' ? 'Space' : key;
  const isShiftWritten = event.shiftKey && (event.key.length > 1 || /\p{L}/u.test(event.key));
  return `${isModDown ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${isShiftWritten ? 'Shift+' : ''}${named}`;
}

/**
 * Returns true if Ctrl, Cmd or Alt is down, so that the key does not type a character. AltGr, and Option on macOS, do
 * not count, because keys with them type characters.
 */
export const hasCommandModifier = (event: KeyboardEvent): boolean =>
  !event.getModifierState('AltGraph') && (event.ctrlKey || event.metaKey || (event.altKey && !isMac));

/** Returns a listener for a text field in a dialog: Enter calls `save`. */
export const savesOnEnter =
  (save: () => void) =>
  (event: ReactKeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // When the dialog closes, a button gets the focus. `preventDefault` keeps this key press from also pressing that
    // button.
    event.preventDefault();
    save();
  };

/** Returns true if the target is an element into which the person types text. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]') !==
    null;

/**
 * Returns true if the target is in a menu, list or dialog, because these elements handle keys themselves. The button of
 * a closed list handles only letters and arrows, so for a key with Ctrl, Cmd or Alt on such a button, returns false.
 */
export function isInKeyHandlingWidget(target: EventTarget | null, event?: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]')) return true;
  const list = target.closest('[role="combobox"]');
  return list !== null && !(event && hasCommandModifier(event) && list.matches('button[aria-expanded="false"]'));
}
