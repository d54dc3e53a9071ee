/**
 * Checks of the smoke run (smoke.ts) with one card: its dialogs and panel, the command palette, and menu entries that
 * copy. Each check becomes a row of the printed table.
 */
import type { Locator } from '@playwright/test';
import type { LaunchedApp } from '../support/launch.ts';
import { queryRows } from '../support/window.ts';
import { chooseMenuEntry, menuEntries } from './app-menu.ts';
import {
  copyByEachMenuEntry,
  expectCopied,
  fieldAndCopyCountsText,
  typeIntoFieldsAndCopy,
} from './fields-and-copies.ts';
import { closeDialogs, dialogs, pauseBriefly, showRoute } from './steps.ts';
import { checkCondition, runCheckAsRow } from './table.ts';

interface FreeCard {
  readonly deckRoute: string;
  readonly card: Locator;
}

/**
 * Finds an open card on a board for the checks of all dialogs. The card must not be a document, because documents have
 * no status, and not a hero card, because hero cards cannot be started.
 */
async function freeCard({ page }: LaunchedApp): Promise<FreeCard> {
  const free = { derivedStatus: { op: 'in', value: ['assigned', 'unassigned'] } };
  const { card = {} } = await queryRows(page, {
    _root: [{ account: [{ [`cards(${JSON.stringify(free)})`]: ['deckId'] }] }],
  });
  const decks = new Set(Object.values(card).flatMap(({ deckId }) => (deckId ? [String(deckId)] : [])));
  for (const deck of decks) {
    const deckRoute = `#/deck/${deck}`;
    await showRoute(page, deckRoute);
    await page.locator('main [data-card-id]').first().waitFor();
    const shown = await page
      .locator('main [data-card-id]')
      .evaluateAll((elements) => elements.map((element) => (element as HTMLElement).dataset.cardId));
    const id = shown.find((one) => one && card[one]?.deckId === deck);
    if (id) return { deckRoute, card: page.locator(`main [data-card-id="${id}"]`).first() };
  }
  throw new Error('The workspace has no open card on a board');
}

export async function runCardChecks(launched: LaunchedApp): Promise<void> {
  const { app, page } = launched;
  const { deckRoute, card } = await freeCard(launched);

  /** Shows the board and focuses the card, because menu entries for cards act on the focused card. */
  async function showCard(): Promise<void> {
    await closeDialogs(page);
    await showRoute(page, deckRoute);
    // Closing the card panel can move the focus, so repeat until the card keeps it.
    while ((await menuEntries(app, /^Copy short code/)).length === 0 || !(await isFocused(card))) {
      await card.focus();
      await pauseBriefly();
    }
  }

  await runCheckAsRow('fields of the palette, a new card and a card beside its board', async () => {
    await showCard();
    await page.keyboard.press('ControlOrMeta+k');
    await dialogs(page).waitFor();
    const palette = await typeIntoFieldsAndCopy(page);
    await closeDialogs(page);
    await card.focus();
    await page.keyboard.press('c');
    const form = page.locator('main :has(> textarea)').first();
    await form.waitFor();
    const composer = await typeIntoFieldsAndCopy(page, form);
    await page.keyboard.press('Escape');
    await card.click();
    const panel = page.getByRole('complementary', { name: 'Card' });
    await panel.waitFor();
    const beside = await typeIntoFieldsAndCopy(page);
    const copies = await copyByEachMenuEntry(page, () => panel.getByRole('button', { name: 'More' }).click(), /^Copy/);
    checkCondition(
      palette.fields > 0 && composer.fields > 0 && beside.fields > 0,
      `${palette.fields}, ${composer.fields} and ${beside.fields} fields`,
    );
    checkCondition(copies === 2, `${copies} entries of the panel's menu copy`);
    return fieldAndCopyCountsText({
      fields: palette.fields + composer.fields + beside.fields,
      copies: palette.copies + composer.copies + beside.copies + copies,
    });
  });

  await showCard();
  const entries = await menuEntries(app, /…$/);
  for (const { id, label } of entries.filter((entry) => entry.id.startsWith('card.')))
    await runCheckAsRow(`the dialog “${label}” of a card`, async () => {
      await showCard();
      await chooseMenuEntry(app, id);
      await dialogs(page).first().waitFor();
      const tried = await typeIntoFieldsAndCopy(page, dialogs(page).first());
      await closeDialogs(page);
      return fieldAndCopyCountsText(tried);
    });

  await showCard();
  for (const { id, label } of await menuEntries(app, /^Copy(?!.*…$)/))
    await runCheckAsRow(`the entry “${label}” copies`, async () => {
      await showCard();
      await expectCopied(page, () => chooseMenuEntry(app, id), label);
    });

  await runCheckAsRow('the menu of a card copies', async () => {
    await showCard();
    const copies = await copyByEachMenuEntry(
      page,
      async () => {
        await card.click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'New and copy' }).click();
        await page.getByRole('menuitem', { name: /^Copy link/ }).waitFor();
      },
      /^Copy (?!to)/,
    );
    checkCondition(copies === 2, `${copies} entries`);
  });
}

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === document.activeElement || node.contains(document.activeElement));
