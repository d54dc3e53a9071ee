/**
 * The smoke run: what must work on Electron's own executable before a release, each as a row of a table. Prints the table and
 * exits with 1 if a row failed. The first argument is the executable of a packaged app; without it the development build is
 * checked.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge } from '../../shared/bridge/index.ts';
import { type Launched, launchApp, realElectron } from '../support/launch.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { ask } from '../support/window.ts';

const [executable] = process.argv.slice(2);
const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'decktop-smoke-'));
const userData = path.join(folder, 'data');
/** A row fails after this time. */
const timeoutMs = 60_000;
/** Everything that a menu accelerator of one key could take away from a text. */
const letters = 'abcdefghijklmnopqrstuvwxyz /[]?,.1234567890';

const rows: { readonly what: string; readonly failure: string | null; readonly ms: number }[] = [];

async function row(what: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  const failure = await Promise.race([work(), late]).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  clearTimeout(timer);
  rows.push({ what, failure, ms: performance.now() - began });
  console.log(`${failure === null ? 'ok    ' : 'FAILED'} ${what}${failure === null ? '' : `\n       ${failure}`}`);
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

const launch = (args: readonly string[] = [], env: Record<string, string> = {}): Promise<Launched> =>
  launchApp({
    userData,
    args: ['--size=1280x800', ...args],
    // The stand-in has no keychain of its own to keep a token in.
    env: realElectron ? env : { STANDIN_KEYCHAIN: 'gnome_libsecret', ...env },
    ...(executable ? { executable } : {}),
  });

const go = (page: Page, route: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, route);

/** Types into a field and checks that every key arrived in it. */
async function typed(page: Page, field: ReturnType<Page['locator']>, what: string): Promise<void> {
  await field.focus();
  await page.keyboard.type(letters);
  const value = await field.evaluate((element) =>
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : element.textContent,
  );
  check(value === letters, `${what} has '${value}'`);
}

let launched = await launch();
let { page } = launched;
const shownCard = () => page.locator('main [data-card-id]').first();

await row('the demo opens', async () => {
  await shownCard().waitFor();
});

await row('fields take every letter: palette, board filter, comment, new card', async () => {
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog');
  await typed(page, dialog.getByRole('combobox').first(), 'the palette');
  await page.keyboard.press('Escape');
  await typed(page, page.locator('[data-board-filter]'), 'the filter');
  await page.locator('[data-board-filter]').fill('');
  await shownCard().click();
  await typed(page, page.getByRole('textbox', { name: 'Start a thread' }), 'the comment');
  await page.keyboard.press('Escape');
  await shownCard().focus();
  await page.keyboard.press('c');
  await typed(page, page.locator('main textarea').first(), 'the new card');
  await page.keyboard.press('Escape');
});

await row('copying reports no failure', async () => {
  await shownCard().focus();
  await page.keyboard.press('ControlOrMeta+Shift+c');
  await page.getByText(/^Copied \$/).waitFor();
  await go(page, '#/settings/diagnostics');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page
    .getByText(/^Copied/)
    .last()
    .waitFor();
  check((await page.getByText('Couldn’t copy').count()) === 0, 'a copy failed');
});

await row('data is saved into a chosen folder', async () => {
  await launched.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);
  const before = readdirSync(folder).length;
  const saved = await page.evaluate(async () => {
    const { decktop } = window as unknown as { decktop: Bridge };
    const current = await decktop.call('workspace/current', {});
    return current.ok && current.value ? decktop.call('workspace/export', { id: current.value.id }) : current;
  });
  check(saved.ok, saved.ok ? '' : saved.failure.message);
  check(readdirSync(folder).length > before, 'the folder has no new file');
});

