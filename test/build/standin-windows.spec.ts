/**
 * Checks windows, closing, quitting and second instances. The tests run on the Electron stand-in and on Electron. Tests
 * of features that only the stand-in has are skipped on Electron.
 */
import { expect, test } from '@playwright/test';
import { launchApp, usesRealElectron, waitForPage } from '../support/launch.ts';
import { fixtureAppFolder, recordedEvents } from './fixture.ts';

test('several windows, events to each, a refused close, quit', async () => {
  const { app, page, errors, close } = await launchApp({ app: fixtureAppFolder });
  const opened = app.waitForEvent('window');
  await page.locator('body').press('Control+Shift+N');
  const second = await waitForPage(await opened);
  await expect(second.getByRole('heading')).toBeVisible();
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.send('note', `for ${window.id}`);
  });
  await expect.poll(() => page.evaluate(() => window.fixture.notes().at(-1))).toBe('for 1');
  await expect.poll(() => second.evaluate(() => window.fixture.notes().at(-1))).toBe('for 2');

  const bounds = await (await app.browserWindow(second)).evaluate((window) => window.getBounds());
  expect([bounds.width, bounds.height]).toEqual([700, 500]);
  await (await app.browserWindow(page)).evaluate((window) => window.webContents.setZoomFactor(1.5));
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.fixture.invoke('echo', 'again'))).toBe('again');
  // The stand-in zooms with CSS. A new document in the window must be zoomed, too.
  if (!usesRealElectron) expect(await page.evaluate(() => getComputedStyle(document.documentElement).zoom)).toBe('1.5');

  await app.evaluate(({ BrowserWindow }) => {
    globalThis.keepOpen = true;
    BrowserWindow.fromId(2)?.close();
  });
  await expect.poll(() => app.evaluate(() => globalThis.fixture.seen)).toContain('close');
  await app.evaluate(({ app: main }) => main.quit());
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(2);
  await app.evaluate(() => {
    globalThis.keepOpen = false;
  });
  await second.close();
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(errors).toEqual([]);

  const code = new Promise((resolve) => app.process().once('exit', resolve));
  await page.close(); // The app quits with its last window.
  expect(await code).toBe(0);
  await close();
});

// The main process sends large texts to the page, and then asks it to close. The page must handle the request to close
// first. This test fails if the page handles the texts first.
test('an app that quits does not wait for large texts on their way to its windows', async () => {
  const { app, page, close } = await launchApp({ app: fixtureAppFolder });
  const code = new Promise((resolve) => app.process().once('exit', resolve));
  const opened = app.waitForEvent('window');
  await page.locator('body').press('Control+Shift+N');
  const other = await waitForPage(await opened);
  // Keep the page busy until the app has asked it to close. When the first text arrives on the channel `note`, the page
  // sends a synchronous request to `/closing`. The app answers the request only after it has asked the page to close.
  // Until then, all further messages wait in the page's queue.
  await page.evaluate(() => {
    const stop = window.fixture.subscribe(() => {
      stop();
      const request = new XMLHttpRequest();
      request.open('GET', '/closing', false);
      request.send();
    });
  });
  await app.evaluate(({ BrowserWindow }) => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `row ${row} of a large answer`).join('\n');
    for (const id of [1, 2])
      for (let note = 0; note < 5; note++) BrowserWindow.fromId(id)?.webContents.send('note', rows);
  });
  // Wait until the second window has received all of its notes. The main process sends the notes of the busy first
  // window before those of the second, so by then it has sent all notes.
  await expect.poll(() => other.evaluate(() => window.fixture.notes().length)).toBe(6);
  await app.evaluate(({ app: main }) => {
    setImmediate(() => main.quit());
  });
  expect(await code).toBe(0);
  await close();
});

test('a person’s click on the X asks the app first', async () => {
  const { app, page, close } = await launchApp({ app: fixtureAppFolder });
  page.on('dialog', () => {}); // Without a listener, Playwright dismisses the dialog by itself.
  const debug = await page.context().newCDPSession(page);
  const closings = () => app.evaluate(() => globalThis.fixture.seen.filter((entry) => entry === 'close').length);
  await app.evaluate(() => {
    globalThis.keepOpen = true;
  });
  await debug.send('Page.close');
  await expect.poll(closings).toBe(1);
  await expect(page.getByRole('heading')).toBeVisible();
  await app.evaluate(() => {
    globalThis.keepOpen = false;
  });
  const code = new Promise((resolve) => app.process().once('exit', resolve));
  await debug.send('Page.close').catch(() => {});
  expect(await code).toBe(0);
  await close();
});

test('a second instance hands its arguments over and ends', async () => {
  const first = await launchApp({ app: fixtureAppFolder });
  const { spawn } = await import('node:child_process');
  const executable = await first.app.evaluate(() => process.argv[0] as string);
  const args = [fixtureAppFolder, `--user-data-dir=${first.userData}`, 'decktop://card/x'];
  const second = spawn(executable, usesRealElectron ? ['--no-sandbox', ...args] : args, { stdio: 'ignore' });
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(3);
  await expect
    .poll(() => recordedEvents(first))
    .toContainEqual({ second: 'decktop://card/x', directory: process.cwd(), data: { from: 'fixture' } });
  await first.close();
});

test('a window that is not shown works and can be seen later', async () => {
  const { app, page, close } = await launchApp({ app: fixtureAppFolder, args: ['--hidden'] });
  const state = () =>
    app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const picture = await window?.webContents.capturePage();
      return { visible: window?.isVisible(), picture: (picture?.getSize().width ?? 0) > 300 };
    });
  await expect(page.getByRole('heading')).toBeVisible();
  expect(await state()).toEqual({ visible: false, picture: true });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  expect(await state()).toEqual({ visible: true, picture: true });
  expect(await close()).toBe(0);
});

test('without a display, in memory', async () => {
  test.skip(usesRealElectron, 'Electron needs a display');
  const { page, close } = await launchApp({ app: fixtureAppFolder, env: { STANDIN_HEADLESS: '1' } });
  await expect(page.getByRole('heading')).toBeVisible();
  expect(await page.evaluate(() => window.fixture.invoke('echo', 'headless'))).toBe('headless');
  expect(await close()).toBe(0);
});

test('a killed app leaves no Chromium behind', async () => {
  test.skip(usesRealElectron || process.platform !== 'linux', 'of the stand-in, looked up in /proc');
  const { app, userData, close } = await launchApp({ app: fixtureAppFolder });
  const { readdirSync, readFileSync } = await import('node:fs');
  const left = () =>
    readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--user-data-dir=${userData}`);
      } catch {
        return false;
      }
    });
  expect(left().length).toBeGreaterThan(1);
  app.process().kill('SIGKILL');
  await expect.poll(left, { timeout: 15_000 }).toEqual([]);
  await close().catch(() => {});
});
