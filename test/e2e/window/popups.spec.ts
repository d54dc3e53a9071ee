/**
 * Tests of the first use of popups and drags. Their code loads after the first view is shown, or when it is first used.
 * Presses, drags, keys, typed letters, Tab and long touches must have the same effect before and after the code has
 * loaded.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  findDeckWithZones,
  holdRequests,
  openRoute,
  setUpSharedApp,
  showDeck,
  storeViewState,
  waitForAnimations,
} from '../../support/window.ts';

const opened = setUpSharedApp({ args: ['--size=1280x800'] });
const page = (): Page => opened().page;
const toolButton = (name: RegExp) => page().getByRole('toolbar', { name: 'View' }).getByRole('button', { name });
const sortButton = () => toolButton(/^Sort: /);
const menu = () => page().getByRole('menu');
const menuItem = (name: string | RegExp) => page().getByRole('menuitemcheckbox', { name });
const groupingField = () => page().getByRole('combobox', { name: /^Group by: / });

async function centerOf(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function expectClosedBy(end: () => Promise<unknown>): Promise<void> {
  await end();
  await expect(menu()).toHaveCount(0);
}

// Lets tests delay the code of popups. If `window.name` is "hold", this code loads, but the page gets no `load` event
// for it until the test calls `loadPopups`.
test.beforeAll(() =>
  page().addInitScript(() => {
    if (window.name !== 'hold') return;
    const held: HTMLLinkElement[] = [];
    const loadPopups = () => {
      for (const link of held) link.dispatchEvent(new Event('load'));
    };
    const hold = (event: Event) => {
      const { target } = event;
      if (!event.isTrusted || !(target instanceof HTMLLinkElement) || !target.href.includes('/popups-')) return;
      event.stopImmediatePropagation();
      held.push(target);
      Object.assign(window, { loadPopups });
    };
    document.addEventListener('load', hold, true);
  }),
);

test.beforeEach(async () => {
  const deck = await findDeckWithZones(page());
  await storeViewState(page(), `board:deck:${deck.id}`, { by: 'zone', sort: 'manual' });
  // Load the page again, so that no popup has been opened in it yet.
  await page().reload();
  await showDeck(page(), deck, { by: 'zone', sort: 'manual' });
  await sortButton().waitFor();
  await page().mouse.move(640, 790);
});

// Menus, lists and popovers must not be mounted before they are opened.
test('a board before the first use has no mounted popups, and its buttons name what they open', async () => {
  await expect(page().locator('[aria-haspopup]').nth(8)).toBeVisible();
  await expect(page().locator('[role="menu"], [role="listbox"], [role="dialog"], [role="tooltip"]')).toHaveCount(0);
  await expect(sortButton()).toHaveAttribute('aria-haspopup', 'menu');
  await expect(sortButton()).toHaveAttribute('aria-expanded', 'false');
  await expect(toolButton(/^Filter$/)).toHaveAttribute('aria-haspopup', 'dialog');
  await expect(groupingField()).toHaveAttribute('aria-haspopup', 'listbox');
  await expect(groupingField()).toHaveAttribute('aria-expanded', 'false');
  const button = await sortButton().elementHandle();
  await sortButton().click();
  await expect(menu()).toBeVisible();
  await expect(sortButton()).toHaveAttribute('aria-expanded', 'true');
  // The pressed button must stay in the document, and must not be replaced by another element.
  expect(await button?.evaluate((element) => element.isConnected)).toBe(true);
  await expectClosedBy(() => page().keyboard.press('Escape'));
  await expect(sortButton()).toBeFocused();
  await expect(sortButton()).toHaveAttribute('aria-expanded', 'false');
});

test('a press opens a menu at once, and a second closes it', async () => {
  const at = await centerOf(sortButton());
  await page().mouse.move(at.x, at.y);
  await page().mouse.down();
  await expect(menu()).toBeVisible();
  await page().mouse.up();
  await waitForAnimations(page());
  await expect(menu()).toBeVisible();
  await page().mouse.down();
  await expectClosedBy(() => page().mouse.up());
});

test('releasing a press over an entry chooses it, releasing elsewhere chooses nothing', async () => {
  const at = await centerOf(sortButton());
  // On a fast machine the press may be so short that it counts as a click, and a click leaves the menu open. So repeat
  // the press until its release chooses the entry.
  await expect(async () => {
    await page().keyboard.press('Escape');
    await expect(menu()).toHaveCount(0);
    await page().mouse.move(at.x, at.y);
    await page().mouse.down();
    await expect(menu()).toBeVisible();
    await waitForAnimations(page());
    const wanted = await centerOf(menuItem('Title'));
    await page().mouse.move(wanted.x, wanted.y, { steps: 5 });
    await expect(menuItem('Title')).toHaveAttribute('data-highlighted', '');
    await page().mouse.up();
    await expect(toolButton(/^Sort: Title/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(menu()).toHaveCount(0);
  await page().mouse.move(at.x, at.y);
  await page().mouse.down();
  await expect(menu()).toBeVisible();
  await waitForAnimations(page());
  await page().mouse.move(640, 700, { steps: 5 });
  await expectClosedBy(() => page().mouse.up());
  await expect(toolButton(/^Sort: Title/)).toBeVisible();
});

for (const [key, first] of [
  ['Enter', true],
  [' ', true],
  ['ArrowDown', true],
  ['ArrowUp', false],
] as const)
  test(`${key === ' ' ? 'Space' : key} opens a menu with the focus on its ${first ? 'first' : 'last'} entry`, async () => {
    await sortButton().focus();
    await page().keyboard.press(key);
    await expect(menu()).toBeVisible();
    const entries = menu().getByRole('menuitemcheckbox');
    await expect(first ? entries.first() : entries.last()).toBeFocused();
    await page().keyboard.press('ArrowDown');
    await expect(entries.nth(first ? 1 : 0)).toBeFocused();
    await page().keyboard.press('d');
    await expect(menuItem(/^D/).first()).toBeFocused();
    await expectClosedBy(() => page().keyboard.press('Escape'));
    await expect(sortButton()).toBeFocused();
  });

test('Tab moves from a menu back to its button, and from there into an open popover', async () => {
  await sortButton().click();
  await expect(menu()).toBeVisible();
  await expectClosedBy(() => page().keyboard.press('Tab'));
  await expect(toolButton(/^Card faces/)).toBeFocused();
  const filters = toolButton(/^Filter$/);
  await filters.click();
  const dialog = page().getByRole('dialog', { name: 'Add a filter' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page().keyboard.press('Shift+Tab');
  await expect(filters).toBeFocused();
  await expect(dialog).toBeVisible();
  await page().keyboard.press('Tab');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page().keyboard.press('Shift+Tab');
  await page().keyboard.press('Shift+Tab');
  await expect(dialog).toHaveCount(0);
  await expect(toolButton(/^Only my cards/)).toBeFocused();
});

test('a popover opens at a click, closes at a press outside, and toggles', async () => {
  const filters = toolButton(/^Filter$/);
  const dialog = page().getByRole('dialog', { name: 'Add a filter' });
  const at = await centerOf(filters);
  await page().mouse.move(at.x, at.y);
  await page().mouse.down();
  await expect(dialog).toHaveCount(0);
  await page().mouse.up();
  await expect(dialog).toBeVisible();
  await page().mouse.click(at.x, at.y);
  await expect(dialog).toHaveCount(0);
  await page().mouse.click(at.x, at.y);
  await expect(dialog).toBeVisible();
  await page().mouse.click(640, 790);
  await expect(dialog).toHaveCount(0);
  await filters.focus();
  await page().keyboard.press('Enter');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page().keyboard.press('Escape');
  await expect(filters).toBeFocused();
});

test('a list chooses by press, by keys, and by letters while it is closed', async () => {
  await groupingField().click();
  await expect(page().getByRole('option', { selected: true })).toBeFocused();
  await page().getByRole('option', { name: 'Owner' }).click();
  await expect(page().getByRole('combobox', { name: 'Group by: Owner' })).toBeFocused();
  await page().keyboard.press('ArrowDown');
  await expect(page().getByRole('listbox')).toBeVisible();
  await page().keyboard.press('Home');
  await page().keyboard.press('Enter');
  await expect(page().getByRole('listbox')).toHaveCount(0);
  await expect(groupingField()).toBeFocused();
});

test('a list that was never opened reacts to letters', async () => {
  await expect(groupingField()).not.toHaveAccessibleName('Group by: Owner');
  await toolButton(/^Layout/).focus();
  await page().keyboard.press('Tab');
  await expect(groupingField()).toBeFocused();
  // The entries of the list load only after its button has the focus, so press the key repeatedly.
  await expect(async () => {
    await page().keyboard.press('o');
    await expect(groupingField()).toHaveAccessibleName('Group by: Owner', { timeout: 500 });
  }).toPass();
  await expect(groupingField()).toBeFocused();
  await expect(page().getByRole('listbox')).toHaveCount(0);
  // A key combination must run its command, and must not count as a typed letter.
  await page().keyboard.press('ControlOrMeta+K');
  await expect(page().getByRole('dialog', { name: 'Find and run' })).toBeVisible();
  await page().keyboard.press('Escape');
});

test('cards open their menu by right click and menu key, with submenus', async () => {
  const card = page().locator('main [data-card-id]').first();
  await card.click({ button: 'right' });
  await expect(menu()).toBeVisible();
  await page().keyboard.press('ArrowDown');
  await expect(menu().locator('[data-highlighted]')).toHaveCount(1);
  await page().getByRole('menuitem', { name: 'Change place' }).hover();
  await expect(menu()).toHaveCount(2);
  await page().keyboard.press('Escape');
  await page().keyboard.press('Escape');
  await expect(menu()).toHaveCount(0);
  await card.focus();
  await page().keyboard.press('ContextMenu');
  await expect(menu()).toBeVisible();
  await expectClosedBy(() => page().mouse.click(640, 795));
  await expect(card).toBeFocused();
});

// A click must open the submenu even if the pointer has not moved over its entry.
test('a submenu opens at a click on its entry, even if the entry appeared under a resting pointer', async () => {
  const card = page().locator('main [data-card-id]').first();
  const entry = page().getByRole('menuitem', { name: 'Change place' });
  const openByKey = async () => {
    await card.focus();
    await page().keyboard.press('ContextMenu');
    await expect(entry).toBeVisible();
    await waitForAnimations(page());
  };
  await openByKey();
  const at = await centerOf(entry);
  await expectClosedBy(() => page().keyboard.press('Escape'));
  await page().mouse.move(at.x, at.y);
  await openByKey();
  await expect(menu()).toHaveCount(1);
  await page().mouse.down();
  await page().mouse.up();
  await expect(menu()).toHaveCount(2);
  // A second click must leave the submenu open, just like a click on a submenu that the pointer has opened by hovering.
  await page().mouse.down();
  await page().mouse.up();
  await waitForAnimations(page());
  await expect(menu()).toHaveCount(2);
  await page().keyboard.press('Escape');
  await expectClosedBy(() => page().keyboard.press('Escape'));
});

/** Reloads the page, and holds back the code of popups until `loadHeldPopups` is called. */
async function reloadWithHeldPopups(): Promise<void> {
  await page().evaluate(() => {
    window.name = 'hold';
  });
  await page().reload();
  await page().locator('main [data-card-id]').first().waitFor();
}
const waitForHeldPopups = () => expect.poll(() => page().evaluate(() => 'loadPopups' in window)).toBe(true);
const loadHeldPopups = () =>
  page().evaluate(() => {
    window.name = '';
    (window as unknown as { loadPopups(): void }).loadPopups();
  });

