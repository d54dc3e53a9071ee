/** Starts and controls the Chromium process in which the stand-in opens its windows. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Json, Pipe, type PipeSession } from './pipe.ts';

/** build/toolchain.mjs finds Chromium and sets the variable. */
const executable =
  process.env.STANDIN_CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));

const quiet = [
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
  '--test-type', // Without it `--no-sandbox` shows a warning bar in every window.
  '--deny-permission-prompts',
  '--disable-popup-blocking',
  '--disable-dev-shm-usage',
  // Windows keep working while other windows cover them.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  // The app's own schemes are mapped to hosts that never resolve, so that no request leaves if interception fails.
  '--host-resolver-rules=MAP *.invalid ^NOTFOUND',
];

/**
 * Electron switches the spare renderer off as well: it starts one process ahead for the first window, which takes it
 * (github.com/electron/electron/pull/53116). The other features belong to the browser around a page. Each window of it loads
 * two pages for its address bar, some 380 ms of processor time while the app's page starts.
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

/** Adds `disabledFeatures` to those of the other switches. Chromium reads only the last switch of a name. */
function withDisabledFeatures(switches: readonly string[]): string[] {
  const others = switches.filter((text) => text.startsWith(disableFeatures));
  const features = [...disabledFeatures, ...others.map((text) => text.slice(disableFeatures.length))];
  return [...switches.filter((text) => !others.includes(text)), `${disableFeatures}${features.join(',')}`];
}

/** A Chromium that is killed frees its profile within this time. */
const releaseTimeoutMs = 10_000;

/**
 * Ends the Chromium of an app that was killed: if a window was just opening, it lives on and takes over each new start with
 * its profile.
 */
function endHolder(profile: string): void {
  try {
    // A symbolic link to `<host>-<process id>`.
    process.kill(Number(readlinkSync(path.join(profile, 'SingletonLock')).split('-').at(-1)), 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** The position of a hidden window: it renders and can be captured there. */
const offScreen = -20_000;

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The one Chromium process of the app. Emits `exit`; `gone` with a session id; `title` with target id and title;
 * `popup` with the session that window.open made and its opener's target id.
 */
export class Chromium extends EventEmitter {
  /** Command line switches for Chromium, collected until start. */
  readonly switches: string[] = [];
  readonly headless = process.env.STANDIN_HEADLESS === '1' || !(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  #pipe: Pipe | null = null;
  #common: string[] = [];
  /** Callbacks of windows that are opening, by the name in their first URL; without a display there is only one. */
  readonly #expected = new Map<string, (session: PipeSession) => void>();
  #turn: Promise<unknown> = Promise.resolve();
  #ending = false;

  get pipe(): Pipe {
    if (!this.#pipe) throw new Error('Chromium is not running yet');
    return this.#pipe;
  }

  /** Resolves with the version once windows can be opened. */
  async start(userData: string): Promise<string> {
    if (!executable) {
      throw new Error('No Chromium found. Install it (Debian: apt-get install chromium) or set STANDIN_CHROMIUM.');
    }
    const profile = path.join(userData, 'chromium');
    mkdirSync(userData, { recursive: true });
    this.#common = [
      `--user-data-dir=${profile}`,
      ...quiet,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // Chromium refuses to be sandboxed as root.
      ...(this.headless ? ['--headless'] : []),
    ];
    const { pipe, version } = await this.#open(executable, profile);
    this.#pipe = pipe;
    pipe.on('exit', () => this.emit('exit'));
    pipe.on('Target.attachedToTarget', (event: Json) => this.#attached(event));
    pipe.on('Target.detachedFromTarget', ({ sessionId }: Json) => {
      pipe.forget(sessionId);
      this.emit('gone', sessionId);
    });
    await pipe.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    return version;
  }

  /** Starts a process that answers. */
  async #open(program: string, profile: string): Promise<{ pipe: Pipe; version: string }> {
    const switches = [...this.#common, '--no-startup-window', '--keep-alive-for-test', ...this.switches];
    for (const deadline = Date.now() + releaseTimeoutMs; ; await wait(100)) {
      const pipe = new Pipe(program, withDisabledFeatures(switches), (text) => {
        if (process.env.STANDIN_LOG || text.includes('DevTools listening')) process.stderr.write(text);
      });
      try {
        const { product } = await pipe.send('Browser.getVersion');
        return { pipe, version: String(product).split('/')[1] ?? '' };
      } catch (error) {
        if (Date.now() > deadline) throw error;
        endHolder(profile);
      }
    }
  }

  #attached({ sessionId, targetInfo }: Json): void {
    const session = this.pipe.open(sessionId, targetInfo);
    if (targetInfo.type === 'page') {
      const name =
        /^data:text\/html,standin-(\w+)/.exec(targetInfo.url)?.[1] ?? (targetInfo.openerId ? '' : 'headless');
      const expecting = this.#expected.get(name);
      this.#expected.delete(name);
      if (expecting) {
        expecting(session);
        return;
      }
      if (targetInfo.openerId) {
        this.emit('popup', session, targetInfo.openerId);
        return;
      }
    }
    // A target that Chromium made for itself: runs without control.
    session.send('Runtime.runIfWaitingForDebugger').catch(() => {});
    if (targetInfo.type !== 'page') this.pipe.send('Target.detachFromTarget', { sessionId }).catch(() => {});
  }

  /** Opens a window, paused before its first document. Windows open one after the other, since only their order tells them apart. */
  openWindow({ width, height }: Bounds): Promise<PipeSession> {
    const name = this.headless ? 'headless' : randomBytes(6).toString('hex');
    const open = this.#turn.then(() => {
      const session = new Promise<PipeSession>((resolve) => this.#expected.set(name, resolve));
      if (this.headless) {
        const size = { newWindow: true, width, height };
        return this.pipe.send('Target.createTarget', { url: 'about:blank', ...size }).then(() => session);
      }
      // A second process with the same profile passes the request for an app window to the first one and ends.
      const asking = spawn(executable as string, [...this.#common, `--app=data:text/html,standin-${name}`], {
        stdio: 'ignore',
        detached: true,
      });
      asking.on('error', (error) => console.error('[stand-in]', error.message));
      return session;
    });
    this.#turn = open.catch(() => {});
    return open;
  }

  async setBounds(targetId: string, bounds: Bounds, visible: boolean): Promise<void> {
    const { windowId } = await this.pipe.send('Browser.getWindowForTarget', { targetId });
    const { x, y, width, height } = bounds;
    const place = visible ? { left: x, top: y } : { left: offScreen, top: offScreen };
    await this.pipe.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
    await this.pipe.send('Browser.setWindowBounds', { windowId, bounds: { ...place, width, height } });
  }

  async setState(targetId: string, windowState: 'normal' | 'minimized' | 'maximized' | 'fullscreen'): Promise<void> {
    const { windowId } = await this.pipe.send('Browser.getWindowForTarget', { targetId });
    await this.pipe.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  }

  async getBounds(targetId: string): Promise<Bounds> {
    const { bounds } = await this.pipe.send('Browser.getWindowForTarget', { targetId });
    return { x: bounds.left, y: bounds.top, width: bounds.width, height: bounds.height };
  }

  /** Ends Chromium, by force after three seconds, and then calls `done`. */
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
      // The process group has ended already.
    }
  }
}

export const chromium = new Chromium();
