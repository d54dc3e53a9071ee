/** Imitates Electron's `WebContents`, the page of one window. */
import { readFileSync } from 'node:fs';
import { app } from './app.ts';
import { PageChannel } from './channel.ts';
import { standinChromium } from './chromium.ts';
import { recordCopiedImage } from './clipboard.ts';
import { answerPausedRequest, interceptedRequestPatterns, toAppUrl, toHttpsUrlForChromium } from './intercept.ts';
import { ipcMain } from './ipc.ts';
import { createNativeImage } from './native-image.ts';
import type { MessageFromPage, MessageToPage } from './page/preload-runtime.ts';
import { pageWorldScript, preloadWorldName, preloadWorldScript } from './page/source.ts';
import { applyPermissions } from './permissions.ts';
import type { DevToolsData, DevToolsSession } from './pipe.ts';
import { mediaFeaturesOfTheme, menuShortcuts } from './registry.ts';
import { session } from './session.ts';
import { logErrorUnlessWindowClosed, preventableEvent, StrictEmitter, standinRecord } from './strict.ts';

/** Maximum number of attempts to take one screenshot. The attempts are 100 ms apart. */
const maxCaptureAttempts = 20;

/** The members of `StandinWindow` that its page uses. */
interface PageWindow {
  readonly id: number;
  readonly ready: Promise<void>;
  readonly hasCloseListeners: boolean;
  readonly closing: boolean;
  readonly hasMenu: boolean;
  focused: boolean;
  emit(name: string, ...args: unknown[]): unknown;
  setTitle(title: string): void;
  mayClose(): boolean;
  onWindowOpen(event: DevToolsData): void;
  resized(): void;
  isFocused(): boolean;
  isVisible(): boolean;
  close(): void;
  destroy(): void;
}

type WindowOpen = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse;

