/**
 * Tests that no key is lost while code loads or a change is being sent: in texts of a card, in quick find and in the
 * dialog of a new card.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import {
  expectAccessible,
  holdRequests,
  openRoute,
  performActions,
  queryRows,
  setOffline,
  setUpSharedApp,
  storedDraftTexts,
  waitForEmptyOutbox,
} from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
test.beforeEach(async () => {
  page = app().page;
  // Reload the page, so that the code of the editor and of popups is not loaded yet. The last test may have left a view
  // without cards.
  await openRoute(page, '#/hand');
  await page.reload();
  await page.locator('[data-card-id]').first().waitFor();
});

interface Face {
  readonly cardId: string;
  readonly title: string;
  readonly deckId: string;
}

/** Opens the card at this position among the assigned cards, in the order of their creation. */
async function openAssignedCard(index: number): Promise<Face> {
  const where = { visibility: 'default', derivedStatus: 'assigned', $order: 'accountSeq', $limit: index + 1 };
  const key = `cards(${JSON.stringify(where)})`;
  const { card } = await queryRows(page, { _root: [{ account: [{ [key]: ['title', 'deckId'] }] }] });
  const face = (Object.values(card ?? {}) as unknown as Face[])[index];
  if (!face) throw new Error('The demo has no such card');
  await openRoute(page, `#/deck/${face.deckId}?card=${face.cardId}`);
  await expect(page.getByRole('region', { name: `Card: ${face.title}` })).toBeVisible();
  return face;
}

declare global {
  var focusAtHandOver: Promise<string> | undefined;
}

/**
 * Starts to watch for the moment when the editor replaces the plain text field. `focusAtHandOver` resolves to the class
 * of the element that has the focus at that moment.
 */
const noteHandOver = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const field = document.activeElement;
    globalThis.focusAtHandOver = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (field?.isConnected) return;
        observer.disconnect();
        resolve(document.activeElement?.className.split(' ')[0] ?? '');
      });
      observer.observe(document.body, { subtree: true, childList: true });
    });
  });

// Until the editor is loaded, a plain text field takes its place. The field must accept keys, and stay until the editor
// has taken over the typed text and the focus.
test('keys typed while the editor loads are in the text, at the caret', async () => {
  const editor = await holdRequests(app(), /\/Editor-[^/]*\.js$/);
  const { title } = await openAssignedCard(0);
  const panel = page.getByRole('region', { name: `Card: ${title}` });
  const box = panel.getByRole('textbox', { name: 'Start a thread' });
  await box.click();
  await page.keyboard.type('Jokes keep');
  await editor.asked();
  for (let back = 0; back < ' keep'.length; back++) await page.keyboard.press('ArrowLeft');
  await noteHandOver(page);
  const released = editor.release();
  await page.keyboard.type(', jests and puns');
  await released;
  expect(await page.evaluate(() => globalThis.focusAtHandOver)).toBe('cm-content');
  await page.keyboard.type(' all');
  await expect(box).toHaveText('Jokes, jests and puns all keep');
  // Escape must save the text as a draft and move the focus from the editor to the panel.
  await page.keyboard.press('Escape');
  await expect(panel).toBeFocused();
  await expect(panel.getByText('Saved as a draft')).toBeVisible();
});

test('the first letters after E are the text’s, not the panel’s keys', async () => {
  const editor = await holdRequests(app(), /\/Editor-[^/]*\.js$/);
  const { title } = await openAssignedCard(1);
  const panel = page.getByRole('region', { name: `Card: ${title}` });
  await expect(panel.getByRole('textbox', { name: 'Start a thread' })).toBeVisible();
  await panel.press('e');
  await page.keyboard.type(' jekyll');
  const released = editor.release();
  await page.keyboard.type(', keeper');
  await released;
  await expect(panel.locator('.cm-content')).toContainText(`${title} jekyll, keeper`);
  await expect(panel).toBeVisible();
});

