/**
 * Tests of windows, the application menu, the Dock of macOS, and the taskbar of Windows. Also tests that the app
 * registers itself for its links and for the start at login.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Bridge, DesktopSettings } from '../../../shared/bridge/index.ts';
import { type LaunchedApp, launchApp, newDataFolder, usesRealElectron, waitForPage } from '../../support/launch.ts';
import { board, cardsOf, deckNamed, expectAccessible, openRoute, setUpSharedApp } from '../../support/window.ts';

type Taskbar = {
  readonly standinRecord: {
    readonly jumpList: readonly { readonly title?: string; readonly args?: string }[];
    readonly trays: readonly { emit(event: string): void }[];
  };
};

/** Returns the number of visible windows of a kind. The URL of each window contains its kind. */
const visibleWindowCount = ({ app: electron }: LaunchedApp, kind: string) =>
  electron.evaluate(
    ({ BrowserWindow }, wanted) =>
      BrowserWindow.getAllWindows().filter(
        (window) => window.isVisible() && window.webContents.getURL().includes(`window=${wanted}`),
      ).length,
    kind,
  );
/** Changes desktop settings through the page's bridge. */
const setDesktop = ({ page: window }: LaunchedApp, part: Partial<DesktopSettings>) =>
  window.evaluate(async (changed) => {
    const { decktop } = globalThis as unknown as { decktop: Bridge };
    const settings = await decktop.call('settings/get', {});
    if (!settings.ok) return false;
    return (await decktop.call('settings/set', { desktop: { ...settings.value.desktop, ...changed } })).ok;
  }, part);

const app = setUpSharedApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

const menuItem = (id: string) =>
  app().app.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    return item ? { label: item.label, enabled: item.enabled } : null;
  }, id);
/**
 * Clicks an entry of the application menu. `triggeredByAccelerator` simulates that the person pressed the key of the
 * entry: on macOS the menu gets a key if the page does not handle it.
 */
const clickMenuEntry = (id: string, triggeredByAccelerator = false) =>
  app().app.evaluate(
    ({ Menu }, { wanted, event }) =>
      void Menu.getApplicationMenu()
        ?.getMenuItemById(wanted)
        ?.click(event as never),
    { wanted: id, event: { triggeredByAccelerator } },
  );

test('the menu has the commands of the view and runs them', async () => {
  await openRoute(page, '#/settings');
  await expect.poll(() => menuItem('board.filter')).toEqual({ label: 'Filter the board by text', enabled: false });
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  await cardsOf(board(page)).first().focus();
  await expect.poll(() => menuItem('board.filter')).toMatchObject({ enabled: true });
  await expect.poll(() => menuItem('card.archive')).toMatchObject({ enabled: true });
  await clickMenuEntry('palette');
  await expect(page.getByPlaceholder(/Cards by title/)).toBeFocused();
  // While a dialog is open, commands on cards must be disabled.
  await expect.poll(() => menuItem('card.archive')).toMatchObject({ enabled: false });
  await page.keyboard.press('Escape');
  await expect.poll(() => menuItem('card.archive')).toMatchObject({ enabled: true });
});

test('keys zoom the windows, also without Shift', async () => {
  const zoom = () =>
    app().app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel());
  await page.keyboard.press('Control+=');
  await expect.poll(zoom).toBeCloseTo(0.5);
  await page.keyboard.press('Control+-');
  await page.keyboard.press('Control+-');
  await expect.poll(zoom).toBeCloseTo(-0.5);
  await page.keyboard.press('Control+0');
  await expect.poll(zoom).toBeCloseTo(0);
});

test('undo of the menu undoes typing, and keys of the menu leave a text field alone', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  await page.keyboard.press('/');
  const filter = page.locator('[data-board-filter]');
  await expect(filter).toBeFocused();
  await page.keyboard.type('c[/');
  await expect(filter).toHaveValue('c[/');
  await expect.poll(() => menuItem('undo')).toMatchObject({ enabled: true });
  await clickMenuEntry('sidebar', true);
  await clickMenuEntry('undo', true);
  await expect(filter).not.toHaveValue('c[/');
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible();
  await filter.fill('');
  await page.keyboard.press('Escape');
});

