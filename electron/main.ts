/** Starts the app: options, one instance per data folder, workspaces, windows, the bridge between them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { app, type BrowserWindow, dialog, nativeTheme, session, shell } from 'electron';
import type { AppInfo, EventName, Settings } from '../shared/bridge/index.ts';
import type { Failure, Outcome } from '../shared/contract/index.ts';
import { makeFolder } from './engine/private-files.ts';
import { appOrigin, registerAppProtocol, serveApp } from './shell/app-protocol.ts';
import { type MainHandlers, serveBridge, tell, tellAll } from './shell/bridge-host.ts';
import { openLog } from './shell/log.ts';
import { setApplicationMenu } from './shell/menu.ts';
import { type Options, optionsHelp, readOptions } from './shell/options.ts';
import { allowCopying } from './shell/permissions.ts';
import { openSettings, type SettingsFile } from './shell/settings-file.ts';
import { vault } from './shell/vault.ts';
import { createWindows, isSafeLink } from './shell/windows.ts';
import { createWorkspaces, startThread, type Workspaces } from './workspace/registry.ts';

const done = { ok: true, value: null } as const;

/** Electron puts its own switches and, unpackaged, the app's path before the app's arguments. */
function ownArguments(argv: readonly string[]): readonly string[] {
  if (app.isPackaged) return argv.slice(1);
  const appPath = argv.findIndex((arg, index) => index > 0 && !arg.startsWith('-'));
  return appPath < 0 ? [] : argv.slice(appPath + 1);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

const workers = {
  replica: path.join(import.meta.dirname, 'workspace-worker.js'),
  service: path.join(import.meta.dirname, 'service-worker.js'),
};

/** The token given on start. Programs that the app starts, the browser engine among them, do not inherit it. */
function takeToken(): string {
  const { DECKTOP_TOKEN: token = '' } = process.env;
  delete process.env.DECKTOP_TOKEN;
  return token;
}

function start(): void {
  const token = takeToken();
  const read = readOptions(ownArguments(process.argv), app.isPackaged);
  if (typeof read === 'string') fail(read);
  if (read.help) {
    console.log(optionsHelp());
    process.exit(0);
  }
  if (read.version) {
    console.log(app.getVersion());
    process.exit(0);
  }
  if (read.userDataDir) {
    try {
      makeFolder(read.userDataDir);
    } catch (error) {
      fail(`--user-data-dir ${read.userDataDir} cannot be made: ${(error as Error).message}; choose another folder`);
    }
    app.setPath('userData', read.userDataDir);
  }
  registerAppProtocol();
  if (!app.requestSingleInstanceLock()) {
    console.error(`Decktop already runs with the data in ${app.getPath('userData')}; its window comes to the front.`);
    app.exit(0);
    return;
  }
  // While the shell gets ready, the first workspace's thread reads its script, and main what it keeps.
  const ready = app.whenReady();
  const prepared = prepare(startThread(workers.replica));
  ready
    .then(async () => run({ ...read, token }, await prepared))
    // Without a window the app would only hold the lock.
    .catch((error: unknown) =>
      stopWith(
        { kind: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
        read,
      ),
    );
}

/** What needs no shell. */
async function prepare(spare: Worker) {
  // The shell begins first.
  await wait(0);
  const userData = app.getPath('userData');
  const { log, file: logFile } = openLog(userData, !app.isPackaged);
  const settings = openSettings(userData, (message) => log('warn', message));
  const opened = await createWorkspaces({ userData, vault, workers, spare, log });
  return { log, logFile, settings, opened };
}

/** Options of the command line, and the token that came with them. */
interface Given extends Options {
  readonly token: string;
}

async function run(options: Given, prepared: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  // Only while developing: an installed app must not load its page from an address that anybody can set.
  const devUrl = app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null);
  const { log, logFile, settings, opened } = prepared;
  process.on('unhandledRejection', (reason) =>
    log('error', 'A rejection was left unhandled', { error: reason instanceof Error ? reason.stack : String(reason) }),
  );
  nativeTheme.themeSource = options.theme ?? settings.settings.theme;
  if (!opened.ok) return stopWith(opened.failure, options);
  const workspaces = opened.value;
  const windows = createWindows({ settings, devUrl, released: (id) => workspaces.releaseWindow(id) });

  serveApp(path.join(import.meta.dirname, '../renderer'), async (key, fileId) => {
    const workspaceId = windows.workspaceByFilesKey(key);
    const found = workspaceId ? await workspaces.file(workspaceId, fileId) : undefined;
    return found?.ok ? found.value : undefined;
  });
  allowCopying(session.defaultSession, devUrl ? new URL(devUrl).origin : appOrigin);

  const first = await firstWorkspace(workspaces, options, settings);
  if (!first.ok) return stopWith(first.failure, options);
  const workspaceId = first.value;
  // The page loads while the workspace opens: neither needs the other before the page's first question.
  const opening = workspaceId === null ? undefined : workspaces.open(workspaceId);

  serveBridge({
    origins: devUrl ? [new URL(devUrl).origin] : [appOrigin],
    handlers: mainHandlers({ workspaces, windows, settings, options, logFile, started: () => started }),
    toWorkspace: async (command, params, window) => {
      const workspaceId = windows.workspaceOf(window);
      return workspaceId === null ? noWorkspace : workspaces.call(workspaceId, window.id, command, params);
    },
    log,
  });
  workspaces.onEvent((workspaceId, windowId, event, payload) => {
    for (const window of windows.showing(workspaceId))
      if (windowId === null || window.id === windowId) tell(window, event as EventName, payload as never);
    if (event !== 'sync/status') return;
    for (const status of workspaces.statuses()) if (status.id === workspaceId) tellAll('workspace/status', status);
  });
  workspaces.onListChange(() => tellAll('workspace/listed', workspaces.list()));

  const openWindow = (route?: string) => {
    const front = windows.front();
    windows.open({ workspaceId: front ? windows.workspaceOf(front) : lastUsed(workspaces, settings), route });
  };
  windows.open({ workspaceId, route: options.route, size: options.size });
  const started = Promise.resolve(opening).then((opened) => {
    if (opened?.ok) noteUsed(settings, opened.value.id);
    // Otherwise the window says what happened and offers the other workspaces.
    else if (opened && (options.screenshot || options.connect)) stopWith(opened.failure, options);
  });
  if (options.screenshot) {
    setTimeout(() => {
      console.error(`The first view was not complete after ${screenshotPatience / 1000} s; no picture was taken.`);
      app.exit(1);
    }, screenshotPatience).unref();
  }

  setApplicationMenu({
    command: (command) => {
      const window = windows.front();
      if (window) tell(window, 'app/command', command);
    },
    newWindow: () => {
      const window = windows.front();
      openWindow(window && windows.routeOf(window));
    },
    showLog: () => shell.showItemInFolder(logFile),
  });
  app.on('second-instance', () => {
    const window = windows.front();
    if (!window) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on('activate', () => {
    if (!windows.front()) openWindow();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', () => settings.flush());
  closeBeforeQuit(workspaces);
}

const noWorkspace = {
  ok: false,
  failure: { kind: 'rejected', code: 'no_workspace', status: 0, message: 'There is no workspace. Add one first.' },
} as const;

type LastWorkspace = Pick<SettingsFile, 'lastWorkspace'>;

/** The next start opens it again. */
function noteUsed(settings: SettingsFile, id: string): void {
  if (settings.lastWorkspace !== id) settings.remember({ lastWorkspace: id });
}

/** The workspace used last, or the first of the list; null where there is none. */
function lastUsed(workspaces: Workspaces, { lastWorkspace }: LastWorkspace): string | null {
  const all = workspaces.list();
  return (all.find(({ id }) => id === lastWorkspace) ?? all[0])?.id ?? null;
}

/** The service named on the command line, or the workspace used last. */
async function firstWorkspace(
  workspaces: Workspaces,
  { connect, token: given }: Given,
  settings: LastWorkspace,
): Promise<Outcome<string | null>> {
  if (!connect) return { ok: true, value: lastUsed(workspaces, settings) };
  const token = given || null;
  const stored = (isKnown: boolean) => workspaces.openStored(connect, { token, isKnown, last: settings.lastWorkspace });
  // A token that is known needs no question: the workspace opens without waiting for the service.
  const known = token ? await stored(true) : undefined;
  if (known?.ok) return { ok: true, value: known.value.id };
  const connected = token ? await workspaces.connect({ baseUrl: connect, token, userId: null }) : undefined;
  if (connected?.ok) return { ok: true, value: connected.value.id };
  if (!connected || connected.failure.kind === 'offline') {
    const other = await stored(false);
    if (other) return other.ok ? { ok: true, value: other.value.id } : other;
  }
  const failure: Failure = connected?.failure ?? {
    kind: 'auth',
    code: 'no_token',
    message: '--connect needs the API token of the service in the environment variable DECKTOP_TOKEN.',
  };
  return { ok: false, failure: { ...failure, message: `${connect}: ${failure.message}` } };
}

interface HandlerParts {
  readonly workspaces: Workspaces;
  readonly windows: ReturnType<typeof createWindows>;
  readonly settings: SettingsFile;
  readonly options: Options;
  readonly logFile: string;
  /** Resolves when the first workspace is there. */
  readonly started: () => Promise<void>;
}

function mainHandlers({ workspaces, windows, settings, options, logFile, started }: HandlerParts): MainHandlers {
  const switchTo = async (window: BrowserWindow, id: string) => {
    const opened = await workspaces.open(id);
    if (!opened.ok) return opened;
    windows.show(window, id);
    noteUsed(settings, id);
    tell(window, 'workspace/changed', opened.value);
    return opened;
  };
  const shown = async (window: BrowserWindow, made: ReturnType<Workspaces['open']>) => {
    const opened = await made;
    return opened.ok ? switchTo(window, opened.value.id) : opened;
  };
  // The theme of the command line holds until somebody chooses another.
  let givenTheme = options.theme;
  const shownSettings = (kept: Settings): Settings => (givenTheme ? { ...kept, theme: givenTheme } : kept);
  const showNone = (window: BrowserWindow) => {
    windows.show(window, null);
    tell(window, 'workspace/changed', null);
  };
  return {
    'workspace/list': () => ({ ok: true, value: workspaces.list() }),
    'workspace/current': async (_params, window) => {
      await started();
      const id = windows.workspaceOf(window);
      return id === null ? done : workspaces.open(id);
    },
    'workspace/open': ({ id }, window) => switchTo(window, id),
    'workspace/create': (params, window) => shown(window, workspaces.create(params)),
    'workspace/createDemo': (_params, window) => shown(window, workspaces.createDemo()),
    'workspace/rename': (params) => workspaces.rename(params),
    'workspace/probe': (params) => workspaces.probe(params),
    'workspace/connect': (params, window) => shown(window, workspaces.connect(params)),
    'workspace/reconnect': (params) => workspaces.reconnect(params),
    'workspace/setUser': async (params) => {
      const changed = await workspaces.setUser(params);
      if (changed.ok) for (const window of windows.showing(params.id)) tell(window, 'workspace/changed', changed.value);
      return changed;
    },
    'workspace/contents': (params) => workspaces.contents(params),
    'workspace/export': async ({ id }, window) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: 'Export the data of this workspace',
        buttonLabel: 'Export here',
        properties: ['openDirectory', 'createDirectory'],
      });
      const [folder] = filePaths;
      return canceled || folder === undefined ? done : workspaces.export({ id, folder });
    },
    'workspace/remove': async ({ id }) => {
      const next = workspaces.list().find((other) => other.id !== id)?.id;
      for (const window of windows.showing(id))
        if (next === undefined || !(await switchTo(window, next)).ok) showNone(window);
      const removed = await workspaces.remove({ id });
      if (removed.ok) tellAll('settings/changed', shownSettings(settings.forgetWorkspace(id)));
      return removed;
    },
    'workspace/statuses': () => ({ ok: true, value: workspaces.statuses() }),
    'settings/get': () => ({
      ok: true,
      value: shownSettings(settings.settings),
    }),
    'settings/set': (part) => {
      const value = settings.change(part);
      if (part.theme) {
        nativeTheme.themeSource = part.theme;
        givenTheme = undefined;
      }
      tellAll('settings/changed', shownSettings(value));
      return { ok: true, value: shownSettings(value) };
    },
    'app/info': () => ({ ok: true, value: info(logFile) }),
    'app/filesKey': (_params, window) => ({ ok: true, value: windows.filesKeyOf(window) }),
    'app/openExternal': async ({ url }) => {
      if (!isSafeLink(url))
        return {
          ok: false,
          failure: {
            kind: 'rejected',
            code: 'unsafe_link',
            status: 0,
            message: `Decktop opens web and mail links only, not ${url}`,
          },
        };
      await shell.openExternal(url);
      return done;
    },
    'app/newWindow': ({ route }, window) => {
      windows.open({ workspaceId: windows.workspaceOf(window), route });
      return done;
    },
    'app/place': (place, window) => {
      const workspaceId = windows.workspaceOf(window);
      if (workspaceId !== null) settings.rememberPlace(workspaceId, place);
      return done;
    },
    'app/lastPlace': (_params, window) => {
      const workspaceId = windows.workspaceOf(window);
      return { ok: true, value: (workspaceId === null ? undefined : settings.placeOf(workspaceId)) ?? null };
    },
    'app/viewComplete': async (_params, window) => {
      if (options.screenshot) await writeScreenshot(window, options.screenshot);
      return done;
    },
  };
}

function info(logFile: string): AppInfo {
  const { electron = '', chrome = '', node } = process.versions;
  return {
    version: app.getVersion(),
    electron,
    chrome,
    node,
    platform: `${process.platform} ${process.arch}`,
    userData: app.getPath('userData'),
    logFile,
  };
}

/** ms a first view may take, first sync included, before `--screenshot` gives up. */
const screenshotPatience = 180_000;

async function writeScreenshot(window: BrowserWindow, file: string): Promise<void> {
  try {
    writeFileSync(file, (await window.webContents.capturePage()).toPNG());
    console.log(`The first view is in ${file}`);
    app.quit();
  } catch (error) {
    console.error(
      `The picture could not be written to ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
    app.exit(1);
  }
}

/** What cannot be mended from inside a window is said on the way out. */
function stopWith(failure: Failure, { screenshot, connect }: Options): void {
  console.error(failure.message);
  if (!screenshot && !connect && app.isPackaged) dialog.showErrorBox('Decktop cannot start', failure.message);
  app.exit(1);
}

/** Quitting waits until every workspace has written what it holds. */
function closeBeforeQuit(workspaces: Workspaces): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void workspaces.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}

start();
