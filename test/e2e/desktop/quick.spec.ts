/** Tests of the tray icon's menu, the quick add window and the Hand strip, also while no main window is open. */
import { type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { launchApp, newDataFolder, usesRealElectron, waitForPage } from '../../support/launch.ts';
import { expectAccessible, queryRows } from '../../support/window.ts';

interface StandinItem {
  readonly label: string;
  readonly enabled: boolean;
  readonly submenu?: { readonly items: readonly StandinItem[] };
  readonly click: () => void;
}
type Standin = {
  readonly standinRecord: {
    readonly trays: readonly { readonly contextMenu: { readonly items: readonly StandinItem[] } }[];
  };
};

/** The global shortcuts that the app has registered, as the Electron stand-in records them. */
type Shortcuts = {
  readonly standinRecord: {
    readonly shortcuts: ReadonlyMap<string, () => void>;
    readonly takenKeys: Set<string>;
  };
};

interface Item {
  readonly label: string;
  readonly enabled: boolean;
  readonly entries: readonly string[];
}

const trayItems = (app: ElectronApplication): Promise<Item[]> =>
  app.evaluate(() =>
    ((globalThis as unknown as Standin).standinRecord.trays[0]?.contextMenu?.items ?? []).map(
      ({ label, enabled, submenu }) => ({
        label,
        enabled,
        entries: submenu?.items.map((item) => item.label) ?? [],
      }),
    ),
  );
/**
 * Chooses an entry of the tray's menu: the entry `label` or, if `within` is given, the entry `within` in the submenu of
 * `label`.
 */
const chooseInTray = (app: ElectronApplication, label: string, within?: string) =>
  app.evaluate(
    (_electron, { of, inner }) => {
      const items = (globalThis as unknown as Standin).standinRecord.trays[0]?.contextMenu?.items ?? [];
      const item = items.find((one) => one.label === of);
      (inner ? item?.submenu?.items.find((one) => one.label === inner) : item)?.click();
    },
    { of: label, inner: within },
  );

async function windowOf(app: ElectronApplication, kind: string): Promise<Page> {
  const find = () => app.windows().find((page) => page.url().includes(`window=${kind}`));
  await expect.poll(find).toBeDefined();
  return waitForPage(find() as Page);
}
const isVisible = (app: ElectronApplication, kind: string) =>
  app.evaluate(
    ({ BrowserWindow }, wanted) =>
      BrowserWindow.getAllWindows().some(
        (window) => window.webContents.getURL().includes(`window=${wanted}`) && window.isVisible(),
      ),
    kind,
  );

const cardNamed = async (page: Page, title: string) => {
  const { card } = await queryRows(page, {
    _root: [{ account: [{ [`cards(${JSON.stringify({ title })})`]: ['title', 'status', 'dueDate', 'priority'] }] }],
  });
  return Object.values(card ?? {})[0];
};

test.skip(usesRealElectron, 'the tray can only be driven in the stand-in');

test('a day with the main window closed: tray, Hand strip and quick add', async () => {
  // The test opens four windows and checks two of them with axe, so it needs more time.
  test.slow();
  const { app, page, errors, output, close } = await launchApp();
  try {
    // Wait until the tray's menu has the cards of the Hand.
    await expect.poll(async () => (await trayItems(app)).flatMap(({ entries }) => entries)).toContain('Start');
    const before = await trayItems(app);
    expect(before.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Quick add…', 'Hand strip', 'Pause sync', 'Open Decktop', 'Quit Decktop']),
    );
    const next = before.find(({ entries }) => entries.includes('Start'));
    expect(next?.entries).toEqual(['Open', 'Start', 'Finish']);

    await chooseInTray(app, 'Hand strip');
    const strip = await windowOf(app, 'hand');
    const cards = strip.getByRole('list', { name: 'Cards in your Hand' }).locator('[data-card-id]');
    await expect(cards.first()).toBeVisible();
    await expectAccessible(strip, 'the Hand strip');
    await page.close();

    // Start a card in the tray's menu and finish it in the strip. Tray and strip must both show the changes.
    const title = String(next?.label);
    await chooseInTray(app, title, 'Start');
    await expect.poll(async () => (await cardNamed(strip, title))?.status).toBe('started');
    await expect
      .poll(async () => (await trayItems(app)).find(({ label }) => label === title)?.entries)
      .toEqual(['Open', 'Finish']);
    const own = cards.filter({ hasText: title });
    await own.focus();
    const first = await cards.first().getAttribute('data-card-id');
    await strip.keyboard.press('d');
    await expect(own).toHaveCount(0);
    await expect.poll(async () => (await trayItems(app)).some(({ label }) => label === title)).toBe(false);
    expect(first).not.toBeNull();

    // Ctrl+ArrowDown moves the card down in the Hand.
    const order = () => cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-card-id')));
    const [one, two] = await order();
    await cards.first().focus();
    await strip.keyboard.press('Control+ArrowDown');
    await expect.poll(async () => (await order()).slice(0, 2)).toEqual([two, one]);

    await chooseInTray(app, 'Pause sync');
    await expect(strip.getByText('sync is paused')).toBeVisible();
    await chooseInTray(app, 'Quick add…');
    const quick = await windowOf(app, 'quickAdd');
    const line = quick.getByRole('textbox', { name: 'New card' });
    await expect(line).toBeFocused();
    await expectAccessible(quick, 'quick add');
    await line.fill('Oil the hinges @nothing !high tomorrow');
    await expect(quick.getByText('Priority: High')).toBeVisible();
    await expect(quick.getByText(/^Due date: /)).toBeVisible();
    await line.press('Control+Enter');
    await expect(quick.getByText(/^Added “Oil the hinges @nothing” to /)).toBeVisible();
    expect(await cardNamed(quick, 'Oil the hinges @nothing')).toMatchObject({ priority: 'a' });
    await expect
      .poll(async () => (await trayItems(app)).some(({ label }) => /^Sync is paused, \d+ changes? wait/.test(label)))
      .toBe(true);

    // Escape hides the window and keeps the typed text.
    await line.fill('Half a thought');
    await line.press('Escape');
    await expect.poll(() => isVisible(app, 'quickAdd')).toBe(false);
    await chooseInTray(app, 'Quick add…');
    await expect.poll(() => isVisible(app, 'quickAdd')).toBe(true);
    await expect(line).toHaveValue('Half a thought');
    await line.press('Enter');
    await expect.poll(() => isVisible(app, 'quickAdd')).toBe(false);
    await expect.poll(async () => (await cardNamed(strip, 'Half a thought'))?.title).toBe('Half a thought');
    await chooseInTray(app, 'Resume sync');

    // A click opens the card in a main window.
    await cards.first().click();
    const opened = await windowOf(app, 'main');
    await expect(opened.getByRole('complementary', { name: 'Card' })).toBeVisible();
    expect(errors).toEqual([]);
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = (async () => console.error('asked')) as never;
    });
  } finally {
    await close();
  }
  // When the app quits, its last window closes, too. The app must not ask then whether it should stay open.
  expect(output()).not.toContain('asked');
});