// A press or a key must not get lost because the code of popups has not loaded yet.
for (const [what, ask, opened] of [
  ['a press', () => sortButton().click(), () => menu()],
  [
    'a key',
    () => sortButton().press('ArrowUp'),
    () => menu().getByRole('menuitemcheckbox').last().and(page().locator(':focus')),
  ],
  ['a click', () => toolButton(/^Filter$/).click(), () => page().getByRole('dialog', { name: 'Add a filter' })],
  [
    'a right click',
    () => page().locator('main [data-card-id]').first().click({ button: 'right' }),
    () => page().getByRole('menuitem', { name: 'Change place' }),
  ],
] as const)
  test(`${what} opens the popup even if its code loads later`, async () => {
    await reloadWithHeldPopups();
    await ask();
    await waitForHeldPopups();
    await expect(opened()).toHaveCount(0);
    await loadHeldPopups();
    await expect(opened()).toBeVisible();
    await page().keyboard.press('Escape');
    await expect(opened()).toHaveCount(0);
  });

// The app opens the menu when the code of popups has loaded. If the mouse button is still down then, the app must not
// simulate a click: the release of the button would be a second click, which would close the menu.
test('a menu that opens while the button is still down stays open when the button is released', async () => {
  await reloadWithHeldPopups();
  const at = await centerOf(sortButton());
  await page().mouse.move(at.x, at.y);
  await page().mouse.down();
  await waitForHeldPopups();
  await loadHeldPopups();
  await expect(menu()).toBeVisible();
  await waitForAnimations(page());
  await page().mouse.up();
  await waitForAnimations(page());
  await expect(menu()).toBeVisible();
  await page().keyboard.press('Escape');
  await expect(menu()).toHaveCount(0);
});

