/**
 * Electron-updater verifies checksum and signature. The person decides when a version is installed. While changes are
 * unsent, the app asks before it installs one.
 */
import type { AuthInfo } from 'electron';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { AppUpdateSettings, AppUpdateState, appUpdateInstallChoices } from '../../../shared/bridge/index.ts';
import type { Clock } from '../../client/clock.ts';
import type { Log } from '../log.ts';
import type { ProxyCredentials, ProxyLoginAsker } from '../network/network.ts';
import type { Platform } from '../platform.ts';

export interface AppInstallation {
  readonly platform: Platform;
  readonly isPackaged: boolean;
  /** The file has the address of new versions. */
  readonly hasFeed: boolean;
  /** Whether the build has the signature of a publisher. Only macOS needs one: its updater installs no other build. */
  readonly isSigned: boolean;
  readonly isFromStore: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Null if the app updates itself. */
export function reasonForNoUpdates(installation: AppInstallation): string | null {
  const { platform, isPackaged, hasFeed, isSigned, isFromStore, env } = installation;
  if (!isPackaged) return 'This is a development build, which does not update itself.';
  if (isFromStore) return 'The store that Decktop was installed from updates it.';
  if (env.FLATPAK_ID) return 'Flatpak updates Decktop.';
  if (env.SNAP) return 'Snap updates Decktop.';
  if (platform === 'linux' && !env.APPIMAGE) return 'Your system’s package manager updates Decktop.';
  if (platform === 'darwin' && !isSigned) return 'This build is not signed, and macOS updates signed apps only.';
  if (!hasFeed) return 'This build names no place to look for new versions.';
  return null;
}

export interface UpdaterOptions {
  readonly updater: AppUpdater;
  readonly settings: () => AppUpdateSettings;
  readonly clock: Clock;
  /** Counts all workspaces, including those that are not open. */
  readonly unsent: () => Promise<number>;
  readonly confirmUnsent: (count: number) => Promise<boolean>;
  readonly startAgain: () => void;
  /** The app calls `beforeExit` once all data is written. */
  readonly quit: () => void;
  readonly changed: (state: AppUpdateState) => void;
  readonly askProxyLogin: ProxyLoginAsker;
  readonly log: Log;
}

export interface Updater {
  readonly state: AppUpdateState;
  /** Checks after one minute, then every 6 hours, if the settings allow it. */
  start(): void;
  check(): Promise<void>;
  download(): Promise<void>;
  install(when: (typeof appUpdateInstallChoices)[number]): Promise<void>;
  settingsChanged(): void;
  /**
   * Installs the downloaded version if the person has chosen "now", or "on quitting" and no changes are unsent. Call
   * this function right before the app exits, after all data is written. Returns true if it installs a version; the
   * installation then ends the app.
   */
  beforeExit(): Promise<boolean>;
}

const firstCheckMs = 60_000;
const checkIntervalMs = 6 * 3_600_000;

export function createUpdater(options: UpdaterOptions): Updater {
  const { updater, settings, clock, log } = options;
  let state: AppUpdateState = { phase: 'idle', checkedAt: null };
  let foundVersion: { readonly version: string; readonly notes: string } = { version: '', notes: '' };
  let isRestarting = false;
  let cancelCheck: (() => void) | undefined;

  function setState(next: AppUpdateState): void {
    state = next;
    options.changed(state);
  }
  const isBusy = () => ['checking', 'downloading', 'ready'].includes(state.phase);

  updater.logger = {
    info: (message) => log('info', `updater: ${message}`),
    warn: (message) => log('warn', `updater: ${message}`),
    error: (message) => log('warn', `updater: ${message}`),
  };
  // Must be false. Otherwise electron-updater on macOS installs a version at once, before all data is written.
  updater.autoInstallOnAppQuit = false;
  updater.autoDownload = false;
  // By default the library sends a permanent id of this computer in this header. The empty value replaces the id. No
  // server needs the id: the library itself decides whether this computer gets a staged release.
  updater.requestHeaders = { 'x-user-staging-id': '' };
  /** If Chromium asks for credentials for the same proxy (host and port) again, the proxy has refused the last ones. */
  const lastCredentials = new Map<string, ProxyCredentials | null>();
  updater.signals.login((proxy: AuthInfo, answer) => {
    const name = `${proxy.host}:${proxy.port}`;
    void options.askProxyLogin(proxy, lastCredentials.get(name) ?? null).then((login) => {
      lastCredentials.set(name, login);
      // Calling `answer` without arguments cancels the request. Empty strings would be sent to the proxy as
      // credentials. The library's type does not allow the call without arguments.
      if (login) answer(login.username, login.password);
      else (answer as () => void)();
    });
  });
  updater.on('update-not-available', () => setState({ phase: 'idle', checkedAt: new Date(clock.now()).toISOString() }));
  updater.on('update-available', (info) => {
    foundVersion = { version: info.version, notes: notesOf(info) };
    setState({ phase: 'available', ...foundVersion });
  });
  updater.on('download-progress', ({ percent }) => {
    const whole = Math.floor(percent);
    if (state.phase === 'downloading' && state.percent !== whole) setState({ ...state, percent: whole });
  });
  updater.on('update-downloaded', () => setState({ phase: 'ready', ...foundVersion, onQuit: false }));
  updater.on('error', (error) => setState({ phase: 'failed', message: failureText(error) }));

  function scheduleCheck(delayMs: number): void {
    cancelCheck?.();
    cancelCheck = clock.after(delayMs, () => {
      scheduleCheck(checkIntervalMs);
      if (settings().automatic) void check();
    });
  }

  async function check(): Promise<void> {
    if (isBusy()) return;
    setState({ phase: 'checking' });
    updater.channel = settings().channel;
    // Setting `channel` sets `allowDowngrade` to true. But an older version cannot read the data of a newer version.
    updater.allowDowngrade = false;
    // Errors of this call also cause the event `error`, whose listener handles them.
    await updater.checkForUpdates().catch(() => undefined);
    if (settings().automatic) await download();
  }

  async function download(): Promise<void> {
    if (state.phase !== 'available') return;
    setState({ phase: 'downloading', version: state.version, percent: 0 });
    await updater.downloadUpdate().catch(() => undefined);
  }

  return {
    get state() {
      return state;
    },
    start: () => scheduleCheck(firstCheckMs),
    check,
    download,
    async install(when) {
      if (state.phase !== 'ready') return;
      if (when !== 'now') return setState({ ...state, onQuit: when === 'onQuit' });
      const unsent = await options.unsent();
      if (unsent > 0 && !(await options.confirmUnsent(unsent))) return;
      isRestarting = true;
      options.quit();
    },
    settingsChanged() {
      if (state.phase === 'available' && settings().automatic) void download();
    },
    async beforeExit() {
      if (state.phase !== 'ready') return false;
      if (!isRestarting && (!state.onQuit || (await options.unsent()) > 0)) return false;
      // If the installation fails, the library does not end the app, which then comes back as it was.
      updater.once('error', () => {
        if (isRestarting) options.startAgain();
        options.quit();
      });
      updater.autoRunAppAfterInstall = isRestarting;
      updater.quitAndInstall(true, isRestarting);
      return true;
    },
  };
}

/** The update feed contains either one text or one text per version. */
function notesOf({ releaseNotes }: UpdateInfo): string {
  if (typeof releaseNotes === 'string') return releaseNotes;
  return (releaseNotes ?? []).map(({ version, note }) => `## ${version}\n\n${note ?? ''}`).join('\n\n');
}

/** The log has the details. */
function failureText(error: Error & { readonly code?: string }): string {
  if (error.code === 'ERR_CHECKSUM_MISMATCH' || /sha512 checksum mismatch/.test(error.message))
    return 'The downloaded version is not the published one, so it was deleted.';
  if (error.code === 'ERR_UPDATER_INVALID_SIGNATURE')
    return 'The downloaded version is not signed by the publisher of this one, so it was deleted.';
  if (error.code === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND') return 'The feed has no versions for this channel.';
  return 'The place with new versions could not be reached.';
}
