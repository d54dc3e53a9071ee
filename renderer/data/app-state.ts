/**
 * The open workspace, the sync status and the settings, for all components. They are read from the main process at the
 * start, and events from the main process keep them up to date.
 */
import { useCallback } from 'react';
import { create } from 'zustand';
import { defaultDesktopSettings } from '../../shared/bridge/desktop.ts';
import type { AppSettings, SyncStatus, Workspace } from '../../shared/bridge/index.ts';
import { defaultNetworkSettings } from '../../shared/bridge/proxy-settings.ts';
import { storedViewStateName } from '../../shared/bridge/view-states.ts';
import { defaultNotificationSettings } from '../../shared/domain/notification-schedule.ts';
import { bridge, call, failureOf, logFailure, toastFailure, unwrapOutcome } from './bridge.ts';
import { onIdChange } from './id-remap.ts';
import { takePreloadedAnswerOrCall } from './preloaded.ts';
import { viewStateChangesForNewId } from './view-state-changes-for-new-id.ts';

interface AppState {
  readonly workspace: Workspace | null;
  readonly workspaces: readonly Workspace[];
  readonly sync: SyncStatus | null;
  readonly settings: AppSettings;
  /** Reason why the app cannot start, or null. */
  readonly startFailure: string | null;
  /**
   * How often the worker thread of the workspace has restarted. When the number changes, code that had sent state to
   * the old thread sends it to the new thread again.
   */
  readonly threadRestartCount: number;
  /**
   * A random key in the URLs of files. The key tells the main process which window, and so which workspace, asks for a
   * file.
   */
  readonly filesKey: string;
}

const defaultSettings: AppSettings = {
  theme: 'system',
  palette: 'standard',
  density: 'normal',
  views: {},
  notifications: defaultNotificationSettings,
  updates: { channel: 'latest', automatic: true },
  network: defaultNetworkSettings,
  desktop: defaultDesktopSettings,
};

export const useAppState = create<AppState>(() => ({
  workspace: null,
  workspaces: [],
  sync: null,
  settings: defaultSettings,
  startFailure: null,
  threadRestartCount: 0,
  filesKey: '',
}));
const { setState: set, getState: get } = useAppState;

/** Sets theme and palette as attributes of the page, by which the stylesheet selects colours. */
function applyTheme(settings: AppSettings): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
}

/** Reads the sync status. Ignores the answer if an event with a newer status arrived before it. */
async function readSyncStatus(workspaceId: string): Promise<void> {
  const before = get().sync;
  const sync = await call('sync/status', {});
  if (get().sync === before && get().workspace?.id === workspaceId) set({ sync });
}

/**
 * Reads the app state and subscribes to the events that change it. Called once per window. Resolves when workspace and
 * settings are known and `preloads` has resolved, or when the start has failed (`startFailure`).
 */
export async function loadAndWatchAppState(preloads: () => Promise<unknown>): Promise<void> {
  bridge().on('sync/status', (sync) => set({ sync }));
  bridge().on('settings/changed', (settings) => {
    applyTheme(settings);
    set({ settings: withUnsavedViewStates(settings) });
  });
  bridge().on('workspace/restarted', () =>
    set(({ threadRestartCount }) => ({ threadRestartCount: threadRestartCount + 1 })),
  );
  window.addEventListener('pagehide', storeViewStates);
  bridge().on('workspace/changed', (workspace) => {
    const isOther = workspace?.id !== get().workspace?.id;
    // Events report the status of the sync only when it changes, so the first status is read below.
    set({ workspace, startFailure: null, ...(isOther ? { sync: null } : {}) });
    if (isOther && workspace) readSyncStatus(workspace.id).catch(logFailure('The state of the sync is not known'));
    refreshWorkspaces().catch(logFailure('The list of workspaces is not known'));
  });
  bridge().on('workspace/listed', (workspaces) => set({ workspaces }));
  try {
    const [got, current, filesKey] = await Promise.all([
      takePreloadedAnswerOrCall('settings/get'),
      takePreloadedAnswerOrCall('workspace/current'),
      takePreloadedAnswerOrCall('app/filesKey'),
    ]);
    const settings = unwrapOutcome(got);
    applyTheme(settings);
    set({ settings, workspace: unwrapOutcome(current), filesKey: unwrapOutcome(filesKey) });
    await preloads();
  } catch (error) {
    set({ startFailure: failureOf(error).message });
  }
  // Not awaited, because the first view does not need the answers. After a failed start, the list of workspaces is read
  // too, so that the person can open another workspace.
  const { workspace } = get();
  Promise.all([workspace ? readSyncStatus(workspace.id) : null, refreshWorkspaces()]).catch(
    logFailure('The state of the sync or the list of workspaces is not known'),
  );
}

