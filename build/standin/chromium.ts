/** Starts and controls the Chromium process in which the stand-in opens its windows. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type DevToolsData, DevToolsPipe, type DevToolsSession } from './pipe.ts';

/** Path of Chromium. `build/toolchain.mjs` finds Chromium and sets STANDIN_CHROMIUM. */
const executable =
  process.env.STANDIN_CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));

const defaultSwitches = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-search-engine-choice-screen',
  '--password-store=basic',
  '--use-mock-keychain',
  '--test-type', // Hides the warning bar that `--no-sandbox` shows in every window.
  '--deny-permission-prompts',
  '--disable-popup-blocking',
  '--disable-dev-shm-usage',
  // With the next three switches, windows keep their full speed while other windows cover them.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  // The app's own schemes are mapped to hosts below `.invalid`, which never resolve. Thus a request never reaches the
  // network, even if the stand-in fails to intercept it.
  '--host-resolver-rules=MAP *.invalid ^NOTFOUND',
  // By default, V8 compiles scripts without source positions. While a debugger is attached, V8 needs the positions for
  // the first `Error`, and parses the script again. The stand-in is such a debugger; Electron attaches none. React
  // creates an `Error` while it loads, so V8 would parse the first script of each window twice. This switch saves 24 of
  // 190 ms (bench row `start`).
  '--js-flags=--no-enable-lazy-source-positions',
];

/**
 * Chromium features that are turned off, because Electron does not have them either. The first is the spare renderer
 * (github.com/electron/electron/pull/53116). The others belong to the browser's user interface around the page. Its
 * address bar alone loads two pages per window, which takes 380 ms of processor time while the app's page starts.
 */
const disabledFeatures = [
  'SpareRendererForSitePerProcess',
  'Translate',
  'OptimizationHints',
  'MediaRouter',
  'LensOverlay',
  'AimEnabled',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
];

const disableFeatures = '--disable-features=';

/**
 * Adds `disabledFeatures` to the features that other switches disable. Chromium uses only the last switch with a given
 * name, so all features must be in one switch.
 */
function withDisabledFeatures(switches: readonly string[]): string[] {
  const others = switches.filter((text) => text.startsWith(disableFeatures));
  const features = [...disabledFeatures, ...others.map((text) => text.slice(disableFeatures.length))];
  return [...switches.filter((text) => !others.includes(text)), `${disableFeatures}${features.join(',')}`];
}

/**
 * Time in milliseconds for which `#open` tries to start Chromium. A killed Chromium releases its profile within this
 * time.
 */
const releaseTimeoutMs = 10_000;

/**
 * Kills the Chromium process that uses the profile. If an app is killed while a window opens, its Chromium may stay
 * alive. Every new Chromium with the same profile then passes its work to the old process and ends.
 */
function killProfileOwner(profile: string): void {
  try {
    // `SingletonLock` is a symbolic link to `<host>-<process id>`.
    process.kill(Number(readlinkSync(path.join(profile, 'SingletonLock')).split('-').at(-1)), 'SIGKILL');
  } catch {
    // The lock does not exist, or its process has ended: no process uses the profile, so there is nothing to kill.
  }
}

/**
 * Coordinate of hidden windows, in px. Chromium still renders a window outside the screen, so screenshots of it are
 * possible.
 */
const offScreenPosition = -20_000;

export interface WindowBounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The Chromium process of the app. Events:
 * - `exit`: Chromium has ended. The argument says how, with the last lines that Chromium wrote.
 * - `gone`: a session was closed. The argument is its id.
 * - `popup`: a page opened a window. The arguments are the session of that window, and the target id of the page.
 */