test('the last window asks whether the app stays in the tray, and a second start adds a card', async () => {
  const { app, page, errors, close } = await launchApp();
  try {
    await expect.poll(async () => (await trayItems(app)).length).toBeGreaterThan(6);
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = (async () => ({ response: 0, checkboxChecked: true })) as typeof dialog.showMessageBox;
    });
    await page.close();
    // Wait until the window is closed, because a call from the test could interrupt the app's code that closes it.
    await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
    await app.evaluate(
      ({ app: main }) => void main.emit('second-instance', {}, ['decktop', '--add=Call the mill !low'], '/', {}),
    );
    const quick = await windowOf(app, 'quickAdd');
    await expect(quick.getByRole('textbox', { name: 'New card' })).toHaveValue('Call the mill !low');
    await expect(quick.getByText('Priority: Low')).toBeVisible();
    expect(app.windows().some((other) => other.url().includes('window=main'))).toBe(false);
    await chooseInTray(app, 'Open Decktop');
    await windowOf(app, 'main');
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

test('a key chosen in settings opens quick add, also after a start without a window', async () => {
  const userData = newDataFolder();
  const first = await launchApp({ userData });
  const keys = (app: ElectronApplication) =>
    app.evaluate(() => [...(globalThis as unknown as Shortcuts).standinRecord.shortcuts.keys()]);
  const { app, page } = first;
  await page.locator('main [data-card-id]').first().waitFor();
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Desktop' }).click();
  const record = page.getByRole('button', { name: /Choose a key|Change|Press the key/ });
  const says = (text: string) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();

  // While the user records a shortcut, the app must refuse single letters and the keys of its own commands. The
  // operating system refuses keys that another program uses.
  await record.click();
  await page.keyboard.press('n');
  await says('Press it together with Ctrl');
  await page.keyboard.press('ControlOrMeta+k');
  await says('“Search and commands” already');
  // The app must also refuse keys of commands that open other windows, and combinations with arrow keys.
  await page.keyboard.press('ControlOrMeta+Shift+h');
  await says('“Hand strip on top of other programs” already');
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await says('“Move cards up” already');
  await app.evaluate(() => {
    (globalThis as unknown as Shortcuts).standinRecord.takenKeys.add('Control+Alt+J');
  });
  await page.keyboard.press('Control+Alt+j');
  await says('The system gives this key to another program');
  await record.click();
  await page.keyboard.press('Control+Alt+n');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => keys(app)).toEqual(['Control+Alt+N']);
  expect(first.errors).toEqual([]);
  await first.close();

  // With `--hidden`, the app must open only the quick add window, and show it only when the user presses the global
  // shortcut.
  const second = await launchApp({ userData, args: ['--hidden'] });
  const { app: hidden, page: quick } = second;
  await expect.poll(() => keys(hidden)).toEqual(['Control+Alt+N']);
  await expect.poll(async () => (await trayItems(hidden)).length).toBeGreaterThan(6);
  const visible = () =>
    hidden.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().filter((one) => one.isVisible()).length);
  expect(await visible()).toBe(0);
  await hidden.evaluate(() => (globalThis as unknown as Shortcuts).standinRecord.shortcuts.get('Control+Alt+N')?.());
  await expect(quick.getByRole('textbox', { name: 'New card' })).toBeFocused();
  expect(await visible()).toBe(1);
  await chooseInTray(hidden, 'Open Decktop');
  const main = await windowOf(hidden, 'main');
  // The main window shows the view that was open last: the settings.
  await main.getByRole('tab', { name: 'Desktop' }).click();
  await main.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => keys(hidden)).toEqual([]);
  expect(second.errors).toEqual([]);
  await second.close();
});
