/** Tests updates with the real electron-updater: feed, download, checksum and installation of an AppImage. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProxyCredentials } from '../../../electron/shell/network/network.ts';
import { createUpdater, type Updater } from '../../../electron/shell/updates/updater.ts';
import { type AppUpdateSettings, type AppUpdateState, defaultAppUpdateSettings } from '../../../shared/bridge/index.ts';
import { ManualClock } from '../../faults/clock.ts';
import { type InstalledApp, installApp, startUpdateFeed, type UpdateFeed } from './feed.ts';

let feed: UpdateFeed;
let app: InstalledApp;
let updater: Updater;
let settings: AppUpdateSettings;
let clock: ManualClock;
let states: AppUpdateState[];
let unsent: number;
let isConfirmed: boolean;
let asked: number[];
let quits: number;
let startsAgain: number;
let logins: ProxyCredentials[];
let refusedLogins: (ProxyCredentials | null)[];

beforeEach(async () => {
  feed = await startUpdateFeed();
  app = installApp(feed);
  clock = new ManualClock();
  settings = defaultAppUpdateSettings;
  [states, unsent, isConfirmed, asked, quits, startsAgain] = [[], 0, false, [], 0, 0];
  [logins, refusedLogins] = [[], []];
  updater = createUpdater({
    updater: app.updater,
    settings: () => settings,
    clock,
    unsent: async () => unsent,
    confirmUnsent: async (count) => {
      asked.push(count);
      return isConfirmed;
    },
    quit: () => {
      quits += 1;
    },
    startAgain: () => {
      startsAgain += 1;
    },
    changed: (state) => states.push(state),
    askProxyLogin: async (_proxy, refused) => {
      refusedLogins.push(refused);
      return logins.shift() ?? null;
    },
    log: () => undefined,
  });
});
afterEach(async () => {
  app.close();
  await feed.close();
});

const phases = () => states.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
const content = () => readFileSync(app.file, 'utf8');

test('no request has an id of the computer', async () => {
  feed.publish('1.1.0', { staging: 100 });
  await updater.check();
  expect(feed.requests.length).toBeGreaterThan(0);
  expect(feed.sentHeaders.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value))).toEqual([]);
});

test.skipIf(process.platform !== 'linux')('a new version is found, downloaded, verified and installed', async () => {
  feed.publish('1.1.0', { notes: '- Boards are faster' });
  await updater.check();
  expect(phases()).toEqual(['checking', 'available', 'downloading', 'ready']);
  expect(updater.state).toEqual({ phase: 'ready', version: '1.1.0', notes: '- Boards are faster', onQuit: false });
  // The person has not asked to install the new version yet, so quitting the app must not install it.
  expect(await updater.beforeExit()).toBe(false);
  expect(content()).not.toContain('1.1.0');
  await updater.install('onQuit');
  expect(await updater.beforeExit()).toBe(true);
  expect(content()).toContain('# 1.1.0');
});

// As on macOS, where the system refuses a build without a signature after the app has closed its windows.
test.each([
  ['now', 1],
  ['onQuit', 0],
] as const)(
  'an installation that fails %s ends the app, which starts again if the person expects it',
  async (when, starts) => {
    feed.publish('1.1.0');
    await updater.check();
    await updater.install(when);
    app.updater.quitAndInstall = () => void app.updater.emit('error', new Error('not signed'));
    quits = 0;
    await updater.beforeExit();
    expect([quits, startsAgain]).toEqual([1, starts]);
  },
);

test('a proxy that refuses a login is answered with another, or the request ends', async () => {
  const [wrong, right] = [
    { username: 'ann', password: 'wrong' },
    { username: 'ann', password: 'right' },
  ];
  logins = [wrong, right];
  const answers: string[][] = [];
  for (const count of [1, 2, 3]) {
    app.updater.emit('login', { host: 'proxy.example', port: 3128 } as never, (...answer: string[]) =>
      answers.push(answer),
    );
    await expect.poll(() => answers.length).toBe(count);
  }
  expect(answers).toEqual([['ann', 'wrong'], ['ann', 'right'], []]);
  expect(refusedLogins).toEqual([null, wrong, right]);
});

test('a version that is not newer changes nothing', async () => {
  feed.publish('1.0.0');
  await updater.check();
  expect(updater.state).toEqual({ phase: 'idle', checkedAt: new Date(clock.now()).toISOString() });
  feed.publish('0.9.0');
  await updater.check();
  expect(updater.state.phase).toBe('idle');
});

test('a download with another checksum is refused and never installed', async () => {
  feed.publish('1.1.0', { sha512: Buffer.alloc(64).toString('base64') });
  await updater.check();
  expect(updater.state).toEqual({
    phase: 'failed',
    message: 'The downloaded version is not the published one, so it was deleted.',
  });
  await updater.install('now');
  expect([await updater.beforeExit(), quits]).toEqual([false, 0]);
  expect(content()).not.toContain('1.1.0');
});

test('a feed that cannot be reached, or lacks the channel, is reported; the next check tries again', async () => {
  await updater.check();
  expect(updater.state).toEqual({ phase: 'failed', message: 'The feed has no versions for this channel.' });
  feed.publish('1.1.0');
  await updater.check();
  expect(updater.state.phase).toBe('ready');
});

test('the beta channel is followed only by choice, and going back installs nothing older', async () => {
  feed.publish('1.0.0');
  feed.publish('1.2.0-beta.1', { channel: 'beta' });
  await updater.check();
  expect(updater.state.phase).toBe('idle');
  settings = { ...settings, channel: 'beta' };
  await updater.check();
  expect(updater.state).toMatchObject({ phase: 'ready', version: '1.2.0-beta.1' });
});

test('a staged version reaches nobody at 0 % and everybody at 100 %', async () => {
  feed.publish('1.1.0', { staging: 0 });
  await updater.check();
  expect(updater.state.phase).toBe('idle');
  feed.publish('1.1.0', { staging: 100 });
  await updater.check();
  expect(updater.state.phase).toBe('ready');
});

describe('the person decides', () => {
  test('whether versions are looked for: a minute after the start, then every six hours', async () => {
    settings = { ...settings, automatic: false };
    feed.publish('1.1.0');
    updater.start();
    await clock.advance(6 * 3_600_000);
    expect(feed.requests).toEqual([]);
    settings = { ...settings, automatic: true };
    await clock.advance(60_000 + 1);
    await expect.poll(() => updater.state.phase).toBe('ready');
  });

  test('whether what was found is downloaded', async () => {
    settings = { ...settings, automatic: false };
    feed.publish('1.1.0');
    await updater.check();
    expect(updater.state).toMatchObject({ phase: 'available', version: '1.1.0' });
    expect(feed.requests.some((name) => name.endsWith('.AppImage'))).toBe(false);
    await updater.download();
    expect(updater.state.phase).toBe('ready');
  });

  test('whether to restart while changes are unsent', async () => {
    feed.publish('1.1.0');
    await updater.check();
    unsent = 3;
    await updater.install('now');
    expect([asked, quits]).toEqual([[3], 0]);
    isConfirmed = true;
    await updater.install('now');
    expect([asked, quits]).toEqual([[3, 3], 1]);
  });

  test('to install on quitting, or later after all; never with unsent changes', async () => {
    feed.publish('1.1.0');
    await updater.check();
    await updater.install('onQuit');
    expect(updater.state).toMatchObject({ onQuit: true });
    unsent = 1;
    expect(await updater.beforeExit()).toBe(false);
    unsent = 0;
    await updater.install('later');
    expect(await updater.beforeExit()).toBe(false);
    expect(content()).not.toContain('1.1.0');
  });
});
