import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSettingsFile } from '../../electron/shell/settings-file.ts';
import { defaultDesktopSettings } from '../../shared/bridge/desktop.ts';
import { defaultAppUpdateSettings, defaultNetworkSettings } from '../../shared/bridge/index.ts';
import { defaultNotificationSettings } from '../../shared/domain/notification-schedule.ts';

let folder: string;
const warnings: string[] = [];
const open = () => openSettingsFile(folder, (message) => warnings.push(message));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-settings-'));
  warnings.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('keeps settings across a restart, and merges views by name', () => {
  open().change({ theme: 'dark', views: { '@local/deck:1': { group: 'zone' }, '@local/deck:2': { group: 'owner' } } });
  open().change({ views: { '@local/deck:2': null, '@local/deck:3': 1 } });
  expect(open().settings).toEqual({
    theme: 'dark',
    palette: 'standard',
    notifications: defaultNotificationSettings,
    updates: defaultAppUpdateSettings,
    network: defaultNetworkSettings,
    density: 'normal',
    desktop: defaultDesktopSettings,
    views: { '@local/deck:1': { group: 'zone' }, '@local/deck:3': 1 },
  });
});

// Every field of `desktopSettingsSchema` needs a default. Otherwise a settings file of an earlier version, which lacks
// the field, counts as damaged.
test('a file without a setting that a later version added keeps all others', () => {
  writeFileSync(path.join(folder, 'settings.json'), '{"theme": "dark", "desktop": {"tray": false}}');
  expect(open().settings).toMatchObject({ theme: 'dark', desktop: { ...defaultDesktopSettings, tray: false } });
  expect(warnings).toEqual([]);
});

// If the app overwrote an unreadable file with the default settings, saved views would be lost forever.
test.each(['{"theme": "da', '{"theme": 5}', '[]'])(
  'sets an unreadable file aside instead of overwriting it: %s',
  (text) => {
    writeFileSync(path.join(folder, 'settings.json'), text);
    expect(open().settings.theme).toBe('system');
    const [aside] = readdirSync(folder).filter((name) => name.startsWith('settings.json.damaged-'));
    expect(readFileSync(path.join(folder, aside ?? ''), 'utf8')).toBe(text);
    expect(warnings).toHaveLength(1);
  },
);

test('a bad proxy in the file costs no other setting, and the warning names it', () => {
  const network = { proxy: 'manual', address: 'proxy.example:3128' };
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ theme: 'dark', network }));
  const { settings } = open();
  expect(settings).toMatchObject({ theme: 'dark', network: defaultNetworkSettings });
  expect(warnings).toEqual([
    expect.stringContaining("'network.address' of settings.json is refused. “proxy.example:3128”"),
  ]);
});

test('unreadable window states are dropped, and other settings stay', () => {
  writeFileSync(path.join(folder, 'settings.json'), '{"theme": "dark", "windows": {"open": [{"kind": "main"}]}}');
  expect(open().windows).toEqual({ open: [], last: {}, zoomLevel: 0 });
  expect(open().settings.theme).toBe('dark');
  expect(warnings).toEqual([]);
});

// An error while reading the settings file must not keep the app from opening its windows.
test('starts with defaults if the file cannot be read at all, and stores again', () => {
  mkdirSync(path.join(folder, 'settings.json'));
  open().change({ theme: 'dark' });
  expect(warnings).toEqual([expect.stringContaining('settings.json.damaged-')]);
  expect(open().settings.theme).toBe('dark');
});

test('continues if the file can be neither read nor written, and says so', () => {
  mkdirSync(path.join(folder, 'settings.json'));
  // The app first writes the settings to `settings.json.next`. A folder with this name makes writing fail.
  mkdirSync(path.join(folder, 'settings.json.next'));
  const settings = open();
  settings.remember({ lastWorkspace: 'a' });
  expect(settings.lastWorkspace).toBe('a');
  expect(warnings.at(-1)).toMatch(/could not be written: .*settings\.json\.next/);
  expect(() => settings.change({ theme: 'dark' })).toThrow('settings.json.next');
});

