/** Imitates Electron's `app`: starts Chromium, emits the events of the life cycle, and returns paths and versions. */
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { standinChromium } from './chromium.ts';
import { registeredWindows } from './registry.ts';
import { SingleInstanceLock } from './single-instance.ts';
import { preventableEvent, StrictEmitter, standinRecord, throwOnUnknownMembers } from './strict.ts';

/** Data that the launcher reads from the command line and package.json before it runs the app's main script. */
export interface AppDescription {
  name: string;
  version: string;
  path: string;
  packaged: boolean;
  argv: string[];
  userData: string | null;
}

/** Returns the system's folder for settings of apps, on the platform that the app sees (`STANDIN_PLATFORM`). */
function appDataFolder(): string {
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library/Application Support');
  if (process.platform === 'win32') return process.env.APPDATA ?? path.join(os.homedir(), 'AppData/Roaming');
  return process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config');
}

export class App extends StrictEmitter {
  protected static override events = [
    ...['will-finish-launching', 'ready', 'window-all-closed', 'before-quit', 'will-quit', 'quit', 'second-instance'],
    ...['browser-window-created', 'web-contents-created', 'browser-window-focus', 'browser-window-blur'],
    // Of the following events, the stand-in itself emits only `render-process-gone`. Tests can emit the other events.
    ...['activate', 'open-url', 'open-file', 'render-process-gone', 'child-process-gone', 'certificate-error'],
    ...['select-client-certificate', 'login', 'gpu-info-update', 'accessibility-support-changed', 'session-created'],
  ];
  name = 'Electron';
  isPackaged = false;
  /** Undefined except on macOS, as in Electron. */
  get dock() {
    return process.platform === 'darwin' ? this.#dock : undefined;
  }
  readonly #dock = createDock(this);
  #version = '0.0.0';
  #appPath = process.cwd();
  #argv: string[] = [];
  readonly #paths = new Map<string, string>();
  #instance: SingleInstanceLock | null = null;
  #ready = false;
  #quitting = false;
  #relaunch: string[] | null = null;
  #badge = 0;
  #becomeReady: () => void = () => {};
  readonly #whenReady = new Promise<void>((resolve) => {
    this.#becomeReady = resolve;
  });

  #resolveReadyAwaited: () => void = () => {};
  /** Resolves when the app calls `whenReady` for the first time. */
  readonly readyAwaited = new Promise<void>((resolve) => {
    this.#resolveReadyAwaited = resolve;
  });

  readonly commandLine = throwOnUnknownMembers('app.commandLine', {
    appendSwitch: (name: string, value?: string) => {
      // Ignores switches that Playwright adds. `chromium.ts` decides whether Chromium runs in its sandbox.
      if (!/^(no-sandbox|inspect|r)$/.test(name)) {
        standinChromium.switches.push(value === undefined || value === '' ? `--${name}` : `--${name}=${value}`);
      }
    },
    appendArgument: (value: string) => {
      standinChromium.switches.push(value);
    },
    hasSwitch: (name: string) => this.#switches().some((s) => s === `--${name}` || s.startsWith(`--${name}=`)),
    getSwitchValue: (name: string) =>
      this.#switches()
        .find((s) => s.startsWith(`--${name}=`))
        ?.slice(name.length + 3) ?? '',
  } satisfies Partial<Electron.CommandLine>);

  #switches(): string[] {
    return [...standinChromium.switches, ...this.#argv];
  }

  setDescription(app: AppDescription): void {
    this.name = app.name;
    this.isPackaged = app.packaged;
    this.#version = app.version;
    this.#appPath = app.path;
    this.#argv = app.argv;
    if (app.userData) this.setPath('userData', app.userData);
  }

  /** Starts Chromium and emits `ready`. The launcher calls this function after it has evaluated the main script. */
  async start(): Promise<void> {
    this.emit('will-finish-launching');
    standinChromium.on('exit', (how: string) => {
      if (standinChromium.ending) return;
      console.error(`[stand-in] Chromium has ended unexpectedly: ${how}`);
      process.exit(1);
    });
    // Ends Chromium whenever this process ends.
    process.on('exit', () => standinChromium.kill());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void this.quit());
    const version = await standinChromium.start(this.getPath('userData'));
    Object.defineProperty(process.versions, 'chrome', { value: version, enumerable: true });
    this.#ready = true;
    this.#becomeReady();
    this.emit('ready', {}, {});
  }

  get quitting(): boolean {
    return this.#quitting;
  }
  whenReady(): Promise<void> {
    this.#resolveReadyAwaited();
    return this.#whenReady;
  }
  isReady(): boolean {
    return this.#ready;
  }

  /**
   * Emits `before-quit`, closes all windows, emits `will-quit` and ends the app. If a listener or a window refuses, the
   * app keeps running.
   */
  async quit(): Promise<void> {
    if (this.#quitting) return;
    this.#quitting = true;
    const refused = async () => {
      const before = preventableEvent();
      this.emit('before-quit', before);
      if (before.defaultPrevented) return true;
      for (const window of registeredWindows.values()) if (!(await window.tryClose())) return true;
      const will = preventableEvent();
      this.emit('will-quit', will);
      return will.defaultPrevented;
    };
    if (await refused()) this.#quitting = false;
    else this.exit(0);
  }

  exit(code = 0): void {
    this.#quitting = true;
    this.emit('quit', {}, code);
    this.#instance?.release();
    standinChromium.end(() => {
      if (this.#relaunch) {
        const [command, ...args] = this.#relaunch;
        spawn(command as string, args, { stdio: 'ignore', detached: true }).unref();
      }
      process.exit(code);
    });
  }

  relaunch(options: Electron.RelaunchOptions = {}): void {
    this.#relaunch = [options.execPath ?? (process.argv[0] as string), ...(options.args ?? process.argv.slice(1))];
  }

  getName(): string {
    return this.name;
  }
  setName(name: string): void {
    this.name = name;
  }
  getVersion(): string {
    return this.#version;
  }
  getLocale(): string {
    return process.env.LC_ALL?.split('.')[0]?.replace('_', '-') || 'en-US';
  }
  getAppPath(): string {
    return this.#appPath;
  }

  getPath(name: string): string {
    const config = appDataFolder();
    const userData = this.#paths.get('userData') ?? path.join(this.#paths.get('appData') ?? config, this.name);
    const defaults: Record<string, string> = {
      home: os.homedir(),
      appData: config,
      userData,
      sessionData: userData,
      logs:
        process.platform === 'darwin'
          ? path.join(os.homedir(), 'Library/Logs', this.name)
          : path.join(userData, 'logs'),
      crashDumps: path.join(userData, 'Crashpad'),
      temp: os.tmpdir(),
      exe: process.argv[0] as string,
      module: process.argv[0] as string,
      desktop: path.join(os.homedir(), 'Desktop'),
      documents: path.join(os.homedir(), 'Documents'),
      downloads: path.join(os.homedir(), 'Downloads'),
    };
    const found = this.#paths.get(name) ?? defaults[name];
    if (!found) throw new Error(`Failed to get '${name}' path`);
    return found;
  }
  setPath(name: string, value: string): void {
    if (!path.isAbsolute(value)) throw new Error('Path must be absolute');
    this.#paths.set(name, value);
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    this.#instance ??= new SingleInstanceLock(this.getPath('userData'), (argv, directory, data) =>
      // Electron emits `second-instance` only after `ready`.
      this.#whenReady.then(() => this.emit('second-instance', preventableEvent(), argv, directory, data)),
    );
    return this.#instance.acquire(process.argv, additionalData);
  }
  hasSingleInstanceLock(): boolean {
    return this.#instance?.held ?? false;
  }
  releaseSingleInstanceLock(): void {
    this.#instance?.release();
  }

  /** For tests, which set it to false: whether the program is in front of all others. On macOS only `focus({ steal: true })` makes it so. */
  isInFront = true;
  focus({ steal = false }: Partial<Electron.FocusOptions> = {}): void {
    if (steal) this.isInFront = true;
    [...registeredWindows.values()].at(-1)?.focus();
  }
  setBadgeCount(count = 0): boolean {
    this.#badge = count;
    return true;
  }
  getBadgeCount(): number {
    return this.#badge;
  }
  /** Undefined except on Windows, as in Electron. Stores the jump list, so that tests can read it. */
  get setJumpList() {
    return process.platform === 'win32' ? setJumpList : undefined;
  }
  setAppLogsPath(file?: string): void {
    this.setPath('logs', file ?? path.join(this.getPath('userData'), 'logs'));
  }
  // The following methods affect only the desktop, an installer or the GPU process. In the stand-in they do nothing, or
  // only store a value for the app to read.
  setAppUserModelId(_id: string): void {}
  setAboutPanelOptions(_options: Electron.AboutPanelOptionsOptions): void {}
  // The schemes that the app has registered. The stand-in stores them, but does not register them with the desktop.
  readonly #protocols = new Set<string>();
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.#protocols.add(scheme);
    return true;
  }
  removeAsDefaultProtocolClient(scheme: string): boolean {
    return this.#protocols.delete(scheme);
  }
  isDefaultProtocolClient(scheme: string): boolean {
    return this.#protocols.has(scheme);
  }
  enableSandbox(): void {}
  disableHardwareAcceleration(): void {}
  #openAtLogin = false;
  setLoginItemSettings({ openAtLogin = false }: Electron.Settings): void {
    this.#openAtLogin = openAtLogin;
  }
  getLoginItemSettings(): Electron.LoginItemSettings {
    const openAtLogin = this.#openAtLogin;
    return {
      openAtLogin,
      // Electron documents `wasOpenedAtLogin` for macOS only.
      wasOpenedAtLogin: process.platform === 'darwin' && process.env.STANDIN_OPENED_AT_LOGIN === '1',
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: openAtLogin,
      launchItems: [],
    };
  }
}

