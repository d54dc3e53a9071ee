/** In a narrow window, the sidebar is hidden until the person opens it; then it covers the view. */
import { create } from 'zustand';
import { setViewState, useViewState, viewState } from '../data/app-state.ts';
import { onRouteChange } from '../data/routes.ts';
import { useMediaQuery } from '../ui/dom/media-query.ts';

/** In px. Must equal the width in Sidebar.module.css. */
export const sidebarWidthPx = 232;
const narrow = matchMedia('(max-width: 640px)');
const useNarrowSidebar = create<{ isOpened: boolean }>(() => ({ isOpened: false }));

narrow.addEventListener('change', () => useNarrowSidebar.setState({ isOpened: false }));
// The person chose an entry of the sidebar, so in a narrow window it hides again.
onRouteChange(() => useNarrowSidebar.setState({ isOpened: false }));

export function useSidebar(): [shown: boolean, show: (shown: boolean) => void] {
  const [isShown] = useViewState<boolean>('sidebar', true);
  const isOpened = useNarrowSidebar((state) => state.isOpened);
  const isNarrow = useMediaQuery(narrow.media);
  return [isNarrow ? isOpened : isShown, showSidebar];
}

function showSidebar(shown: boolean): void {
  if (narrow.matches) useNarrowSidebar.setState({ isOpened: shown });
  else setViewState('sidebar', shown);
}

export const toggleSidebar = (): void =>
  showSidebar(narrow.matches ? !useNarrowSidebar.getState().isOpened : viewState('sidebar') === false);
