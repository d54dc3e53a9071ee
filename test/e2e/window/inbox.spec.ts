/** Tests of the inbox by keyboard: answering and closing threads that wait for the user. */
import { expect, type Locator, test } from '@playwright/test';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';

test('threads are visited, answered and closed by keys', async () => {
  let launched: LaunchedApp | null = null;
  try {
    launched = await launchApp({ args: ['--route=/inbox'] });
    const { page } = launched;
    const waiting = page.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem');
    const others = page.getByRole('list', { name: 'Waiting for others' }).getByRole('listitem');
    await waiting.first().waitFor();
    const [mine, theirs] = [await waiting.count(), await others.count()];
    // The sidebar shows the number of unread threads.
    const row = page.getByRole('navigation', { name: 'Workspace' }).locator('a[href="#/inbox"]');
    await expect(row).toHaveAccessibleName(`Inbox ${mine} unread`);
    const idOf = (item: Locator) => item.getAttribute('data-thread-id');
    const first = (await idOf(waiting.first())) ?? '';
    const thread = page.locator(`[data-thread-id="${first}"]`);

    // When a key opens the inbox, its list must have the focus. In the reply field, keys that are commands of the list
    // must type text. Escape must keep the text and return the focus to the list.
    await page.keyboard.press('Alt+1');
    await page.locator('main [data-card-id]').first().focus();
    await page.keyboard.press('Alt+2');
    await expect(thread.getByRole('button').first()).toBeFocused();
    await page.keyboard.press('r');
    const box = thread.getByRole('textbox', { name: /^Reply to the/ });
    await expect(box).toBeFocused();
    await page.keyboard.type('Just jokes, reeled back');
    await page.keyboard.press('Escape');
    await expect(thread.getByRole('button').first()).toBeFocused();
    // Simulate Caps Lock: the letter is a capital although Shift is not pressed.
    await thread.getByRole('button').first().dispatchEvent('keydown', { key: 'R', code: 'KeyR' });
    await expect(box).toContainText('Just jokes, reeled back');
    await page.keyboard.press('ControlOrMeta+Enter');

    // The user has now written the last comment, so the thread no longer waits for the user.
    await expect(waiting).toHaveCount(mine - 1);
    await expect(row).toHaveAccessibleName(`Inbox ${mine - 1} unread`);
    await expect(others).toHaveCount(theirs + 1);
    await expect(thread).toContainText('Just jokes, reeled back');

    // The thread has moved to another group. It must still have the focus.
    await expect(thread.getByRole('button').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(thread.getByRole('button').first()).not.toBeFocused();
    await page.keyboard.press('ArrowUp');
    expect(await idOf(others.first())).toBe(first);
    const next = (await idOf(others.nth(1))) ?? '';
    await page.keyboard.press('e');
    await expect(thread).toHaveCount(0);
    await expect(page.locator(`[data-thread-id="${next}"] > button`)).toBeFocused();

    // Text that the user types while a reply is being sent must become the next reply, without the sent part. Meanwhile
    // the thread must not move to the other group, because its reply field is open.
    const moving = page.locator(`[data-thread-id="${await idOf(waiting.first())}"]`);
    await moving.getByRole('button').first().press('r');
    const reply = moving.getByRole('textbox', { name: /^Reply to the/ });
    await expect(reply).toBeFocused();
    await page.keyboard.type('Sent.');
    await expect(moving.locator('.cm-content')).toHaveText('Sent.');
    await page.evaluate(() => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
      );
      document.execCommand('insertText', false, ' And another');
    });
    await expect(moving).toContainText('Sent.');
    await expect(reply).toHaveText(/^ ?And another$/);
    await expect(reply).toBeFocused();
    await expect(waiting).toHaveCount(mine - 1);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(waiting).toHaveCount(mine - 2);
    await expect(moving.getByRole('button').first()).toBeFocused();
    await expect(moving).toContainText('And another');
    await expect(moving).not.toContainText('Sent.');
    expect(launched.errors).toEqual([]);
  } finally {
    await launched?.close();
  }
});
