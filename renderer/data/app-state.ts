/** Read from the main process at the start; events from the main process keep it up to date. */
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

interface AppState {
  readonly workspace: Workspace | null;
  readonly workspaces: readonly Workspace[];
  readonly sync: SyncStatus | null;
  readonly settings: AppSettings;
  /** Null if the app can start. */
  readonly startFailure: string | null;
  /** When the number changes, code that had sent state to the old worker thread sends it to the new one again. */
  readonly threadRestartCount: number;
  /** Random key in the URLs of files, which tells the main process which window, and so which workspace, asks. */
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

function applyTheme(settings: AppSettings): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
}

/** Ignores the answer if an event with a newer status arrived before it. */
async function readSyncStatus(workspaceId: string): Promise<void> {
  const before = get().sync;
  const sync = await call('sync/status', {});
  if (get().sync === before && get().workspace?.id === workspaceId) set({ sync });
}

/**
 * Called once per window. Resolves when workspace and settings are known and `preloads` has resolved, or when the start
 * has failed (`startFailure`).
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
    // Events report the status only when it changes.
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
  // Not awaited, because the first view does not need the answers. After a failed start too, so that the person can
  // open another workspace.
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
/** Until the first sync ends, counts of cards are incomplete. */
export const useIsFirstSync = (): boolean => useAppState(({ sync }) => sync?.phase === 'first');
/** Null if no user is chosen. "My Hand" and "my cards" belong to this user. */
export const useCurrentUserId = (): string | null => useAppState((state) => state.workspace?.userId ?? null);
export const currentUserId = (): string | null => get().workspace?.userId ?? null;

/** If the settings cannot be stored, restores the old values and shows a toast. */
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

let saveTimer: ReturnType<typeof setTimeout> | null = null;
/** By stored name. They take precedence over the settings that the main process sends. */
const unsavedViewStates = new Map<string, unknown>();
const withUnsavedViewStates = (settings: AppSettings): AppSettings =>
  unsavedViewStates.size === 0
    ? settings
    : { ...settings, views: { ...settings.views, ...Object.fromEntries(unsavedViewStates) } };

const storedNameOf = (name: string, { workspace }: AppState = get()): string =>
  storedViewStateName(workspace?.id ?? '', name);

export const viewState = (name: string): unknown => get().settings.views[storedNameOf(name)];

/** `value` must be JSON. It is stored after 400 ms without a change. */
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

/** Called by `saveTimer`, after an explicit save, and before the window closes. */
export function storeViewStates(): void {
  if (saveTimer) clearTimeout(saveTimer);
  saveTimer = null;
  if (unsavedViewStates.size === 0) return;
  const sent = new Map(unsavedViewStates);
  // Other windows can have changed other view states; the main process merges them by name.
  call('settings/set', { views: Object.fromEntries(sent) }).then(
    () => {
      for (const [name, value] of sent) if (unsavedViewStates.get(name) === value) unsavedViewStates.delete(name);
    },
    // After a failure the view states stay in `unsavedViewStates`, so the next write sends them again.
    logFailure('view state was not stored'),
  );
}

/** For example grouping, widths, saved views. */
export function useViewState<T>(name: string, initial: T): [T, (next: T) => void] {
  const stored = useAppState((state) => state.settings.views[storedNameOf(name, state)]);
  const setter = useCallback((next: T) => setViewState(name, next), [name]);
  return [stored === undefined ? initial : (stored as T), setter];
}

/** A deck that was created offline keeps its view settings when the service gives it another id. */

type Views = Readonly<Record<string, unknown>>;

/** By name of the view state; null means that it must be deleted. */
export function viewStateChangesForNewId(views: Views, from: string, to: string): Views {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(views)) {
    const text = JSON.stringify([name, value]);
    if (!text.includes(from)) continue;
    const [newName, newValue] = JSON.parse(text.replaceAll(from, to)) as [string, unknown];
    if (newName !== name) changes[name] = null;
    changes[newName] = newValue;
  }
  return changes;
}
