/** Failures are shown as toasts. */
import type { NewWorkspace, Workspace } from '../../shared/bridge/index.ts';
import { toast } from '../ui/popups/toast.ts';
import { refreshWorkspaces, useAppState } from './app-state.ts';
import { call, toastFailure } from './bridge.ts';
import { navigate } from './routes.ts';

/** False if `run` fails, or if the person cancelled it. */
async function openThenGoHome(what: string, run: () => Promise<Workspace | null>): Promise<boolean> {
  let opened: Workspace | null;
  try {
    opened = await run();
  } catch (error) {
    toastFailure(error, `${what} did not work`);
    return false;
  }
  if (!opened) return false;
  await refreshWorkspaces();
  // The person may have chosen another workspace meanwhile; the window then stays in its view.
  if (useAppState.getState().workspace?.id === opened.id) navigate({ view: 'home', id: null, query: {} });
  return true;
}

/** In this window. Resolves to false if that fails. */
export const switchWorkspace = (id: string): Promise<boolean> =>
  openThenGoHome('Opening', () => call('workspace/open', { id }));

export const openDemoWorkspace = (): Promise<boolean> =>
  openThenGoHome('Opening the demo workspace', () => call('workspace/createDemo', {}));

/** Resolves to false if that fails. */
export const createWorkspace = (wanted: NewWorkspace): Promise<boolean> =>
  openThenGoHome('Creating the workspace', () => call('workspace/create', wanted));

/** In place, or as another workspace. `settings`: with the theme, density and notifications of the copy. */
export const restoreWorkspace = (copyId: string, where: 'new' | 'inPlace', settings: boolean): Promise<boolean> =>
  openThenGoHome('Restoring the workspace', async () => {
    const { workspace, savedTo } = await call('workspace/restore', { copyId, where, settings });
    toast({ title: `Restored ${workspace.name}`, ...(savedTo && { detail: `The state before is in ${savedTo}` }) });
    return workspace;
  });

/** As one file, in a folder that the person chooses. */
export const saveWorkspaceAsFile = (id: string): Promise<void> =>
  call('workspace/export', { id }).then(
    (file) => void (file && toast({ title: 'Saved this workspace', detail: file })),
    (error: unknown) => toastFailure(error, 'The workspace was not saved'),
  );

export const demoWorkspaceCommandLabel = (
  workspaces: readonly Workspace[] = useAppState.getState().workspaces,
): string =>
  workspaces.some(({ isDemo }) => isDemo) ? 'Look around the demo workspace' : 'Make the demo workspace again';
