/** Tests of the query view: typing and correcting a query, its table, saved queries, and sharing views as text. */
import { rmSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { type LaunchedApp, launchApp, newDataFolder } from '../../support/launch.ts';
import { expectAccessible, expectAccessibleInBothThemes, openRoute, performActions } from '../../support/window.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Query', exact: true });
const table = (page: Page) => page.getByRole('table', { name: 'account › decks: rows' });
async function writeQuery(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+A');
  // Delete the old text first. If a person types over coloured text, Chromium gives the new text an inline style, which
  // the page's content security policy refuses.
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

test('a query is typed, corrected, run, saved and opened again', async () => {
  test.slow();
  const userData = newDataFolder();
  let launched: LaunchedApp = await launchApp({ userData, args: ['--route=/query'] });
  let { page } = launched;
  try {
    await expect(page.getByRole('heading', { name: 'Query board' })).toBeVisible();
    await page.getByRole('button', { name: 'Query', exact: true }).click();
    // Enter directly after a bracket breaks the line, although suggestions are shown. With a lower precedence of its
    // key, it would accept the first suggestion.
    await writeQuery(page, '_root: ');
    await page.keyboard.type('[');
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(editor(page).locator('.cm-line')).toHaveText(['_root: [', '', ']']);
    await writeQuery(
      page,
      '_root: [account: [decks({ isDeleted: false, $order: title }): [titel, deckType, count:cards]]]',
    );

    // The view must show the error with its line and a hint, and mark it in the text.
    const problem = page.getByRole('list', { name: 'Problems' }).getByRole('button');
    await expect(problem).toContainText("Model 'deck' has no field 'titel'");
    await expect(problem).toContainText('Did you mean title?');
    await expect(page.locator('.cm-problem')).toHaveText('titel');
    await expectAccessibleInBothThemes(page, 'a query with an error');

    // Click the error in the list, which moves the caret to it. Correct it with a completion.
    await problem.click();
    await expect(editor(page)).toBeFocused();
    await page.keyboard.type('titl');
    await expect(page.getByRole('listbox').getByRole('option', { name: /^title/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(problem).toHaveCount(0);
    await expect(page.getByText('The query is valid')).toBeVisible();

    // Click the header of the column "title" twice: the table must sort its rows by title, in descending order. When a
    // row changes, the table must show the new value.
    const rows = table(page).locator('[data-row]');
    await expect(table(page).getByRole('columnheader')).toHaveText(['Title', 'Deck type', 'Cards']);
    await expect(rows.first()).toBeVisible();
    const first = await rows.first().getByRole('cell').first().innerText();
    await table(page).getByRole('button', { name: 'Title' }).click();
    await table(page).getByRole('button', { name: 'Title' }).click();
    await expect(table(page).getByRole('columnheader', { name: /^Title/ })).toHaveAttribute('aria-sort', 'descending');
    await expect(rows.first().getByRole('cell').first()).not.toHaveText(first);
    const deckId = (await rows.first().getAttribute('data-row')) ?? '';
    await performActions(page, [{ action: 'decks/update', params: { id: deckId, title: 'Zzz, renamed elsewhere' } }]);
    await expect(rows.first().getByRole('cell').first()).toHaveText('Zzz, renamed elsewhere');

    // Change the width of a column. The end of the test checks that the width is the same after a restart.
    const edge = table(page).getByRole('separator', { name: 'Width of Title' });
    const width = Math.round((await edge.locator('..').boundingBox())?.width ?? 0);
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await expect(edge).toHaveAttribute('aria-valuenow', String(width + 16));
    await expectAccessibleInBothThemes(page, 'a table of rows');

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Save this query as').fill('Decks by name');
    await page.keyboard.press('Enter');
    const link = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Decks by name' });
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { name: 'Decks by name' })).toBeVisible();

    expect(launched.errors).toEqual([]);
    await launched.close();
    launched = await launchApp({ userData });
    page = launched.page;
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Decks by name' }).click();
    await expect(editor(page)).toContainText('deckType');
    await expect(table(page).locator('[data-row]').first()).toContainText('Zzz, renamed elsewhere');
    await expect(table(page).getByRole('separator', { name: 'Width of Title' })).toHaveAttribute(
      'aria-valuenow',
      String(width + 16),
    );

    // Edits of a saved query are stored only when the person saves them. Until then the person can revert them.
    await writeQuery(page, '_root: [account: [decks({ $order: title }): [title]]]');
    const { toolbar, heads } = {
      toolbar: page.getByRole('toolbar', { name: 'View' }),
      heads: table(page).getByRole('columnheader'),
    };
    await expect(heads).toHaveText(['Title']);
    await toolbar.getByRole('button', { name: 'Revert' }).click();
    await expect(heads).toHaveText(['Title', 'Deck type', 'Cards']);
    await expect(editor(page)).toContainText('deckType');
    await expect(toolbar.getByRole('button', { name: 'Save changes' })).not.toBeAttached();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(heads).toHaveText(['Title']);
    await toolbar.getByRole('button', { name: 'Save changes' }).click();
    await expect(toolbar.getByRole('button', { name: 'Revert' })).not.toBeAttached();
    await page.reload();
    await expect(heads).toHaveText(['Title']);
    expect(launched.errors).toEqual([]);
  } finally {
    await launched.close();
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('examples, boards of an answer, and views in the sidebar', async () => {
  test.slow();
  const launched = await launchApp({ args: ['--route=/query'] });
  const { page } = launched;
  try {
    const sidebar = page.getByRole('navigation', { name: 'Workspace' });
    const views = sidebar.getByRole('region', { name: 'Saved views' });
    const cards = page.getByRole('table', { name: 'account › cards: rows' });
    const filters = page.getByRole('toolbar', { name: 'Filters' });

    // Filters write the query, which stays folded. Columns without a value in any row are left out until asked for.
    await filters.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Filter by' }).fill('blocked');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(filters.getByRole('group', { name: 'Status any of Blocked' })).toBeVisible();
    await expect(cards.locator('[data-row]').first()).toBeVisible();
    await expect(editor(page)).not.toBeAttached();
    await expect(page.getByRole('columnheader', { name: /^Due date/ })).not.toBeAttached();
    await page.getByRole('button', { name: /^Show \d+ empty column/ }).click();
    await expect(page.getByRole('columnheader', { name: /^Due date/ })).toBeVisible();

    // A new query board is empty, even if the last query has errors, and offers it.
    await page.getByRole('button', { name: 'Query', exact: true }).click();
    await writeQuery(page, '_root: [account: [broken');
    await expect(page.getByRole('list', { name: 'Problems' })).toBeVisible();
    await page.getByRole('button', { name: 'Query', exact: true }).click();
    await sidebar.getByRole('link', { name: 'New query board' }).click();
    await expect(page.getByRole('button', { name: /^Your last query.*broken/ })).toBeVisible();
    await page.getByRole('button', { name: /^Blocked cards with their threads/ }).click();
    await expect(cards.locator('[data-row]').first()).toBeVisible();
    await page.getByRole('combobox', { name: /^Rows of/ }).click();
    await page.getByRole('option', { name: 'Cards › Threads › Comments', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Content' })).toBeVisible();

    // Switch from the table to a board with the cards that the query finds, and open a card beside the board.
    await page.getByRole('button', { name: 'Show as a board of cards' }).click();
    const card = page.getByRole('list').locator('[data-card-id]').first();
    await expect(card).toBeVisible();
    await expectAccessibleInBothThemes(page, 'a board of an answer');

    for (const name of ['Blocked', 'Second']) {
      await openRoute(page, '/query');
      if (name === 'Second') await page.getByRole('button', { name: /^Decks and what is left/ }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByLabel('Save this query as').fill(name);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    }
    await expect(views.getByRole('link')).toHaveText(['Blocked', 'Second']);

    // Change the order of the saved views, and the name of a view, with the keyboard.
    await views.getByRole('link', { name: 'Second' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(views.getByRole('link')).toHaveText(['Second', 'Blocked']);
    await views.getByRole('link', { name: 'Second' }).focus();
    await page.keyboard.press('F2');
    await page.getByLabel('New name of Second').fill('What is left');
    await page.keyboard.press('Enter');
    await expect(views.getByRole('link')).toHaveText(['What is left', 'Blocked']);

    // The menu of a saved view must open with a right click and with Shift+F10.
    await views.getByRole('link', { name: 'What is left' }).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: /^Copy as text/ })).toBeVisible();
    await page.getByRole('menuitem', { name: /^Rename/ }).click();
    await expect(page.getByLabel('New name of What is left')).toBeFocused();
    await page.keyboard.press('Escape');
    await views.getByRole('link', { name: 'What is left' }).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Move down/ }).click();
    await expect(views.getByRole('link')).toHaveText(['Blocked', 'What is left']);
    await views.getByRole('link', { name: 'What is left' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(views.getByRole('link')).toHaveText(['What is left', 'Blocked']);

    // Delete the view. Undo restores the view at its position.
    await views.getByRole('link', { name: 'What is left' }).focus();
    await page.keyboard.press('Delete');
    await expect(views.getByRole('link')).toHaveText(['Blocked']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(views.getByRole('link')).toHaveText(['What is left', 'Blocked']);
    // Redo the deletion with the keyboard shortcut, while the message that had the button "Undo" has the focus.
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(views.getByRole('link')).toHaveText(['Blocked']);
    // Focus a link: in the editor, Ctrl+Z would undo typing instead.
    await views.getByRole('link', { name: 'Blocked' }).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(views.getByRole('link')).toHaveText(['What is left', 'Blocked']);

    // Paste the text of a view. If the text is invalid, the dialog says what is wrong. If it is valid, a view is added.
    await views.hover();
    await views.getByRole('button', { name: 'Add a view' }).click();
    await page.getByRole('menuitem', { name: 'Paste a view…' }).click();
    const paste = page.getByRole('dialog', { name: 'Paste a view' });
    await paste.getByLabel('Text of the view').fill('{"decktopView":7,"name":"x"}');
    await expect(paste).toContainText('A newer Decktop made this view.');
    await paste
      .getByLabel('Text of the view')
      .fill(JSON.stringify({ decktopView: 1, name: 'From a friend', query: { text: '_root: [releases: [id]]' } }));
    await expect(paste).toContainText('Adds “From a friend”');
    await paste.getByRole('button', { name: 'Add view' }).click();
    await expect(views.getByRole('link')).toHaveText(['What is left', 'Blocked', 'From a friend']);
    await expect(page.getByRole('heading', { name: 'From a friend' })).toBeVisible();
    await expectAccessible(page, 'a pasted view');
    expect(launched.errors).toEqual([]);
  } finally {
    await launched.close();
  }
});
