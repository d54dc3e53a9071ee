/**
 * Tests of crashes of a window and of the whole app: typed texts are kept, and after two crashes in a row the recovery
 * page is shown. Also tests a window that does not respond.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, expect, test } from '@playwright/test';
import { launchApp, newDataFolder, usesRealElectron } from '../../support/launch.ts';
import { expectAccessible, openRoute, queryCardFields, queryRows } from '../../support/window.ts';

/**
 * Runs code in the page of the first window and returns its result, or an empty text if the page does not answer. The
 * main process runs the code, because Playwright cannot use a page after a crash.
 */
const runInPage = (app: ElectronApplication, code: string): Promise<string> =>
  app.evaluate(async ({ BrowserWindow }, script) => {
    const answer = BrowserWindow.getAllWindows()[0]
      ?.webContents.executeJavaScript(script)
      .catch(() => '');
    const noAnswer = new Promise<string>((resolve) => setTimeout(() => resolve(''), 1_000));
    return (await Promise.race([answer, noAnswer])) ?? '';
  }, code);
const textOf = (app: ElectronApplication) => runInPage(app, 'document.body.innerText');
const crashWindow = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());

test('a window that crashes in mid-sentence comes back with its card and text; the second crash asks', async () => {
  const { app, page, close } = await launchApp();
  const card = page.locator('main [data-card-id]').first();
  await card.waitFor();
  const cardId = (await card.getAttribute('data-card-id')) ?? '';
  const title = String((await queryCardFields(page, [cardId], 'title'))[0]?.[0]);
  await openRoute(page, `card/${cardId}`);
  const comment = page.getByRole('textbox', { name: 'Start a thread' });
  await comment.click();
  await page.keyboard.type('A sentence that is not fin');
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const drafts = await (
          window as never as { decktop: { call(c: string, p: object): Promise<object> } }
        ).decktop.call('drafts/list', {});
        return JSON.stringify(drafts);
      }),
    )
    .toContain('A sentence that is not fin');
  await crashWindow(app);
  // Collect all texts that the page shows: on a slow computer, the message may disappear before the typed text appears.
  let seen = '';
  const shownSoFar = async () => {
    seen += await textOf(app);
    return ['A sentence that is not fin', 'was opened again'].filter((part) => seen.includes(part));
  };
  await expect.poll(shownSoFar, { timeout: 30_000 }).toHaveLength(2);
  expect(await runInPage(app, 'location.hash')).toContain(cardId);

  await crashWindow(app);
  await expect.poll(() => textOf(app), { timeout: 20_000 }).toContain('stopped unexpectedly');
  // Click repeatedly, because the page shows its text before its script reacts to clicks.
  const textAfterClick = async () => {
    await runInPage(app, "document.getElementById('continue')?.click()");
    // Toasts isolate titles from the direction of the text around them.
    return (await textOf(app)).replaceAll(/[\u2068\u2069]/g, '');
  };
  // The card may have caused the crashes. It stays closed, and the window names it.
  await expect.poll(textAfterClick, { timeout: 20_000 }).toContain(`“${title}” was left closed`);
  expect(await runInPage(app, 'location.hash')).not.toContain(cardId);
  await runInPage(
    app,
    "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Open it')?.click()",
  );
  await expect.poll(() => runInPage(app, 'location.hash')).toContain(cardId);
  await close();
});

test('after two crashes of the app it starts with the recovery page only, exports what was not sent, and goes on', async () => {
  // The test starts the app five times, so it needs more time.
  test.slow();
  const userData = newDataFolder();
  const target = mkdtempSync(path.join(tmpdir(), 'decktop-export-'));
  const before = await launchApp({ userData });
  await before.page.locator('main [data-card-id]').first().waitFor();
  const second = before.app.waitForEvent('window');
  await before.page.keyboard.press('ControlOrMeta+Shift+n');
  await (await second).locator('main [data-card-id]').first().waitFor();
  await before.close();
  for (let run = 0; run < 2; run += 1) {
    const { app, page } = await launchApp({ userData });
    const card = page.locator('main [data-card-id]').first();
    await card.waitFor();
    const cardId = (await card.getAttribute('data-card-id')) ?? '';
    await openRoute(page, `hand?card=${cardId}`);
    await expect.poll(() => readFileSync(path.join(userData, 'settings.json'), 'utf8')).toContain(`card=${cardId}`);
    const ended = new Promise((resolve) => app.process().once('exit', resolve));
    app.process().kill('SIGKILL');
    await ended;
  }
  const { app, page, close, errors } = await launchApp({ userData });
  await expect(page.getByRole('heading')).toHaveText('Decktop stopped unexpectedly');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await expectAccessible(page, 'the recovery page');
  await app.evaluate(({ dialog }, folder) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [folder] })) as never;
  }, target);
  await page.getByRole('button', { name: /Export/ }).click();
  await expect(page.getByRole('status')).toContainText('Exported to');
  const [copy = ''] = readdirSync(target);
  expect(existsSync(path.join(target, copy, 'Demo workspace', 'outbox.sqlite'))).toBe(true);

  // The app must accept a link while the recovery page is open, and open it afterwards. This part fails if the app does
  // not listen to `second-instance` yet.
  await app.evaluate(({ app: main }) => void main.emit('second-instance', {}, ['decktop', 'decktop://hand'], '/', {}));
  const opened = app.waitForEvent('window');
  await page.getByRole('button', { name: 'Continue' }).click();
  const window = await opened;
  await window.locator('main [data-card-id]').first().waitFor();
  await expect(window).toHaveURL(/#\/hand$/);
  await expect(window.getByText('was left closed').first()).toBeVisible();
  // Two windows were open before the crash. After the recovery page, the app must open only one of them.
  await expect.poll(() => app.windows().length).toBe(1);
  expect(errors).toEqual([]);
  await close();
  const again = await launchApp({ userData });
  await again.page.locator('main [data-card-id]').first().waitFor();
  await again.close();
  rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  rmSync(target, { recursive: true });
});

