/**
 * The smoke run (`npm run smoke`) checks before a release that the app works, on Electron's executable or, if that is
 * missing, on the Electron stand-in. It prints a table with a row per check, and exits with 1 if a check failed. The
 * optional argument is the executable of a packaged app; without it, the development build is checked.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sandboxFlagsFor } from '../../build/sandbox.mjs';
import type { Bridge } from '../../shared/bridge/index.ts';
import { type LaunchedApp, launchApp, usesRealElectron } from '../support/launch.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { openRoute, queryRows } from '../support/window.ts';
import { chooseMenuEntry, menuEntries } from './app-menu.ts';
import { runCardChecks } from './card-rows.ts';
import { runCopyChecks } from './copy-rows.ts';
import {
  type FieldAndCopyCounts,
  fieldAndCopyCountsText,
  routesOfAllViews,
  typeIntoFieldsAndCopy,
} from './fields-and-copies.ts';
import { closeDialogs, dialogs, pauseBriefly, showRoute } from './steps.ts';
import { checkCondition, printTable, runCheckAsRow } from './table.ts';

const [executable] = process.argv.slice(2);
const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'decktop-smoke-'));
const userData = path.join(folder, 'data');

const launch = (args: readonly string[] = [], env: Record<string, string> = {}): Promise<LaunchedApp> =>
  launchApp({
    userData,
    args: ['--size=1280x800', ...args],
    // The app stores tokens only with a keychain, and the stand-in has one only if this variable names it.
    env: usesRealElectron ? env : { STANDIN_KEYCHAIN: 'service', ...env },
    ...(executable ? { executable } : {}),
  });

let launched = await launch();
let { page } = launched;
const firstCard = () => page.locator('main [data-card-id]').first();

await runCheckAsRow('the demo opens', async () => {
  await firstCard().waitFor();
});

const routes = await routesOfAllViews(page);
// Answer every native dialog with Cancel, because it would wait for a person.
await launched.app.evaluate(({ dialog }) => {
  dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
  dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });
});

for (const route of routes)
  await runCheckAsRow(`fields and copy buttons of ${route.slice(2).split('/')[0]}`, async () => {
    await showRoute(page, route);
    const tabs = page.locator('main').getByRole('tab');
    const total = { fields: 0, copies: 0 };
    const add = ({ fields, copies }: FieldAndCopyCounts) => {
      total.fields += fields;
      total.copies += copies;
    };
    add(await typeIntoFieldsAndCopy(page));
    for (let at = 1; at < (await tabs.count()); at += 1) {
      await tabs.nth(at).click();
      add(await typeIntoFieldsAndCopy(page));
    }
    return fieldAndCopyCountsText(total);
  });

const [board = ''] = routes;
await showRoute(page, board);
// Wait until the menu has the entries of the deck instead of the entries of the previous view.
while ((await menuEntries(launched.app, /^Edit this deck/)).length === 0) await pauseBriefly();
const windowEntries = (await menuEntries(launched.app, /…$/)).filter(({ id }) => !id.startsWith('card.'));
for (const { id, label } of windowEntries)
  await runCheckAsRow(`fields and copy buttons behind the entry “${label}”`, async () => {
    await showRoute(page, board);
    const { hash } = new URL(page.url());
    await chooseMenuEntry(launched.app, id);
    while ((await dialogs(page).count()) === 0 && new URL(page.url()).hash === hash) await pauseBriefly();
    try {
      return fieldAndCopyCountsText(await typeIntoFieldsAndCopy(page));
    } finally {
      await closeDialogs(page);
    }
  });

await runCardChecks(launched);
await runCopyChecks(launched, routes);

await runCheckAsRow('data is saved into a chosen folder', async () => {
  await launched.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);
  const before = readdirSync(folder).length;
  const saved = await page.evaluate(async () => {
    const { decktop } = window as unknown as { decktop: Bridge };
    const current = await decktop.call('workspace/current', {});
    return current.ok && current.value ? decktop.call('workspace/export', { id: current.value.id }) : current;
  });
  checkCondition(saved.ok, saved.ok ? '' : saved.failure.message);
  checkCondition(readdirSync(folder).length > before, 'the folder has no new file');
});

await runCheckAsRow('a workspace whose thread is killed answers again', async () => {
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
  await queryRows(page, query).catch(() => undefined);
  for (;;) {
    if (await queryRows(page, query).then(Boolean, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
});

await runCheckAsRow(`a picture of each of ${routes.length} views has the size of its window`, async () => {
  for (const route of routes) {
    await showRoute(page, route);
    const { picture, content, scale } = await launched.app.evaluate(async ({ BrowserWindow, screen }) => {
      const [window] = BrowserWindow.getAllWindows();
      if (!window) throw new Error('There is no window');
      const { width, height } = (await window.webContents.capturePage()).getSize();
      const { scaleFactor } = screen.getDisplayMatching(window.getBounds());
      return { picture: { width, height }, content: window.getContentBounds(), scale: scaleFactor };
    });
    const fits = (a: number, b: number) => Math.abs(a - b) <= 2 || Math.abs(a - b * scale) <= 2;
    checkCondition(
      fits(picture.width, content.width) && fits(picture.height, content.height),
      `${route}: ${picture.width}x${picture.height} of a window of ${content.width}x${content.height}`,
    );
  }
});

await runCheckAsRow('a second start hands its link over', async () => {
  // On Windows, Playwright starts the app through a shell, so its process is not the app's.
  const program = await launched.app.evaluate(() => process.execPath);
  const second = spawn(
    usesRealElectron ? program : launched.app.process().spawnfile,
    [
      ...(usesRealElectron ? sandboxFlagsFor(program) : []),
      ...(executable ? [] : [root]),
      `--user-data-dir=${userData}`,
      'decktop://hand',
    ],
    { stdio: 'ignore', env: { ...process.env, STANDIN_OPEN: '0' } },
  );
  await openRoute(page, '#/bookmarks');
  await page.waitForURL((url) => url.hash.startsWith('#/hand'));
  if (second.exitCode === null) await new Promise((resolve) => second.once('exit', resolve));
});

const service = await startServiceProcess();
/** Returns the base URL of the open workspace's service, or null for a local workspace. */
const baseUrl = () =>
  page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('workspace/current', {});
    return outcome.ok ? (outcome.value?.baseUrl ?? null) : null;
  });