// When a comment is sent, the app must remove only the sent text from the draft. It must keep the text that the person
// types after pressing the send key.
test('text typed while a comment is being sent stays a draft', async () => {
  const { title } = await openAssignedCard(2);
  const panel = page.getByRole('region', { name: `Card: ${title}` });
  const box = panel.getByRole('textbox', { name: 'Start a thread' });
  await box.click();
  await page.keyboard.type('Sent.');
  await expect(panel.locator('.cm-content')).toHaveText('Sent.');
  // Press the send key twice, like a user who holds it down, and then type more text. Do all of it in one event-loop
  // task of the page, so that the answer to the first press cannot arrive in between.
  await page.evaluate(() => {
    const target = document.activeElement as HTMLElement;
    for (let press = 0; press < 2; press++)
      target.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
      );
    document.execCommand('insertText', false, ' And another');
  });
  await expect(box).toHaveText(/^ ?And another$/);
  await expect(panel.getByRole('article', { name: 'Comment thread' })).toHaveCount(1);
  await expect(panel.getByRole('article', { name: 'Comment thread' })).toContainText('Sent.');
  await expect(box).toBeFocused();
});

// Another window changes the same line of the comment. The first Save is refused and shows that text; the person has
// then seen it, so that the second Save replaces it.
test('a comment that changed while it was edited is saved after the person has seen the other text', async () => {
  const { cardId, title } = await openAssignedCard(3);
  const made = await performActions(page, [
    { action: 'resolvables/create', params: { cardId, content: 'Tide at nine', context: 'comment' } },
  ]);
  const panel = page.getByRole('region', { name: `Card: ${title}` });
  const comment = panel.getByRole('listitem').filter({ hasText: 'Tide at nine' });
  await comment.hover();
  await comment.getByRole('button', { name: 'Edit' }).click();
  const box = panel.getByRole('textbox', { name: 'Edit the comment' });
  await expect(box).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Tide at ten');
  const key = `resolvable("${made[0]?.id}")`;
  const { resolvableEntry } = await queryRows(page, { [key]: [{ entries: ['entryId'] }] });
  const entryId = Object.values(resolvableEntry ?? {})[0]?.entryId;
  await performActions(page, [{ action: 'resolvables/updateComment', params: { entryId, content: 'Tide at eleven' } }]);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(panel.getByText('Save replaces: Tide at eleven')).toBeVisible();
  await box.click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(box).toHaveCount(0);
  await expect(panel.getByText('Tide at ten')).toBeVisible();
});

// The dialog must not keep the text that it has sent. Otherwise the next thread of the card begins with this text.
test('text typed while the comment of a block is being sent is the draft of the next thread', async () => {
  const { cardId, deckId, title } = await openAssignedCard(4);
  await openRoute(page, `#/deck/${deckId}`);
  await page.locator(`main [data-card-id="${cardId}"]`).first().focus();
  await page.keyboard.press('Shift+B');
  const dialog = page.getByRole('dialog', { name: /^Block / });
  await expect(dialog.getByRole('textbox', { name: 'Comment' })).toBeFocused();
  await page.keyboard.type('Sent.');
  await expect(dialog.locator('.cm-content')).toHaveText('Sent.');
  await page.evaluate(() => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
    );
    document.execCommand('insertText', false, ' And a third');
  });
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => storedDraftTexts(page)).toContain(' And a third');
  await openRoute(page, `#/deck/${deckId}?card=${cardId}`);
  const panel = page.getByRole('region', { name: `Card: ${title}` });
  await expect(panel.getByRole('article', { name: 'Block thread' })).toContainText('Sent.');
  await expect(panel.getByRole('textbox', { name: 'Start a thread' })).toHaveText(/^ ?And a third$/);
});

