/**
 * Looks for new versions of the app, downloads and installs them by electron-updater, which verifies checksum and signature.
 * The person decides when to install; nothing is installed while changes are unsent unless the person agrees.
 */
import type { AuthInfo } from 'electron';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { UpdateSettings, UpdateState, updateMoments } from '../../../shared/bridge/index.ts';
import type { Clock } from '../../client/clock.ts';
import type { Log } from '../log.ts';
import type { AskProxyLogin, Credentials } from '../network/network.ts';

export interface UpdaterOptions {
  readonly updater: AppUpdater;
  readonly settings: () => UpdateSettings;
  readonly clock: Clock;
  /** Number of changes in all workspaces that wait to be sent. */
  readonly unsent: () => number;
  /** Asks whether to restart all the same. */
  readonly confirmUnsent: (count: number) => Promise<boolean>;
  /** Ends the app; `beforeExit` follows once everything is written. */
  readonly quit: () => void;
  readonly changed: (state: UpdateState) => void;
  readonly askProxyLogin: AskProxyLogin;
  readonly log: Log;
}

export interface Updater {
  readonly state: UpdateState;
  /** Looks for new versions from now on, if the settings say so. */
  start(): void;
  check(): Promise<void>;
  download(): Promise<void>;
  install(when: (typeof updateMoments)[number]): Promise<void>;
  settingsChanged(): void;
  /**
   * Installs if the person wants that now. Call when everything is written, right before the app exits. Returns whether it
   * ends the app itself.
   */
  beforeExit(): boolean;
}

const firstCheckMs = 60_000;
const checkIntervalMs = 6 * 3_600_000;

export function createUpdater(options: UpdaterOptions): Updater {
  const { updater, settings, clock, log } = options;
  let state: UpdateState = { phase: 'idle', checkedAt: null };
  let found: { readonly version: string; readonly notes: string } = { version: '', notes: '' };
  let isRestarting = false;
  let cancelCheck: (() => void) | undefined;

  function become(next: UpdateState): void {
    state = next;
    options.changed(state);
  }
  const isBusy = () => ['checking', 'downloading', 'ready'].includes(state.phase);

  updater.logger = {
    info: (message) => log('info', `Updates: ${message}`),
    warn: (message) => log('warn', `Updates: ${message}`),
    error: (message) => log('warn', `Updates: ${message}`),
  };
  // `beforeExit` installs, after all data is written. On macOS the library would otherwise install at once.
  updater.autoInstallOnAppQuit = false;
  updater.autoDownload = false;
  // The library would send a lasting id of this computer. Staged releases are decided here, without the server.
  updater.requestHeaders = { 'x-user-staging-id': '' };
  /** The last credentials for each proxy. Chromium asks for accepted ones once, so that a second question means a refusal. */
  const given = new Map<string, Credentials | null>();
  updater.signals.login((proxy: AuthInfo, answer) => {
    const name = `${proxy.host}:${proxy.port}`;
    void options.askProxyLogin(proxy, given.get(name) ?? null).then((login) => {
      given.set(name, login);
      // Electron ends the request without arguments. The library's type has no such call; empty texts would be credentials.
      if (login) answer(login.username, login.password);
      else (answer as () => void)();
    });
  });
  updater.on('update-not-available', () => become({ phase: 'idle', checkedAt: new Date(clock.now()).toISOString() }));
  updater.on('update-available', (info) => {
    found = { version: info.version, notes: notesOf(info) };
    become({ phase: 'available', ...found });
  });
  updater.on('download-progress', ({ percent }) => {
    const whole = Math.floor(percent);
    if (state.phase === 'downloading' && state.percent !== whole) become({ ...state, percent: whole });
  });
  updater.on('update-downloaded', () => become({ phase: 'ready', ...found, onQuit: false }));
  updater.on('error', (error) => become({ phase: 'failed', message: failureText(error) }));

  function scheduleCheck(delayMs: number): void {
    cancelCheck?.();
    cancelCheck = clock.after(delayMs, () => {
      scheduleCheck(checkIntervalMs);
      if (settings().automatic) void check();
    });
  }

  async function check(): Promise<void> {
    if (isBusy()) return;
    become({ phase: 'checking' });
    updater.channel = settings().channel;
    // Choosing a channel allows older versions, which could not read the data of newer ones.
    updater.allowDowngrade = false;
    // Errors arrive as events, too.
    await updater.checkForUpdates().catch(() => undefined);
    if (settings().automatic) await download();
  }

  async function download(): Promise<void> {
    if (state.phase !== 'available') return;
    become({ phase: 'downloading', version: state.version, percent: 0 });
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
      if (when !== 'now') return become({ ...state, onQuit: when === 'onQuit' });
      const unsent = options.unsent();
      if (unsent > 0 && !(await options.confirmUnsent(unsent))) return;
      isRestarting = true;
      options.quit();
    },
    settingsChanged() {
      if (state.phase === 'available' && settings().automatic) void download();
    },
    beforeExit() {
      if (state.phase !== 'ready') return false;
      if (!isRestarting && (!state.onQuit || options.unsent() > 0)) return false;
      // Nothing else would end the app then.
      updater.on('error', options.quit);
      updater.autoRunAppAfterInstall = isRestarting;
      updater.quitAndInstall(true, isRestarting);
      return true;
    },
  };
}

/** The release notes as markdown; feeds give a text, or one per version. */
function notesOf({ releaseNotes }: UpdateInfo): string {
  if (typeof releaseNotes === 'string') return releaseNotes;
  return (releaseNotes ?? []).map(({ version, note }) => `## ${version}\n\n${note ?? ''}`).join('\n\n');
}

/** A sentence for the person; the log has the details. */
function failureText(error: Error & { readonly code?: string }): string {
  if (error.code === 'ERR_CHECKSUM_MISMATCH' || /sha512 checksum mismatch/.test(error.message))
    return 'The downloaded version is not the published one, so it was deleted.';
  if (error.code === 'ERR_UPDATER_INVALID_SIGNATURE')
    return 'The downloaded version is not signed by the publisher of this one, so it was deleted.';
  if (error.code === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND') return 'The feed has no versions for this channel.';
  return 'The place with new versions could not be reached.';
}
