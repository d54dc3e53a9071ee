import type { BrowserWindow } from 'electron';
import type { WorkspaceRegistry } from '../../workspace/registry.ts';
import { sendBridgeEvent } from '../bridge-host.ts';
import { lastUsedWorkspaceId } from '../first-workspace.ts';
import type { SettingsFile } from '../settings-file.ts';
import type { AppWindows } from '../windows/windows.ts';

export interface SmallWindowOptions {
  readonly windows: AppWindows;
  readonly workspaces: WorkspaceRegistry;
  readonly settings: SettingsFile;
}

/** The front window's workspace, or the last used one; null if there is none. */
export function currentWorkspaceId({ windows, workspaces, settings }: SmallWindowOptions): string | null {
  const front = windows.front();
  return front ? windows.workspaceOf(front) : lastUsedWorkspaceId(workspaces, settings);
}

/** If the id is null, the window shows no workspace. */
export function showWorkspaceInWindow(
  window: BrowserWindow,
  id: string | null,
  { windows, workspaces }: SmallWindowOptions,
): void {
  if (windows.workspaceOf(window) === id) return;
  windows.setWorkspace(window, id);
  sendBridgeEvent(window, 'workspace/changed', workspaces.list().find((workspace) => workspace.id === id) ?? null);
}