// `performDefault` of the key buffer must submit the form: browsers do that for real key presses only.
test('text and Enter that are typed before the code of a dialog loads fill its form and submit it', async () => {
  await page().reload();
  await openRoute(page(), '#/start');
  await expect(page().getByRole('heading', { name: 'Add a workspace' })).toBeVisible();
  const { asked, release } = await holdRequests(opened(), /\/NewWorkspaceDialog-[^/]*\.js$/);
  await page().keyboard.press('2');
  await asked();
  await page().keyboard.type('Home');
  await page().keyboard.press('Enter');
  await release();
  const dialog = page().getByRole('dialog', { name: 'New workspace' });
  await expect(dialog.getByLabel('Name of the workspace')).toHaveValue('Home');
  await expect(dialog.getByText('Enter your name.')).toBeVisible();
  await page().keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

// `bufferKeysForDialog` must keep a key with a modifier behind the keys before it. Otherwise Alt+O comes before the
// text, and does nothing, or the text goes into the list that Alt+O opens.
test('a key with Alt that is pressed before the code of a dialog loads comes after the text before it', async () => {
  await page().reload();
  await openRoute(page(), '#/inbox');
  await expect(page().getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  const { asked, release } = await holdRequests(opened(), /\/NewCardDialog-[^/]*\.js$/);
  await page().keyboard.press('ControlOrMeta+n');
  await asked();
  await page().keyboard.type('Oil the sluice');
  await page().keyboard.press('Alt+o');
  await release();
  const dialog = page().getByRole('dialog', { name: 'New card' });
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Oil the sluice');
  await expect(page().locator(':focus')).toHaveAccessibleName('Owner');
  await page().keyboard.press('Escape');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a card that is pressed before the code for drags loads follows the pointer once it is loaded', async () => {
  const { release } = await holdRequests(opened(), /\/drag-code-[^/]*\.js$/);
  await page().reload();
  const card = page().locator('main [data-card-id]').first();
  await card.waitFor();
  const { x, y } = await centerOf(card);
  await page().mouse.move(x, y);
  await page().mouse.down();
  await page().mouse.move(x + 12, y + 12);
  await expect(page().locator('body.dragging-cards')).not.toBeAttached();
  await release();
  await expect(page().locator('body.dragging-cards')).toBeAttached();
  await page().keyboard.press('Escape');
  await expect(page().locator('body.dragging-cards')).not.toBeAttached();
  await page().mouse.up();
});

test('a card that is lifted by Space before the code for drags loads is moved by the keys after it', async () => {
  const { asked, release } = await holdRequests(opened(), /\/drag-code-[^/]*\.js$/);
  await page().reload();
  // Choose a card of the board, not of the Hand strip below it, which may show its cards first.
  const card = page().locator('main [data-card-list^="deck:"] [data-card-id]').first();
  await card.focus();
  await page().keyboard.press('Space');
  await page().keyboard.press('ArrowDown');
  await asked();
  await expect(card).toBeFocused();
  await release();
  const announcement = page().locator('body > [role="status"][aria-live="assertive"]');
  await expect(announcement).toContainText(/, position 2 of \d+/);
  await page().keyboard.press('Escape');
  await expect(announcement).toContainText('Put back');
});

// A long touch first starts a drag of the card. When it opens the card's menu, the drag must end, and the menu must
// have its entries.
test('a long touch on a card opens its menu, and the card is not dragged', async () => {
  const cdp = await page().context().newCDPSession(page());
  const at = await centerOf(page().locator('main [data-card-id]').first());
  const finger = (type: 'touchStart' | 'touchEnd') =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [at] : [] });
  await finger('touchStart');
  await expect(menu().getByRole('menuitem', { name: 'Open card' })).toBeVisible();
  await expect(page().locator('body.dragging-cards')).not.toBeAttached();
  await finger('touchEnd');
  await expectClosedBy(() => page().keyboard.press('Escape'));
});