await row('a workspace whose thread is killed answers again', async () => {
  await launched.app.evaluate(() => {
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const { postMessage } = Worker.prototype;
    const end = (worker: InstanceType<typeof Worker>) => void worker.terminate();
    Worker.prototype.postMessage = function (
      this: InstanceType<typeof Worker>,
      ...args: Parameters<typeof postMessage>
    ) {
      Worker.prototype.postMessage = postMessage;
      postMessage.apply(this, args);
      end(this);
    } as typeof postMessage;
  });
  const query = { _root: [{ account: ['name'] }] };
  await ask(page, query).catch(() => undefined);
  for (;;) {
    if (await ask(page, query).then(Boolean, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
});

const views = ['hand', 'team', 'inbox', 'calendar', 'milestones', 'bookmarks', 'outbox', 'settings', 'query'];
await row(`a picture of each of ${views.length} views has the size of its window`, async () => {
  for (const view of views) {
    await go(page, `#/${view}`);
    await page.locator('main h1').waitFor();
    const { picture, content, scale } = await launched.app.evaluate(async ({ BrowserWindow, screen }) => {
      const [window] = BrowserWindow.getAllWindows();
      if (!window) throw new Error('There is no window');
      const { width, height } = (await window.webContents.capturePage()).getSize();
      const { scaleFactor } = screen.getDisplayMatching(window.getBounds());
      return { picture: { width, height }, content: window.getContentBounds(), scale: scaleFactor };
    });
    const fits = (a: number, b: number) => Math.abs(a - b) <= 2 || Math.abs(a - b * scale) <= 2;
    check(
      fits(picture.width, content.width) && fits(picture.height, content.height),
      `${view}: ${picture.width}x${picture.height} of a window of ${content.width}x${content.height}`,
    );
  }
});

await row('a second start hands its link over', async () => {
  const second = spawn(
    launched.app.process().spawnfile,
    [...(executable ? [] : [root]), `--user-data-dir=${userData}`, 'decktop://hand'],
    { stdio: 'ignore', env: { ...process.env, STANDIN_OPEN: '0' } },
  );
  await go(page, '#/bookmarks');
  await page.waitForURL((url) => url.hash.startsWith('#/hand'));
  if (second.exitCode === null) await new Promise((resolve) => second.once('exit', resolve));
});

const service = await startServiceProcess();
/** Address of the service of the open workspace; null for a local one. */
const baseUrl = () =>
  page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('workspace/current', {});
    return outcome.ok ? (outcome.value?.baseUrl ?? null) : null;
  });
await row('a service is connected, and its token is kept over a restart', async () => {
  await go(page, '#/connect');
  const form = page.getByRole('form', { name: 'Connect to a service' });
  await form.getByLabel('Base URL').fill(service.baseUrl);
  await form.getByLabel('Token').fill(service.tokens.personal);
  await form.getByRole('button', { name: 'Connect' }).click();
  // Before that, the button shows the state of the demo.
  while ((await baseUrl()) !== service.baseUrl) await new Promise((resolve) => setTimeout(resolve, 100));
  await page.getByRole('button', { name: /Synced|Up to date/ }).waitFor();
  await launched.close();
  launched = await launch();
  page = launched.page;
  await page.getByRole('button', { name: /Synced|Up to date/ }).waitFor();
  check((await baseUrl()) === service.baseUrl, `the workspace of ${await baseUrl()} is open`);
});

await row('a page that crashes comes back', async () => {
  // Playwright cannot use a page that has crashed, so main asks the page that replaces it.
  const text = () =>
    launched.app.evaluate(
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]
          ?.webContents.executeJavaScript('document.body.innerText')
          .catch(() => '') ?? '',
    );
  await launched.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  while (!String(await text()).includes('was opened again')) await new Promise((resolve) => setTimeout(resolve, 100));
});

await row('the app ends by itself when it quits', async () => {
  check((await launched.close()) === 0, 'the exit code is not 0');
});

await row('a start by a link opens what it names', async () => {
  launched = await launch(['decktop://inbox']);
  await launched.page.waitForURL((url) => url.hash.startsWith('#/inbox'));
  await launched.close();
});

await service.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
const failed = rows.filter(({ failure }) => failure !== null);
const shell = realElectron ? 'Electron' : 'the stand-in';
console.log(`\n${'row'.padEnd(74)}${'s'.padStart(6)}  result   (${shell}, ${process.platform} ${process.arch})`);
for (const { what, failure, ms } of rows)
  console.log(`${what.padEnd(74)}${(ms / 1000).toFixed(1).padStart(6)}  ${failure === null ? 'ok' : 'FAILED'}`);
console.log(`\n${rows.length - failed.length} of ${rows.length} rows passed.`);
process.exit(failed.length === 0 ? 0 : 1);