// The app keeps a backup copy of the settings. Without it, one interrupted write would lose the saved views forever.
test('uses the settings of the previous start if the file is damaged', () => {
  open().change({ theme: 'dark', views: { '@local/saved': { name: 'Mine' } } });
  open();
  writeFileSync(path.join(folder, 'settings.json'), '\0\0\0');
  expect(open().settings).toMatchObject({ theme: 'dark', views: { '@local/saved': { name: 'Mine' } } });
  expect(warnings).toHaveLength(1);
});

test('view states of earlier versions move to the last used workspace, and those of the app do not change', () => {
  const views = { saved: [{ id: 'v' }], 'cardTabs:b': { cards: [], front: 0 }, panelWidth: 500 };
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ lastWorkspace: 'a', views }));
  expect(open().settings.views).toEqual({
    '@a/saved': [{ id: 'v' }],
    '@b/cardTabs': { cards: [], front: 0 },
    panelWidth: 500,
  });
});

test('the view states of a removed workspace are removed with it', () => {
  open().change({ views: { '@a/saved': 1, '@ab/saved': 2, panelWidth: 500 } });
  expect(open().forgetWorkspace('a').views).toEqual({ '@ab/saved': 2, panelWidth: 500 });
});

// A change that cannot be written must not stay in memory either. Otherwise the window shows a setting as saved, but it
// is gone at the next start.
test('a change that cannot be written leaves the settings as they were; what the app remembers is written later', () => {
  const settings = open();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  expect(() => settings.change({ theme: 'dark' })).toThrow();
  expect(settings.settings.theme).toBe('system');
  settings.remember({ lastWorkspace: 'a' });
  expect(warnings).toEqual([expect.stringContaining('The settings could not be written')]);
  rmSync(folder);
  settings.change({ density: 'compact' });
  expect(open()).toMatchObject({ lastWorkspace: 'a', settings: { theme: 'system', density: 'compact' } });
});

test.skipIf(process.platform === 'win32')('is private to the user, also if it was not before', () => {
  const mode = () => statSync(path.join(folder, 'settings.json')).mode & 0o777;
  open().change({ theme: 'dark' });
  expect(mode()).toBe(0o600);
  chmodSync(path.join(folder, 'settings.json'), 0o644);
  open();
  expect(mode()).toBe(0o600);
});

test('the last route of each workspace is written on flush, and removed with its workspace', () => {
  const settings = open();
  const viewAndScroll = { route: '#/hand', scroll: { '0.1': [0, 40] as [number, number] } };
  settings.storeViewAndScroll('a', viewAndScroll);
  settings.storeViewAndScroll('b', viewAndScroll);
  expect(settings.viewAndScrollOf('a')).toEqual(viewAndScroll);
  settings.flush();
  expect(open().viewAndScrollOf('b')).toEqual(viewAndScroll);
  settings.forgetWorkspace('a');
  expect([open().viewAndScrollOf('a'), open().viewAndScrollOf('b')]).toEqual([undefined, viewAndScroll]);
});

test.each([
  [
    'a view that is nested too deeply',
    `{"theme": "dark", "views": {"@local/a": 1, "@local/b": ${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
  ],
  ['views of another type', '{"theme": "dark", "views": [1]}'],
  ['another setting of another type', '{"theme": "dark", "density": 7, "views": {"@local/a": 1}}'],
])('%s costs no other setting, and the file is kept aside', (name, text) => {
  writeFileSync(path.join(folder, 'settings.json'), text);
  const file = open();
  expect(file.settings).toMatchObject({
    theme: 'dark',
    density: 'normal',
    views: name.startsWith('views') ? {} : { '@local/a': 1 },
  });
  const [aside] = readdirSync(folder).filter((entry) => entry.startsWith('settings.json.damaged-'));
  expect(readFileSync(path.join(folder, aside ?? ''), 'utf8')).toBe(text);
  expect(warnings).toHaveLength(1);
  file.change({ palette: 'standard' });
  expect(open().settings.theme).toBe('dark');
});