export class StandinChromium extends EventEmitter {
  /** Command line switches for Chromium. Switches can be added until Chromium starts. */
  readonly switches: string[] = [];
  readonly headless = process.env.STANDIN_HEADLESS === '1' || !(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  #pipe: DevToolsPipe | null = null;
  #commonSwitches: string[] = [];
  /**
   * Callbacks of windows that are opening. The key is the name in the first URL of the window. Without a display, the
   * only key is `headless`.
   */
  readonly #expectedWindows = new Map<string, (session: DevToolsSession) => void>();
  #lastOpening: Promise<unknown> = Promise.resolve();
  #ending = false;

  get pipe(): DevToolsPipe {
    if (!this.#pipe) throw new Error('Chromium is not running yet');
    return this.#pipe;
  }

  /** Starts Chromium. Resolves with Chromium's version as soon as windows can be opened. */
  async start(userData: string): Promise<string> {
    if (!executable) {
      throw new Error('No Chromium found. Install it (Debian: apt-get install chromium) or set STANDIN_CHROMIUM.');
    }
    const profile = path.join(userData, 'chromium');
    mkdirSync(userData, { recursive: true });
    this.#commonSwitches = [
      `--user-data-dir=${profile}`,
      ...defaultSwitches,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // Chromium refuses to be sandboxed as root.
      ...(this.headless ? ['--headless'] : []),
    ];
    const { pipe, version } = await this.#open(executable, profile);
    this.#pipe = pipe;
    pipe.on('exit', (how: string) => this.emit('exit', how));
    pipe.on('Target.attachedToTarget', (event: DevToolsData) => this.#attached(event));
    pipe.on('Target.detachedFromTarget', ({ sessionId }: DevToolsData) => {
      pipe.removeSession(sessionId);
      this.emit('gone', sessionId);
    });
    await pipe.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    return version;
  }

  /**
   * Starts Chromium repeatedly until a process answers. A Chromium process ends without an answer if another process
   * uses the profile.
   */
  async #open(program: string, profile: string): Promise<{ pipe: DevToolsPipe; version: string }> {
    const switches = [...this.#commonSwitches, '--no-startup-window', '--keep-alive-for-test', ...this.switches];
    for (const deadline = Date.now() + releaseTimeoutMs; ; await wait(100)) {
      const pipe = new DevToolsPipe(program, withDisabledFeatures(switches), (text) => {
        if (process.env.STANDIN_LOG || text.includes('DevTools listening')) process.stderr.write(text);
      });
      try {
        const { product } = await pipe.send('Browser.getVersion');
        return { pipe, version: String(product).split('/')[1] ?? '' };
      } catch (error) {
        if (Date.now() > deadline) throw error;
        killProfileOwner(profile);
      }
    }
  }

  #attached({ sessionId, targetInfo }: DevToolsData): void {
    const session = this.pipe.addSession(sessionId, targetInfo);
    if (targetInfo.type === 'page') {
      const name =
        /^data:text\/html,standin-(\w+)/.exec(targetInfo.url)?.[1] ?? (targetInfo.openerId ? '' : 'headless');
      const expecting = this.#expectedWindows.get(name);
      this.#expectedWindows.delete(name);
      if (expecting) {
        expecting(session);
        return;
      }
      if (targetInfo.openerId) {
        this.emit('popup', session, targetInfo.openerId);
        return;
      }
    }
    // Chromium opened this target by itself, so the stand-in lets it run without control.
    session.send('Runtime.runIfWaitingForDebugger').catch(() => {});
    if (targetInfo.type !== 'page') this.pipe.send('Target.detachFromTarget', { sessionId }).catch(() => {});
  }

  /**
   * Opens a window that is paused before its first document. Opens only one window at a time, because without a display
   * a window is recognized by the order of opening.
   */
  openWindow({ width, height }: WindowBounds): Promise<DevToolsSession> {
    const name = this.headless ? 'headless' : randomBytes(6).toString('hex');
    const open = this.#lastOpening.then(() => {
      const session = new Promise<DevToolsSession>((resolve) => this.#expectedWindows.set(name, resolve));
      if (this.headless) {
        const size = { newWindow: true, width, height };
        return this.pipe.send('Target.createTarget', { url: 'about:blank', ...size }).then(() => session);
      }
      // A second process with the same profile passes its request for an app window to the first process, and ends.
      const requester = spawn(executable as string, [...this.#commonSwitches, `--app=data:text/html,standin-${name}`], {
        stdio: 'ignore',
        detached: true,
      });
      requester.on('error', (error) => console.error('[stand-in]', error.message));
      return session;
    });
    this.#lastOpening = open.catch(() => {});
    return open;
  }

  async setBounds(targetId: string, bounds: WindowBounds, visible: boolean): Promise<void> {
    const { windowId } = await this.pipe.send('Browser.getWindowForTarget', { targetId });
    const { x, y, width, height } = bounds;
    const place = visible ? { left: x, top: y } : { left: offScreenPosition, top: offScreenPosition };
    await this.pipe.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
    await this.pipe.send('Browser.setWindowBounds', { windowId, bounds: { ...place, width, height } });
  }

  async setState(targetId: string, windowState: 'normal' | 'minimized' | 'maximized' | 'fullscreen'): Promise<void> {
    const { windowId } = await this.pipe.send('Browser.getWindowForTarget', { targetId });
    await this.pipe.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  }

  async getBounds(targetId: string): Promise<WindowBounds> {
    const { bounds } = await this.pipe.send('Browser.getWindowForTarget', { targetId });
    return { x: bounds.left, y: bounds.top, width: bounds.width, height: bounds.height };
  }

  /** Ends Chromium, and then calls `done`. If Chromium does not end within three seconds, kills it. */
  end(done: () => void): void {
    const child = this.#pipe?.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      done();
      return;
    }
    this.#ending = true;
    const force = setTimeout(() => this.kill(), 3000);
    child.once('exit', () => {
      clearTimeout(force);
      done();
    });
    this.pipe.send('Browser.close').catch(() => {});
  }

  get ending(): boolean {
    return this.#ending;
  }

  /** Ends Chromium's whole process group at once. */
  kill(): void {
    const pid = this.#pipe?.process.pid;
    if (!pid || this.#pipe?.process.exitCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Ignores the error: the process group has ended already.
    }
  }
}

export const standinChromium = new StandinChromium();
