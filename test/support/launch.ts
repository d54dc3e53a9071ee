/** Starts the app through Playwright, for end-to-end tests, benchmarks and the smoke run (test/smoke). */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const root = path.join(import.meta.dirname, '../..');

/**
 * Whether tests use Electron's own executable instead of the Electron stand-in (build/standin).
 * `DECKTOP_SHELL=stand-in` forces the stand-in.
 */
export const usesRealElectron =
  process.env.DECKTOP_SHELL !== 'stand-in' && existsSync(path.join(root, 'node_modules/electron/path.txt'));

export interface LaunchOptions {
  /** Command line options of the app, the same as those of `npm start --`. */
  args?: string[];
  env?: Record<string, string>;
  /** The app's data folder. Default: a folder from `newDataFolder` that `close` removes. */
  userData?: string;
  /** The folder or main script to start. Default: the built app. */
  app?: string;
  /** The executable of a packaged app. Default: Electron or the stand-in, which loads `app`. */
  executable?: string;
}

export interface LaunchedApp {
  app: ElectronApplication;
  /** The first window, with the app's page loaded. */
  page: Page;
  userData: string;
  /** Console errors and uncaught errors of every window, with the window's URL. */
  errors: string[];
  /** Everything that the main process wrote to stdout and stderr so far. */
  output(): string;
  /** Quits the app. Resolves with the exit code after its process has ended. */
  close(): Promise<number | null>;
}

/** Waits until the window has loaded its page. Electron and the stand-in may report a window that is still blank. */
export async function waitForPage(page: Page): Promise<Page> {
  await page.waitForURL((url) => !/^(about|data|chrome-error):/.test(url.href));
  return page;
}

/**
 * Creates a data folder for one start of the app. In Playwright's tests, the folder is a copy of the folder that
 * e2e-setup.ts filled with the demo. This saves most of the time of the app's first start. Elsewhere the folder has no
 * workspace. In both, the app counts as started before, so it does not ask how to begin; an empty folder makes it ask.
 */
export function newDataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-'));
  const demo = process.env.DECKTOP_DEMO_FOLDER;
  if (demo) cpSync(demo, folder, { recursive: true });
  const settings = { lastWorkspace: 'local', views: { '@local/welcome': false } };
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(settings));
  return folder;
}

/** Starts the built app in a real window, as `npm start` does, and waits for its first page. */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const userData = options.userData ?? newDataFolder();
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, STANDIN_OPEN: '0', ...options.env })) {
    if (value !== undefined) environment[name] = value;
  }
  const displays = process.env.DECKTOP_DISPLAYS?.split(' ').filter(Boolean) ?? [];
  const display = displays[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % displays.length];
  if (display) environment.DISPLAY = display;
  // Playwright asks the `electron` package for the executable, and this variable makes the package return the stand-in.
  if (!usesRealElectron) process.env.ELECTRON_OVERRIDE_DIST_PATH = path.join(root, 'build/standin');
  const app = await _electron.launch({
    ...(options.executable ? { executablePath: options.executable } : {}),
    args: [
      ...(options.executable ? [] : [options.app ?? root]),
      `--user-data-dir=${userData}`,
      ...(options.args ?? []),
    ],
    cwd: root,
    env: environment,
  });
  const child = app.process();
  const exited = new Promise<number | null>((resolve) => {
    if (child.exitCode === null && child.signalCode === null) child.once('exit', resolve);
    else resolve(child.exitCode);
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  // Playwright only says that the page was closed, so this says why: a signal ended the app, or Chromium ended. Tests
  // that kill the app use SIGKILL.
  child.once('exit', (_code, signal) => {
    const isExpected = signal === 'SIGKILL' || (signal === null && !output.includes('[stand-in] Chromium has ended'));
    if (!isExpected)
      process.stderr.write(`The app has ended (signal: ${signal}). Its last output:\n${output.slice(-4_000)}\n`);
  });
  const errors: string[] = [];
  const watch = (page: Page) => {
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
    });
  };
  for (const page of app.windows()) watch(page);
  app.on('window', watch);
  const close = async () => {
    await app.close();
    const code = await exited;
    if (!options.userData) rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
    return code;
  };
  try {
    const page = await waitForPage(await app.firstWindow());
    return { app, page, userData, errors, output: () => output, close };
  } catch (error) {
    await close();
    throw new Error(`The app showed no page: ${error}\n${output}`);
  }
}
