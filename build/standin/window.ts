/** Imitates Electron's `BrowserWindow` with a plain app window of Chromium. */
import { app } from './app.ts';
import { standinChromium, type WindowBounds } from './chromium.ts';
import { toAppUrl } from './intercept.ts';
import type { DevToolsData, DevToolsSession } from './pipe.ts';
import { registeredWindows } from './registry.ts';
import { logErrorUnlessWindowClosed, preventableEvent, StrictEmitter } from './strict.ts';
import { StandinWebContents } from './web-contents.ts';

/** Size of the virtual display that `build/display.mjs` starts, in pixels. */
export const screenSize = { width: 1600, height: 1000 };

/** The open windows by id, in order of creation. */
export const standinWindows = registeredWindows as Map<number, StandinWindow>;

type State = 'normal' | 'minimized' | 'maximized' | 'fullscreen';
let lastId = 0;

/** Names of the members that a closed window keeps, as in Electron or because the stand-in itself uses them. */
const usableAfterClosing = new Set(['constructor', 'id', 'isDestroyed', 'on', 'tryClose', 'onClosed', 'focused']);
function throwDestroyed(): never {
  throw new TypeError('Object has been destroyed');
}

export class StandinWindow extends StrictEmitter {
  protected static override events = [
    ...['ready-to-show', 'show', 'hide', 'close', 'closed', 'focus', 'blur', 'resize', 'resized', 'move', 'moved'],
    ...['minimize', 'maximize', 'unmaximize', 'restore', 'enter-full-screen', 'leave-full-screen'],
    ...[
      'page-title-updated',
      'unresponsive',
      'responsive',
      'query-session-end',
      'session-end',
      'always-on-top-changed',
    ],
    ...['will-resize', 'will-move', 'app-command', 'swipe', 'rotate-gesture', 'sheet-begin', 'sheet-end'],
  ];
  readonly id = ++lastId;
  readonly webContents: StandinWebContents;
  /** Resolves when Chromium has opened the window and its page is under the stand-in's control. */
  readonly ready: Promise<void>;
  /** True while the app closes the window. The `close` listeners are then not called again. */
  closing = false;
  #bounds: WindowBounds;
  #visible: boolean;
  #focused = false;
  #closed = false;
  #state: State = 'normal';
  #title: string;
  #alwaysOnTop = false;
  #minimum: [number, number];

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const { width = 800, height = 600, x, y, minWidth = 0, minHeight = 0, webPreferences = {} } = options;
    const cascade = 24 * standinWindows.size;
    this.#bounds = {
      x: x ?? Math.max(0, Math.round((screenSize.width - width) / 2)) + cascade,
      y: y ?? Math.max(0, Math.round((screenSize.height - height) / 2)) + cascade,
      width,
      height,
    };
    this.#minimum = [minWidth, minHeight];
    this.#visible = options.show !== false;
    this.#title = options.title ?? app.name;
    this.webContents = new StandinWebContents(this, webPreferences);
    standinWindows.set(this.id, this);
    this.ready = standinChromium.openWindow(this.#bounds).then((session) => this.#adopt(session));
    this.ready.catch((error) => console.error('[stand-in] A window could not be opened:', error));
    // Emits these events before the constructor returns, as in Electron. Their listeners can add `closed` listeners to
    // the window, which are then called before all other `closed` listeners of the app.
    app.emit('web-contents-created', preventableEvent(), this.webContents);
    app.emit('browser-window-created', preventableEvent(), this);
  }

  async #adopt(session: DevToolsSession): Promise<void> {
    // Moves the window to its position while the page is attached. A hidden window gets a position outside the screen.
    const placed = standinChromium.setBounds(session.target.targetId, this.#bounds, this.#visible);
    await Promise.all([placed.catch(() => {}), this.webContents.attach(session)]);
    if (this.#state !== 'normal') await standinChromium.setState(this.webContents.targetId, this.#state);
  }

  #whenReady(work: () => Promise<unknown>): void {
    logErrorUnlessWindowClosed(this.ready.then(() => (this.#closed ? undefined : work())));
  }

  static getAllWindows(): StandinWindow[] {
    return [...standinWindows.values()];
  }
  static getFocusedWindow(): StandinWindow | null {
    return [...standinWindows.values()].find((window) => window.focused) ?? null;
  }
  static fromWebContents(contents: unknown): StandinWindow | null {
    return [...standinWindows.values()].find((window) => window.webContents === contents) ?? null;
  }
  static fromId(id: number): StandinWindow | null {
    return standinWindows.get(id) ?? null;
  }

  /** Returns true if the app listens to `close`. The app can then refuse a click on the close button. */
  get hasCloseListeners(): boolean {
    return this.listenerCount('close') > 0;
  }
  /** Emits `close`. Returns false if a listener keeps the window open. */
  mayClose(): boolean {
    const event = preventableEvent();
    this.emit('close', event);
    return !event.defaultPrevented;
  }
  /**
   * Closes the window. Resolves to true if the window is closed, and to false if a `close` listener or the page
   * refuses.
   */
  async tryClose(): Promise<boolean> {
    if (this.#closed) return true;
    if (!this.mayClose()) return false;
    await this.ready.catch(() => {});
    this.closing = true;
    this.webContents.guard(false);
    return new Promise((resolve) => {
      this.once('closed', () => resolve(true));
      this.webContents.onCloseRefused = () => {
        this.closing = false;
        this.webContents.guard(this.hasCloseListeners);
        resolve(false);
      };
      logErrorUnlessWindowClosed(this.webContents.closePage());
    });
  }
  override on(event: string | symbol, listener: (...args: never[]) => void): this {
    super.on(event, listener);
    if (event === 'close') this.webContents.guard(true);
    return this;
  }
  close(): void {
    void this.tryClose();
  }
  destroy(): void {
    this.closing = true;
    this.#whenReady(() => standinChromium.pipe.send('Target.closeTarget', { targetId: this.webContents.targetId }));
  }
  isDestroyed(): boolean {
    return this.#closed;
  }
  /** Called when Chromium has closed the window. */
  onClosed(): void {
    if (this.#closed) return;
    this.#closed = true;
    standinWindows.delete(this.id);
    this.webContents.onClosed();
    // As in Electron, a listener of `closed` can use only the members in `usableAfterClosing`.
    for (const name of ['webContents', ...Object.getOwnPropertyNames(StandinWindow.prototype)])
      if (!usableAfterClosing.has(name)) Object.defineProperty(this, name, { get: throwDestroyed });
    this.emit('closed');
    if (standinWindows.size > 0 || app.quitting) return;
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
    else void app.quit();
  }

  show(): void {
    this.showInactive();
    this.focus();
  }
  showInactive(): void {
    this.#visible = true;
    this.#applyBounds();
    this.emit('show');
    this.webContents.emitReadyToShow();
  }
  hide(): void {
    this.#visible = false;
    this.#applyBounds();
    this.emit('hide');
  }
  isVisible(): boolean {
    return this.#visible && !this.#closed;
  }
  get focused(): boolean {
    return this.#focused;
  }
  set focused(focused: boolean) {
    if (focused) for (const other of standinWindows.values()) other.#focused = false;
    this.#focused = focused;
  }
  /** Does nothing while the window is hidden, as in Electron. */
  focus(): void {
    if (this.#visible) this.#whenReady(async () => this.webContents.focus());
  }
  isFocused(): boolean {
    return this.#focused;
  }
  #enter(state: State, event: string): void {
    this.#state = state;
    this.#whenReady(() => standinChromium.setState(this.webContents.targetId, state));
    this.emit(event);
  }
  minimize(): void {
    this.#enter('minimized', 'minimize');
  }
  maximize(): void {
    this.#visible = true;
    this.#enter('maximized', 'maximize');
  }
  unmaximize(): void {
    this.#enter('normal', 'unmaximize');
  }
  restore(): void {
    this.#enter('normal', 'restore');
  }
  setFullScreen(on: boolean): void {
    this.#enter(on ? 'fullscreen' : 'normal', on ? 'enter-full-screen' : 'leave-full-screen');
  }
  isMinimized(): boolean {
    return this.#state === 'minimized';
  }
  isMaximized(): boolean {
    return this.#state === 'maximized';
  }
  isFullScreen(): boolean {
    return this.#state === 'fullscreen';
  }
  isNormal(): boolean {
    return this.#state === 'normal';
  }

  #applyBounds(): void {
    this.#whenReady(() => standinChromium.setBounds(this.webContents.targetId, this.#bounds, this.#visible));
  }
  /** Called when the page reports a new size of the window. */
  resized(): void {
    this.#whenReady(async () => {
      const { x, y, width, height } = await standinChromium.getBounds(this.webContents.targetId);
      if (width === this.#bounds.width && height === this.#bounds.height) return;
      this.#bounds = this.#visible && this.#state === 'normal' ? { x, y, width, height } : this.#bounds;
      this.emit('resize');
      this.emit('resized');
    });
  }
  getBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }
  getNormalBounds(): Electron.Rectangle {
    return this.getBounds();
  }
  getContentBounds(): Electron.Rectangle {
    return this.getBounds();
  }
  getSize(): number[] {
    return [this.#bounds.width, this.#bounds.height];
  }
  getContentSize(): number[] {
    return this.getSize();
  }
  getPosition(): number[] {
    return [this.#bounds.x, this.#bounds.y];
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.#applyBounds();
    this.emit('resize');
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }
  center(): void {
    const { width, height } = this.#bounds;
    this.setPosition(Math.round((screenSize.width - width) / 2), Math.round((screenSize.height - height) / 2));
  }
  setMinimumSize(width: number, height: number): void {
    this.#minimum = [width, height];
  }
  getMinimumSize(): number[] {
    return [...this.#minimum];
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  reload(): void {
    this.webContents.reload();
  }
  capturePage(rectangle?: Electron.Rectangle): Promise<Electron.NativeImage> {
    return this.webContents.capturePage(rectangle);
  }
  /** The details of the last `window.open` that the page called; null before the first call. */
  #lastOpen: Electron.HandlerDetails | null = null;
  onWindowOpen({ url, windowName, windowFeatures }: DevToolsData): void {
    const features = (windowFeatures as string[]).join(',');
    const disposition = features ? 'new-window' : 'foreground-tab';
    const referrer = { url: this.webContents.getURL(), policy: 'strict-origin-when-cross-origin' } as const;
    this.#lastOpen = { url: toAppUrl(url), frameName: windowName, features, disposition, referrer };
  }
  onPopup(popup: DevToolsSession): void {
    const details = this.#lastOpen;
    const answer = details && this.webContents.openHandler?.(details);
    if (answer?.action === 'allow') console.error('[stand-in] window.open is never allowed here:', details?.url);
    closePopup(popup);
  }

  // Chromium draws the window frame, so most of the following methods do nothing.
  setTitle(title: string): void {
    this.#title = title;
  }
  getTitle(): string {
    return this.#title;
  }
  setAlwaysOnTop(on: boolean): void {
    this.#alwaysOnTop = on;
  }
  isAlwaysOnTop(): boolean {
    return this.#alwaysOnTop;
  }
  setVisibleOnAllWorkspaces(_on: boolean, options: Electron.VisibleOnAllWorkspacesOptions = {}): void {
    // On macOS the whole program loses its icon in the Dock and its menu (electron/electron#26350).
    if (process.platform === 'darwin' && options.visibleOnFullScreen && !options.skipTransformProcessType)
      app.dock?.hide();
  }
  setMenuBarVisibility(_visible: boolean): void {}
  setAutoHideMenuBar(_hide: boolean): void {}
  #hasMenu = true;
  /** True if the window has a menu bar with the application menu. macOS has one menu for all windows. */
  get hasMenu(): boolean {
    return this.#hasMenu || process.platform === 'darwin';
  }
  setMenu(menu: unknown): void {
    this.#hasMenu = menu !== null;
    this.webContents.sendShortcuts();
  }
  removeMenu(): void {
    this.setMenu(null);
  }
  setIcon(_icon: Electron.NativeImage | string): void {}
  setBackgroundColor(_color: string): void {}
  setTitleBarOverlay(_options: Electron.TitleBarOverlayOptions): void {}
  setProgressBar(_progress: number): void {}
  flashFrame(_on: boolean): void {}
  /**
   * On Windows, stores the description in `overlay`, so that tests can read it. On other systems, `overlay` stays null.
   */
  setOverlayIcon(overlay: Electron.NativeImage | null, description: string): void {
    this.overlay = process.platform === 'win32' && overlay ? description : null;
  }
  overlay: string | null = null;
  moveTop(): void {}
}

const byTarget = (id: string) => [...standinWindows.values()].find((window) => window.webContents.targetId === id);
standinChromium.on('gone', (sessionId: string) =>
  [...standinWindows.values()].find((window) => window.webContents.sessionId === sessionId)?.onClosed(),
);
standinChromium.on('popup', (session: DevToolsSession, openerId: string) => {
  const opener = byTarget(openerId);
  if (opener) opener.onPopup(session);
  else closePopup(session);
});
/**
 * Closes a window that a page opened. Chromium has paused the new window, and the page waits until the new window runs.
 * So this function first lets the new window run, and then closes it.
 */
function closePopup(popup: DevToolsSession): void {
  logErrorUnlessWindowClosed(popup.send('Runtime.runIfWaitingForDebugger'));
  logErrorUnlessWindowClosed(standinChromium.pipe.send('Target.closeTarget', { targetId: popup.target.targetId }));
}
