/** Presses the keys of all commands on keyboards of the world. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { Command } from '../../../../renderer/workbench/command.ts';

type Rows = readonly [digits: string, top: string, home: string, bottom: string];

const letterCodes = (letters: string) => [...letters].map((letter) => `Key${letter}`);
const codes = [
  [...[...'1234567890'].map((digit) => `Digit${digit}`), 'Minus', 'Equal'],
  [...letterCodes('QWERTYUIOP'), 'BracketLeft', 'BracketRight'],
  [...letterCodes('ASDFGHJKL'), 'Semicolon', 'Quote'],
  [...letterCodes('ZXCVBNM'), 'Comma', 'Period', 'Slash'],
];

/** The characters of each layout in the order of `codes`, without and with Shift; `·` is a dead key. */
const layouts: Readonly<Record<string, readonly [plain: Rows, shifted: Rows]>> = {
  american: [
    ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
    ['!@#$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:"', 'ZXCVBNM<>?'],
  ],
  french: [
    ['&é"\'(-è_çà)=', 'azertyuiop·$', 'qsdfghjklmù', 'wxcvbn,;:!'],
    ['1234567890°+', 'AZERTYUIOP·£', 'QSDFGHJKLM%', 'WXCVBN?./§'],
  ],
  german: [
    ['1234567890ß·', 'qwertzuiopü+', 'asdfghjklöä', 'yxcvbnm,.-'],
    ['!"§$%&/()=?·', 'QWERTZUIOPÜ*', 'ASDFGHJKLÖÄ', 'YXCVBNM;:_'],
  ],
  czech: [
    ['+ěščřžýáíé=·', 'qwertzuiopú)', 'asdfghjklů§', 'yxcvbnm,.-'],
    ['1234567890%·', 'QWERTZUIOP/(', 'ASDFGHJKL"!', 'YXCVBNM?:_'],
  ],
  russian: [
    ['1234567890-=', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю.'],
    ['!"№;%:?*()_+', 'ЙЦУКЕНГШЩЗХЪ', 'ФЫВАПРОЛДЖЭ', 'ЯЧСМИТЬБЮ,'],
  ],
  greek: [
    ['1234567890-=', ';ςερτυθιοπ[]', "ασδφγηξκλ·'", 'ζχψωβνμ,./'],
    ['!@#$%^&*()_+', ':΅ΕΡΤΥΘΙΟΠ{}', 'ΑΣΔΦΓΗΞΚΛ·"', 'ΖΧΨΩΒΝΜ<>?'],
  ],
  hebrew: [
    ['1234567890-=', "/'קראטוןםפ][", 'שדגכעיחלךף,', 'זסבהנמצתץ.'],
    ['!@#$%^&*)(_+', 'QWERTYUIOP}{', 'ASDFGHJKL:"', 'ZXCVBNM><?'],
  ],
  arabic: [
    ['1234567890-=', 'ضصثقفغعهخحجد', 'شسيبلاتنمكط', 'ئءؤرﻻىةوزظ'],
    ['!@#$%^&*)(_+', '\u064e\u064b\u064f\u064cﻹإ‘÷×؛<>', '\u0650\u064d][ﻷأـ،/:"', '~\u0652}{ﻵآ’,.؟'],
  ],
  dvorak: [
    ['1234567890[]', "',.pyfgcrl/=", 'aoeuidhtns-', ';qjkxbmwvz'],
    ['!@#$%^&*(){}', '"<>PYFGCRL?+', 'AOEUIDHTNS_', ':QJKXBMWVZ'],
  ],
  japaneseKana: [
    ['ぬふあうえおやゆよわほへ', 'たていすかんなにらせ゛゜', 'ちとしはきくまのりれけ', 'つさそひこみもねるめ'],
    ['ぬふぁぅぇぉゃゅょをー^', 'たてぃすかんなにらせ゛「', 'ちとしはきくまのりれけ', 'っさそひこみも、。・'],
  ],
};

interface Key {
  readonly key: string;
  readonly code: string;
  readonly isShifted: boolean;
}
const keysOf = (rows: Rows, isShifted: boolean): Key[] =>
  codes.flatMap((row, at) => {
    const characters = [...(rows[at] ?? '')];
    expect([rows[at], characters.length]).toEqual([rows[at], row.length]);
    return row.map((code, index) => ({ code, key: characters[index]?.replace('·', 'Dead') ?? '', isShifted }));
  });

let allCommands: readonly Command[];
let shortcutOfKeyPress: typeof import('../../../../renderer/ui/dom/keys.ts').shortcutOfKeyPress;
let shortcutOnMac: typeof shortcutOfKeyPress;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  ({ allCommands } = await import('../../../../renderer/app/commands/all-commands.ts'));
  ({ shortcutOfKeyPress } = await import('../../../../renderer/ui/dom/keys.ts'));
  vi.resetModules();
  vi.stubGlobal('navigator', { platform: 'MacIntel' });
  ({ shortcutOfKeyPress: shortcutOnMac } = await import('../../../../renderer/ui/dom/keys.ts'));
});

