/** The root component of the main window and of card windows. */
import { type ReactElement, useEffect } from 'react';
import { prefetchCardsOnPress } from '../card-panel/prefetch.ts';
import { useViewState, useWorkspace } from '../data/app-state.ts';
import { keepCardTabsUpToDate } from '../data/card-tabs.ts';
import { watchNotifications } from '../data/notifications.ts';
import { useRefreshMembersOnWindowFocus } from '../data/people.ts';
import { onNavigation, usePanelCardId, useRouteWithoutCard } from '../data/routes.ts';
import { watchUpdates } from '../data/updates.ts';
import { isCardWindow } from '../data/window-kind.ts';
import { installCardDoneAnimation } from '../dnd/finish-animation.ts';
import { startSyncToasts } from '../sync/sync-toasts.ts';
import { cx } from '../ui/cx.ts';
import { keepFocusInView } from '../ui/dom/keep-focus-in-view.ts';
import { lazyComponent, prefetchedModule } from '../ui/lazy-component.ts';
import { closeCardPanel, scrollCardBackIntoView } from '../workbench/active-list.ts';
import { watchPinnedDecks } from '../workbench/offline-pins.ts';
import { useSidebar } from '../workbench/sidebar-state.ts';
import styles from './App.module.css';
import { startReportingMenus } from './commands/native-menu.ts';
import { installShortcuts } from './commands/shortcuts.ts';
import { DialogHost } from './DialogHost.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FirstSyncGate } from './FirstSyncGate.tsx';
import { FirstWeekdayProvider } from './FirstWeekdayProvider.tsx';
import { lastViewAndScroll } from './last-view-and-scroll.ts';
import { PanelResizer } from './PanelResizer.tsx';
import { Sidebar } from './sidebar/Sidebar.tsx';
import { useTourStep } from './tour/tour-state.ts';
import { ViewCompleteReporter } from './ViewCompleteReporter.tsx';
import { MainView } from './views.tsx';

const StartView = lazyComponent(() => import('../views/connect/StartView.tsx'), 'StartView');
const ConnectView = lazyComponent(() => import('../views/connect/index.tsx'), 'ConnectView');
const ClockQuestion = lazyComponent(() => import('./clock-question.ts'), 'ClockQuestion');
const WelcomeStrip = lazyComponent(() => import('./WelcomeStrip.tsx'), 'WelcomeStrip');
const Tour = lazyComponent(() => import('./tour/Tour.tsx'), 'Tour');
const placeRecorder = prefetchedModule(() => import('../data/uses.ts'));
const CardPanel = lazyComponent(() => import('../card-panel/index.tsx'), 'CardPanel');

export function App(): ReactElement {
  const workspace = useWorkspace();
  const workspaceId = workspace?.id;
  const route = useRouteWithoutCard();
  const card = usePanelCardId();
  const isTourOn = useTourStep() !== null;
  const [sidebar] = useSidebar();
  const [widthPx, setWidthPx] = useViewState<number>('panelWidth', 480);
  useRefreshMembersOnWindowFocus();
  useEffect(() => installShortcuts(), []);
  useEffect(() => startReportingMenus(), []);
  useEffect(() => installCardDoneAnimation(), []);
  useEffect(() => prefetchCardsOnPress(), []);
  useEffect(() => (isCardWindow ? undefined : keepCardTabsUpToDate()), []);
  useEffect(() => startSyncToasts(), []);
  useEffect(() => watchNotifications(), []);
  useEffect(() => (workspaceId ? watchPinnedDecks() : undefined), [workspaceId]);
  useEffect(() => watchUpdates(), []);
  useEffect(() => keepFocusInView(onNavigation), []);
  useEffect(() => lastViewAndScroll.watch(), []);
  useEffect(() => {
    if (!workspaceId || isCardWindow) return undefined;
    const recording = placeRecorder.load().then(() => placeRecorder.current()?.recordPlaces());
    return () => void recording.then((stop) => stop?.());
  }, [workspaceId]);
  useEffect(() => (card ? scrollCardBackIntoView(card) : undefined), [card]);
  if (!workspace)
    return (
      <div className="flex h-full clip">
        <main className={cx('stack grow min-w-0 min-h-0 relative', styles.main)} tabIndex={-1}>
          {route.view === 'connect' ? <ConnectView /> : <StartView />}
          <ViewCompleteReporter />
        </main>
        <DialogHost />
      </div>
    );
  return (
    <FirstWeekdayProvider>
      {/* The key changes with the workspace, so that React discards the state of all components. */}
      <div className="flex h-full clip" key={workspaceId}>
        {sidebar && !isCardWindow ? (
          <ErrorBoundary area="The sidebar">
            <Sidebar />
          </ErrorBoundary>
        ) : null}
        <main className={cx('stack grow min-w-0 min-h-0 relative', styles.main)} tabIndex={-1}>
          {workspace.kind === 'local' && !isCardWindow ? <WelcomeStrip /> : null}
          {isTourOn && !isCardWindow ? <Tour /> : null}
          <ErrorBoundary area="This view" resetKey={`${route.view}/${route.id}`}>
            <FirstSyncGate>
              <MainView route={route} />
            </FirstSyncGate>
          </ErrorBoundary>
        </main>
        {card && route.view !== 'card' ? (
          <aside
            className={cx('stack min-h-0 relative border-left bg-surface', styles.panel)}
            style={{ width: widthPx }}
            aria-label="Card"
          >
            <PanelResizer widthPx={widthPx} onResize={setWidthPx} />
            <ErrorBoundary area="The card" resetKey={card}>
              <CardPanel cardId={card} mode="panel" onClose={closeCardPanel} />
            </ErrorBoundary>
          </aside>
        ) : null}
        <DialogHost />
        {workspace.kind === 'local' && !isCardWindow ? <ClockQuestion /> : null}
      </div>
    </FirstWeekdayProvider>
  );
}
