/** The app outside its main windows: tray, quick add and the Hand strip, also while no main window is open. */
import { type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { launchApp, loaded, realElectron } from '../../support/launch.ts';
import { accessible, ask } from '../../support/window.ts';

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
/** Chooses an entry of the tray's menu; `within` is an entry of its submenu. */
const choose = (app: ElectronApplication, label: string, within?: string) =>
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
  return loaded(find() as Page);
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
  const { card } = await ask(page, {
    _root: [{ account: [{ [`cards(${JSON.stringify({ title })})`]: ['title', 'status', 'dueDate', 'priority'] }] }],
  });
  return Object.values(card ?? {})[0];
};

test.skip(realElectron, 'the tray can only be driven in the stand-in');

test('a day with the main window closed: tray, Hand strip and quick add', async () => {
  const { app, page, errors, close } = await launchApp();
  try {
    await expect.poll(async () => (await trayItems(app)).length).toBeGreaterThan(6);
    const before = await trayItems(app);
    expect(before.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Quick add…', 'Hand strip', 'Pause sync', 'Open Decktop', 'Quit Decktop']),
    );
    const next = before.find(({ entries }) => entries.includes('Start'));
    expect(next?.entries).toEqual(['Open', 'Start', 'Finish']);

    await choose(app, 'Hand strip');
    const strip = await windowOf(app, 'hand');
    const cards = strip.getByRole('list', { name: 'Cards in your Hand' }).locator('[data-card-id]');
    await expect(cards.first()).toBeVisible();
    await accessible(strip, 'the Hand strip');
    await page.close();

    // The tray starts a card, and the strip shows it; the strip finishes it, and the tray leaves it out.
    const title = String(next?.label);
    await choose(app, title, 'Start');
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

    // Keys change the order.
    const order = () => cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-card-id')));
    const [one, two] = await order();
    await cards.first().focus();
    await strip.keyboard.press('Control+ArrowDown');
    await expect.poll(async () => (await order()).slice(0, 2)).toEqual([two, one]);

    await choose(app, 'Pause sync');
    await expect(strip.getByText('sync is paused')).toBeVisible();
    await choose(app, 'Quick add…');
    const quick = await windowOf(app, 'quickAdd');
    const line = quick.getByRole('textbox', { name: 'New card' });
    await expect(line).toBeFocused();
    await accessible(quick, 'quick add');
    await line.fill('Oil the hinges #nothing !high tomorrow');
    await expect(quick.getByText('Priority: High')).toBeVisible();
    await expect(quick.getByText(/^Due date: /)).toBeVisible();
    await line.press('Control+Enter');
    await expect(quick.getByText(/^Added “Oil the hinges #nothing” to /)).toBeVisible();
    expect(await cardNamed(quick, 'Oil the hinges #nothing')).toMatchObject({ priority: 'a' });
    await expect
      .poll(async () => (await trayItems(app)).some(({ label }) => /^Sync is paused, \d+ changes? wait/.test(label)))
      .toBe(true);

    // Escape keeps what was typed.
    await line.fill('Half a thought');
    await line.press('Escape');
    await expect.poll(() => isVisible(app, 'quickAdd')).toBe(false);
    await choose(app, 'Quick add…');
    await expect.poll(() => isVisible(app, 'quickAdd')).toBe(true);
    await expect(line).toHaveValue('Half a thought');
    await line.press('Enter');
    await expect.poll(() => isVisible(app, 'quickAdd')).toBe(false);
    await expect.poll(async () => (await cardNamed(strip, 'Half a thought'))?.title).toBe('Half a thought');
    await choose(app, 'Resume sync');

    // A click opens the card in a main window.
    await cards.first().click();
    const opened = await windowOf(app, 'main');
    await expect(opened.getByRole('complementary', { name: 'Card' })).toBeVisible();
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

test('the last window asks whether the app stays in the tray, and a second start adds a card', async () => {
  const { app, page, errors, close } = await launchApp();
  try {
    await expect.poll(async () => (await trayItems(app)).length).toBeGreaterThan(6);
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = (async () => ({ response: 0, checkboxChecked: true })) as typeof dialog.showMessageBox;
    });
    await page.close();
    await app.evaluate(
      ({ app: main }) => void main.emit('second-instance', {}, ['decktop', '--add=Call the mill !low'], '/', {}),
    );
    const quick = await windowOf(app, 'quickAdd');
    await expect(quick.getByRole('textbox', { name: 'New card' })).toHaveValue('Call the mill !low');
    await expect(quick.getByText('Priority: Low')).toBeVisible();
    expect(app.windows().some((other) => other.url().includes('window=main'))).toBe(false);
    await choose(app, 'Open Decktop');
    await windowOf(app, 'main');
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
