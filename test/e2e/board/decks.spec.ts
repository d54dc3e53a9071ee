/**
 * Tests of a deck: creating and deleting it, its zones, moving it, and changing its type, with confirmations that list
 * the effects. Also tests the confirmation for archiving several cards.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  confirmationDialog,
  confirmationLines,
  listNamed,
  openRoute,
  performActions,
  queryRows,
  setOffline,
  setUpSharedApp,
  storeViewState,
  cardTitlesIn as titles,
  waitForEmptyOutbox,
} from '../../support/window.ts';

const columnTitles = (page: Page): Promise<string[]> =>
  page
    .locator('main [data-zone-key^="zone:"]')
    .evaluateAll((columns) =>
      columns
        .toSorted((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
        .map((column) => column.querySelector('h2')?.textContent ?? ''),
    );

async function dragTo(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error('What is dragged is not on screen');
  await page.mouse.move(box.x + 40, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 48, box.y + box.height / 2 + 4);
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

async function deckNamed(page: Page, title: string): Promise<Record<string, unknown>> {
  const { deck } = await queryRows(page, {
    _root: [
      {
        account: [
          { decks: ['title', 'deckType', 'spaceId', 'projectId', 'manualOrderLabels', 'sortValue', 'coverColor'] },
        ],
      },
    ],
  });
  const found = Object.values(deck ?? {}).find((row) => row.title === title);
  if (!found) throw new Error(`There is no deck ${title}`);
  return found;
}

/** Clicks twice before the app has performed the action of the first click. */
const clickTwiceAtOnce = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

