/** Key presses as Electron writes global shortcuts, and as people read them. Used by the section "Desktop" of settings. */

const named: Readonly<Record<string, string>> = {
  ' ': 'Space',
  '+': 'Plus',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Enter: 'Return',
};
/** Keys that only change others, or that close and leave the field. */
const unusable = new Set([
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
 * The accelerator of a key press, such as `Control+Shift+Space`; null for a key that would take typing away from other
 * programs: it needs Control, Alt or Command, unless it is a function key.
 */
export function acceleratorOf({ key, code, ctrlKey, altKey, shiftKey, metaKey }: KeyPress): string | null {
  if (unusable.has(key)) return null;
  const isFunctionKey = /^F\d{1,2}$/.test(key);
  if (!ctrlKey && !altKey && !metaKey && !isFunctionKey) return null;
  // With Shift or Option, letters and digits type other characters.
  const [, printed] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : undefined;
  const name = letter ?? printed ?? named[key] ?? key;
  if (!/^[\x21-\x7e]+$/.test(name)) return null;
  const modifiers = [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'].filter(Boolean);
  return [...modifiers, name].join('+');
}

/** The accelerator in the notation of the command table, such as `Mod+Shift+K`. */
export function notationOf(accelerator: string, isMac: boolean): string {
  const parts = accelerator.split('+');
  const has = (name: string) => parts.includes(name);
  const key = parts.at(-1) ?? '';
  return [has(isMac ? 'Super' : 'Control') && 'Mod', has('Alt') && 'Alt', has('Shift') && 'Shift', key]
    .filter(Boolean)
    .join('+');
}
