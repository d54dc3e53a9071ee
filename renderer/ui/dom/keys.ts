/** Key presses: their notation in the command table, and which of them the focused element handles itself. */

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform);

/** The notation of the command table for a key press. */
export function keyNotation(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // On macOS, Option with a letter or digit types another character: Option+1 is `¡`.
  const [, printed] = (isMac && event.altKey && /^(?:Digit|Key)(.)$/.exec(event.code)) || [];
  // Shift is part of the character: `?` is `?`, not `Shift+/`.
  const key = printed ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  const named = event.key === ' ' ? 'Space' : key;
  const shift = event.shiftKey && (event.key.length > 1 || /\p{L}/u.test(event.key));
  return `${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${named}`;
}

/** Whether a key press types nothing, since Ctrl, Cmd or Alt is down. AltGr and, on macOS, Option do type characters. */
export const isCombination = (event: KeyboardEvent): boolean =>
  !event.getModifierState('AltGraph') && (event.ctrlKey || event.metaKey || (event.altKey && !isMac));

/** Whether the target is a field that takes typed text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]') !==
    null;

/**
 * Whether the target is in a menu, list or dialog, which handle keys themselves. The button of a closed list handles letters
 * and arrows, but no combinations.
 */
export function handlesOwnKeys(target: EventTarget | null, event?: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]')) return true;
  const list = target.closest('[role="combobox"]');
  return list !== null && !(event && isCombination(event) && list.matches('button[aria-expanded="false"]'));
}
