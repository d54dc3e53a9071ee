import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import { isMac } from './dom/keys.ts';
import styles from './Kbd.module.css';

const macKeyNames: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↵' };
const otherKeyNames: Record<string, string> = { Mod: 'Ctrl', Enter: '↵' };
const commonKeyNames: Record<string, string> = {
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** For a shortcut of the command table, such as `Mod+Shift+Z`. */
export function Kbd({ keys }: { keys: string }): ReactElement {
  // The last `+` of `Mod++` is a key, not a separator.
  const parts = keys
    .split(/\+(?=.)/)
    .map((key) => (isMac ? macKeyNames : otherKeyNames)[key] ?? commonKeyNames[key] ?? key);
  return (
    <span className={cx('inline-flex rigid gap-2px', styles.kbd)}>
      {parts.map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  );
}
