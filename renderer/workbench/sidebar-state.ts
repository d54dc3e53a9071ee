/**
 * In a narrow window, the sidebar is hidden until the person opens it; then it covers the view. It is also hidden where
 * a card is open beside the view, and sidebar, view and card together have too little width.
 */
import { create } from 'zustand';
import { setViewState, useViewState, viewState } from '../data/app-state.ts';
import { currentRoute, onRouteChange, usePanelCardId } from '../data/routes.ts';
import { useMediaQuery } from '../ui/dom/media-query.ts';

/** In px. Must equal the width in Sidebar.module.css. */
export const sidebarWidthPx = 232;
const narrow = matchMedia('(max-width: 640px)');
/** In narrower windows, the card covers the view. */
const narrowBesideCard = matchMedia('(min-width: 981px) and (max-width: 1100px)');
const useNarrowSidebar = create<{ isOpened: boolean }>(() => ({ isOpened: false }));

narrow.addEventListener('change', () => useNarrowSidebar.setState({ isOpened: false }));
// The person chose an entry of the sidebar, so in a narrow window it hides again.
onRouteChange(() => useNarrowSidebar.setState({ isOpened: false }));

/** Whether it is shown while no card is open beside the view. */
export function useSidebarWithoutCard(): boolean {
  const [isShown] = useViewState<boolean>('sidebar', true);
  const isOpened = useNarrowSidebar((state) => state.isOpened);
  return useMediaQuery(narrow.media) ? isOpened : isShown;
}

export function useSidebar(): [shown: boolean, show: (shown: boolean) => void] {
  const isShown = useSidebarWithoutCard();
  const isOpened = useNarrowSidebar((state) => state.isOpened);
  const isBesideCard = usePanelCardId() !== null;
  return [useMediaQuery(narrowBesideCard.media) && isBesideCard ? isOpened : isShown, showSidebar];
}

const isHiddenAtFirst = () => narrow.matches || (narrowBesideCard.matches && currentRoute().query.card !== undefined);

function showSidebar(shown: boolean): void {
  if (isHiddenAtFirst()) useNarrowSidebar.setState({ isOpened: shown });
  else setViewState('sidebar', shown);
}

export const toggleSidebar = (): void =>
  showSidebar(isHiddenAtFirst() ? !useNarrowSidebar.getState().isOpened : viewState('sidebar') === false);