test('a card opens in a window of its own, where commands act on it and other views open in the main window', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  const card = cardsOf(board(page)).nth(1);
  const cardId = await card.getAttribute('data-card-id');
  const title = (await card.locator('[data-title]').textContent()) ?? '';
  await card.focus();
  const opening = app().app.waitForEvent('window');
  await page.keyboard.press('Shift+W');
  const own = await waitForPage(await opening);
  await expect(own.locator(`[data-card-panel="${cardId}"]`)).toBeVisible();
  await expect(own.getByRole('navigation', { name: 'Workspace' })).toHaveCount(0);
  await expect(own).toHaveTitle(new RegExp(`^${title} `));

  await expectAccessible(own, 'the window of a card');
  await own.keyboard.press('m');
  await expect(own.getByRole('dialog')).toBeVisible();
  await own.keyboard.press('Escape');
  // A second Shift+W must not open another window of the same card.
  await card.focus();
  await page.keyboard.press('Shift+W');
  await expect.poll(() => app().app.windows().length).toBe(2);

  await openRoute(page, '#/inbox');
  await own.getByRole('navigation', { name: 'Where the card is' }).getByRole('button').click();
  await expect(board(page)).toBeVisible();
  await expect(own.locator(`[data-card-panel="${cardId}"]`)).toBeVisible();
  await own.close();
});

test('the Window menu lists the windows by title and brings the chosen one to the front', async () => {
  const listed = () =>
    app().app.evaluate(({ Menu }) => {
      const { items = [] } = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'Window')?.submenu ?? {};
      return items.filter(({ type }) => type === 'radio').map(({ label, checked }) => ({ label, checked }));
    });
  await openRoute(page, '#/inbox');
  // Wait until the menu no longer lists the window of the previous test, which closes a moment after its page.
  await expect.poll(listed).toEqual([]);
  const opening = app().app.waitForEvent('window');
  await page.keyboard.press('ControlOrMeta+Shift+n');
  const second = await waitForPage(await opening);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await openRoute(second, '#/milestones');
  await expect.poll(listed).toEqual([
    { label: expect.stringMatching(/^Inbox/), checked: false },
    { label: expect.stringMatching(/^Milestones/), checked: true },
  ]);
  await app().app.evaluate(({ Menu }) => {
    const menu = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'Window')?.submenu;
    menu?.items.find(({ label }) => label.startsWith('Inbox'))?.click();
  });
  await expect.poll(() => listed().then(([first]) => first?.checked)).toBe(true);
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
  await second.close();
  await expect.poll(listed).toEqual([]);
});

test('an image of a card is saved from its context menu', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'decktop-image-')), 'saved');
  await app().app.evaluate(({ dialog, Menu }, filePath) => {
    Object.assign(dialog, { showSaveDialog: async () => ({ canceled: false, filePath }) });
    Menu.prototype.popup = function popup() {
      this.items.find(({ label }) => label.startsWith('Save image'))?.click();
    };
  }, file);
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  await cardsOf(board(page)).nth(1).click();
  await page.locator('[data-card-panel] img').first().click({ button: 'right' });
  await expect.poll(() => existsSync(file)).toBe(true);
  // The demo's pictures are PNG files, so the saved file must be one, too.
  await expect.poll(() => readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
  rmSync(path.dirname(file), { recursive: true });
});

// Electron emits no `will-navigate` event for about: URLs, so the app must notice this navigation in another way.
test('a page that leaves the app is replaced', async () => {
  await page.evaluate(() => {
    location.href = 'about:blank';
  });
  await expect.poll(() => page.url()).toContain('/index.html');
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible();
});