// A thread must not be mounted again when the service replaces its local id. Otherwise the reply field loses the focus.
test('a reply that is being typed stays when the service gives the new thread its id', async () => {
  const { title } = await openAssignedCard(3);
  const panel = page.getByRole('region', { name: `Card: ${title}` });
  await setOffline(page, true);
  await panel.getByRole('textbox', { name: 'Start a thread' }).click();
  await page.keyboard.type('Where is the lamp?');
  await page.keyboard.press('ControlOrMeta+Enter');
  const thread = panel.getByRole('article', { name: 'Comment thread' }).filter({ hasText: 'Where is the lamp?' });
  await thread.getByRole('textbox', { name: 'Reply to the comment thread' }).click();
  await page.keyboard.type('Behind the');
  const reply = thread.locator('.cm-content');
  await expect(reply).toHaveText('Behind the');
  await setOffline(page, false);
  await waitForEmptyOutbox(page);
  await expect(reply).toBeFocused();
  await page.keyboard.type(' bellows');
  await expect(reply).toHaveText('Behind the bellows');
});

// Until the dialog has the focus, keys must not reach the view behind it. There, T would open the picker of tags.
test('text typed right after opening quick find or a new card is in its field', async () => {
  await page.locator('main [data-card-id]').first().click();
  await page.keyboard.press('Escape');
  const { release } = await holdRequests(app(), /\.js$/);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('tidy');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('e');
  await release();
  const find = page.getByPlaceholder(/^Cards by title/);
  await expect(find).toHaveValue('tide');
  await page.keyboard.type(' s');
  await expect(find).toHaveValue('tide s');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();

  await openRoute(page, '#/inbox');
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.type('Caulk the deck');
  await expect(page.getByRole('dialog', { name: 'New card' }).getByRole('textbox', { name: 'Text' })).toHaveValue(
    'Caulk the deck',
  );
});

/** Answers as the workspace does on a full disk, until it is called with false. */
const fillDisk = (isFull: boolean): Promise<void> =>
  app().app.evaluate(({ ipcMain }, full) => {
    const main = ipcMain as unknown as { callHandler?(channel: string, event: unknown, args: unknown[]): unknown };
    if (!full) {
      Reflect.deleteProperty(main, 'callHandler');
      return;
    }
    const call = main.callHandler?.bind(main);
    const folder = '/home/mara/.config/Decktop/workspaces/7d1c1b52-5a8c-4c1e-9f0e-5b9d4b0c7e11';
    const message = `The disk is full, so nothing was changed. Free some space for ${folder} and try again.`;
    main.callHandler = (channel, event, args) =>
      args[0] === 'drafts/set'
        ? Promise.resolve({ ok: false, failure: { kind: 'conflict', code: 'disk_full', message } })
        : call?.(channel, event, args);
  }, isFull);

/** Opens each field that keeps drafts, and returns it. */
const fieldsWithDrafts: Record<string, () => Promise<Locator>> = {
  'a new card on a board': async () => {
    await page.keyboard.press('c');
    return page.getByRole('textbox', { name: /^New card in / });
  },
  'the dialog of a new card': async () => {
    await openRoute(page, '#/inbox');
    await page.keyboard.press('ControlOrMeta+n');
    return page.getByRole('dialog', { name: 'New card' }).getByRole('textbox', { name: 'Text' });
  },
  'a comment': async () => {
    const { title } = await openAssignedCard(0);
    return page.getByRole('region', { name: `Card: ${title}` }).getByRole('textbox', { name: 'Start a thread' });
  },
  'the text of a card': async () => {
    const { title } = await openAssignedCard(1);
    await page.getByRole('region', { name: `Card: ${title}` }).press('e');
    return page.getByRole('textbox', { name: 'Text of the card' });
  },
  'the comment of a block': async () => {
    await openAssignedCard(1);
    await page.getByRole('region', { name: /^Card: / }).focus();
    await page.keyboard.press('Shift+B');
    return page.getByRole('dialog', { name: /^Block/ }).getByRole('textbox');
  },
  'quick add': async () => {
    await page.evaluate(() =>
      (globalThis as unknown as { decktop: Bridge }).decktop.call('desktop/show', { window: 'quickAdd' }),
    );
    const window = () =>
      app()
        .app.windows()
        .find((each) => each.url().includes('window=quickAdd'));
    await expect.poll(window).toBeDefined();
    return (window() as Page).getByRole('textbox', { name: 'New card' });
  },
};

