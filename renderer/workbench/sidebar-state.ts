/** Whether the sidebar shows. In a window too narrow for it and a view, it lies over the view, while it is asked for only. */
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { setViewState, useViewState, viewState } from '../data/app-state.ts';
import { onRoute } from '../data/routes.ts';

/** As in Sidebar.module.css; px. */
export const sidebarWidth = 232;
const narrow = matchMedia('(max-width: 640px)');
const useAsked = create<{ asked: boolean }>(() => ({ asked: false }));

narrow.addEventListener('change', () => useAsked.setState({ asked: false }));
// What it was opened for is done.
onRoute(() => useAsked.setState({ asked: false }));

const watchWidth = (changed: () => void) => {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
};

export function useSidebar(): [shown: boolean, show: (shown: boolean) => void] {
  const [kept] = useViewState<boolean>('sidebar', true);
  const asked = useAsked((state) => state.asked);
  const isNarrow = useSyncExternalStore(watchWidth, () => narrow.matches);
  return [isNarrow ? asked : kept, showSidebar];
}

export function showSidebar(shown: boolean): void {
  if (narrow.matches) useAsked.setState({ asked: shown });
  else setViewState('sidebar', shown);
}

export const toggleSidebar = (): void =>
  showSidebar(narrow.matches ? !useAsked.getState().asked : viewState('sidebar') === false);
