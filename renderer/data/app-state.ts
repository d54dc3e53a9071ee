/** The open workspace, the state of its sync and the settings, for all components. A command reads each, an event updates it. */
import { useCallback } from 'react';
import { create } from 'zustand';
import { desktopDefaults } from '../../shared/bridge/desktop.ts';
import type { Settings, SyncStatus, Workspace } from '../../shared/bridge/index.ts';
import { defaultNetworkSettings } from '../../shared/bridge/proxy-settings.ts';
import { storedViewName } from '../../shared/bridge/view-states.ts';
import { defaultNotificationSettings } from '../../shared/domain/notification-schedule.ts';
import { bridge, call, failureOf, unwrap } from './bridge.ts';
import { onRenamed } from './id-remap.ts';
import { commandAnswer } from './preloaded.ts';
import { renamedViews } from './renamed-views.ts';

interface AppState {
  readonly workspace: Workspace | null;
  readonly workspaces: readonly Workspace[];
  readonly sync: SyncStatus | null;
  readonly settings: Settings;
  /** Reason why the app cannot start, or null. */
  readonly failed: string | null;
  /** True once workspace and settings are known. */
  readonly ready: boolean;
  /** Number of restarts of the workspace's thread. After each, state that only the thread had must be sent to it again. */
  readonly restarts: number;
  /** Part of the addresses of files (data/files.ts). */
  readonly filesKey: string;
}

const defaults: Settings = {
  ...{ theme: 'system', palette: 'standard', density: 'normal', views: {} },
  notifications: defaultNotificationSettings,
  updates: { channel: 'latest', automatic: true },
  network: defaultNetworkSettings,
  desktop: desktopDefaults,
};

export const useApp = create<AppState>(() => ({
  workspace: null,
  workspaces: [],
  sync: null,
  settings: defaults,
  failed: null,
  ready: false,
  restarts: 0,
  filesKey: '',
}));
const { setState: set, getState: get } = useApp;

/** Theme and palette are attributes of the page; the stylesheet selects by them. */
function applyTheme(settings: Settings): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
}

/** Reads the state of the sync. An event that arrives before the answer is newer: then the answer is ignored. */
async function readSyncStatus(workspaceId: string): Promise<void> {
  const before = get().sync;
  const sync = await call('sync/status', {});
  if (get().sync === before && get().workspace?.id === workspaceId) set({ sync });
}

/** Reads the state and follows its events, once per window. Waits for `preloads` before anything is rendered. */
export async function startAppState(preloads: () => Promise<unknown>): Promise<void> {
  bridge().on('sync/status', (sync) => set({ sync }));
  bridge().on('settings/changed', (settings) => {
    applyTheme(settings);
    set({ settings: withUnsaved(settings) });
  });
  bridge().on('workspace/restarted', () => set(({ restarts }) => ({ restarts: restarts + 1 })));
  window.addEventListener('pagehide', storeViewState);
  bridge().on('workspace/changed', (workspace) => {
    const isOther = workspace?.id !== get().workspace?.id;
    // An open workspace sends its status only when it changes.
    set({ workspace, failed: null, ...(isOther ? { sync: null } : {}) });
    if (isOther && workspace)
      readSyncStatus(workspace.id).catch((error: unknown) =>
        console.warn('The state of the sync is not known', failureOf(error).message),
      );
    void refreshWorkspaces();
  });
  bridge().on('workspace/listed', (workspaces) => set({ workspaces }));
  try {
    const [got, current, filesKey] = await Promise.all([
      commandAnswer('settings/get'),
      commandAnswer('workspace/current'),
      call('app/filesKey', {}),
    ]);
    set({ filesKey });
    const [settings, workspace] = [unwrap(got), unwrap(current)];
    applyTheme(settings);
    await preloads();
    set({ settings, workspace, ready: true });
    await Promise.all([workspace ? readSyncStatus(workspace.id) : null, refreshWorkspaces()]);
  } catch (error) {
    set({ failed: failureOf(error).message, ready: true });
    // Other workspaces may still open.
    await refreshWorkspaces().catch((cause: unknown) => console.warn(failureOf(cause).message));
  }
}

export async function refreshWorkspaces(): Promise<void> {
  set({ workspaces: await call('workspace/list', {}) });
}

export const useWorkspace = (): Workspace | null => useApp((state) => state.workspace);
export const useSync = (): SyncStatus | null => useApp((state) => state.sync);
export const useSettings = (): Settings => useApp((state) => state.settings);
export const useRestarts = (): number => useApp((state) => state.restarts);
/** True during the first sync, while counts are not complete. */
export const useIsArriving = (): boolean => useApp(({ sync }) => sync?.phase === 'first');
/** Id of the workspace's user, whose Hand, bookmarks and cards are "mine"; null if none is chosen. */
export const useMe = (): string | null => useApp((state) => state.workspace?.userId ?? null);

/** Applies changes of settings at once and stores them. @throws FailureError */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const settings = { ...get().settings, ...change };
  applyTheme(settings);
  set({ settings });
  const stored = await call('settings/set', change as Parameters<typeof call<'settings/set'>>[1]);
  set({ settings: withUnsaved(stored) });
}

/** Timer of the next write of view states; no component shows it. */
let saving: ReturnType<typeof setTimeout> | null = null;
/** View states that are not stored yet. Settings from the main process must not replace them. */
const unsaved = new Map<string, unknown>();
const withUnsaved = (settings: Settings): Settings =>
  unsaved.size === 0 ? settings : { ...settings, views: { ...settings.views, ...Object.fromEntries(unsaved) } };

const storedName = (name: string, { workspace }: AppState = get()): string => storedViewName(workspace?.id ?? '', name);

/** The view state stored under this name for the open workspace, or undefined. */
export const viewState = (name: string): unknown => get().settings.views[storedName(name)];

/** Sets the view state under this name for the open workspace. `value` is JSON. It is stored within 400 ms. */
export const setViewState = (name: string, value: unknown): void => setStored(storedName(name), value);

function setStored(name: string, value: unknown): void {
  const { settings } = get();
  unsaved.set(name, value);
  set({ settings: { ...settings, views: { ...settings.views, [name]: value } } });
  if (saving) clearTimeout(saving);
  saving = setTimeout(storeViewState, 400);
}

onRenamed((_model, from, to) => {
  for (const [name, value] of Object.entries(renamedViews(get().settings.views, from, to))) setStored(name, value);
});

/** Stores all changed view states at once: after an explicit save, and before the window closes. */
export function storeViewState(): void {
  if (saving) clearTimeout(saving);
  saving = null;
  if (unsaved.size === 0) return;
  const sent = new Map(unsaved);
  // Only changed names are sent: main merges by name, and other windows have views of their own.
  call('settings/set', { views: Object.fromEntries(sent) }).then(
    () => {
      for (const [name, value] of sent) if (unsaved.get(name) === value) unsaved.delete(name);
    },
    // The next write sends them again.
    (error: unknown) => console.warn('view state was not stored', failureOf(error).message),
  );
}

/** The view state under this name (grouping, widths, saved views …) for the open workspace, with its setter. */
export function useViewState<T>(name: string, initial: T): [T, (next: T) => void] {
  const stored = useApp((state) => state.settings.views[storedName(name, state)]);
  const setter = useCallback((next: T) => setViewState(name, next), [name]);
  return [stored === undefined ? initial : (stored as T), setter];
}
