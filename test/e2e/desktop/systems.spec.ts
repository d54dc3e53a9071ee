/** Tests what only one system does: Wayland compositors, menu bars of Windows and Linux, the Dock and keys of macOS. */
import { type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { launchApp, usesRealElectron, waitForPage } from '../../support/launch.ts';
import { board, cardsOf, deckNamed, openRoute, queryRows } from '../../support/window.ts';

test.skip(usesRealElectron, 'Only the stand-in can follow the conventions of another system');

interface StandinWindow {
  readonly hasMenu: boolean;
}
type Standin = {
  readonly standinRecord: {
    readonly trays: readonly {
      readonly contextMenu: { readonly items: readonly { readonly label: string; click(): void }[] };
    }[];
  };
};

const visibleKinds = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .filter((window) => window.isVisible())
      .map((window) => new URL(window.webContents.getURL()).searchParams.get('window')),
  );
const chooseInTray = (app: ElectronApplication, label: string) =>
  app.evaluate((_electron, wanted) => {
    const { items } = (globalThis as unknown as Standin).standinRecord.trays[0]?.contextMenu ?? { items: [] };
    items.find((item) => item.label === wanted)?.click();
  }, label);
async function openSmallWindow(app: ElectronApplication, entry: string): Promise<Page> {
  const opening = app.waitForEvent('window');
  await chooseInTray(app, entry);
  return waitForPage(await opening);
}
const hasTray = (app: ElectronApplication) =>
  app.evaluate(() => ((globalThis as unknown as Standin).standinRecord.trays[0]?.contextMenu?.items.length ?? 0) > 6);

// Some compositors draw no frame of a hidden window, so Electron sends no `ready-to-show` for it
// (electron/electron#48859).
test('on Wayland windows appear although Electron does not say that they are ready', async () => {
  const { app, page, errors, close } = await launchApp({ env: { STANDIN_WAYLAND: '1' } });
  await page.locator('main [data-card-id]').first().waitFor();
  await expect.poll(() => visibleKinds(app)).toEqual(['main']);
  await expect.poll(() => hasTray(app)).toBe(true);
  await openSmallWindow(app, 'Hand strip');
  await expect.poll(() => visibleKinds(app)).toEqual(['main', 'hand']);

  // Electron gives every window the menu when the menu changes, as it does here.
  const menusOf = () =>
    app.evaluate(({ BrowserWindow }) =>
      Object.fromEntries(
        BrowserWindow.getAllWindows().map((window) => [
          new URL(window.webContents.getURL()).searchParams.get('window'),
          (window as unknown as StandinWindow).hasMenu,
        ]),
      ),
    );
  const before = await app.evaluate(({ Menu }) => {
    Object.assign(globalThis, { menuBefore: Menu.getApplicationMenu() });
    return true;
  });
  expect(before).toBe(true);
  // With two windows, the menu Window lists them.
  const cardId = await page.locator('main [data-card-id]').first().getAttribute('data-card-id');
  await page.evaluate(
    (id) =>
      (window as never as { decktop: { call(command: string, payload: object): Promise<unknown> } }).decktop.call(
        'app/openCardWindow',
        { cardId: id },
      ),
    cardId,
  );
  await expect
    .poll(() => app.evaluate(({ Menu }) => Reflect.get(globalThis, 'menuBefore') === Menu.getApplicationMenu()))
    .toBe(false);
  expect(await menusOf()).toMatchObject({ main: true, hand: false });
  // Not at the start: the Chromium of the stand-in would ask for a compositor.
  await app.evaluate(() => {
    process.env.XDG_SESSION_TYPE = 'wayland';
  });
  await page.evaluate(() => {
    location.hash = '#/settings/desktop';
  });
  await expect(page.getByText('On Wayland your desktop decides where it opens')).toBeVisible();
  expect(errors).toEqual([]);
  await close();
});

test('on macOS keys of the menu edit quick add and leave the board alone, and the app stays in the Dock', async () => {
  const { app, page, errors, close } = await launchApp({ env: { STANDIN_PLATFORM: 'darwin' } });
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  const title = 'Plane the door';
  const card = cardsOf(board(page)).filter({ hasText: title });
  await cardsOf(board(page)).first().focus();
  await page.keyboard.press('c');
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(card).toBeVisible();
  const visibilities = async () =>
    Object.values(
      (await queryRows(page, { _root: [{ account: [{ [`cards(${JSON.stringify({ title })})`]: ['visibility'] }] }] }))
        .card ?? {},
    ).map(({ visibility }) => visibility);

  await expect.poll(() => hasTray(app)).toBe(true);
  const quick = await openSmallWindow(app, 'Quick add…');
  const line = quick.getByRole('textbox', { name: 'New card' });
  await expect(line).toBeFocused();
  expect(await app.evaluate(({ app: main }) => main.dock?.isVisible())).toBe(true);
  await quick.keyboard.type('Oil the hinges');
  // On macOS the menu gets a key that the page does not handle.
  await quick.keyboard.press('Meta+z');
  await expect(line).toHaveValue('');
  await quick.keyboard.press('Meta+Shift+z');
  await expect(line).toHaveValue('Oil the hinges');
  await expect(card).toBeVisible();
  expect(await visibilities()).toEqual(['default']);

  // A click in the menu bar does not bring a program to the front by itself.
  const isInFront = () => app.evaluate(({ app: main }) => Reflect.get(main, 'isInFront'));
  await app.evaluate(({ app: main }) => Reflect.set(main, 'isInFront', false));
  await chooseInTray(app, 'Open Decktop');
  await expect.poll(isInFront).toBe(true);
  expect(errors).toEqual([]);
  await close();
});
