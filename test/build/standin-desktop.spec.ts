/**
 * Checks that the stand-in imitates these parts of Electron: the keychain, displays, paths on macOS, and the handling
 * of unhandled promise rejections in a worker thread.
 */
import { expect, test } from '@playwright/test';
import { type LaunchedApp, launchApp, usesRealElectron } from '../support/launch.ts';
import { fixtureAppFolder } from './fixture.ts';

test.skip(usesRealElectron, 'Drives parts of the stand-in that a person or the system drives in Electron');

const withApp = async (env: Record<string, string>, work: (launched: LaunchedApp) => Promise<void>) => {
  const launched = await launchApp({ app: fixtureAppFolder, env: { STANDIN_HEADLESS: '1', ...env } });
  try {
    await work(launched);
  } finally {
    await launched.close();
  }
};

/**
 * Calls functions of the keychain. Returns the result of each function or, if it failed, the message of its error.
 */
const keychainResults = ({ app }: LaunchedApp) =>
  app.evaluate(async ({ safeStorage }) => {
    const outcome = (attempt: Promise<unknown>) => attempt.then(String, (error: Error) => error.message);
    return {
      available: await safeStorage.isAsyncEncryptionAvailable(),
      key: await outcome(safeStorage.encryptStringAsync('').then((bytes) => bytes.toString('latin1', 0, 3))),
      secret: await outcome(
        safeStorage
          .encryptStringAsync('secret')
          .then((bytes) => safeStorage.decryptStringAsync(bytes))
          .then(({ result }) => result),
      ),
    };
  });

test('a keychain of Linux encrypts; it can be missing, or refuse', async () => {
  // This test starts the app four times, so it needs more time.
  test.slow();
  await withApp({ STANDIN_KEYCHAIN: 'service' }, async (launched) => {
    expect(await keychainResults(launched)).toEqual({ available: true, key: 'v11', secret: 'secret' });
  });
  await withApp({}, async (launched) => {
    expect(await keychainResults(launched)).toEqual({ available: true, key: 'v10', secret: 'secret' });
  });
  await withApp({ STANDIN_KEYCHAIN: 'none' }, async (launched) => {
    expect(await keychainResults(launched)).toMatchObject({ available: false, secret: 'Encryption is not available.' });
  });
  await withApp({ STANDIN_KEYCHAIN: 'failing' }, async (launched) => {
    expect(await keychainResults(launched)).toMatchObject({ available: true, secret: 'The keychain refuses.' });
  });
});

test('a keychain that asks waits for the person, and the app goes on meanwhile', async () => {
  await withApp({ STANDIN_KEYCHAIN: 'asking' }, async ({ app, page }) => {
    const asked = app.evaluate(({ safeStorage }) =>
      safeStorage.encryptStringAsync('secret').then(
        (bytes) => bytes.length > 0,
        (error: Error) => error.message,
      ),
    );
    const prompts = () => app.evaluate(() => globalThis.standinRecord.keychainPrompts.length);
    await expect.poll(prompts).toBe(1);
    expect(await page.evaluate(() => window.fixture.invoke('echo', 'alive'))).toBe('alive');
    expect(await app.evaluate(() => globalThis.standinRecord.keychainPrompts.shift()?.(true))).toBeUndefined();
    expect(await asked).toBe(true);

    const refused = app.evaluate(({ safeStorage }) =>
      safeStorage.encryptStringAsync('secret').then(String, (error: Error) => error.message),
    );
    await expect.poll(prompts).toBe(1);
    await app.evaluate(() => globalThis.standinRecord.keychainPrompts.shift()?.(false));
    expect(await refused).toBe('The person refuses.');
    await expect(app.evaluate(() => globalThis.roundTrip('x'))).rejects.toThrow('would be blocked');
  });
});

test('on macOS settings lie in the folder of macOS', async () => {
  await withApp({ STANDIN_PLATFORM: 'darwin' }, async (launched) => {
    const [appData, logs] = await launched.app.evaluate(({ app }) => [app.getPath('appData'), app.getPath('logs')]);
    expect(appData).toMatch(/Library\/Application Support$/);
    expect(logs).toMatch(/Library\/Logs\/Fixture App$/);
  });
});

test.describe('one start', () => {
  let launched: LaunchedApp;
  test.beforeAll(async () => {
    launched = await launchApp({ app: fixtureAppFolder, env: { STANDIN_HEADLESS: '1' } });
  });
  test.afterAll(async () => {
    expect(await launched.close()).toBe(0);
  });

  test('a rejection that nobody handles ends the thread it happens in, and not the app', async () => {
    const ended = await launched.app.evaluate(async () => {
      const { Worker } = process.getBuiltinModule('node:worker_threads');
      const worker = new Worker("Promise.reject(new Error('nobody handles this')); setInterval(() => {}, 1000)", {
        eval: true,
      });
      const errors: string[] = [];
      worker.on('error', (error) => errors.push((error as Error).message));
      const code = await new Promise<number>((resolve) => worker.once('exit', resolve));
      return { code, errors };
    });
    expect(ended).toEqual({ code: 1, errors: ['nobody handles this'] });
    expect(await launched.page.evaluate(() => window.fixture.invoke('echo', 'alive'))).toBe('alive');
  });

  test('displays come, change and go', async () => {
    const seen = await launched.app.evaluate(({ screen }) => {
      const events: unknown[] = [];
      screen.on('display-added', (_event, { id }) => events.push(['added', id]));
      screen.on('display-removed', (_event, { id }) => events.push(['removed', id]));
      screen.on('display-metrics-changed', (_event, { id }, changed) => events.push([changed, id]));
      const first = screen.getPrimaryDisplay();
      const { setDisplays } = globalThis.standinRecord;
      const second = { id: 2, bounds: { x: first.bounds.width, y: 0, width: 1000, height: 800 }, scaleFactor: 2 };
      setDisplays([first, second]);
      const onSecond = { x: second.bounds.x + 10, y: 10, width: 300, height: 300 };
      const matching = [
        screen.getDisplayMatching(onSecond).id,
        screen.getDisplayMatching({ ...onSecond, x: 0 }).id,
        // A window outside all displays matches the nearest display.
        screen.getDisplayMatching({ ...onSecond, x: 99_000 }).id,
      ];
      setDisplays([first, { ...second, scaleFactor: 1.5 }]);
      setDisplays([first]);
      return { events, matching, after: screen.getDisplayMatching(onSecond).id, count: screen.getAllDisplays().length };
    });
    expect(seen).toEqual({
      events: [
        ['added', 2],
        [['scaleFactor'], 2],
        ['removed', 2],
      ],
      matching: [2, 1, 2],
      after: 1,
      count: 1,
    });
  });
});