export class StandinWebContents extends StrictEmitter {
  protected static override events = [
    ...['did-start-loading', 'did-stop-loading', 'did-finish-load', 'did-fail-load', 'dom-ready', 'did-navigate'],
    ...['did-navigate-in-page', 'will-navigate', 'page-title-updated', 'console-message', 'ipc-message', 'destroyed'],
    ...['context-menu', 'will-prevent-unload', 'render-process-gone', 'focus', 'blur', 'zoom-changed'],
    // The stand-in never emits the following events. For example, it has no webviews and does not notice hung pages.
    ...[
      'will-attach-webview',
      'did-attach-webview',
      'unresponsive',
      'responsive',
      'preload-error',
      'did-create-window',
    ],
    ...['will-frame-navigate', 'will-redirect', 'certificate-error', 'devtools-opened', 'devtools-closed'],
  ];
  readonly id: number;
  readonly session = session.defaultSession;
  openHandler: WindowOpen | null = null;
  readonly #window: PageWindow;
  readonly #preferences: Electron.WebPreferences;
  readonly #channel = new PageChannel({
    onPreloadReady: () => {
      this.sendShortcuts();
      this.guard(this.#window.hasCloseListeners);
    },
    onMessage: (message, contextId) => void this.#onMessage(message, contextId),
  });
  #page: DevToolsSession | null = null;
  /** URLs that the app itself loads. For these URLs `will-navigate` is not emitted. */
  readonly #loadedByApp = new Set<string>();
  #url = '';
  #title = '';
  #loading = false;
  #committed = false;
  #loaded = false;
  #isReadyToShow = false;
  #destroyed = false;
  #zoom = 1;
  /** Called when the `beforeunload` handler of the page keeps the window open. */
  onCloseRefused: () => void = () => {};

  constructor(window: PageWindow, preferences: Electron.WebPreferences) {
    super();
    if (preferences.nodeIntegration || preferences.contextIsolation === false || preferences.sandbox === false) {
      throw new Error('The stand-in has sandboxed, context-isolated pages only');
    }
    this.#window = window;
    this.id = window.id;
    this.#preferences = preferences;
  }

  get targetId(): string {
    return this.#page?.target.targetId ?? '';
  }
  get sessionId(): string {
    return this.#page?.id ?? '';
  }

  /** Sets up a page that Chromium has paused before its first document, and lets the page run. */
  async attach(page: DevToolsSession): Promise<void> {
    this.#page = page;
    page.on('Runtime.consoleAPICalled', ({ type, args }: DevToolsData) => {
      const message = (args as DevToolsData[]).map((arg) => arg.value ?? arg.description).join(' ');
      const level = ({ warning: 'warning', error: 'error', debug: 'debug' } as Record<string, string>)[type] ?? 'info';
      this.emit('console-message', { level, message, lineNumber: 0, sourceId: this.#url, frame: this.mainFrame });
    });
    page.on('Fetch.requestPaused', (event: DevToolsData) => void answerPausedRequest(page, this, event));
    page.on('Page.frameNavigated', ({ frame }: DevToolsData) => {
      if (frame.parentId) return;
      this.#url = toAppUrl(frame.url + (frame.urlFragment ?? ''));
      // Ignores the empty page with which a new window begins. Later empty pages count, because the app loads them.
      this.#committed ||= !/^(data:text\/html,standin|about:blank)/.test(frame.url);
      if (!this.#committed) return;
      this.applyPermissions();
      this.emit('did-navigate', preventableEvent(), this.#url, 200, '');
    });
    page.on('Page.navigatedWithinDocument', ({ frameId, url }: DevToolsData) => {
      if (frameId !== this.targetId) return;
      this.#url = toAppUrl(url);
      this.emit('did-navigate-in-page', preventableEvent(), this.#url, true, 0, 0);
    });
    page.on('Page.frameStartedLoading', ({ frameId }: DevToolsData) => {
      if (frameId !== this.targetId) return;
      this.#loading = true;
      this.emit('did-start-loading');
    });
    page.on('Page.domContentEventFired', () => {
      if (!this.#committed) return;
      // As in Electron, the zoom of a window also applies to each new page in it.
      if (this.#zoom !== 1) this.#applyZoom();
      this.emit('dom-ready', preventableEvent());
    });
    page.on('Page.loadEventFired', () => {
      if (!this.#committed) return;
      this.#loading = false;
      this.emit('did-finish-load', preventableEvent());
      this.emit('did-stop-loading');
      this.#loaded = true;
      this.emitReadyToShow();
    });
    page.on('Inspector.targetCrashed', () => {
      const details = { reason: 'crashed', exitCode: 1 };
      this.emit('render-process-gone', preventableEvent(), details);
      app.emit('render-process-gone', preventableEvent(), this, details);
    });
    page.on('Page.windowOpen', (event: DevToolsData) => this.#window.onWindowOpen(event));
    page.on('Page.javascriptDialogOpening', ({ type }: DevToolsData) => {
      if (type === 'beforeunload') this.#beforeUnload(page);
    });
    page.on('Target.attachedToTarget', ({ sessionId, targetInfo }: DevToolsData) => {
      // The stand-in also intercepts requests of workers and of frames with other origins. Each has a session of its
      // own.
      const child = standinChromium.pipe.addSession(sessionId, targetInfo);
      child.on('Fetch.requestPaused', (event: DevToolsData) => void answerPausedRequest(child, this, event));
      logErrorUnlessWindowClosed(child.send('Fetch.enable', { patterns: interceptedRequestPatterns() }));
      logErrorUnlessWindowClosed(child.send('Runtime.runIfWaitingForDebugger'));
    });
    const { preload, additionalArguments } = this.#preferences;
    const info = { platform: process.platform, arch: process.arch, versions: { ...process.versions } };
    const script = preload ? readFileSync(preload, 'utf8') : '';
    const isolated = preloadWorldScript({ ...info, argv: additionalArguments ?? [] }, script);
    await Promise.all([
      page.send('Page.enable'),
      this.#channel.attach(page),
      page.send('Inspector.enable'),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldScript }),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: isolated, worldName: preloadWorldName }),
      page.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      page.send('Emulation.setEmulatedMedia', { features: mediaFeaturesOfTheme() }),
      this.intercept(),
      page.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  /** Emits `ready-to-show` once. With STANDIN_WAYLAND=1, waits until the window is shown (electron/electron#48859). */
  emitReadyToShow(): void {
    if (this.#isReadyToShow || !this.#loaded) return;
    if (process.env.STANDIN_WAYLAND === '1' && !this.#window.isVisible()) return;
    this.#isReadyToShow = true;
    this.#window.emit('ready-to-show');
  }

  applyPermissions(): void {
    const { origin } = this.mainFrame;
    // about:blank has no origin.
    if (this.#page && this.#committed && origin) applyPermissions(standinChromium.pipe, this, origin);
  }
  async intercept(): Promise<void> {
    await this.#page?.send('Fetch.enable', { patterns: interceptedRequestPatterns() });
  }
  async emulateMedia(): Promise<void> {
    await this.#page?.send('Emulation.setEmulatedMedia', { features: mediaFeaturesOfTheme() });
  }
  sendShortcuts(): void {
    this.#channel.deliver(['shortcuts', this.#window.hasMenu ? menuShortcuts.list : []]);
  }

  mayNavigate(event: DevToolsData): boolean {
    if (!this.#committed || event.frameId !== this.targetId || this.#loadedByApp.delete(event.request.url)) return true;
    const url = toAppUrl(event.request.url);
    const asked = { ...preventableEvent(), url, isMainFrame: true, isSameDocument: false, frame: this.mainFrame };
    this.emit('will-navigate', asked, url, false, true);
    return !asked.defaultPrevented;
  }

  #beforeUnload(page: DevToolsSession): void {
    const answer = (accept: boolean) =>
      logErrorUnlessWindowClosed(page.send('Page.handleJavaScriptDialog', { accept }));
    if (this.#window.hasCloseListeners && !this.#window.closing) {
      // The person has clicked the close button. A `close` listener of the app may keep the window open.
      answer(this.#window.mayClose());
      return;
    }
    const event = preventableEvent(); // Here preventDefault() closes the window despite the page's refusal.
    this.emit('will-prevent-unload', event);
    answer(event.defaultPrevented);
    if (!event.defaultPrevented) this.onCloseRefused();
  }

  async #onMessage(message: MessageFromPage, contextId: number): Promise<void> {
    switch (message[0]) {
      case 'invoke':
        return await this.#onInvoke(message[1], message[2], message[3], contextId);
      case 'send':
        ipcMain.emit(message[1], this.#ipcEvent(), ...message[2]);
        this.emit('ipc-message', this.#ipcEvent(), message[1], ...message[2]);
        return;
      case 'shortcut':
        return menuShortcuts.press(message[1], this.#window);
      case 'menu':
        this.emit('context-menu', preventableEvent(), { ...message[1], srcURL: toAppUrl(String(message[1].srcURL)) });
        return;
      case 'resize':
        return this.#window.resized();
      case 'title':
        return this.#onTitle(message[1]);
      default:
        this.#window.focused = message[0] === 'focus';
        this.#window.emit(message[0]);
        this.emit(message[0]);
        app.emit(`browser-window-${message[0]}`, preventableEvent(), this.#window);
    }
  }

  #ipcEvent(): Electron.IpcMainInvokeEvent {
    const event = { type: 'frame', sender: this, senderFrame: this.mainFrame, frameId: 1, processId: 1 };
    return Object.assign(preventableEvent(), event, {
      reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
    }) as unknown as Electron.IpcMainInvokeEvent;
  }

  async #onInvoke(id: number, channel: string, args: unknown[], contextId: number): Promise<void> {
    const answer: MessageToPage = await ipcMain.callHandler(channel, this.#ipcEvent(), args).then(
      (value) => ['answer', id, true, value],
      (error) => ['answer', id, false, `Error invoking remote method '${channel}': ${error}`],
    );
    if (!this.#channel.isCurrent(contextId)) return; // The document that sent the request is no longer loaded.
    try {
      this.#channel.deliver(answer);
    } catch (error) {
      this.#channel.deliver(['answer', id, false, `Error invoking remote method '${channel}': ${error}`]);
    }
  }

  send(channel: string, ...args: unknown[]): void {
    if (!this.#destroyed) this.#channel.send(['event', channel, args]);
  }

  /**
   * If `on` is true, the page's `beforeunload` listener prevents the closing of the window, and Chromium then asks the
   * stand-in whether to close it. The stand-in asks the `close` listeners of the app, which can keep the window open.
   */
  guard(on: boolean): void {
    this.#channel.deliver(['guard', on]);
    if (on) this.#channel.simulateUserGesture();
  }

  async loadURL(url: string): Promise<void> {
    await this.#window.ready;
    const page = this.#page;
    if (!page) return;
    const target = toHttpsUrlForChromium(url);
    this.#loadedByApp.add(target.replace(/#.*/, ''));
    this.#loading = true;
    const loaded = new Promise((resolve) => this.once('did-finish-load', resolve));
    const { errorText, loaderId } = await page.send('Page.navigate', { url: target });
    if (errorText) {
      this.#loading = false;
      this.emit('did-fail-load', preventableEvent(), -2, errorText, url, true, 0, 0);
      throw Object.assign(new Error(`${errorText} (-2) loading '${url}'`), { code: errorText, errno: -2, url });
    }
    if (loaderId) await loaded;
    logErrorUnlessWindowClosed(page.send('Page.resetNavigationHistory'));
  }
  /** Crashes the process of the page. `render-process-gone` follows. */
  forcefullyCrashRenderer(): void {
    // Ignores the error, because a crashed page does not answer the command.
    this.#page?.send('Page.crash').catch(() => undefined);
  }
  reload(): void {
    this.#loadedByApp.add(toHttpsUrlForChromium(this.#url).replace(/#.*/, ''));
    logErrorUnlessWindowClosed(this.#page?.send('Page.reload'));
  }
  reloadIgnoringCache(): void {
    this.reload();
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const options = { expression: code, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = (await this.#page?.send('Runtime.evaluate', options)) ?? {};
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result?.value;
  }
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    const { pageSize, margins = {}, ...rest } = options;
    const paper = { A4: [8.27, 11.7], Letter: [8.5, 11] }[String(pageSize)];
    if (!paper) throw new Error(`The stand-in prints no ${JSON.stringify(pageSize)}`);
    const { data } = await (this.#page as DevToolsSession).send('Page.printToPDF', {
      ...rest,
      paperWidth: paper[0],
      paperHeight: paper[1],
      marginTop: margins.top,
      marginBottom: margins.bottom,
      marginLeft: margins.left,
      marginRight: margins.right,
    });
    return Buffer.from(data, 'base64');
  }
  /** Recorded, and cancelled as a person would. */
  print(options: Electron.WebContentsPrintOptions, done: (isPrinted: boolean, reason: string) => void): void {
    standinRecord.dialogs.push({ method: 'print', options });
    queueMicrotask(() => done(false, 'Print job canceled'));
  }
  async capturePage(rectangle?: Electron.Rectangle) {
    await this.#window.ready;
    const clip = rectangle ? { clip: { ...rectangle, scale: 1 } } : {};
    const options = { format: 'png', ...clip };
    const page = this.#page as DevToolsSession;
    // Tries several times, because Chromium takes no screenshot of a window that has not drawn its first frame.
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { data } = await page.send('Page.captureScreenshot', options);
        return createNativeImage(Buffer.from(data, 'base64'));
      } catch (error) {
        if (attempt === maxCaptureAttempts || !String(error).includes('Unable to capture')) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  get mainFrame(): Electron.WebFrameMain {
    const url = this.#url;
    const origin = /^[^:]+:\/\/[^/]*/.exec(url)?.[0] ?? '';
    const frame = { url, origin, parent: null, processId: 1, routingId: 1, frameTreeNodeId: 1 };
    return frame as unknown as Electron.WebFrameMain;
  }
  getURL(): string {
    return this.#url;
  }
  getTitle(): string {
    return this.#title;
  }
  #onTitle(title: string): void {
    if (title === this.#title) return;
    this.#title = title;
    this.emit('page-title-updated', preventableEvent(), title, true);
    const event = preventableEvent();
    this.#window.emit('page-title-updated', event, title, true);
    // As in Electron, the window has its old title during the event.
    if (!event.defaultPrevented) this.#window.setTitle(title);
  }
  isLoading(): boolean {
    return this.#loading;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  isFocused(): boolean {
    return this.#window.isFocused();
  }
  isCrashed(): boolean {
    return false;
  }
  getType(): 'window' {
    return 'window';
  }
  setWindowOpenHandler(handler: WindowOpen): void {
    this.openHandler = handler;
  }
  setZoomFactor(factor: number): void {
    this.#zoom = factor;
    this.#applyZoom();
  }
  getZoomFactor(): number {
    return this.#zoom;
  }
  /**
   * Applies the zoom to the document. Does nothing while the document is empty: the zoom is applied again when the
   * document is parsed.
   */
  #applyZoom(): void {
    const root = 'document.documentElement';
    logErrorUnlessWindowClosed(
      this.executeJavaScript(`if (${root}) ${root}.style.zoom = ${JSON.stringify(String(this.#zoom))}; 0`),
    );
  }
  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level);
  }
  getZoomLevel(): number {
    return Math.log(this.#zoom) / Math.log(1.2);
  }
  undo(): void {
    this.#editingCommand('undo');
  }
  redo(): void {
    this.#editingCommand('redo');
  }
  /**
   * Performs an editing command such as `undo` in the page. In the DevTools protocol such commands belong to a key
   * event, so this function simulates a key press.
   */
  #editingCommand(command: string): void {
    logErrorUnlessWindowClosed(this.#page?.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] }));
    logErrorUnlessWindowClosed(this.#page?.send('Input.dispatchKeyEvent', { type: 'keyUp' }));
  }
  copyImageAt(x: number, y: number): void {
    const isImage = `document.elementFromPoint(${Number(x)}, ${Number(y)}) instanceof HTMLImageElement`;
    logErrorUnlessWindowClosed(this.executeJavaScript(isImage).then((found) => found === true && recordCopiedImage()));
  }
  // The following three methods do nothing in the stand-in, which has no dictionary and never slows down hidden
  // windows.
  replaceMisspelling(_word: string): void {}
  async setVisualZoomLevelLimits(_minimum: number, _maximum: number): Promise<void> {}
  setBackgroundThrottling(_allowed: boolean): void {}
  focus(): void {
    logErrorUnlessWindowClosed(this.#page?.send('Page.bringToFront'));
  }
  close(options?: Electron.CloseOpts): void {
    if (options?.waitForBeforeUnload === false) this.#window.destroy();
    else this.#window.close();
  }
  /** Always false: developer tools connect from another browser (`--remote-debugging-port`). */
  isDevToolsOpened(): boolean {
    return false;
  }
  getDevToolsTargetId(): string {
    return this.targetId;
  }
  /** Closes the page, unless its `beforeunload` handler refuses. */
  async closePage(): Promise<void> {
    await this.#page?.send('Page.close');
  }
  onClosed(): void {
    this.#destroyed = true;
    this.emit('destroyed');
  }
}