/** Creates `app.dock`. Draws nothing. Tests read the menu with `getMenu` and choose its entries. */
function createDock(owner: App) {
  let menu: Electron.Menu | null = null;
  let isVisible = true;
  return throwOnUnknownMembers('app.dock', {
    setMenu: (wanted: Electron.Menu) => {
      if (!owner.isReady()) throw new Error('dock.setMenu works only after the ready event');
      menu = wanted;
    },
    getMenu: () => menu,
    hide: () => {
      isVisible = false;
    },
    isVisible: () => isVisible,
    getBadge: () => (owner.getBadgeCount() > 0 ? String(owner.getBadgeCount()) : ''),
  } satisfies Partial<Electron.Dock>);
}

/**
 * Maximum length of the description of a task in the jump list, in characters. Windows does not show tasks with longer
 * descriptions.
 */
const maxTaskDescriptionLength = 260;

function setJumpList(categories: Electron.JumpListCategory[] | null): ReturnType<Electron.App['setJumpList']> {
  const items = (categories ?? []).flatMap((category) => category.items ?? []);
  const isTask = ({ type, title, program, description = '' }: Electron.JumpListItem) =>
    type === 'task' && title && program && description.length <= maxTaskDescriptionLength;
  if (!items.every(isTask)) return 'error';
  standinRecord.jumpList = items;
  return 'ok';
}

export const app = new App();