test('windows open again where they were', async () => {
  const userData = newDataFolder();
  const start = () => launchApp({ userData });
  const boundsOf = (launched: Awaited<ReturnType<typeof launchApp>>) =>
    launched.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => ({
        hash: window.webContents.getURL().split('#')[1],
        bounds: window.getNormalBounds(),
        isMaximized: window.isMaximized(),
        zoom: Math.round(window.webContents.getZoomFactor() * 100),
      })),
    );
  const first = await start();
  // Wait until the first view is visible. Until then, the window may replace the route that the test sets.
  await first.page.getByRole('heading', { level: 1 }).waitFor();
  await openRoute(first.page, '#/inbox');
  await expect(first.page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  const opening = first.app.waitForEvent('window');
  await first.page.keyboard.press('ControlOrMeta+Shift+n');
  const second = await waitForPage(await opening);
  await second.getByRole('heading', { level: 1 }).waitFor();
  await openRoute(second, '#/milestones');
  await expect(second.getByRole('heading', { name: 'Milestones', level: 1 })).toBeVisible();
  await first.app.evaluate(({ BrowserWindow }) => {
    const [one, two] = BrowserWindow.getAllWindows();
    one?.setBounds({ x: 40, y: 60, width: 900, height: 700 });
    one?.maximize();
    two?.setBounds({ x: 300, y: 90, width: 800, height: 600 });
    for (const window of [one, two]) window?.webContents.setZoomLevel(1);
  });
  const before = await boundsOf(first);
  await first.close();

  const again = await start();
  try {
    await expect.poll(() => boundsOf(again)).toEqual(expect.arrayContaining(before));
    expect(again.app.windows()).toHaveLength(2);
  } finally {
    await again.close();
    rmSync(userData, { recursive: true, force: true });
  }
});

test('on macOS every key can be typed, and the app runs on without windows', async () => {
  test.skip(usesRealElectron, 'Only the stand-in can follow the conventions of another system');
  const resources = mkdtempSync(path.join(tmpdir(), 'decktop-resources-'));
  const mac = await launchApp({ env: { STANDIN_PLATFORM: 'darwin', STANDIN_RESOURCES: resources } });
  try {
    expect(await setDesktop(mac, { startAtLogin: 'hidden' })).toBe(true);
    expect(await mac.app.evaluate(({ app: main }) => main.getLoginItemSettings().openAtLogin)).toBe(true);
    const { id } = await deckNamed(mac.page, 'Regions');
    await openRoute(mac.page, `#/deck/${id}`);
    const accelerators = () =>
      mac.app.evaluate(({ Menu }) => {
        const item = (wanted: string) => Menu.getApplicationMenu()?.getMenuItemById(wanted);
        return { filter: item('board.filter')?.accelerator, start: item('card.start')?.label };
      });
    // Check only the key at the end of the label. The text before it depends on the card under the pointer.
    await expect.poll(accelerators).toEqual({ filter: 'CmdOrCtrl+F', start: expect.stringMatching(/ \[S\]$/) });
    const filter = mac.page.locator('[data-board-filter]');
    await filter.click();
    const keys = 'abcdefghijklmnopqrstuvwxyz/[?';
    await mac.page.keyboard.type(keys);
    await expect(filter).toHaveValue(keys);

    const inDock = () =>
      mac.app.evaluate(({ app: main }) => main.dock?.getMenu()?.items.map(({ label }) => label) ?? []);
    await expect.poll(inDock).toEqual(['Quick add', 'New window', 'Hand']);
    await mac.page.close();
    const count = () => mac.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    await expect.poll(count).toBe(0);
    const opening = mac.app.waitForEvent('window');
    await mac.app.evaluate(({ app: main }) => void main.emit('activate'));
    await expect((await waitForPage(await opening)).getByRole('navigation', { name: 'Workspace' })).toBeVisible();
    const another = mac.app.waitForEvent('window');
    const chooseInDock = (wanted: string) =>
      mac.app.evaluate(
        ({ app: main }, name) =>
          main.dock
            ?.getMenu()
            ?.items.find(({ label }) => label === name)
            ?.click(),
        wanted,
      );
    await chooseInDock('New window');
    await expect((await waitForPage(await another)).getByRole('navigation', { name: 'Workspace' })).toBeVisible();
    await chooseInDock('Quick add');
    await expect.poll(() => visibleWindowCount(mac, 'quickAdd')).toBe(1);
  } finally {
    await mac.close();
    rmSync(resources, { recursive: true });
  }
});