export async function refreshWorkspaces(): Promise<void> {
  set({ workspaces: await call('workspace/list', {}) });
}

export const useWorkspace = (): Workspace | null => useAppState((state) => state.workspace);
export const useSyncStatus = (): SyncStatus | null => useAppState((state) => state.sync);
export const useSettings = (): AppSettings => useAppState((state) => state.settings);
export const useWorkerThreadRestartCount = (): number => useAppState((state) => state.threadRestartCount);
/** Returns true while the first sync is running. Until it ends, counts of cards are incomplete. */
export const useIsFirstSync = (): boolean => useAppState(({ sync }) => sync?.phase === 'first');
/**
 * Returns the id of the workspace's user, or null if no user is chosen. "My Hand" and "my cards" belong to this user.
 */
export const useCurrentUserId = (): string | null => useAppState((state) => state.workspace?.userId ?? null);
export const currentUserId = (): string | null => get().workspace?.userId ?? null;

/**
 * Applies changed settings at once and stores them. If they cannot be stored, restores the old values and shows a
 * toast.
 */
export async function changeSettings(change: Partial<Omit<AppSettings, 'views'>>): Promise<void> {
  const { settings: before } = get();
  const earlier = Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof AppSettings]]));
  const apply = (settings: AppSettings) => {
    applyTheme(settings);
    set({ settings });
  };
  apply({ ...before, ...change });
  try {
    apply(withUnsavedViewStates(await call('settings/set', change)));
  } catch (error) {
    apply({ ...get().settings, ...earlier });
    toastFailure(error, 'The setting was not saved');
  }
}

/** Timer that stores the unsaved view states. */
let saveTimer: ReturnType<typeof setTimeout> | null = null;
/**
 * View states that are not stored yet, by the name under which they are stored. They take precedence over the settings
 * that the main process sends.
 */
const unsavedViewStates = new Map<string, unknown>();
const withUnsavedViewStates = (settings: AppSettings): AppSettings =>
  unsavedViewStates.size === 0
    ? settings
    : { ...settings, views: { ...settings.views, ...Object.fromEntries(unsavedViewStates) } };

const storedNameOf = (name: string, { workspace }: AppState = get()): string =>
  storedViewStateName(workspace?.id ?? '', name);

/** Returns the open workspace's view state with this name, or undefined. */
export const viewState = (name: string): unknown => get().settings.views[storedNameOf(name)];

/**
 * Sets the open workspace's view state with this name. `value` must be JSON. The view state is stored after 400 ms
 * without a change.
 */
export const setViewState = (name: string, value: unknown): void => setViewStateByStoredName(storedNameOf(name), value);

function setViewStateByStoredName(name: string, value: unknown): void {
  const { settings } = get();
  unsavedViewStates.set(name, value);
  set({ settings: { ...settings, views: { ...settings.views, [name]: value } } });
  if (saveTimer) clearTimeout(saveTimer);
  saveTimer = setTimeout(storeViewStates, 400);
}

onIdChange((_model, from, to) => {
  for (const [name, value] of Object.entries(viewStateChangesForNewId(get().settings.views, from, to)))
    setViewStateByStoredName(name, value);
});

/**
 * Stores all changed view states immediately. Called by `saveTimer`, after an explicit save, and before the window
 * closes.
 */
export function storeViewStates(): void {
  if (saveTimer) clearTimeout(saveTimer);
  saveTimer = null;
  if (unsavedViewStates.size === 0) return;
  const sent = new Map(unsavedViewStates);
  // Only changed view states are sent, because other windows can have changed other view states. The main process
  // merges them by name.
  call('settings/set', { views: Object.fromEntries(sent) }).then(
    () => {
      for (const [name, value] of sent) if (unsavedViewStates.get(name) === value) unsavedViewStates.delete(name);
    },
    // After a failure the view states stay in `unsavedViewStates`, so the next write sends them again.
    logFailure('view state was not stored'),
  );
}

/** Returns the open workspace's view state with this name (grouping, widths, saved views …), and its setter. */
export function useViewState<T>(name: string, initial: T): [T, (next: T) => void] {
  const stored = useAppState((state) => state.settings.views[storedNameOf(name, state)]);
  const setter = useCallback((next: T) => setViewState(name, next), [name]);
  return [stored === undefined ? initial : (stored as T), setter];
}
