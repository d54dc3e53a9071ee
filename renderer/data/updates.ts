import { create } from 'zustand';
import type { AppUpdateState, CommandParams } from '../../shared/bridge/index.ts';
import { toast } from '../ui/popups/toast.ts';
import { bridge, call, toastFailure } from './bridge.ts';
import { navigate } from './routes.ts';

/** Null until the main process has answered. */
const useStore = create<{ readonly state: AppUpdateState | null }>(() => ({ state: null }));
export const useAppUpdateState = (): AppUpdateState | null => useStore(({ state }) => state);

const showFailure = (error: unknown) => toastFailure(error, 'The update did not work');

export const checkForUpdates = (): void => void call('updates/check', {}).catch(showFailure);
export const downloadUpdate = (): void => void call('updates/download', {}).catch(showFailure);
export const installUpdate = (when: CommandParams<'updates/install'>['when']): void =>
  void call('updates/install', { when }).catch(showFailure);

/** The events of `watchUpdates` keep it up to date. */
export function loadAppUpdateState(): void {
  call('updates/state', {}).then((state) => useStore.setState({ state }), showFailure);
}

/** Shows a toast when a new version is ready. Returns the function that removes the listener. */
export function watchUpdates(): () => void {
  return bridge().on('updates/changed', (state) => {
    const before = useStore.getState().state;
    useStore.setState({ state });
    if (state.phase !== 'ready' || before?.phase === 'ready') return;
    toast({
      title: `Decktop ${state.version} is ready`,
      detail: 'You choose when it is installed.',
      action: { label: 'Show', run: () => navigate({ view: 'settings', id: 'updates' }) },
      id: 'update',
      timeout: 30_000,
    });
  });
}
