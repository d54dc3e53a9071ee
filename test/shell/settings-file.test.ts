import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  openSettingsFile,
  otherSettingsOfCopy,
  settingsForCopy,
  viewsOfCopy,
} from '../../electron/shell/settings-file.ts';
import { defaultDesktopSettings } from '../../shared/bridge/desktop.ts';
import { type AppSettings, defaultAppUpdateSettings, defaultNetworkSettings } from '../../shared/bridge/index.ts';
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
  expect(warnings).toEqual([expect.stringContaining('network.address: “proxy.example:3128”')]);
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
  open().change({ theme: 'dark', views: { '@local/query:edited:1': 'Mine' } });
  open();
  writeFileSync(path.join(folder, 'settings.json'), '\0\0\0');
  expect(open().settings).toMatchObject({ theme: 'dark', views: { '@local/query:edited:1': 'Mine' } });
  expect(warnings).toHaveLength(1);
});

test('view states of earlier versions move to the last used workspace, and those of the app do not change', () => {
  const views = {
    saved: [{ id: 'v', name: 'Mine', route: '#/hand', view: {} }],
    'cardTabs:b': { cards: [], front: 0 },
    panelWidth: 500,
  };
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ lastWorkspace: 'a', views }));
  expect(open().settings.views).toEqual({
    '@a/saved': [{ id: 'v', name: 'Mine', route: '#/hand', view: {} }],
    '@b/cardTabs': { cards: [], front: 0 },
    panelWidth: 500,
  });
});

