/**
 * Renders the view of a route. The code of the Hand and of the boards of decks, projects, hero cards and bookmarks
 * loads with the window, the code of any other view when it first opens.
 */

import { memo, type ReactElement, useEffect, useState } from 'react';
import { isDay } from '../../shared/contract/index.ts';
import { useWorkspace } from '../data/app-state.ts';
import { stableRowKey } from '../data/id-remap.ts';
import { useLookups } from '../data/lookups.ts';
import { currentRoute, navigate, openCard, type Route, type ViewName } from '../data/routes.ts';
import { Button } from '../ui/Button.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
import { EmptyState } from '../ui/messages.tsx';
import { DeckView } from '../views/boards/DeckView.tsx';
import { BookmarksView, HeroView, ProjectView } from '../views/boards/other-views.tsx';
import { HandPage } from '../views/hand/HandView.tsx';
import { sharedShortcuts } from '../workbench/command.ts';
import { openDialog } from '../workbench/dialog-state.ts';
import { allCommands } from './commands/all-commands.ts';
import { lastViewAndScroll } from './last-view-and-scroll.ts';
import { ViewCompleteReporter } from './ViewCompleteReporter.tsx';

const SearchView = lazyComponent(() => import('../views/boards/SearchView.tsx'), 'SearchView');
const RunsView = lazyComponent(() => import('../views/runs/RunsView.tsx'), 'RunsView');
const RunView = lazyComponent(() => import('../views/runs/RunView.tsx'), 'RunView');
const MilestonesView = lazyComponent(() => import('../views/milestones/MilestonesView.tsx'), 'MilestonesView');
const MilestoneView = lazyComponent(() => import('../views/milestones/MilestoneView.tsx'), 'MilestoneView');
const PersonPage = lazyComponent(() => import('../views/person/PersonPage.tsx'), 'PersonPage');
const QueryView = lazyComponent(() => import('../views/query/QueryView.tsx'), 'QueryView');
const Gallery = lazyComponent(() => import('../views/gallery/ComponentGallery.tsx'), 'ComponentGallery');
const Licences = lazyComponent(() => import('../views/licences/LicencesView.tsx'), 'LicencesView');
const CardPanel = lazyComponent(() => import('../card-panel/index.tsx'), 'CardPanel');
const CalendarView = lazyComponent(() => import('../views/calendar/CalendarView.tsx'), 'CalendarView');
const TeamView = lazyComponent(() => import('../views/team/TeamView.tsx'), 'TeamView');
const Inbox = lazyComponent(() => import('../views/inbox/index.tsx'), 'InboxView');
const Settings = lazyComponent(() => import('../views/settings/index.tsx'), 'SettingsView');
const Connect = lazyComponent(() => import('../views/connect/index.tsx'), 'ConnectView');
const Start = lazyComponent(() => import('../views/connect/StartView.tsx'), 'StartView');
const Outbox = lazyComponent(() => import('../views/outbox/index.tsx'), 'OutboxView');

/** `key` changes with the shown row, so that React discards the state of the view. */
const views: Readonly<Record<ViewName, (route: Route, key: string | null) => ReactElement>> = {
  deck: ({ id }, key) => <DeckView key={key} deckId={id ?? ''} />,
  project: ({ id, query: { space } }, key) => (
    <ProjectView key={key} projectId={id ?? ''} spaceId={space ? Number(space) : null} />
  ),
  hand: ({ id }, key) => <HandPage key={key} userId={id} />,
  team: () => <TeamView />,
  calendar: ({ query: { day } }) => <CalendarView day={day && isDay(day) ? day : null} />,
  runs: ({ id }, key) => <RunsView key={key} configId={id} />,
  run: ({ id }, key) => <RunView key={key} sprintId={id ?? ''} />,
  milestones: () => <MilestonesView />,
  milestone: ({ id, query }, key) => <MilestoneView key={key} milestoneId={id ?? ''} part={query.part} />,
  person: ({ id, query }, key) => <PersonPage key={key} userId={id ?? ''} part={query.part} />,
  hero: ({ id }, key) => <HeroView key={key} cardId={id ?? ''} />,
  bookmarks: () => <BookmarksView />,
  search: ({ query }) => <SearchView text={query.q ?? ''} />,
  query: ({ id, query }, key) => <QueryView key={key} savedId={id} routeText={query.q ?? null} />,
  outbox: () => <Outbox />,
  inbox: () => <Inbox />,
  settings: () => <Settings commands={allCommands} />,
  connect: () => <Connect />,
  start: () => <Start />,
  card: ({ id }) => <CardPanel cardId={id ?? ''} mode="full" onClose={() => openCard(null)} />,
  gallery: () => <Gallery />,
  licences: () => <Licences />,
  home: () => <OpenFirstView />,
};

export const MainView = memo(function MainView({ route }: { route: Route }): ReactElement {
  const { view, id } = route;
  return (
    <>
      {views[view](route, id && stableRowKey(id))}
      {view === 'home' ? null : <ViewCompleteReporter key={`${view}/${id}`} />}
    </>
  );
});

/**
 * Opens the last view, else the first deck, else the first project. Without a project, shows the page for an empty
 * workspace.
 */
function OpenFirstView(): ReactElement | null {
  const lookups = useLookups();
  const workspaceId = useWorkspace()?.id ?? null;
  const firstDeckId = lookups.activeDecks.toSorted((a, b) => a.accountSeq - b.accountSeq)[0]?.id ?? null;
  const firstProjectId = lookups.projects[0]?.id ?? null;
  /** Id of the workspace when `lastViewAndScroll.open` has found no view to open; null until then. */
  const [withoutLastView, setWithoutLastView] = useState<string | null>(null);
  useEffect(() => {
    if (workspaceId === null) return;
    let isMounted = true;
    void lastViewAndScroll.open(workspaceId).then((isOpen) => isMounted && !isOpen && setWithoutLastView(workspaceId));
    return () => {
      isMounted = false;
    };
  }, [workspaceId]);
  const hasNoLastView = withoutLastView === workspaceId;
  useEffect(() => {
    if (!hasNoLastView) return;
    // Only the first start of the app has this in its route (`routeOfFirstStart` in electron/shell).
    if (currentRoute().query.welcome && firstDeckId) openDialog({ kind: 'addWorkspace', isFirstStart: true });
    if (firstDeckId) navigate({ view: 'deck', id: firstDeckId }, true);
    else if (firstProjectId) navigate({ view: 'project', id: firstProjectId }, true);
  }, [hasNoLastView, firstDeckId, firstProjectId]);
  if (!lookups.isLoaded || firstDeckId || firstProjectId || (workspaceId !== null && !hasNoLastView)) return null;
  return (
    <>
      <NoProjects />
      <ViewCompleteReporter />
    </>
  );
}

function NoProjects(): ReactElement {
  const canCreate = useWorkspace()?.hasExtensions === true;
  return (
    <EmptyState
      title="No projects yet"
      action={
        canCreate ? (
          <Button look="primary" onClick={() => openDialog({ kind: 'newProject' })}>
            New project… <Kbd keys={sharedShortcuts.newCard[0]} />
          </Button>
        ) : null
      }
    >
      {canCreate
        ? 'A project groups decks of cards. Create the first one.'
        : 'This service does not let apps create projects. Create one in its own web app; it appears here.'}
    </EmptyState>
  );
}
