/** Key presses: their notation in the command table, and what the focused element does with them itself. */

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform);

/** The notation of the command table for a key press. */
export function keyNotation(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // Shift changes which character a key gives: `?` is `?`, not `Shift+/`.
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const named = event.key === ' ' ? 'Space' : key;
  const shift = event.shiftKey && (event.key.length > 1 || /\p{L}/u.test(event.key));
  return `${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${named}`;
}

/**
 * Whether a key press types nothing: Mod or Alt is held. AltGr reports both but types a character, and macOS types
 * with Option; there the character differs from the key.
 */
export const isCombination = (event: KeyboardEvent): boolean =>
  !event.getModifierState('AltGraph') && (event.ctrlKey || event.metaKey || (event.altKey && !isMac));

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]') !==
    null;

/** Menus, lists and dialogs handle their own keys. */
export const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"], [role="combobox"]') !== null;
