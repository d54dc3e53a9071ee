/** Starts the app in a real window for end-to-end tests and benchmarks. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const root = path.join(import.meta.dirname, '../..');

/** Whether windows run in Electron's own executable instead of the stand-in. `DECKTOP_SHELL=stand-in` forces the stand-in. */
export const realElectron =
  process.env.DECKTOP_SHELL !== 'stand-in' && existsSync(path.join(root, 'node_modules/electron/path.txt'));

export interface LaunchOptions {
  /** Options of the app, as after `npm start --`. */
  args?: string[];
  env?: Record<string, string>;
  /** The app's data folder. By default a new one (`newUserData`), removed at close. */
  userData?: string;
  /** The app's folder or main script. */
  app?: string;
}

export interface Launched {
  app: ElectronApplication;
  /** The first window, on the app's own page. */
  page: Page;
  userData: string;
  /** Console errors and uncaught errors of every window, with the window's URL. */
  errors: string[];
  /** Everything that the main process has written to stdout and stderr. */
  output(): string;
  /** Quits the app; resolves with its exit code when its process has ended. */
  close(): Promise<number | null>;
}

/** Waits until the window shows a page: both shells may show it while it is blank. */
export async function loaded(page: Page): Promise<Page> {
  await page.waitForURL((url) => !/^(about|data|chrome-error):/.test(url.href));
  return page;
}

/**
 * A new data folder. It holds a copy of the demo workspace where Playwright's setup has made one (e2e-setup.ts): filling the
 * demo takes most of the app's first start. Elsewhere it is empty.
 */
export function newUserData(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-'));
  const demo = process.env.DECKTOP_DEMO_FOLDER;
  if (demo) cpSync(demo, folder, { recursive: true });
  return folder;
}

/** Starts the built app in a real window, as `npm start` does, and waits for its first page. */
export async function launchApp(options: LaunchOptions = {}): Promise<Launched> {
  const userData = options.userData ?? newUserData();
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, STANDIN_OPEN: '0', ...options.env })) {
    if (value !== undefined) environment[name] = value;
  }
  const displays = process.env.DECKTOP_DISPLAYS?.split(' ').filter(Boolean) ?? [];
  const display = displays[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % displays.length];
  if (display) environment.DISPLAY = display;
  // Playwright asks the electron package for the executable, and the package reads this variable.
  if (!realElectron) process.env.ELECTRON_OVERRIDE_DIST_PATH = path.join(root, 'build/standin');
  const app = await _electron.launch({
    args: [options.app ?? root, `--user-data-dir=${userData}`, ...(options.args ?? [])],
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
    const page = await loaded(await app.firstWindow());
    return { app, page, userData, errors, output: () => output, close };
  } catch (error) {
    await close();
    throw new Error(`The app showed no page: ${error}\n${output}`);
  }
}
