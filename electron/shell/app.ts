import path from 'node:path';
import { app, nativeTheme, session, shell } from 'electron';
import type { EventName, NotificationListUpdate } from '../../shared/bridge/index.ts';
import { linkScheme } from '../../shared/bridge/link-format.ts';
import { type Outcome, rejectedOutcome } from '../../shared/contract/index.ts';
import { systemClock } from '../client/clock.ts';
import { mainProcessCallerId } from '../workspace/messages.ts';
import { loadWorkspaceRegistry, startReplicaThread, type WorkspaceRegistry } from '../workspace/registry.ts';
import { appOrigin, serveAppProtocol } from './app-protocol.ts';
import { broadcastBridgeEvent, sendBridgeEvent, serveBridge } from './bridge-host.ts';
import { createCalendarAddresses } from './calendar-address.ts';
import { trackComputerActivity } from './computer-activity.ts';
import { openCrashRecord } from './crashes/crash-record.ts';
import { closeLastCard, createCrashedWindowRestorer } from './crashes/crashes.ts';
import type { MainErrors } from './crashes/main-errors.ts';
import { createRecoveryPage } from './crashes/recovery.ts';
import { type DeepLinkQueue, firstDeepLinkIn } from './deep-link.ts';
import { createDesktopIntegration } from './desktop/desktop.ts';
import { startsWithoutWindow } from './desktop/login-item.ts';
import {
  type AppStartOptions,
  rememberLastWorkspace,
  routeOfFirstStart,
  workspaceIdAtStart,
} from './first-workspace.ts';
import { createKeeping } from './keeping.ts';
import { hasKeychain, keychain } from './keychain.ts';
import { type Log, openLog } from './log.ts';
import { createMainHandlers, createWorkspaceSwitch } from './main-commands.ts';
import { handleClientCertificateRequests } from './network/client-certificate-requests.ts';
import { createNetwork } from './network/network.ts';
import { createNetworkControls } from './network/network-commands.ts';
import { createProxyLoginManager, openProxyLoginWindowWhenNeeded } from './network/proxy-login.ts';
import { createProxyLoginStore } from './network/stored-logins.ts';
import { createDesktopNotificationAnnouncer } from './notifications/desktop-notifications.ts';
import { newWindowArgument, workspaceFileIn } from './options.ts';
import { exitWithFailure, trackQuitting } from './quitting.ts';
import { openSettingsFile } from './settings-file.ts';
import { setCardStatus } from './tray/tray.ts';
import { createUpdateControls } from './updates/updates.ts';
import { createApplicationMenu } from './windows/menu.ts';
import { limitPermissionsToCopying } from './windows/page-guard.ts';
import { createWindowOpener } from './windows/window-opener.ts';
import { createAppWindows, createNoticeQueue } from './windows/windows.ts';

const workers = {
  replica: path.join(import.meta.dirname, 'workspace-worker.js'),
  service: path.join(import.meta.dirname, 'service-worker.js'),
  keep: path.join(import.meta.dirname, 'keep-worker.js'),
};

/** The steps of the start that can run before Electron's `ready` event. */
async function prepare() {
  const spare = startReplicaThread(workers.replica);
  const userData = app.getPath('userData');
  const notices = createNoticeQueue();
  const { log, file: logFile } = openLog(userData, !app.isPackaged, notices.add);
  const warn = (message: string) => log('warn', message);
  const settings = openSettingsFile(userData, (message) => log('notice', message));
  const logins = createProxyLoginManager(createProxyLoginStore({ settings, keychain, canStore: hasKeychain, warn }));
  logins.onQuestion((question) => broadcastBridgeEvent('network/loginRequest', question));
  const network = createNetwork(settings.settings.network, logins.ask);
  const opened = await loadWorkspaceRegistry({ userData, keychain, network: network.send, workers, spare, log });
  const record = openCrashRecord(userData, systemClock, warn);
  return { log, logFile, notices, settings, logins, network, record, opened };
}

/** What the system asked the app to open. */
interface OpenRequests {
  readonly links: DeepLinkQueue;
  readonly files: DeepLinkQueue;
}

