/** Accelerators are Electron's notation for global shortcuts: `Control+Shift+K` instead of `Mod+Shift+K`. */

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
/** Not the main key of a shortcut. Escape and Tab leave the setting without changing it. */
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
 * Null for a key that Electron cannot name, and for a key without Control, Alt or Command: such a shortcut prevents
 * typing in other programs. Only function keys need no modifier.
 */
export function acceleratorOfKeyPress({ key, code, ctrlKey, altKey, shiftKey, metaKey }: KeyPress): string | null {
  if (unusableKeys.has(key)) return null;
  const isFunctionKey = /^F\d{1,2}$/.test(key);
  if (!ctrlKey && !altKey && !metaKey && !isFunctionKey) return null;
  // `code` names the character that is printed on the key; with Shift or Option, `key` can be another one.
  const [, printed] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : undefined;
  const name = letter ?? printed ?? electronKeyNames[key] ?? key;
  if (!/^[\x21-\x7e]+$/.test(name)) return null;
  const modifiers = [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'].filter(Boolean);
  return [...modifiers, name].join('+');
}

/**
 * As the command table writes shortcuts: `Mod+Shift+K`, `Mod+ArrowUp`. Leaves out Control on macOS and Super elsewhere,
 * as `shortcutOfKeyPress` does.
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