// If a newer version of the app has written the list of workspaces, this version exits before it opens a window. This
// exit must not count as a crash. Otherwise the recovery page appears after two such starts.
test('a start that a list of a newer version prevents does not count as a crash', async () => {
  // Playwright cannot start an app that ends at once, so this test starts the stand-in itself.
  test.skip(usesRealElectron, 'the test starts the stand-in itself');
  const userData = newDataFolder();
  writeFileSync(path.join(userData, 'workspaces.json'), '{"version": 99}');
  const root = path.join(import.meta.dirname, '../../..');
  const shell = path.join(root, 'build/standin/electron');
  const env = { ...process.env, STANDIN_HEADLESS: '1' };
  const app = spawn(shell, [root, `--user-data-dir=${userData}`], { env, stdio: 'ignore' });
  expect(await new Promise((resolve) => app.once('exit', resolve))).toBe(1);
  expect(JSON.parse(readFileSync(path.join(userData, 'last-run.json'), 'utf8'))).toEqual({
    crashes: 0,
    isRunning: false,
  });
  rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
});

// Electron shows a dialog for each error that nobody handles.
test('an error in a listener of the main process is reported, and the app goes on without a dialog', async () => {
  test.skip(usesRealElectron, 'Only the stand-in records dialogs');
  const { app, page, userData, errors, close } = await launchApp();
  await page.locator('main [data-card-id]').first().waitFor();
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.on('lock-screen', () => {
      throw new Error('This listener fails');
    });
    setImmediate(() => powerMonitor.emit('lock-screen'));
  });
  const report = path.join(userData, 'Crashpad', 'main-process.txt');
  await expect.poll(() => existsSync(report) && readFileSync(report, 'utf8')).toContain('This listener fails');
  const rows = await queryRows(page, { _root: [{ account: ['name'] }] });
  expect(Object.keys(rows.account ?? {})).toHaveLength(1);
  const dialogs = () =>
    app.evaluate(
      () => (globalThis as unknown as { standinRecord: { dialogs: readonly unknown[] } }).standinRecord.dialogs.length,
    );
  expect(await dialogs()).toBe(0);
  expect(errors).toEqual([]);
  await close();
});

test('a window that hangs asks, and opens again if the person wants', async () => {
  const { app, page, close } = await launchApp();
  await page.locator('main [data-card-id]').first().waitFor();
  const hang = (response: number) =>
    app.evaluate(({ BrowserWindow, dialog }, answer) => {
      dialog.showMessageBox = (async () => ({ response: answer, checkboxChecked: false })) as never;
      BrowserWindow.getAllWindows()[0]?.emit('unresponsive');
    }, response);
  await hang(0);
  await expect(page.locator('main [data-card-id]').first()).toBeVisible();
  await hang(1);
  await expect.poll(() => textOf(app), { timeout: 20_000 }).toContain('was opened again');
  await close();
});

test('damaged files are named in one window, once, until the person closes the notice', async () => {
  const userData = newDataFolder();
  const before = await launchApp({ userData });
  await before.page.locator('main [data-card-id]').first().waitFor();
  await before.close();
  writeFileSync(path.join(userData, 'settings.json'), '{"theme":"purple"}');
  const [folder = ''] = readdirSync(path.join(userData, 'workspaces'));
  const outbox = path.join(userData, 'workspaces', folder, 'outbox.sqlite');
  for (const ending of ['-wal', '-shm']) rmSync(outbox + ending, { force: true });
  writeFileSync(outbox, 'garbage '.repeat(1000));
  const { page, close } = await launchApp({ userData });
  await page.locator('main [data-card-id]').first().waitFor();
  const notices = page.locator('[role=group] p', { hasText: /\.damaged-/ });
  await expect(notices).toHaveCount(2);
  await expect(notices.filter({ hasText: /Some settings could not be read: theme: / })).toBeVisible();
  await expect(notices.filter({ hasText: /^The file of changes that wait was damaged/ })).toBeVisible();
  await page.reload();
  await page.locator('main [data-card-id]').first().waitFor();
  await expect(notices).toHaveCount(0);
  await close();
  rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
});
