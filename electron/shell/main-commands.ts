/** The commands of the recovery page are in recovery.ts. */
import { writeFileSync } from 'node:fs';
import { app, type BrowserWindow, dialog, nativeTheme, shell } from 'electron';
import type { AppInfo, AppSettings } from '../../shared/bridge/index.ts';
import { errorMessage, type Outcome, rejectedOutcome } from '../../shared/contract/index.ts';
import type { WorkspaceRegistry } from '../workspace/registry.ts';
import { broadcastBridgeEvent, type MainHandlers, type RecoveryPageHandlers, sendBridgeEvent } from './bridge-host.ts';
import type { CalendarAddresses } from './calendar-address.ts';
import type { DesktopIntegration } from './desktop/desktop.ts';
import { diagnosticsText } from './diagnostics.ts';
import { chooseFolder, createFileExports } from './exports.ts';
import { rememberLastWorkspace } from './first-workspace.ts';
import type { Keeping } from './keeping.ts';
import type { NetworkControls } from './network/network-commands.ts';
import type { ProxyLoginManager } from './network/proxy-login.ts';
import type { CommandLineOptions } from './options.ts';
import type { SettingsFile } from './settings-file.ts';
import type { UpdateControls } from './updates/updates.ts';
import type { ApplicationMenu } from './windows/menu.ts';
import { isSafeLink } from './windows/page-guard.ts';
import type { WindowOpener } from './windows/window-opener.ts';
import type { AppWindows } from './windows/windows.ts';

const done = { ok: true, value: null } as const;

/** Shows a workspace in a window, after it has opened. */
export type SwitchWorkspace = (window: BrowserWindow, id: string) => ReturnType<WorkspaceRegistry['open']>;

export interface MainHandlersOptions {
  readonly workspaces: WorkspaceRegistry;
  readonly windows: AppWindows;
  readonly windowOpener: WindowOpener;
  readonly desktop: DesktopIntegration;
  readonly menu: ApplicationMenu;
  readonly keeping: Keeping;
  readonly switchWorkspace: SwitchWorkspace;
  readonly settings: SettingsFile;
  readonly options: CommandLineOptions;
  readonly network: NetworkControls;
  readonly logins: ProxyLoginManager;
  readonly updates: UpdateControls;
  readonly calendars: CalendarAddresses;
  readonly logFile: string;
  /** Resolves when the first workspace has opened or failed to open. */
  readonly started: Promise<void>;
}

export function createWorkspaceSwitch({
  workspaces,
  windows,
  settings,
}: Pick<MainHandlersOptions, 'workspaces' | 'windows' | 'settings'>): SwitchWorkspace {
  /** Id of the workspace that was last chosen for a window. The workspace may not be open yet. */
  const chosenIds = new WeakMap<BrowserWindow, string>();
  return async (window, id) => {
    chosenIds.set(window, id);
    const opened = await workspaces.open(id);
    // The person may have chosen another workspace before this workspace was open.
    if (!opened.ok || chosenIds.get(window) !== id) return opened;
    windows.setWorkspace(window, id);
    rememberLastWorkspace(settings, id);
    sendBridgeEvent(window, 'workspace/changed', opened.value);
    return opened;
  };
}

/** Returns the folder that the person has chosen; null if they cancelled. */
async function keepDeckAsFolder(
  workspaces: WorkspaceRegistry,
  workspaceId: string | null,
  deckId: string,
  window: BrowserWindow,
): Promise<Outcome<string | null>> {
  if (workspaceId === null) return rejectedOutcome('no_workspace', 'There is no workspace.');
  const chosen = await chooseFolder(window, 'Keep the deck in this folder', 'Keep here');
  if (chosen === undefined) return done;
  const running = await workspaces.threads.run(workspaceId);
  if (!running.ok) return running;
  const found = await running.value.inspectFolder({ deckId, path: chosen });
  if (!found.ok) return found;
  const { path, files } = found.value;
  if (files > 0) {
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message:
        files === 1 ? 'There is a Markdown file in this folder.' : `There are ${files} Markdown files in this folder.`,
      detail: `${path}\n\nEach of them that belongs to no card becomes a card of the deck.`,
      buttons: ['Cancel', 'Keep the deck here'],
      defaultId: 1,
      cancelId: 0,
    });
    if (response === 0) return done;
  }
  const kept = await running.value.keepFolder({ deckId, path });
  return kept.ok ? { ok: true, value: path } : kept;
}

