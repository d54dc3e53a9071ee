/**
 * Accessibility checks (axe) of views, layouts and dialogs of the demo workspace, in both themes. Other tests check the
 * other views.
 */
import { expect, type Page, test } from '@playwright/test';
import {
  type DeckInfo,
  expectAccessibleInBothThemes,
  findDeckWithZones,
  openRoute,
  queryRows,
  setUpSharedApp,
  showDeck,
  showProject,
  storeViewState,
} from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
let deck: DeckInfo;
test.beforeEach(async () => {
  test.slow();
  page = app().page;
  deck ??= await findDeckWithZones(page);
});

// This test leaves out views that other tests check, such as the Hand, people, the calendar, the roadmap, the overview
// of a milestone, the query view, and the settings of the network and of notifications.
test('views are accessible', async () => {
  const { project, milestone } = await queryRows(page, {
    _root: [{ account: [{ projects: ['name'] }, { milestones: ['name'] }] }],
  });
  const routes = [
    `#/deck/${deck.id}`,
    `#/project/${Object.keys(project ?? {})[0]}`,
    '#/team',
    '#/runs',
    `#/milestone/${Object.keys(milestone ?? {})[0]}`,
    '#/bookmarks',
    '#/inbox',
    '#/outbox',
    '#/connect',
    '#/settings',
    '#/settings/organization',
    '#/settings/projects',
    '#/settings/runs',
    '#/settings/tokens',
    '#/settings/diagnostics',
    '#/licences',
  ];
  for (const route of routes) {
    await openRoute(page, route);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const showsCards = /deck|project\/|team|runs$|milestone\/|bookmarks/.test(route) && !/settings/.test(route);
    if (showsCards) await page.locator('main [data-card-id]').first().waitFor();
    // Check the whole window for the first view, and only `main` for the others, because the sidebar is the same.
    await expectAccessibleInBothThemes(page, route, route === routes[0] ? 'html' : 'main');
  }
});

test('calendar and roadmap are accessible in each layout', async () => {
  for (const [name, value, route] of [
    ['calendar:scale', 'week', '#/calendar'],
    ['calendar:scale', 'month', '#/calendar'],
    ['roadmap:pxPerDay', 30, '#/milestones'],
    ['milestones:layout', 'list', '#/milestones'],
    ['milestones:layout', 'roadmap', '#/milestones'],
  ] as const) {
    await openRoute(page, '#/inbox');
    await storeViewState(page, name, value);
    await openRoute(page, route);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expectAccessibleInBothThemes(page, `${route} with ${name} ${value}`, 'main');
  }
  await page.getByRole('button', { name: 'Collapse all lanes' }).click();
  await expectAccessibleInBothThemes(page, 'the roadmap with collapsed lanes', 'main');
});

test('a card is accessible', async () => {
  const key = `cards(${JSON.stringify({ visibility: 'default', $order: 'accountSeq', $limit: 1, resolvables: { isClosed: false } })})`;
  const { card } = await queryRows(page, { _root: [{ account: [{ [key]: ['deckId'] }] }] });
  const [id, row] = Object.entries(card ?? {})[0] ?? [];
  await openRoute(page, `#/deck/${row?.deckId}?card=${id}`);
  await page.getByRole('textbox', { name: 'Start a thread' }).waitFor();
  await expectAccessibleInBothThemes(page, 'a card', 'section[aria-label^="Card:"]');
});

test('lanes, lists, tables and their dialogs are accessible', async () => {
  const check = (what: string, within = 'main') => expectAccessibleInBothThemes(page, what, within);
  await showDeck(page, deck, { lanes: 'owner' });
  await check('lanes');
  await showProject(page, deck, { by: 'status', layout: 'list' });
  await check('list');
  await showProject(page, deck, { layout: 'table' });
  await check('table');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add a filter' }).waitFor();
  await check('filters', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).not.toBeAttached();
  await page.locator('main [data-card-list] [data-card-id]').first().focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await check('bulk bar');
  await page.keyboard.press('ControlOrMeta+Shift+D');
  await page.getByRole('dialog').waitFor();
  await check('copy dialog', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'one\n  two\n[x] three');
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('dialog', { name: /from a list/ }).waitFor();
  await check('paste dialog', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).not.toBeAttached();
});

test('dialogs of decks, milestones and runs are accessible', async () => {
  const check = async (what: string, role: 'dialog' | 'alertdialog' = 'dialog') => {
    await expect(page.getByRole(role)).toBeVisible();
    await expectAccessibleInBothThemes(page, what, `[role="${role}"]`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).not.toBeVisible();
  };
  await showDeck(page, deck, {});
  for (const [entry, role] of [
    ['Edit deck…', 'dialog'],
    ['Add zone…', 'dialog'],
    ['Guardians…', 'dialog'],
    ['Move to…', 'dialog'],
    ['Delete deck…', 'alertdialog'],
  ] as const) {
    await page.getByRole('button', { name: 'More about this deck' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await check(entry, role);
    // Move the focus away from the button. While it has the focus, it shows its tooltip.
    await page.keyboard.press('Tab');
  }
  await page.locator('main [data-zone-key^="zone:"]').first().hover();
  await expectAccessibleInBothThemes(page, 'a column with its menu', 'main');

  await page.getByRole('region', { name: 'Saltmere' }).hover();
  await page.getByRole('button', { name: 'More about Saltmere' }).click();
  await page.getByRole('menuitem', { name: 'New deck…' }).click();
  await check('new deck');
  await openRoute(page, '#/milestones');
  await page.getByRole('button', { name: 'New milestone' }).click();
  await check('new milestone');
  await openRoute(page, '#/runs');
  const current = page.locator('main [data-zone-key]').filter({ hasText: 'Current' });
  await current.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Complete the run…' }).click();
  await check('a question before a run ends', 'alertdialog');
  await openRoute(page, '#/query');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Paste a view');
  await page.keyboard.press('Enter');
  await check('pasting a view');
});
