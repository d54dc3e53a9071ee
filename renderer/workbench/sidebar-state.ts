/** Whether the sidebar is shown. In narrow windows it is hidden until it is opened, and then covers the view. */
import { create } from 'zustand';
import { setViewState, useViewState, viewState } from '../data/app-state.ts';
import { onRoute } from '../data/routes.ts';
import { useMediaQuery } from '../ui/dom/media-query.ts';

/** The same as in Sidebar.module.css. */
export const sidebarWidthPx = 232;
const narrow = matchMedia('(max-width: 640px)');
const useOpened = create<{ isOpened: boolean }>(() => ({ isOpened: false }));

narrow.addEventListener('change', () => useOpened.setState({ isOpened: false }));
// The person has chosen an entry of the sidebar.
onRoute(() => useOpened.setState({ isOpened: false }));

/** Whether the sidebar is shown, and a function that shows or hides it. */
export function useSidebar(): [shown: boolean, show: (shown: boolean) => void] {
  const [isShown] = useViewState<boolean>('sidebar', true);
  const isOpened = useOpened((state) => state.isOpened);
  const isNarrow = useMediaQuery(narrow.media);
  return [isNarrow ? isOpened : isShown, showSidebar];
}

function showSidebar(shown: boolean): void {
  if (narrow.matches) useOpened.setState({ isOpened: shown });
  else setViewState('sidebar', shown);
}

export const toggleSidebar = (): void =>
  showSidebar(narrow.matches ? !useOpened.getState().isOpened : viewState('sidebar') === false);
