/**
 * Converts key presses to Electron's notation for global shortcuts (accelerators, such as `Control+Shift+K`), and
 * accelerators to the notation of the command table (`Mod+Shift+K`). Used by the section "Desktop" of the settings.
 */

const electronKeyNames: Readonly<Record<string, string>> = {
  ' ': 'Space',
  '+': 'Plus',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Enter: 'Return',
};
const keysByElectronName = new Map(Object.entries(electronKeyNames).map(([key, name]) => [name, key]));
/**
 * Keys that cannot be the main key of a shortcut: modifier keys, dead and unidentified keys, and Escape and Tab, with
 * which the person leaves the setting without changing it.
 */
const unusableKeys = new Set([
  'Control',
  'Shift',
  'Alt',
  'AltGraph',
  'Meta',
  'Escape',
  'Tab',
  'Dead',
  'Process',
  'Unidentified',
]);

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>;

/**
 * Returns the accelerator of a key press, such as `Control+Shift+Space`. Returns null for a key that Electron cannot
 * name. Also returns null for a key without Control, Alt or Command: such a shortcut prevents typing in other programs.
 * Only function keys need no modifier.
 */
export function acceleratorOfKeyPress({ key, code, ctrlKey, altKey, shiftKey, metaKey }: KeyPress): string | null {
  if (unusableKeys.has(key)) return null;
  const isFunctionKey = /^F\d{1,2}$/.test(key);
  if (!ctrlKey && !altKey && !metaKey && !isFunctionKey) return null;
  // With Shift or Option, `key` can be another character than the one printed on the key. `code` names the printed
  // character.
  const [, printed] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : undefined;
  const name = letter ?? printed ?? electronKeyNames[key] ?? key;
  if (!/^[\x21-\x7e]+$/.test(name)) return null;
  const modifiers = [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'].filter(Boolean);
  return [...modifiers, name].join('+');
}

/**
 * Returns the accelerator as the command table writes shortcuts: `Mod+Shift+K`, `Mod+ArrowUp`. Leaves out Control on
 * macOS and Super elsewhere, as `shortcutOfKeyPress` does.
 */
export function shortcutKeysOfAccelerator(accelerator: string, isMac: boolean): string {
  const parts = accelerator.split('+');
  const has = (name: string) => parts.includes(name);
  const name = parts.at(-1) ?? '';
  const key = name === 'Space' ? name : (keysByElectronName.get(name) ?? name);
  return [has(isMac ? 'Super' : 'Control') && 'Mod', has('Alt') && 'Alt', has('Shift') && 'Shift', key]
    .filter(Boolean)
    .join('+');
}