export async function runApp(
  options: AppStartOptions,
  { links, files }: OpenRequests,
  errors: MainErrors,
): Promise<void> {
  const prepared = await prepare();
  await app.whenReady();
  // Only for development: an installed app must not load its pages from an address in an environment variable.
  const devUrl = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;
  const origin = devUrl ? new URL(devUrl).origin : appOrigin;
  const { log, logFile, notices, settings, logins, network, record, opened } = prepared;
  errors.goOn(log);
  nativeTheme.themeSource = options.theme ?? settings.settings.theme;
  if (!opened.ok) {
    // The list of workspaces cannot be used. Records a normal exit, so that the next start does not count a crash.
    record.end();
    return exitWithFailure(opened.failure, options);
  }
  const workspaces = opened.value;
  trackQuitting();
  const windows = createAppWindows({
    settings,
    origin,
    notices,
    onRelease: (id) => {
      workspaces.threads.releaseWindow(id);
      reportActivity();
    },
    onMenuChange: () => menu.update(),
    onLastClosed: () => desktop.lastWindowClosed(),
  });
  handleClientCertificateRequests();
  openProxyLoginWindowWhenNeeded(windows, logins);
  const windowOpener = createWindowOpener({
    windows,
    workspaces,
    settings,
    log,
    compose: (text, id) => desktop.showQuickAdd(text, id),
  });
  const desktop = createDesktopIntegration({ windows, workspaces, settings, windowOpener, log });
  const reportActivity = trackComputerActivity(workspaces, windows);
  const crashes = createCrashedWindowRestorer({
    record,
    windows,
    settings,
    log,
    addressOf: (page) => `${origin}/${page}`,
  });
  const switchWorkspace = createWorkspaceSwitch({ workspaces, windows, settings });
  const keeping = createKeeping({ workspaces, settings, windowOpener, windows, show: switchWorkspace });
  const recovery = createRecoveryPage({ record, crashes, workspaces, windows });
  const menu = createApplicationMenu(windows, {
    newWindow: () => windowOpener.newWindow(),
    showLog: () => shell.showItemInFolder(logFile),
  });

  serveAppProtocol(path.join(import.meta.dirname, '../renderer'), async (key, fileId) => {
    const workspaceId = windows.workspaceByFilesKey(key);
    const found = workspaceId ? await workspaces.threads.file(workspaceId, fileId) : undefined;
    return found?.ok ? found.value : undefined;
  });
  limitPermissionsToCopying(session.defaultSession, origin);

  const updates = createUpdateControls({
    settings,
    network,
    askProxyLogin: logins.ask,
    unsent: () => workspaces.threads.unsent(),
    log,
  });
  const notifications = createDesktopNotificationAnnouncer({
    settings,
    windows,
    workspaceName: (id) => workspaces.list().find((workspace) => workspace.id === id)?.name ?? 'Decktop',
    open: windowOpener.run,
    openInbox: () => links.receive(`${linkScheme}://inbox`),
    start: (workspaceId, card) => void setCardStatus({ workspaceId, card, status: 'started' }, { workspaces, log }),
    markRead: (id, keys) =>
      void workspaces.threads.call(id, mainProcessCallerId, 'notifications/mark', { keys, isRead: true }),
    log,
  });
  const calendars = createCalendarAddresses({
    settings,
    workspaceOf: (window) => windows.workspaceOf(window),
    calendarOf: (id) =>
      workspaces.threads.call(id, mainProcessCallerId, 'data/calendar', {}) as Promise<Outcome<{ text: string }>>,
    warn: (message) => log('warn', message),
  });
  void calendars.start();
  // Before the bridge: the recovery page can send commands, too.
  const started = Promise.withResolvers<void>();
  serveBridge({
    origin,
    handlers: {
      ...createMainHandlers({
        workspaces,
        windows,
        windowOpener,
        desktop,
        menu,
        keeping,
        switchWorkspace,
        settings,
        options,
        network: createNetworkControls(network, logins, workspaces),
        logins,
        updates,
        calendars,
        logFile,
        started: started.promise,
      }),
      ...recovery.handlers,
    },
    toWorkspace: async (command, params, window) => {
      if (command === 'sync/now') logins.forgetDeclined();
      const workspaceId = windows.workspaceOf(window);
      return workspaceId === null ? noWorkspace : workspaces.threads.call(workspaceId, window.id, command, params);
    },
    log,
  });
  // The next steps may wait for the person or for a service. This listener is registered before them, so that a link
  // from a second start of the app during that wait is not lost.
  app.on('second-instance', (_event, argv, workingFolder) => {
    const link = firstDeepLinkIn(argv);
    if (link) links.receive(link);
    const file = workspaceFileIn(argv, workingFolder);
    if (file) files.receive(file);
  });
  const isRecovered = !options.screenshot && (await recovery.beforeStart());
  // Without this listener Electron quits when the last open window closes, even if that window only asked for a proxy's
  // password. With it, `onLastClosed` decides whether to quit.
  app.on('window-all-closed', () => undefined);
  const first = await workspaceIdAtStart(workspaces, options, settings);
  if (!first.ok) return exitWithFailure(first.failure, options);
  const workspaceId = first.value;
  const routeAtFirstStart = routeOfFirstStart(workspaces, settings);
  // Stores the id now, before the workspace is open. If the id were stored later, it could overwrite the id of another
  // workspace that the person has chosen in the meantime.
  if (workspaceId !== null) rememberLastWorkspace(settings, workspaceId);
  if (workspaceId !== null && isRecovered) closeLastCard(settings, workspaceId);
  // The workspace opens while the page loads. The page's first command waits until the workspace is open.
  const opening = workspaceId === null ? undefined : workspaces.open(workspaceId);

  workspaces.threads.onEvent((workspaceId, windowId, event, payload) => {
    for (const window of windows.windowsOf(workspaceId))
      if (windowId === null || window.id === windowId) sendBridgeEvent(window, event as EventName, payload as never);
    if (event === 'notifications/changed') notifications.changed(workspaceId, payload as NotificationListUpdate);
    if (event !== 'sync/status') return;
    for (const status of workspaces.statuses())
      if (status.id === workspaceId) broadcastBridgeEvent('workspace/status', status);
  });
  workspaces.onListChange(() => {
    broadcastBridgeEvent('workspace/listed', workspaces.list());
    notifications.keepWorkspaces(workspaces.list().map(({ id }) => id));
  });

  const { route, size, screenshot, connect } = options;
  // Such a start, or one after crashes, opens one window; others those that were open at the last quit.
  const isUsualStart = !route && !size && !screenshot && !connect && !isRecovered;
  const isHidden =
    !isRecovered && startsWithoutWindow(options.isHidden === true, settings.settings.desktop.startAtLogin);
  if (!isHidden && (!isUsualStart || !windowOpener.openLast()))
    windows.open({
      kind: 'main',
      workspaceId,
      route: isUsualStart ? routeAtFirstStart : route,
      ...(size ? { bounds: size } : {}),
    });
  for (const link of links.deliverTo(windowOpener.openLink)) windowOpener.openLink(link);
  for (const file of files.deliverTo(keeping.openFile)) keeping.openFile(file);
  const whenOpened = Promise.resolve(opening).then((opened) => {
    // If the workspace cannot be opened after a start with `--screenshot` or `--connect`, the app exits. After other
    // starts, the window shows the failure and offers the other workspaces.
    if (opened?.ok === false && (options.screenshot || options.connect)) exitWithFailure(opened.failure, options);
  });
  started.resolve(whenOpened);
  if (isHidden) void started.promise.then(desktop.start);
  if (!options.screenshot) void started.promise.then(keeping.start);
  if (options.screenshot) {
    setTimeout(() => {
      console.error(`The first view was not complete after ${screenshotTimeoutMs / 1000} s; no picture was taken.`);
      app.exit(1);
    }, screenshotTimeoutMs).unref();
  }

  app.on('second-instance', (_event, argv) => {
    if (firstDeepLinkIn(argv) || workspaceFileIn(argv, '')) return;
    if (argv.includes(newWindowArgument)) windowOpener.newWindow();
    else windowOpener.showMain();
  });
  // macOS sends `activate` after a click on the icon in the Dock.
  app.on('activate', () => windowOpener.showMain());
  app.on('will-quit', () => {
    keeping.stop();
    settings.flush();
  });
  closeBeforeQuit(workspaces, updates.beforeExit, log);
}

const noWorkspace = rejectedOutcome('no_workspace', 'There is no workspace. Add one first.');

/** The first view must be complete by then, even if it needs a first sync. */
const screenshotTimeoutMs = 180_000;

/** Waits for all writes. `beforeExit` may install a version, and returns true if it ends the app. */
function closeBeforeQuit(workspaces: WorkspaceRegistry, beforeExit: () => Promise<boolean>, log: Log): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void workspaces.threads.close().finally(async () => {
      closed = true;
      const isEnding = await beforeExit().catch((error: unknown) => {
        log('error', 'A new version could not be installed on quitting', { error: String(error) });
        return false;
      });
      if (!isEnding) app.quit();
    });
  });
}
