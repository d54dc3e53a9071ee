/** Opens and creates workspaces. Used by menus, commands and the start page. Failures are shown as toasts. */
import type { NewWorkspace, Workspace } from '../../shared/bridge/index.ts';
import { refreshWorkspaces, useAppState } from './app-state.ts';
import { call, toastFailure } from './bridge.ts';
import { navigate } from './routes.ts';

/** Calls `run`, which opens a workspace, then shows the home view. Returns false and shows a toast if `run` fails. */
async function openThenGoHome(what: string, run: () => Promise<Workspace>): Promise<boolean> {
  let opened: Workspace;
  try {
    opened = await run();
  } catch (error) {
    toastFailure(error, `${what} did not work`);
    return false;
  }
  await refreshWorkspaces();
  // The person may have chosen another workspace while this one was being opened. The window then shows the other
  // workspace and stays in its view.
  if (useAppState.getState().workspace?.id === opened.id) navigate({ view: 'home', id: null, query: {} });
  return true;
}

/** Opens a workspace in this window. Resolves to false if that fails. */
export const switchWorkspace = (id: string): Promise<boolean> =>
  openThenGoHome('Opening', () => call('workspace/open', { id }));

export const openDemoWorkspace = (): Promise<boolean> =>
  openThenGoHome('Opening the demo workspace', () => call('workspace/createDemo', {}));

/** Creates a local workspace and opens it. Resolves to false if that fails. */
export const createWorkspace = (wanted: NewWorkspace): Promise<boolean> =>
  openThenGoHome('Creating the workspace', () => call('workspace/create', wanted));

export const demoWorkspaceCommandLabel = (
  workspaces: readonly Workspace[] = useAppState.getState().workspaces,
): string =>
  workspaces.some(({ isDemo }) => isDemo) ? 'Look around the demo workspace' : 'Make the demo workspace again';
