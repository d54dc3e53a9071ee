export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform);

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

/** By the key of the American keyboard; other scripts have letters there. */
const signsByCode: Readonly<Record<string, string>> = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  BracketLeft: '[',
  BracketRight: ']',
};

/**
 * False after a letter of another script. The whole keyboard then counts by the place of its keys, because some of them
 * type signs where others have a letter: `;` on the Greek Q.
 */
let isLatinKeyboard = true;

/** Whatever the keyboard layout. */
function characterOfKey({ key, code, altKey, shiftKey }: KeyPress): string {
  const [, place, printed = ''] = /^(Key|Digit)(.)$/.exec(code) ?? [];
  // On macOS, Option changes `key`: Option+1 is `¡`.
  if (place && altKey && isMac) return printed;
  if (/^[a-z]$/i.test(key)) isLatinKeyboard = true;
  else if (/\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key)) isLatinKeyboard = false;
  // French and Czech keyboards type digits with Shift only.
  if (place === 'Digit') return altKey && !shiftKey ? printed : key;
  if (isLatinKeyboard) return key.toUpperCase();
  if (place) return printed;
  if (/^[!-~]$/.test(key)) return key;
  return shiftKey && code === 'Slash' ? '?' : (signsByCode[code] ?? key);
}

/** As the command table writes shortcuts: `Mod+Shift+Z`. Empty with AltGr, because it types a character. */
export function shortcutOfKeyPress(event: KeyPress): string {
  if (event.getModifierState('AltGraph')) return '';
  const { key, altKey, shiftKey } = event;
  // `Dead` is what Option with some letters gives on macOS.
  const isNamed = /^[A-Z][A-Za-z0-9]+$/.test(key) && !(isMac && altKey && key === 'Dead');
  const name = key === ' ' ? 'Space' : isNamed ? key : characterOfKey(event);
  // Shift is not written before a character that needs Shift: the shortcut is `?`, not `Shift+/`.
  const isShiftWritten = shiftKey && (name.length > 1 || /\p{L}/u.test(name));
  const isModDown = isMac ? event.metaKey : event.ctrlKey;
  return `${isModDown ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${isShiftWritten ? 'Shift+' : ''}${name}`;
}

/** True if the key does not type a character. AltGr, and Option on macOS, do not count. */
export const hasCommandModifier = (event: KeyboardEvent): boolean =>
  !event.getModifierState('AltGraph') && (event.ctrlKey || event.metaKey || (event.altKey && !isMac));

export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]') !==
    null;

/**
 * Menus, lists and dialogs handle keys themselves. The button of a closed list handles only letters and arrows, so the
 * result is false for a key with Ctrl, Cmd or Alt on it.
 */
export function isInKeyHandlingWidget(target: EventTarget | null, event?: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]')) return true;
  const list = target.closest('[role="combobox"]');
  return list !== null && !(event && hasCommandModifier(event) && list.matches('button[aria-expanded="false"]'));
}