test('the view states of a removed workspace are removed with it', () => {
  open().change({ views: { '@a/welcome': true, '@ab/welcome': false, panelWidth: 500 } });
  expect(open().forgetWorkspace('a').views).toEqual({ '@ab/welcome': false, panelWidth: 500 });
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

describe('one wrong value in the file', () => {
  const view = {
    layout: 'table',
    by: 'owner',
    lanes: 'priority',
    sort: 'title',
    table: { columns: ['title', 'owner'], sort: { column: 'title', descending: true } },
    filters: { text: 'a', hideDone: true, owners: ['user1', null], due: ['2026-04-15', null], except: { tags: ['x'] } },
    folded: ['status:done'],
  };
  const query = { text: '{}', show: 'board', table: { place: 'card', widths: { title: 80 }, sort: null } };
  const plan = {
    card1: {
      sprintId: { from: null, to: 'run1' },
      assigneeId: { from: 'user1', to: null },
      place: { sprintId: 'run1', side: 'after', targetId: null, label: null },
    },
  };
  const state = {
    bounds: { x: 0, y: 0, width: 800, height: 600 },
    display: { id: 1, workArea: { x: 0, y: 0, width: 1024, height: 700 } },
    isMaximized: false,
    isFullScreen: false,
  };
  /** Every stored kind, none with its default. */
  const right = {
    theme: 'dark',
    palette: 'colour-blind',
    density: 'compact',
    notifications: {
      kinds: { ...defaultNotificationSettings.kinds, due: false },
      doNotDisturb: '2026-04-15T09:00:00.000Z',
      quietHours: { isOn: true, from: '19:00', to: '07:30', timezone: 'Asia/Kolkata' },
      badge: false,
    },
    updates: { channel: 'beta', automatic: false },
    network: { proxy: 'none', address: '', bypass: '' },
    desktop: { tray: false, afterLastWindow: 'quit', startAtLogin: 'shown', quickAddKey: 'Alt+Space' },
    windows: {
      open: [{ kind: 'main', workspaceId: 'a', route: '#/hand', state }],
      last: { main: [state] },
      zoomLevel: 1,
    },
    handWindow: state,
    proxyLogins: { 'proxy:1': { username: 'ann', password: 'x' }, 'proxy:2': { username: 'bob', password: 'y' } },
    lastWorkspace: 'a',
    places: { a: { route: '#/hand', scroll: { '0.1': [0, 40] } }, b: { route: '#/inbox', scroll: {} } },
    backupFolder: '/backups',
    calendars: { port: 0, secrets: {} },
    views: {
      sidebar: false,
      panelWidth: 500,
      'copy:props': ['effort'],
      'runs:measure': 'cards',
      '@a/saved': [
        { id: 'v1', name: 'Mine', route: '#/hand', view },
        { id: 'v2', name: 'Query', route: '#/query/v2', view: {}, query },
      ],
      '@a/board:deck:1': view,
      '@a/view:edited:v1': view,
      '@a/query:draft': query,
      '@a/query:edited:v2': 'text',
      '@a/plan': { isOn: true, plan, sent: { '7': plan } },
      '@a/cardTabs': { cards: ['card1', 'card2'], front: 1 },
      '@a/composer:deck': 'deck1',
      '@a/runs:config1:past': 3,
      '@a/asks:quiet': ['archive'],
      '@b/saved': [{ id: 'v3', name: 'Other', route: '#/hand', view: {} }],
    },
  };
  type Path = readonly string[];
  const pathsOf = (value: unknown, path: Path = []): Path[] =>
    typeof value !== 'object' || value === null
      ? [path]
      : [
          ...(path.length > 0 ? [path] : []),
          ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key])),
        ];
  const at = (value: unknown, path: Path): unknown =>
    path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
  /** The value, in which the part at the path is another. */
  function replaced(value: unknown, [key, ...path]: Path, part: unknown): unknown {
    if (key === undefined) return part;
    const copy = structuredClone(value) as Record<string, unknown>;
    copy[key] = replaced(copy[key], path, part);
    return copy;
  }
  const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
  const write = (value: unknown) => writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(value));
  const stored = () => JSON.parse(readFileSync(path.join(folder, 'settings.json'), 'utf8')) as Record<string, unknown>;
  /** Where one entry ends: what is beside it must stay. */
  const depthOfEntry = ([first, second]: Path): number =>
    first === 'views' ? (/\/saved$/.test(second ?? '') ? 3 : 2) : first === 'proxyLogins' || first === 'places' ? 2 : 1;

  test('every stored kind is read as it was written', () => {
    write(right);
    open().change({});
    expect(stored()).toEqual(right);
    expect(warnings).toEqual([]);
  });

  test('costs at most its entry, is said once, and the file is kept aside', () => {
    const wrong = fc.constantFrom<unknown>(
      null,
      true,
      7,
      1e300,
      'x',
      '',
      [],
      [null],
      [[1]],
      {},
      { a: 1 },
      { id: null },
    );
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(right)), wrong, (place, value) => {
        fc.pre(kindOf(value) !== kindOf(at(right, place)));
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
        warnings.length = 0;
        write(replaced(right, place, value));
        open().change({});
        const entry = place.slice(0, depthOfEntry(place));
        const rest = stored();
        const lost = pathsOf(right).filter((other) => {
          const isInside = entry.every((key, index) => other[index] === key);
          const isAround = other.every((key, index) => entry[index] === key);
          // The views after a dropped one move up.
          const isMoved = entry[1] === '@a/saved' && other[1] === '@a/saved';
          return !isInside && !isAround && !isMoved && !isDeepStrictEqual(at(rest, other), at(right, other));
        });
        expect(lost).toEqual([]);
        if (entry[1] === '@a/saved' && entry.length === 3)
          expect(at(rest, ['views', '@a/saved'])).toContainEqual(
            at(right, ['views', '@a/saved', entry[2] === '0' ? '1' : '0']),
          );
        // What is left is right: it is read again as it is.
        const said = [...warnings];
        warnings.length = 0;
        open().change({});
        expect(stored()).toEqual(rest);
        expect(warnings).toEqual([]);
        expect(said.length).toBeLessThanOrEqual(1);
        if (said.length > 0) expect(readdirSync(folder).some((name) => name.includes('.damaged-'))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test('only the wrong field of a view and of a setting is dropped', () => {
    write({
      desktop: { tray: false, quickAddKey: 7 },
      places: { a: { route: 5, scroll: {} }, b: { route: '#/inbox', scroll: {} } },
      views: {
        '@a/board:deck:1': { ...view, folded: 'x', filters: { ...view.filters, owners: [1, 'user1'] } },
        '@a/saved': [{ id: 1 }, { id: 'v2', name: 'Mine', route: '#/hand', view: { by: [] } }],
        '@a/plan': { isOn: 1, plan: { ...plan, card2: 5 } },
      },
    });
    const file = open();
    const { folded: _, ...rest } = view;
    expect(file.settings).toMatchObject({ desktop: { ...defaultDesktopSettings, tray: false } });
    expect(file.settings.views).toEqual({
      '@a/board:deck:1': { ...rest, filters: { ...view.filters, owners: ['user1'] } },
      '@a/saved': [{ id: 'v2', name: 'Mine', route: '#/hand', view: {} }],
      '@a/plan': { isOn: false, plan },
    });
    expect([file.viewAndScrollOf('a'), file.viewAndScrollOf('b')]).toEqual([
      undefined,
      { route: '#/inbox', scroll: {} },
    ]);
    expect(warnings).toHaveLength(1);
    for (const name of ['desktop.quickAddKey', 'places.a.route', 'views.@a/saved.0.id', 'views.@a/plan.isOn'])
      expect(warnings[0]).toContain(`${name}: `);
  });
});

test('a copy of a workspace has its views only, which come back under another id, without what cannot be read', () => {
  const views = { '@a/saved': [{ id: 'v', name: 'Mine', route: '#/hand', view: {} }], '@b/saved': [], sidebar: false };
  const text = settingsForCopy({ ...open().settings, views }, 'a');
  expect(Object.keys((JSON.parse(text) as AppSettings).views)).toEqual(['@a/saved']);
  expect(viewsOfCopy(text, 'a', 'c')).toEqual({ '@c/saved': views['@a/saved'] });
  expect(viewsOfCopy('{"views":{"@a/saved":7,"sidebar":1}}', 'a', 'c')).toEqual({});
  expect(viewsOfCopy('no JSON', 'a', 'c')).toEqual({});
  const { theme, palette, density, notifications } = open().settings;
  expect(otherSettingsOfCopy(text)).toEqual({ theme, palette, density, notifications });
  expect(otherSettingsOfCopy('{"theme":"dark","density":7,"desktop":{"tray":true}}')).toEqual({ theme: 'dark' });
  expect(otherSettingsOfCopy('no JSON')).toEqual({});
});
