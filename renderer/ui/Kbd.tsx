/** A keyboard shortcut as text. */
import type { ReactElement } from 'react';
import styles from './Kbd.module.css';

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform);
const mac: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↵' };
const other: Record<string, string> = { Mod: 'Ctrl', Enter: '↵' };
const symbols: Record<string, string> = {
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** Shows a shortcut, given in the notation of the command table (`Mod+Shift+Z`), with the key names of the operating system. */
export function Kbd({ keys }: { keys: string }): ReactElement {
  // A plus that ends the text is the key itself.
  const parts = keys.split(/\+(?=.)/).map((key) => (isMac ? mac : other)[key] ?? symbols[key] ?? key);
  return (
    <span className={styles.kbd}>
      {parts.map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  );
}
