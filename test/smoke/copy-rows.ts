/**
 * Checks of the smoke run (smoke.ts) for Copy buttons and menu entries that a person reaches only after several steps.
 * Each check becomes a row of the printed table.
 */
import type { LaunchedApp } from '../support/launch.ts';
import { deckNamed, performActions, queryRows } from '../support/window.ts';
import { copyByEachMenuEntry, expectCopied, typeIntoFieldsAndCopy } from './fields-and-copies.ts';
import { closeDialogs, dialogs, showRoute } from './steps.ts';
import { checkCondition, runCheckAsRow } from './table.ts';

const viewName = 'Smoke';

/** Runs the checks about copying. `routes` contains the route of each view and starts with the route of a deck. */
export async function runCopyChecks(launched: LaunchedApp, routes: readonly string[]): Promise<void> {
  const { page } = launched;
  const [board = ''] = routes;
  const sidebar = page.getByRole('navigation', { name: 'Workspace' });

  await runCheckAsRow('burn-ups copy their values and pictures', async () => {
    let copies = 0;
    for (const route of routes.filter((one) => /^#\/(runs?|milestone)\//.test(one))) {
      await showRoute(page, route);
      const buttons = page.getByRole('button', { name: /^Burn-up of/ });
      for (let at = 0; at < (await buttons.count()); at += 1) {
        await buttons.nth(at).click();
        await dialogs(page).getByRole('button', { name: 'Copy as CSV' }).waitFor();
        copies += (await typeIntoFieldsAndCopy(page, dialogs(page))).copies;
        await closeDialogs(page);
      }
    }
    checkCondition(copies > 0 && copies % 2 === 0, `${copies} copies`);
    return `${copies} copies`;
  });

  await runCheckAsRow('a saved view copies as text', async () => {
    await showRoute(page, board);
    await page.getByRole('button', { name: 'Save this view' }).click();
    await dialogs(page).getByRole('textbox').first().fill(viewName);
    await page.keyboard.press('Enter');
    const view = sidebar.getByRole('link', { name: viewName });
    const copies = await copyByEachMenuEntry(page, () => view.click({ button: 'right' }), /^Copy/);
    checkCondition(copies === 1, `${copies} entries`);
  });

  await runCheckAsRow('the menu of a deck copies its link', async () => {
    const deck = sidebar.locator(`a[href="${board}"]`).first();
    const copies = await copyByEachMenuEntry(page, () => deck.click({ button: 'right' }), /^Copy/);
    checkCondition(copies === 1, `${copies} entries`);
  });

  await runCheckAsRow('a query copies as JSON', async () => {
    await showRoute(page, '#/query');
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('menuitem').first().click();
    const button = page.getByRole('button', { name: 'Copy as JSON', disabled: false });
    await button.waitFor();
    await expectCopied(page, () => button.click(), 'Copy as JSON');
  });

  await runCheckAsRow('a new token copies', async () => {
    await showRoute(page, '#/settings/tokens');
    await page.getByRole('textbox', { name: 'What the token is for' }).fill('Smoke');
    await page.keyboard.press('Enter');
    const button = page.getByRole('button', { name: 'Copy', exact: true });
    await button.waitFor();
    await expectCopied(page, () => button.click(), 'Copy of a token');
  });

  await runCheckAsRow('the context menu of a link copies its address', async () => {
    const address = await showLink(launched);
    await chooseInContextMenu(launched, 'Copy link address');
    await page.locator(`main a[href="${address}"]`).first().click({ button: 'right' });
    let text = '';
    while (text !== address) text = await launched.app.evaluate(({ clipboard }) => clipboard.readText());
  });

  await runCheckAsRow('the context menu of an image copies it', async () => {
    const { id } = await deckNamed(page, 'Regions');
    await showRoute(page, `#/deck/${id}`);
    await page.locator('main [data-card-id]').nth(1).click();
    await chooseInContextMenu(launched, 'Copy image');
    await page.locator('[data-card-panel] img').first().click({ button: 'right' });
    let isCopied = false;
    while (!isCopied) isCopied = await launched.app.evaluate(({ clipboard }) => clipboard.has('image/png'));
  });
}

/** Empties the clipboard and makes the next context menu click `entry` instead of opening. */
const chooseInContextMenu = (launched: LaunchedApp, entry: string): Promise<void> =>
  launched.app.evaluate(({ clipboard, Menu }, wanted) => {
    clipboard.clear();
    const { popup } = Menu.prototype;
    Menu.prototype.popup = function chooseEntry() {
      Menu.prototype.popup = popup;
      this.items.find(({ label }) => label === wanted)?.click();
    };
  }, entry);

const linkUrl = 'https://decktop.invalid/smoke';

/** Writes a link into the text of a card and shows the card. Returns the link's address. */
async function showLink({ page }: LaunchedApp): Promise<string> {
  const { card = {} } = await queryRows(page, {
    _root: [{ account: [{ 'cards({"derivedStatus":"assigned"})': ['title'] }] }],
  });
  const [id] = Object.keys(card);
  if (!id) throw new Error('There is no open card');
  const content = `Smoke\n\nSee [the page](${linkUrl}).`;
  await performActions(page, [{ action: 'cards/update', params: { id, content } }] as never);
  await showRoute(page, `#/card/${id}`);
  await page.locator(`main a[href="${linkUrl}"]`).first().waitFor();
  return linkUrl;
}
