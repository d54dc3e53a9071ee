/** Tests of one rule: after a navigation, and after the focused element has left the page, the focus is in the view. */
import { expect, type Page, test } from '@playwright/test';
import { board, cardsOf, type DeckInfo, deckNamed, openRoute, setUpSharedApp, showDeck } from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
let [first, other]: DeckInfo[] = [];
test.beforeAll(async () => {
  page = app().page;
  [first, other] = [await deckNamed(page, 'Regions'), await deckNamed(page, 'Sound')];
});

/** What has the focus, and whether a ring shows it. */
const focus = () =>
  page.evaluate(() => {
    const active = document.activeElement ?? document.body;
    return {
      isInView: active.closest('main') !== null,
      // The row of a thread draws the ring of its button, and the heading that of the view.
      ring: [active, active.matches('main') ? active.querySelector('h1') : active.parentElement].some(
        (each) => each && getComputedStyle(each).outlineStyle === 'solid',
      ),
      element: active.outerHTML.slice(0, 80),
    };
  });

async function expectView(view: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.hash.startsWith(`#/${view}`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
const press = (key: string) => page.keyboard.press(key);

async function find(text: string, entry: string): Promise<void> {
  await press('ControlOrMeta+k');
  await page.keyboard.type(text);
  await expect(page.getByRole('option', { selected: true })).toContainText(entry);
  await press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const sidebarLink = (view: string) => page.locator(`nav a[href="#/${view}"]`);

/** How a person opens another view, and that view. `needsNoRing`: not opened by a key. */
const ways: Record<string, { go: () => Promise<unknown>; to: string; needsNoRing?: true }> = {
  'a deck by the search': { go: () => find('Sound', 'Sound'), to: 'deck' },
  'a deck by the search, from the sidebar': {
    go: async () => {
      await sidebarLink('inbox').focus();
      await find('Sound', 'Sound');
    },
    to: 'deck',
  },
  'a view by a command': { go: () => find('>Milestones', 'Milestones'), to: 'milestones' },
  'settings by their key': { go: () => press('ControlOrMeta+,'), to: 'settings' },
  'a view by its key': { go: () => press('Alt+7'), to: 'team' },
  'the inbox by its key': { go: () => press('Alt+2'), to: 'inbox' },
  'a view by its key, from a control of the sidebar': {
    go: async () => {
      await sidebarLink('inbox').focus();
      await press('Alt+5');
    },
    to: 'bookmarks',
  },
  'a view by its link in the sidebar and Enter': {
    go: async () => {
      await sidebarLink('calendar').focus();
      await press('Enter');
    },
    to: 'calendar',
  },
  'a view by a click in the sidebar': {
    go: () => sidebarLink('bookmarks').click(),
    to: 'bookmarks',
    needsNoRing: true,
  },
  'a link of another program': {
    go: () =>
      app().app.evaluate(
        ({ app: main }) => void main.emit('second-instance', {}, ['decktop', 'decktop://hand'], '/', {}),
      ),
    to: 'hand',
    needsNoRing: true,
  },
  'the address': { go: () => openRoute(page, `#/deck/${other?.id}`), to: 'deck', needsNoRing: true },
};

for (const [name, { go, to, needsNoRing }] of Object.entries(ways))
  test(`${name}: the view has the focus, and the first arrow key shows a card`, async () => {
    await showDeck(page, first as DeckInfo, { by: 'none' });
    await cardsOf(board(page)).nth(1).focus();
    await go();
    await expectView(to);
    await expect.poll(focus).toMatchObject({ isInView: true, ...(needsNoRing ? {} : { ring: true }) });
    if (to !== 'deck') return;
    await expect(page.getByRole('heading', { level: 1, name: 'Sound', exact: true })).toBeVisible();
    await expect(cardsOf(board(page)).first()).toBeVisible();
    await press('ArrowDown');
    await expect(page.locator('main [data-card-list] [data-card-id]:focus')).toHaveCSS('outline-style', 'solid');
  });

test('Back and Forward: the view has the focus', async () => {
  await showDeck(page, first as DeckInfo, { by: 'none' });
  await cardsOf(board(page)).first().focus();
  await press('Alt+4');
  await expectView('milestones');
  await page.goBack();
  await expectView('deck');
  await expect.poll(focus).toMatchObject({ isInView: true });
  await page.goForward();
  await expectView('milestones');
  await expect.poll(focus).toMatchObject({ isInView: true });
});

test('after the start and a reload the view has the focus, and the first arrow key shows the first card', async () => {
  await showDeck(page, first as DeckInfo, { by: 'none' });
  await page.reload();
  await expect(cardsOf(board(page)).first()).toBeVisible();
  await expect.poll(focus).toMatchObject({ isInView: true });
  await press('ArrowDown');
  await expect(cardsOf(board(page)).first()).toBeFocused();
});

test('a filter that leaves no card, a dialog and a hidden sidebar leave the focus to the view', async () => {
  await showDeck(page, first as DeckInfo, { by: 'none' });
  const card = cardsOf(board(page)).first();
  await card.focus();
  await page.keyboard.press('q');
  await expect(page.getByText('No card passes the filter')).toBeVisible();
  await press('r');
  await expect(page.getByText('There is no card here.').first()).toBeVisible();
  await expect.poll(focus).toMatchObject({ isInView: true, ring: true });
  await page.keyboard.press('q');
  await expect(card).toBeVisible();
  await press('ArrowDown');
  await expect(card).toBeFocused();

  // Not to the first button of the view, which Enter would press.
  for (const key of ['?', 'ControlOrMeta+k']) {
    await press('Alt+4');
    await press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('main')).toBeFocused();
  }

  await sidebarLink('inbox').focus();
  await press('ControlOrMeta+b');
  await expect(sidebarLink('inbox')).toHaveCount(0);
  await expect.poll(focus).toMatchObject({ isInView: true, ring: true });
  await press('ControlOrMeta+b');
  await expect(sidebarLink('inbox')).toBeVisible();
});

test('Tab after a typed day goes to the next control, though the calendar closes', async () => {
  await openRoute(page, '#/hand');
  await press('ControlOrMeta+k');
  await page.keyboard.type('> new run');
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New run' });
  await dialog.getByLabel('First day', { exact: true }).focus();
  await page.keyboard.type('mon');
  await press('Tab');
  await expect(dialog.getByRole('button', { name: 'Choose first day in a calendar' })).toBeFocused();
  await press('Tab');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const day = dialog.getByRole('textbox', { name: 'First day', exact: true });
  await day.focus();
  await page.keyboard.type('tue');
  await press('Shift+Tab');
  await expect(day).not.toBeFocused();
  await press('Tab');
  await expect(day).toBeFocused();
  await press('Escape');
});

test('by keys: into the open card with Enter, through the window with F6, and back from a popup to the card', async () => {
  await showDeck(page, first as DeckInfo, { by: 'none' });
  const card = cardsOf(board(page)).nth(1);
  await card.focus();
  await press('f');
  await expect(page.getByRole('combobox', { name: 'Filter by' })).toBeFocused();
  await press('Escape');
  await expect(card).toBeFocused();
  await find('>sort the board', 'Sort the board');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Manual order' })).toBeFocused();
  await press('Escape');
  await expect(card).toBeFocused();
  await press('Enter');
  const panel = page.locator('aside [data-card-panel]');
  await expect(panel).toBeVisible();
  await expect(card).toBeFocused();
  await press('Enter');
  await expect(panel).toBeFocused();
  await press('F6');
  await expect(page.getByRole('navigation', { name: 'Workspace' }).locator('[aria-current]')).toBeFocused();
  await press('F6');
  await expect(card).toBeFocused();
  await press('F6');
  await expect(panel).toBeFocused();
  await press('Escape');
  await expect(panel).toBeHidden();
  await expect(card).toBeFocused();
});

test('the choice of a due day opens on the present one, and its calendar follows what is typed', async () => {
  await showDeck(page, first as DeckInfo, { by: 'none' });
  await cardsOf(board(page)).first().focus();
  for (const typed of ['2031-02-03', '2032-05-06']) {
    await press('Shift+D');
    await expect(page.getByRole('combobox', { name: 'Due date' })).toBeFocused();
    if (typed.startsWith('2032')) {
      await expect(page.getByRole('option', { selected: true })).toContainText('February 3, 2031');
      await expect(page.getByRole('heading', { name: 'February 2031' })).toBeVisible();
    }
    await page.keyboard.type(typed);
    await expect(
      page.getByRole('heading', { name: typed.startsWith('2031') ? 'February 2031' : 'May 2032' }),
    ).toBeVisible();
    await press('Enter');
    await expect(cardsOf(board(page)).first()).toContainText(typed.startsWith('2031') ? 'Feb 3' : 'May 6');
  }
  await press('ControlOrMeta+z');
  await press('ControlOrMeta+z');
});