async function createDeck(page: Page, title: string, color: string): Promise<void> {
  await page.getByRole('region', { name: 'Saltmere' }).hover();
  await page.getByRole('button', { name: 'More about Saltmere' }).click();
  await page.getByRole('menuitem', { name: 'New deck…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New deck' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('button', { name: color }).click();
  // The app must create only one deck.
  await clickTwiceAtOnce(dialog.getByRole('button', { name: 'Create deck' }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: title })).toHaveCount(1);
}

async function deckMenu(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More about this deck' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function zoneMenu(page: Page, zone: string, entry: string | RegExp): Promise<void> {
  await page.locator(`main [data-zone-key="zone:${zone}"]`).hover();
  await page.getByRole('button', { name: `Zone ${zone || 'No zone'}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test.describe
  .serial('a deck', () => {
    const app = setUpSharedApp();
    let page: Page;
    test.beforeEach(() => {
      page = app().page;
    });

    // The view must not be mounted again when the service replaces the local id of the new deck. That would close the
    // open menu and the composer.
    test('that was created offline keeps its open menu and composer when the service gives it its id', async () => {
      await setOffline(page, true);
      await createDeck(page, 'Slipway', 'Blue');
      const localId = (await deckNamed(page, 'Slipway')).id;
      await page.keyboard.press('c');
      await page.getByRole('textbox', { name: /^New card in/ }).fill('Tallow');
      await page.getByRole('button', { name: 'More about this deck' }).click();
      await page.getByRole('menuitem', { name: 'Add zone…' }).waitFor();
      await setOffline(page, false);
      await waitForEmptyOutbox(page);
      await expect(page).not.toHaveURL(new RegExp(String(localId)));
      await expect(page.getByRole('menuitem', { name: 'Add zone…' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('textbox', { name: /^New card in/ })).toHaveValue('Tallow');
      await page.keyboard.press('ControlOrMeta+z');
    });

    // A second change would change nothing, so its message would have no Undo button.
    test('is changed once by two clicks on Save at once, and the message offers to undo it', async () => {
      await createDeck(page, 'Jetty', 'Blue');
      await deckMenu(page, 'Edit deck…');
      const dialog = page.getByRole('dialog', { name: 'Edit deck' });
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Pier');
      await clickTwiceAtOnce(dialog.getByRole('button', { name: 'Save' }));
      await expect(page.getByRole('heading', { level: 1, name: 'Pier' })).toBeVisible();
      await waitForEmptyOutbox(page);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Jetty' })).toBeVisible();
      await page.keyboard.press('ControlOrMeta+z');
    });

    test('is created and divided into zones, which are renamed, moved and removed with their cards', async () => {
      await createDeck(page, 'Harbour', 'Green');
      expect(await deckNamed(page, 'Harbour')).toMatchObject({ coverColor: '#3f9142', deckType: 'task' });

      await deckMenu(page, 'Add zone…');
      await page.getByRole('textbox', { name: 'Name' }).fill('Soon');
      await page.keyboard.press('Enter');
      await expect.poll(() => columnTitles(page)).toEqual(['No zone', 'Soon']);

      await page.getByRole('button', { name: 'New card in Soon' }).click();
      await page.getByRole('textbox', { name: /^New card in/ }).fill('- Bollards\n- Ropes\n- Gulls');
      await page.getByRole('button', { name: '3 cards' }).click();
      await page.keyboard.press('Escape');
      await expect.poll(() => titles(listNamed(page, 'Soon'))).toEqual(['Bollards', 'Ropes', 'Gulls']);

      await zoneMenu(page, 'Soon', 'Add zone after this…');
      await page.getByRole('textbox', { name: 'Name' }).fill('Soon');
      await expect(page.getByText('There is a zone of this name already.')).toBeVisible();
      await page.getByRole('textbox', { name: 'Name' }).fill('Later');
      await page.keyboard.press('Enter');
      await expect.poll(() => columnTitles(page)).toEqual(['No zone', 'Soon', 'Later']);

      // When a zone is renamed, its cards stay in it. One undo reverts both the name and the cards.
      await zoneMenu(page, 'Soon', 'Rename zone…');
      await page.getByRole('textbox', { name: 'Name' }).fill('Now');
      await page.keyboard.press('Enter');
      await expect.poll(() => columnTitles(page)).toEqual(['No zone', 'Now', 'Later']);
      await expect.poll(() => titles(listNamed(page, 'Now'))).toEqual(['Bollards', 'Ropes', 'Gulls']);
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(() => titles(listNamed(page, 'Soon'))).toEqual(['Bollards', 'Ropes', 'Gulls']);
      await page.keyboard.press('ControlOrMeta+Shift+z');
      await expect.poll(() => titles(listNamed(page, 'Now'))).toEqual(['Bollards', 'Ropes', 'Gulls']);

      // Drag the zone by its header to another position, and move it back by its menu.
      const target = await page.locator('main [data-zone-key="zone:Now"]').boundingBox();
      if (!target) throw new Error('The zone is not on screen');
      await dragTo(page, page.locator('main [data-zone-key="zone:Later"] header'), {
        x: target.x + 20,
        y: target.y + 20,
      });
      await expect.poll(() => columnTitles(page)).toEqual(['No zone', 'Later', 'Now']);
      await zoneMenu(page, 'Later', 'Move right');
      await expect.poll(() => columnTitles(page)).toEqual(['No zone', 'Now', 'Later']);

      await zoneMenu(page, 'Now', 'Remove zone');
      await expect.poll(() => columnTitles(page)).toEqual(['No zone', 'Later']);
      await expect.poll(() => titles(listNamed(page, 'No zone'))).toEqual(['Bollards', 'Ropes', 'Gulls']);
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(() => titles(listNamed(page, 'Now'))).toEqual(['Bollards', 'Ropes', 'Gulls']);
    });

    test('is dragged to another space, moves up by keys, and to another project after a confirmation', async () => {
      const before = await deckNamed(page, 'Harbour');
      const order = () =>
        page
          .locator('nav [data-deck-id]')
          .evaluateAll((rows) => rows.map((each) => (each as HTMLElement).dataset.deckId));
      const atFirst = await order();
      const row = page.locator(`nav [data-deck-id="${before.id}"]`);
      await row.scrollIntoViewIfNeeded();
      const other = page
        .locator(`nav [data-project-id="${before.projectId}"]:not([data-space="${before.spaceId}"])`)
        .first();
      const box = await other.boundingBox();
      if (!box) throw new Error('The other space is not on screen');
      await dragTo(page, row, { x: box.x + 30, y: box.y + box.height / 2 });
      await expect.poll(async () => (await deckNamed(page, 'Harbour')).spaceId).not.toBe(before.spaceId);
      // The drag ends with a click event. This click must not open the project.
      await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(async () => (await deckNamed(page, 'Harbour')).spaceId).toBe(before.spaceId);

      await expect.poll(order).toEqual(atFirst);
      const was = atFirst.indexOf(String(before.id));
      await row.focus();
      await page.keyboard.press('ControlOrMeta+ArrowUp');
      await expect.poll(async () => (await order()).indexOf(String(before.id))).toBe(was - 1);

      await row.click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Move to…' }).click();
      await page.getByRole('combobox', { name: 'Space' }).fill('launch players');
      await page.keyboard.press('Enter');
      expect(await confirmationLines(page)).toEqual(['3 cards move along to Launch.']);
      await page.keyboard.press('Escape');
      await expect(confirmationDialog(page)).not.toBeVisible();
      expect((await deckNamed(page, 'Harbour')).projectId).toBe(before.projectId);
    });

    test('changes its type with started cards, and is deleted, with the announced effects', async () => {
      const { id } = await deckNamed(page, 'Harbour');
      const deckId = String(id);
      const cardsIn = async () =>
        Object.values(
          (
            await queryRows(page, {
              _root: [{ account: [{ [`cards({"deckId":"${deckId}"})`]: ['status', 'visibility', 'title'] }] }],
            })
          ).card ?? {},
        );
      const cards = await cardsIn();
      const [first, second, third] = cards.map((card) => String(card.cardId));
      await performActions(
        page,
        [{ action: 'cards/bulkUpdate', params: { ids: [first, second], status: 'started' } }],
        'Start two',
      );
      await deckMenu(page, 'Edit deck…');
      const dialog = page.getByRole('dialog', { name: 'Edit deck' });
      await dialog.getByRole('combobox', { name: /^Type/ }).click();
      await page.getByRole('option', { name: 'Asset' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      expect(await confirmationLines(page)).toEqual(['2 started cards go back to not started.']);
      // After Escape in the confirmation, the dialog of the deck must still have the entered values.
      await page.keyboard.press('Escape');
      await expect(dialog.getByRole('combobox', { name: /^Type: Asset/ })).toBeVisible();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await confirmationDialog(page).getByRole('button', { name: 'Change deck' }).click();
      await expect
        .poll(async () => (await cardsIn()).map(({ status }) => status))
        .toEqual(Array(3).fill('not_started'));
      expect(await deckNamed(page, 'Harbour')).toMatchObject({ deckType: 'hero' });

      const elsewhere = await deckNamed(page, 'Tide System');
      await performActions(
        page,
        [
          { action: 'resolvables/create', params: { cardId: third, context: 'comment', content: 'Loud enough?' } },
          {
            action: 'cards/create',
            params: { content: 'Sub card elsewhere', deckId: elsewhere.id, parentCardId: first },
          },
        ],
        'A thread, and a sub card elsewhere',
      );
      await deckMenu(page, 'Delete deck…');
      expect(await confirmationLines(page)).toEqual([
        '3 cards are archived.',
        '1 sub card in another deck is archived.',
        '1 open thread closes.',
      ]);
      await expect(confirmationDialog(page)).toContainText('cannot be undone');
      await expect(confirmationDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
      await confirmationDialog(page).getByRole('button', { name: 'Delete deck' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Saltmere' })).toBeVisible();
      await expect(page.locator(`nav [data-deck-id="${deckId}"]`)).not.toBeAttached();
      expect((await cardsIn()).map(({ visibility }) => visibility)).toEqual(Array(3).fill('archived'));
      const { card, resolvable } = await queryRows(page, {
        [`card("${first}")`]: [{ childCards: ['visibility', 'title'] }],
        [`card("${third}")`]: [{ resolvables: ['isClosed'] }],
      });
      expect(Object.values(card ?? {}).find(({ title }) => title === 'Sub card elsewhere')?.visibility).toBe(
        'archived',
      );
      expect(Object.values(resolvable ?? {}).map(({ isClosed }) => isClosed)).toEqual([true]);
    });

    // The menu must know which decks are kept ready offline. The sidebar loads the list of these decks, but the app
    // must load it even if the sidebar is hidden.
    test('that is kept ready offline says so in its menu, also in a window that starts without the sidebar', async () => {
      const { id } = await deckNamed(page, 'Player & Boat');
      await openRoute(page, `#/deck/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Player & Boat' })).toBeVisible();
      await deckMenu(page, 'Keep ready offline');
      await expect(page.getByText('Player & Boat is kept ready offline')).toBeVisible();
      await storeViewState(page, 'sidebar', false);
      await page.reload();
      await expect(page.getByRole('navigation', { name: 'Workspace' })).toHaveCount(0);
      await page.locator('main [data-card-id]').first().waitFor();
      await deckMenu(page, 'Stop keeping ready offline');
      await expect(page.getByText('Player & Boat is no longer kept ready offline')).toBeVisible();
      await page.keyboard.press('[');
      await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible();
    });

    test('archiving several cards asks for confirmation if it affects more than the cards', async () => {
      const { id } = await deckNamed(page, 'Player & Boat');
      await openRoute(page, `#/deck/${id}`);
      const column = listNamed(page, 'Must have');
      await column.locator('[data-card-id]').first().focus();
      const before = await titles(column);
      await page.keyboard.press('x');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('a');
      const lines = await confirmationLines(page);
      expect(lines.length).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      // While the closed dialog fades out, keys must already reach the board behind it.
      await page.keyboard.press('a');
      const asked = page.locator('[role="alertdialog"]:not([data-ending-style])');
      await expect(asked.getByRole('button', { name: 'Archive' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect.poll(() => titles(column)).toEqual(before.slice(2));
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(() => titles(column)).toEqual(before);
    });
  });