/**
 * Whether the system has a keychain for the app. Playwright turns it off for the development build on Linux, and a
 * machine for checks has no secret service unless a job starts one.
 */
const hasKeychain = await launched.app.evaluate(async ({ safeStorage }) => {
  const sealed = await safeStorage.encryptStringAsync('probe').catch(() => null);
  return sealed !== null && (process.platform !== 'linux' || sealed.toString('latin1', 0, 3) !== 'v10');
});
if (process.env.DECKTOP_SMOKE_KEYCHAIN === '1')
  await runCheckAsRow('the system has a keychain', async () => checkCondition(hasKeychain, 'It has none'));
const keeps = hasKeychain ? 'is kept' : 'is not kept without a keychain';
await runCheckAsRow(`a service is connected, and its token ${keeps} over a restart`, async () => {
  await openRoute(page, '#/connect');
  const form = page.getByRole('form', { name: 'Connect to a service' });
  await form.getByLabel('Base URL').fill(service.baseUrl);
  await form.getByLabel('Token').fill(service.tokens.personal);
  await form.getByRole('button', { name: 'Connect' }).click();
  // Wait until the service's workspace is open. Before that, the status button shows the sync state of the demo
  // workspace.
  while ((await baseUrl()) !== service.baseUrl) await new Promise((resolve) => setTimeout(resolve, 100));
  await page.getByRole('button', { name: /Synced|Up to date/ }).waitFor();
  await launched.close();
  launched = await launch();
  page = launched.page;
  if (hasKeychain) await page.getByRole('button', { name: /Synced|Up to date/ }).waitFor();
  else await page.locator('[data-sync="stopped"], [data-sync="offline"]').first().waitFor();
  checkCondition((await baseUrl()) === service.baseUrl, `the workspace of ${await baseUrl()} is open`);
});

for (const [window, label] of [
  ['quickAdd', 'quick add'],
  ['hand', 'the Hand strip'],
] as const)
  await runCheckAsRow(`${label} opens in a window of its own`, async () => {
    const opening = launched.app.waitForEvent('window');
    const shown = await page.evaluate(
      (wanted) => (globalThis as unknown as { decktop: Bridge }).decktop.call('desktop/show', { window: wanted }),
      window,
    );
    checkCondition(shown.ok, `${label} could not be shown`);
    const small = await opening;
    await small.waitForURL((url) => url.searchParams.get('window') === window);
    if (window === 'quickAdd') {
      const line = small.getByRole('textbox', { name: 'New card' });
      await line.fill('Smoke');
      checkCondition((await line.inputValue()) === 'Smoke', 'The field takes no text');
    }
    const isVisible = await (await launched.app.browserWindow(small)).evaluate((one) => one.isVisible());
    checkCondition(isVisible, 'The window is hidden');
    // Quick add hides when it is closed, and later rows need the main window only.
    await (await launched.app.browserWindow(small)).evaluate((one) => one.destroy());
  });

await runCheckAsRow('a page that crashes comes back', async () => {
  // Playwright cannot use a page after a crash. So the main process reads the text of the page that replaces it.
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

await runCheckAsRow('the app ends by itself when it quits', async () => {
  checkCondition((await launched.close()) === 0, 'the exit code is not 0');
});

await runCheckAsRow('a start by a link opens what it names', async () => {
  launched = await launch(['decktop://inbox']);
  await launched.page.waitForURL((url) => url.hash.startsWith('#/inbox'));
  await launched.close();
});

await service.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(printTable() ? 0 : 1);