const press = (key: string, code: string, modifiers = '', shortcutOf = shortcutOfKeyPress): string =>
  shortcutOf({
    key,
    code,
    ctrlKey: modifiers.includes('Ctrl'),
    metaKey: modifiers.includes('Meta'),
    altKey: modifiers.includes('Alt+'),
    shiftKey: modifiers.includes('Shift'),
    getModifierState: (name) => modifiers.includes(name),
  });

/** What no key of a layout types, or only a key that counts as a letter by its place. Each has a second shortcut or a menu. */
const missing: Readonly<Record<string, readonly string[]>> = {
  french: ['['],
  german: ['['],
  czech: ['['],
  // The key beside the left Shift types it.
  russian: ['/'],
  hebrew: ['/'],
  japaneseKana: ['+', '-'],
};

// ransome1/sleek#597, signalapp/Signal-Desktop#5837
test.each(Object.keys(layouts))('the commands have their keys on the keyboard %s', (name) => {
  const [plain, shifted] = layouts[name] ?? expect.fail();
  const keys = [...keysOf(plain, false), ...keysOf(shifted, true)];
  const first = keys.find(({ code }) => code === 'KeyA') ?? expect.fail();
  press(first.key, first.code);
  const shortcuts = allCommands.flatMap((command) => command.keys ?? []);
  const typed = shortcuts.filter((shortcut) => /^(Mod\+|Alt\+|Shift\+)*[^+]$|^\+$/u.test(shortcut));
  expect(typed.length).toBeGreaterThan(50);
  const lost = typed.filter((shortcut) => {
    const held = shortcut.replace('Mod', 'Ctrl').slice(0, -1).replace('Shift+', '');
    return !keys.some(({ key, code, isShifted }) => press(key, code, held + (isShifted ? 'Shift+' : '')) === shortcut);
  });
  expect(lost).toEqual(missing[name] ?? []);
});

/** What the Option key of a Mac types, in the order of `codes`. */
const optionLayers: Readonly<Record<string, readonly [plain: Rows, option: Rows]>> = {
  american: [
    ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
    ['¡™£¢∞§¶•ªº–≠', 'œ∑·®†¥·ˆøπ“‘', 'åß∂ƒ©˙∆˚¬…æ', 'Ω≈ç√∫·µ≤≥÷'],
  ],
  german: [
    ['1234567890ß·', 'qwertzuiopü+', 'asdfghjklöä', 'yxcvbnm,.-'],
    ['¡“¶¢[]|{}≠¿·', '«∑€®†Ω··øπ•±', 'å‚∂ƒ©ªº∆@œæ', '¥≈ç√∫~µ∞…–'],
  ],
  russian: [
    ['1234567890-=', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю.'],
    ['!"№%:,.;()–»', '§≈‰®†©·…øπ“«', 'ƒ∫∂ƒ√∆Ω˙¬“э', '≠÷ç√∫~µ≤≥/'],
  ],
};

test.each(Object.keys(optionLayers))('the commands with Alt have their keys on a Mac with the layout %s', (name) => {
  const [plain, option] = optionLayers[name] ?? expect.fail();
  const keys = keysOf(plain, false).map((key, at) => ({ ...key, typed: keysOf(option, false)[at]?.key ?? '' }));
  const shortcuts = allCommands
    .flatMap((command) => command.keys ?? [])
    .filter((shortcut) => /^Alt\+.$/.test(shortcut));
  expect(shortcuts.length).toBeGreaterThan(5);
  press('a', 'KeyA', '', shortcutOnMac);
  const found = keys.map(({ typed, code }) => press(typed, code, 'Alt+', shortcutOnMac));
  expect(shortcuts.filter((shortcut) => !found.includes(shortcut))).toEqual([]);
});

test('an accented letter of a Latin keyboard is no other letter, and its digits need Alt', () => {
  press('a', 'KeyQ');
  expect(press('ü', 'BracketLeft')).toBe('Ü');
  expect(press('è', 'Digit7')).toBe('è');
  expect(press('è', 'Digit7', 'Alt+')).toBe('Alt+7');
  expect(press('7', 'Digit7', 'Alt+Shift+')).toBe('Alt+7');
  // Dvorak has a comma where other keyboards have W.
  expect(press(',', 'KeyW', 'Ctrl+')).toBe('Mod+,');
});

test('AltGr and Option type characters', () => {
  for (const [key, code] of [
    ['[', 'Digit8'],
    ['@', 'KeyQ'],
    ['ś', 'KeyS'],
    ['?', 'KeyW'],
  ] as const) {
    expect(press(key, code, 'Ctrl+Alt+AltGraph')).toBe('');
    expect(press(key, code, 'AltGraph')).toBe('');
  }
  for (const [key, code, shortcut] of [
    ['¡', 'Digit1', 'Alt+1'],
    ['∂', 'KeyD', 'Alt+D'],
    ['Dead', 'KeyE', 'Alt+E'],
    ['[', 'Digit5', 'Alt+5'],
    ['?', 'KeyW', 'Alt+W'],
  ] as const)
    expect(press(key, code, 'Alt+', shortcutOnMac)).toBe(shortcut);
  expect(press('л', 'KeyK', 'Meta+', shortcutOnMac)).toBe('Mod+K');
});

test('an input method that composes text presses no shortcut', () => {
  expect(press('Process', 'KeyD')).toBe('Process');
});