// vnotex/vnote#2539
for (const [name, open] of Object.entries(fieldsWithDrafts))
  test(`on a full disk ${name} says that its draft is not stored, and keeps the text`, async () => {
    await openAssignedCard(0);
    await page.getByRole('button', { name: 'Close the card' }).click();
    const field = await open();
    await fillDisk(true);
    try {
      await field.click();
      await field.page().keyboard.type('kept in the window');
      await expect(field.page().getByText('The draft cannot be stored: ')).toBeInViewport({ ratio: 1 });
      const text = () => field.evaluate((element) => (element as HTMLInputElement).value ?? element.textContent);
      await expect.poll(text).toContain('kept in the window');
      if (name === 'quick add') await expect(field.page().getByRole('status')).toBeInViewport({ ratio: 1 });
    } finally {
      await fillDisk(false);
    }
    await field.page().keyboard.type('.');
    await expect(field.page().getByText('The draft cannot be stored: ')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await openRoute(page, '#/hand');
  });

test('HTML from other programs becomes markdown in the text and in comments, and undo gives the plain text back', async () => {
  const { title } = await openAssignedCard(0);
  const panel = page.getByRole('region', { name: `Card: ${title}` });
  const paste = (label: string) =>
    page.locator(`.cm-content[aria-label="${label}"]`).evaluate((target) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', '<p>See <b>Tom &amp; co</b></p><ul><li>rope</li><li>sail</li></ul>');
      clipboardData.setData('text/plain', 'See Tom & co\nrope\nsail');
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
  await panel.press('e');
  const text = panel.locator('.cm-content[aria-label="Text of the card"]');
  await text.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await paste('Text of the card');
  await expect(text).toContainText('See **Tom & co**- rope- sail');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(text).toContainText('See Tom & coropesail');
  await panel.getByRole('button', { name: 'Discard' }).click();
  await panel.getByRole('textbox', { name: 'Start a thread' }).click();
  await expect(panel.locator('.cm-content[aria-label="Start a thread"]')).toBeFocused();
  await paste('Start a thread');
  await expect(panel.locator('.cm-content[aria-label="Start a thread"]')).toContainText('- rope');
});

test('the composer on a board takes the short forms of quick add, and shows them as chips', async () => {
  const { deckId } = await openAssignedCard(0);
  await openRoute(page, `#/deck/${deckId}`);
  await page.locator(`[data-card-list="deck:${deckId}"] [data-card-id]`).first().focus();
  await page.keyboard.press('c');
  const field = page.getByRole('textbox', { name: /^New card in / });
  // The list of the forms does not close an empty field.
  await page.getByRole('button', { name: /^Short forms/ }).click();
  const forms = page.getByRole('dialog', { name: 'Short forms' });
  await expect(forms.getByRole('row', { name: /^=3 / })).toBeVisible();
  await expectAccessible(page, 'the list of short forms', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(forms).toHaveCount(0);
  await field.fill('Buy rope !high tomorrow');
  await expect(page.getByText('Priority: High')).toBeVisible();
  await expect(page.getByText(/^Due date: /)).toBeVisible();
  await page.getByRole('button', { name: 'Keep tomorrow as text' }).click();
  await expect(page.getByText(/^Due date: /)).toHaveCount(0);
  await field.press('Enter');
  const found = async () => {
    // An earlier draft of the field can stand before it.
    const key = 'cards({"content":{"op":"contains","value":"Buy rope tomorrow"}})';
    const { card } = await queryRows(page, { _root: [{ account: [{ [key]: ['priority', 'dueDate'] }] }] });
    return Object.values(card ?? {}).map(({ priority, dueDate }) => [priority, dueDate]);
  };
  await expect.poll(found).toEqual([['a', null]]);
});