test('on Windows the taskbar has tasks and a badge, and a click on the tray opens the app', async () => {
  test.skip(usesRealElectron, 'Only the stand-in can start the development build as an installed app');
  const resources = mkdtempSync(path.join(tmpdir(), 'decktop-resources-'));
  const windows = await launchApp({ env: { STANDIN_PLATFORM: 'win32', STANDIN_RESOURCES: resources } });
  const tasks = () =>
    windows.app.evaluate(() =>
      (globalThis as unknown as Taskbar).standinRecord.jumpList.map(({ title, args }) => ({ title, args })),
    );
  /**
   * Simulates that the person chooses a task in the taskbar: Windows starts the app a second time with the task's
   * argument.
   */
  const start = (argument: string) =>
    windows.app.evaluate(
      ({ app: main }, argv) => void main.emit('second-instance', {}, ['Decktop.exe', argv], '/', undefined),
      argument,
    );
  try {
    await expect.poll(tasks).toEqual([
      { title: 'Quick add', args: '--add' },
      { title: 'New window', args: '--new-window' },
      { title: 'Hand', args: 'decktop://hand' },
    ]);
    await openRoute(windows.page, '#/inbox');
    await start('decktop://hand');
    await windows.page.waitForURL(/#\/hand/);
    await start('--new-window');
    await expect.poll(() => visibleWindowCount(windows, 'main')).toBe(2);
    await start('--add');
    await expect.poll(() => visibleWindowCount(windows, 'quickAdd')).toBe(1);

    expect(await setDesktop(windows, { startAtLogin: 'hidden', afterLastWindow: 'stay' })).toBe(true);
    expect(await windows.app.evaluate(({ app: main }) => main.getLoginItemSettings().openAtLogin)).toBe(true);
    const badges = () =>
      windows.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => (window as unknown as { overlay: string | null }).overlay),
      );
    await expect.poll(badges).toContainEqual(expect.stringMatching(/ unread$/));

    // On Windows a click on the tray icon opens a window. On other systems it opens the tray's menu.
    await windows.app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        if (window.webContents.getURL().includes('window=main')) window.close();
    });
    await expect.poll(() => visibleWindowCount(windows, 'main')).toBe(0);
    await windows.app.evaluate(() => (globalThis as unknown as Taskbar).standinRecord.trays[0]?.emit('click'));
    await expect.poll(() => visibleWindowCount(windows, 'main')).toBe(1);
  } finally {
    await windows.close();
    rmSync(resources, { recursive: true });
  }
});

test('an installed app takes the links of its scheme and starts at login, and a start for development does not', async () => {
  const takesLinks = ({ app }: LaunchedApp) => app.evaluate(({ app: main }) => main.isDefaultProtocolClient('decktop'));
  test.skip(usesRealElectron, 'Only the stand-in can start the development build as an installed app');
  const resources = mkdtempSync(path.join(tmpdir(), 'decktop-resources-'));
  const development = await launchApp();
  expect(await takesLinks(development)).toBe(false);
  await development.close();
  const installed = await launchApp({ env: { STANDIN_RESOURCES: resources, XDG_CONFIG_HOME: resources } });
  expect(await takesLinks(installed)).toBe(true);
  expect(await setDesktop(installed, { startAtLogin: 'hidden' })).toBe(true);
  expect(existsSync(path.join(resources, 'autostart/decktop.desktop'))).toBe(true);
  await installed.close();
  rmSync(resources, { recursive: true });
});
