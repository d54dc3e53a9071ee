/** What the app keeps beside the cards: the workspace, its sync, the settings. Each fed by one command and one event. */
import { useCallback } from 'react';
import { create } from 'zustand';
import type { Settings, SyncStatus, Workspace } from '../../shared/bridge/index.ts';
import { storedViewName } from '../../shared/bridge/view-states.ts';
import { bridge, call, failureOf, granted } from './bridge.ts';
import { onRenamed } from './id-remap.ts';
import { commandAnswer } from './preloaded.ts';
import { renamedViews } from './renamed-views.ts';

interface AppState {
  readonly workspace: Workspace | null;
  readonly workspaces: readonly Workspace[];
  readonly sync: SyncStatus | null;
  readonly settings: Settings;
  /** Why the app cannot start, in words. */
  readonly failed: string | null;
  /** True once workspace and settings are known. */
  readonly ready: boolean;
  /** How often the workspace's thread has started again: what only it knew has to be told to it anew. */
  readonly restarts: number;
  /** Part of the addresses of files (data/files.ts). */
  readonly filesKey: string;
}

const defaults: Settings = { theme: 'system', palette: 'standard', density: 'normal', views: {} };

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

/** Theme and palette are attributes of the page, so that one stylesheet serves all. */
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

/** `early`: resolves when what was asked before is there. */
export async function startAppState(early: () => Promise<unknown>): Promise<void> {
  bridge().on('sync/status', (sync) => set({ sync }));
  bridge().on('settings/changed', (settings) => {
    applyTheme(settings);
    set({ settings: withUnsaved(settings) });
  });
  bridge().on('workspace/restarted', () => set(({ restarts }) => ({ restarts: restarts + 1 })));
  window.addEventListener('pagehide', storeViewState);
  bridge().on('workspace/changed', (workspace) => {
    const isOther = workspace?.id !== get().workspace?.id;
    // An open workspace tells its status only when it changes.
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
    const [settings, workspace] = [granted(got), granted(current)];
    applyTheme(settings);
    await early();
    set({ settings, workspace, ready: true });
    await Promise.all([workspace ? readSyncStatus(workspace.id) : null, refreshWorkspaces()]);
  } catch (error) {
    set({ failed: failureOf(error).message, ready: true });
    // The others may open.
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
/** While the first sync brings the workspace: nothing can be counted yet. */
export const useIsArriving = (): boolean => useApp(({ sync }) => sync?.phase === 'first');
/** Whose Hand and bookmarks are "mine". */
export const useMe = (): string | null => useApp((state) => state.workspace?.userId ?? null);

export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const settings = { ...get().settings, ...change };
  applyTheme(settings);
  set({ settings });
  const kept = await call('settings/set', change as Parameters<typeof call<'settings/set'>>[1]);
  set({ settings: withUnsaved(kept) });
}

/** The timer of the next write; nothing shows it. */
let saving: ReturnType<typeof setTimeout> | null = null;
/** View states that main does not have yet: settings that come from there must not undo them. */
const unsaved = new Map<string, unknown>();
const withUnsaved = (settings: Settings): Settings =>
  unsaved.size === 0 ? settings : { ...settings, views: { ...settings.views, ...Object.fromEntries(unsaved) } };

const storedName = (name: string, { workspace }: AppState = get()): string => storedViewName(workspace?.id ?? '', name);

/** What is kept under a view name in the workspace that this window shows; undefined where nothing is. */
export const viewState = (name: string): unknown => get().settings.views[storedName(name)];

/** Keeps a JSON value under a view name of this window's workspace. Writes are gathered for a moment. */
export const setViewState = (name: string, value: unknown): void => keep(storedName(name), value);

function keep(name: string, value: unknown): void {
  const { settings } = get();
  unsaved.set(name, value);
  set({ settings: { ...settings, views: { ...settings.views, [name]: value } } });
  if (saving) clearTimeout(saving);
  saving = setTimeout(storeViewState, 400);
}

onRenamed((_model, from, to) => {
  for (const [name, value] of Object.entries(renamedViews(get().settings.views, from, to))) keep(name, value);
});

/** Writes at once what would be written soon: for what a person asked to keep, and before the window goes. */
export function storeViewState(): void {
  if (saving) clearTimeout(saving);
  saving = null;
  if (unsaved.size === 0) return;
  const sent = new Map(unsaved);
  // Only what changed here: main merges by name, and other windows have views of their own.
  call('settings/set', { views: Object.fromEntries(sent) }).then(
    () => {
      for (const [name, value] of sent) if (unsaved.get(name) === value) unsaved.delete(name);
    },
    // A failed write costs a remembered grouping, not work; the next one carries it again.
    (error: unknown) => console.warn('view state was not stored', failureOf(error).message),
  );
}

/** A JSON value kept per view name (grouping, widths, saved views) in this window's workspace, and its setter. */
export function useViewState<T>(name: string, initial: T): [T, (next: T) => void] {
  const stored = useApp((state) => state.settings.views[storedName(name, state)]);
  const setter = useCallback((next: T) => setViewState(name, next), [name]);
  return [stored === undefined ? initial : (stored as T), setter];
}
