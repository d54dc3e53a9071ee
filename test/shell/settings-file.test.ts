import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSettings } from '../../electron/shell/settings-file.ts';

let folder: string;
const warnings: string[] = [];
const open = () => openSettings(folder, (message) => warnings.push(message));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-settings-'));
  warnings.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('keeps what was set across a restart, and merges views by name', () => {
  open().change({ theme: 'dark', views: { '@local/deck:1': { group: 'zone' }, '@local/deck:2': { group: 'owner' } } });
  open().change({ views: { '@local/deck:2': null, '@local/deck:3': 1 } });
  expect(open().settings).toEqual({
    theme: 'dark',
    palette: 'standard',
    density: 'normal',
    views: { '@local/deck:1': { group: 'zone' }, '@local/deck:3': 1 },
  });
});

// Overwriting an unreadable file with defaults would lose saved views for good.
test.each(['{"theme": "da', '{"theme": 5}'])('sets an unreadable file aside instead of overwriting it: %s', (text) => {
  writeFileSync(path.join(folder, 'settings.json'), text);
  expect(open().settings.theme).toBe('system');
  const [aside] = readdirSync(folder).filter((name) => name.startsWith('settings.json.damaged-'));
  expect(readFileSync(path.join(folder, aside ?? ''), 'utf8')).toBe(text);
  expect(warnings).toHaveLength(1);
});

// Breaks when the app ends up without a window, since reading throws.
test('starts afresh where the file cannot be read at all, and stores again', () => {
  mkdirSync(path.join(folder, 'settings.json'));
  open().change({ theme: 'dark' });
  expect(warnings).toEqual([expect.stringContaining('settings.json.damaged-')]);
  expect(open().settings.theme).toBe('dark');
});

test('goes on where the file can be neither read nor written, and says so', () => {
  mkdirSync(path.join(folder, 'settings.json'));
  // What is written goes through this name first.
  mkdirSync(path.join(folder, 'settings.json.next'));
  const settings = open();
  settings.remember({ lastWorkspace: 'a' });
  expect(settings.lastWorkspace).toBe('a');
  expect(warnings.at(-1)).toMatch(/could not be written: .*settings\.json\.next/);
  expect(() => settings.change({ theme: 'dark' })).toThrow('settings.json.next');
});

// Without the copy, one bad write to the disk would lose saved views for good.
test('goes back to the settings of the start before when the file is damaged', () => {
  open().change({ theme: 'dark', views: { '@local/saved': { name: 'Mine' } } });
  open();
  writeFileSync(path.join(folder, 'settings.json'), '\0\0\0');
  expect(open().settings).toMatchObject({ theme: 'dark', views: { '@local/saved': { name: 'Mine' } } });
  expect(warnings).toHaveLength(1);
});

test('view states of earlier versions go to the workspace used last, and those of the app stay as they are', () => {
  const views = { saved: [{ id: 'v' }], 'cardTabs:b': { cards: [], front: 0 }, panelWidth: 500 };
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ lastWorkspace: 'a', views }));
  expect(open().settings.views).toEqual({
    '@a/saved': [{ id: 'v' }],
    '@b/cardTabs': { cards: [], front: 0 },
    panelWidth: 500,
  });
});

test('the view states of a removed workspace go with it', () => {
  open().change({ views: { '@a/saved': 1, '@ab/saved': 2, panelWidth: 500 } });
  expect(open().forgetWorkspace('a').views).toEqual({ '@ab/saved': 2, panelWidth: 500 });
});

test.skipIf(process.platform === 'win32')('is private, also where it was not before', () => {
  const mode = () => statSync(path.join(folder, 'settings.json')).mode & 0o777;
  open().change({ theme: 'dark' });
  expect(mode()).toBe(0o600);
  chmodSync(path.join(folder, 'settings.json'), 0o644);
  open();
  expect(mode()).toBe(0o600);
});

test('where each workspace was left is written when it is flushed, and forgotten with its workspace', () => {
  const settings = open();
  const place = { route: '#/hand', scroll: { '0.1': [0, 40] as [number, number] } };
  settings.rememberPlace('a', place);
  settings.rememberPlace('b', place);
  expect(settings.placeOf('a')).toEqual(place);
  settings.flush();
  expect(open().placeOf('b')).toEqual(place);
  settings.forgetWorkspace('a');
  expect([open().placeOf('a'), open().placeOf('b')]).toEqual([undefined, place]);
});