export function createMainHandlers(dependencies: MainHandlersOptions): Omit<MainHandlers, keyof RecoveryPageHandlers> {
  const { workspaces, windows, windowOpener, desktop, menu, settings, options, network, logins } = dependencies;
  const { updates, calendars, logFile, started, keeping } = dependencies;
  const switchWorkspace = dependencies.switchWorkspace;
  const showOpened = async (window: BrowserWindow, opening: ReturnType<WorkspaceRegistry['open']>) => {
    const opened = await opening;
    return opened.ok ? switchWorkspace(window, opened.value.id) : opened;
  };
  // The theme of the command line applies until the person chooses a theme.
  let themeOption = options.theme;
  const withTheme = (stored: AppSettings): AppSettings => (themeOption ? { ...stored, theme: themeOption } : stored);
  const showNoWorkspace = (window: BrowserWindow) => {
    windows.setWorkspace(window, null);
    sendBridgeEvent(window, 'workspace/changed', null);
  };
  return {
    'workspace/list': () => ({ ok: true, value: workspaces.list() }),
    'workspace/current': async (_params, window) => {
      await started;
      const id = windows.workspaceOf(window);
      return id === null ? done : workspaces.open(id);
    },
    'workspace/open': ({ id }, window) => switchWorkspace(window, id),
    'workspace/create': (params, window) => showOpened(window, workspaces.create(params)),
    'workspace/createDemo': (_params, window) => showOpened(window, workspaces.createDemo()),
    'workspace/rename': (params) => workspaces.rename(params),
    'workspace/probe': (params) => {
      logins.forgetDeclined();
      return workspaces.connector.probe(params);
    },
    'workspace/connect': (params, window) => showOpened(window, workspaces.connector.connect(params)),
    'workspace/reconnect': (params) => workspaces.connector.reconnect(params),
    'workspace/setUser': async (params) => {
      const changed = await workspaces.setUser(params);
      if (changed.ok)
        for (const window of windows.windowsOf(params.id)) sendBridgeEvent(window, 'workspace/changed', changed.value);
      return changed;
    },
    'workspace/contents': (params) => workspaces.contents(params),
    'workspace/readForImport': async ({ id }, window) => {
      const shown = windows.workspaceOf(window);
      return shown === null
        ? rejectedOutcome('no_workspace', 'There is no workspace.')
        : workspaces.readForImport(id, { id: shown, windowId: window.id });
    },
    ...keeping.handlers,
    'workspace/remove': async ({ id }) => {
      const next = workspaces.list().find((other) => other.id !== id)?.id;
      for (const window of windows.windowsOf(id)) {
        if (windows.kindOf(window) !== 'main') window.close();
        else if (next === undefined || !(await switchWorkspace(window, next)).ok) showNoWorkspace(window);
      }
      const removed = await workspaces.remove({ id });
      if (removed.ok) broadcastBridgeEvent('settings/changed', withTheme(settings.forgetWorkspace(id)));
      return removed;
    },
    'workspace/statuses': () => ({ ok: true, value: workspaces.statuses() }),
    'settings/get': () => ({ ok: true, value: withTheme(settings.settings) }),
    'settings/set': async (part) => {
      // Before they are stored: if the system refuses them, such as the start at login, nothing is stored.
      if (part.desktop) desktop.apply(part.desktop, settings.settings.desktop);
      const value = settings.change(part);
      if (part.network) await network.apply(value.network);
      if (part.theme) {
        nativeTheme.themeSource = part.theme;
        themeOption = undefined;
      }
      broadcastBridgeEvent('settings/changed', withTheme(value));
      return { ok: true, value: withTheme(value) };
    },
    ...createFileExports(async (window, fileId) => {
      const id = windows.workspaceOf(window);
      return id === null
        ? rejectedOutcome('no_workspace', 'There is no workspace.')
        : workspaces.threads.file(id, fileId);
    }),
    'deck/keepAsFolder': ({ deckId }, window) =>
      keepDeckAsFolder(workspaces, windows.workspaceOf(window), deckId, window),
    ...network.handlers,
    ...calendars.handlers,
    'updates/state': () => ({ ok: true, value: updates.state }),
    'updates/check': async () => {
      await updates.check();
    },
    'updates/download': async () => {
      await updates.download();
    },
    'updates/install': async ({ when }) => {
      await updates.install(when);
    },
    'desktop/show': ({ window }) => {
      if (window === 'hand') desktop.showHand();
      else desktop.showQuickAdd();
    },
    'desktop/status': () => ({ ok: true, value: desktop.status() }),
    'app/info': () => ({ ok: true, value: appInfo(logFile) }),
    'app/diagnostics': ({ withHosts }) => ({
      ok: true,
      value: diagnosticsText({
        info: appInfo(logFile),
        workspaces: workspaces.list(),
        statuses: workspaces.statuses(),
        reports: app.getPath('crashDumps'),
        home: app.getPath('home'),
        withHosts,
      }),
    }),
    'app/filesKey': (_params, window) => ({ ok: true, value: windows.filesKeyOf(window) }),
    'app/openExternal': async ({ url }) => {
      if (!isSafeLink(url)) return rejectedOutcome('unsafe_link', `Decktop opens web and mail links only, not ${url}`);
      await shell.openExternal(url);
      return done;
    },
    'app/newWindow': ({ route }, window) =>
      void windows.open({ kind: 'main', workspaceId: windows.workspaceOf(window), route }),
    'app/openCardWindow': ({ cardId }, window) => void windowOpener.openCard(windows.workspaceOf(window), cardId),
    'app/openLink': ({ link }) => void windowOpener.openLink(link),
    'app/showRoute': ({ route }, window) => void windowOpener.showRoute(windows.workspaceOf(window), route),
    'app/closeWindow': (_params, window) => void window.close(),
    'app/menus': (menus, window) => void menu.report(window, menus),
    'app/undoTyping': ({ redo }, window) => {
      if (redo) window.webContents.redo();
      else window.webContents.undo();
    },
    'app/storeViewAndScroll': (viewAndScroll, window) => {
      const workspaceId = windows.workspaceOf(window);
      if (workspaceId !== null && windows.kindOf(window) === 'main')
        settings.storeViewAndScroll(workspaceId, viewAndScroll);
      windows.storeRoutesSoon();
    },
    'app/lastViewAndScroll': (_params, window) => {
      const workspaceId = windows.workspaceOf(window);
      return { ok: true, value: (workspaceId === null ? undefined : settings.viewAndScrollOf(workspaceId)) ?? null };
    },
    'app/viewComplete': async (_params, window) => {
      windows.viewComplete(window);
      desktop.start();
      if (logins.question) sendBridgeEvent(window, 'network/loginRequest', logins.question);
      if (options.screenshot) await writeScreenshot(window, options.screenshot);
    },
  };
}

function appInfo(logFile: string): AppInfo {
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

async function writeScreenshot(window: BrowserWindow, file: string): Promise<void> {
  try {
    writeFileSync(file, (await window.webContents.capturePage()).toPNG());
    console.log(`The first view is in ${file}`);
    app.quit();
  } catch (error) {
    console.error(`The picture could not be written to ${file}: ${errorMessage(error)}`);
    app.exit(1);
  }
}
