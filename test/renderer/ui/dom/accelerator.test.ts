/** Checks the conversion of pressed keys to accelerators in Electron's notation. */
import { expect, test } from 'vitest';
import { acceleratorOfKeyPress, shortcutKeysOfAccelerator } from '../../../../renderer/ui/dom/accelerator.ts';

const press = (key: string, code: string, ...modifiers: ('ctrl' | 'alt' | 'shift' | 'meta')[]) =>
  acceleratorOfKeyPress({
    key,
    code,
    ctrlKey: modifiers.includes('ctrl'),
    altKey: modifiers.includes('alt'),
    shiftKey: modifiers.includes('shift'),
    metaKey: modifiers.includes('meta'),
  });

test('keys have the names of Electron, also where modifiers change the character', () => {
  expect(press(' ', 'Space', 'ctrl', 'shift')).toBe('Control+Shift+Space');
  expect(press('!', 'Digit1', 'ctrl', 'shift')).toBe('Control+Shift+1');
  expect(press('å', 'KeyA', 'alt')).toBe('Alt+A');
  expect(press('a', 'KeyQ', 'ctrl', 'alt')).toBe('Control+Alt+A');
  expect(press('+', 'Equal', 'meta')).toBe('Super+Plus');
  expect(press('F9', 'F9')).toBe('F9');
  expect(press('ArrowUp', 'ArrowUp', 'alt')).toBe('Alt+Up');
});

// A global shortcut needs a modifier. Otherwise the person can no longer type its key in other programs.
test('keys that type, leave or only change others are refused', () => {
  expect(press('a', 'KeyA')).toBeNull();
  expect(press('A', 'KeyA', 'shift')).toBeNull();
  expect(press('Enter', 'Enter')).toBeNull();
  expect(press('Escape', 'Escape', 'ctrl')).toBeNull();
  expect(press('Control', 'ControlLeft', 'ctrl')).toBeNull();
  expect(press('ö', 'Semicolon', 'ctrl')).toBeNull();
});

test('the accelerator can be compared with the commands of the app', () => {
  expect(shortcutKeysOfAccelerator('Control+Shift+K', false)).toBe('Mod+Shift+K');
  expect(shortcutKeysOfAccelerator('Super+K', true)).toBe('Mod+K');
  expect(shortcutKeysOfAccelerator('Control+K', true)).toBe('K');
  expect(shortcutKeysOfAccelerator('Alt+Up', false)).toBe('Alt+ArrowUp');
  expect(shortcutKeysOfAccelerator('Control+Return', false)).toBe('Mod+Enter');
  expect(shortcutKeysOfAccelerator('Control+Space', false)).toBe('Mod+Space');
  expect(shortcutKeysOfAccelerator('Control+Plus', false)).toBe('Mod++');
});
