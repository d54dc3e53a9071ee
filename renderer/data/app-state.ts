/** What the app keeps beside the cards: the workspace, its sync, the settings. Each fed by one command and one event. */
import { useCallback } from 'react';
import { create } from 'zustand';
import type { Settings, SyncStatus, Workspace } from '../../shared/bridge/index.ts';
import { bridge, call, failureOf } from './bridge.ts';

interface AppState {
  readonly workspace: Workspace | null;
  readonly workspaces: readonly Workspace[];
  readonly sync: SyncStatus | null;
  readonly settings: Settings;
  /** Why the app cannot start, in words. */
  readonly failed: string | null;
  /** True once workspace and settings are known. */
  readonly ready: boolean;
}

const defaults: Settings = { theme: 'system', palette: 'standard', density: 'normal', views: {} };

export const useApp = create<AppState>(() => ({
  workspace: null,
  workspaces: [],
  sync: null,
  settings: defaults,
  failed: null,
  ready: false,
}));
const { setState: set, getState: get } = useApp;

/** Theme and palette are attributes of the page, so that one stylesheet serves all. */
function dress(settings: Settings): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
}

export async function startAppState(): Promise<void> {
  bridge().on('sync/status', (sync) => set({ sync }));
  bridge().on('settings/changed', (settings) => {
    dress(settings);
    set({ settings });
  });
  bridge().on('workspace/changed', (workspace) => {
    set({ workspace });
    void refreshWorkspaces();
  });
  try {
    const [settings, workspace] = await Promise.all([call('settings/get', {}), call('workspace/current', {})]);
    dress(settings);
    set({ settings, workspace, ready: true });
    const [sync] = await Promise.all([call('sync/status', {}), refreshWorkspaces()]);
    set({ sync });
  } catch (error) {
    set({ failed: failureOf(error).message, ready: true });
  }
}

export async function refreshWorkspaces(): Promise<void> {
  set({ workspaces: await call('workspace/list', {}) });
}

export const useWorkspace = (): Workspace | null => useApp((state) => state.workspace);
export const useSync = (): SyncStatus | null => useApp((state) => state.sync);
export const useSettings = (): Settings => useApp((state) => state.settings);
/** Whose Hand and bookmarks are "mine". */
export const useMe = (): string | null => useApp((state) => state.workspace?.userId ?? null);

export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const settings = { ...get().settings, ...change };
  dress(settings);
  set({ settings });
  const kept = await call('settings/set', change as Parameters<typeof call<'settings/set'>>[1]);
  set({ settings: kept });
}

let saving: ReturnType<typeof setTimeout> | null = null;

/** Keeps a JSON value under a view name. Writes are gathered for a moment. */
export function setViewState(name: string, value: unknown): void {
  const { settings } = get();
  set({ settings: { ...settings, views: { ...settings.views, [name]: value } } });
  if (saving) clearTimeout(saving);
  saving = setTimeout(() => {
    saving = null;
    // A failed write costs a remembered grouping, not work; the next one carries all of them again.
    call('settings/set', { views: { ...get().settings.views } }).catch((error: unknown) =>
      console.warn('view state was not stored', failureOf(error).message),
    );
  }, 400);
}

/** A JSON value kept per view name (grouping, widths, saved views), and its setter. */
export function useViewState<T>(name: string, initial: T): [T, (next: T) => void] {
  const stored = useApp((state) => state.settings.views[name]);
  const setter = useCallback((next: T) => setViewState(name, next), [name]);
  return [stored === undefined ? initial : (stored as T), setter];
}
