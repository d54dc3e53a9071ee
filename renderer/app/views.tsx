/**
 * Renders the view of a route. The code of the Hand and of the boards of decks, projects, hero cards and bookmarks
 * loads with the window. The code of any other view loads when the view first opens.
 */

import { memo, type ReactElement, useEffect, useState } from 'react';
import { isDay } from '../../shared/contract/index.ts';
import { useWorkspace } from '../data/app-state.ts';
import { stableRowKey } from '../data/id-remap.ts';
import { useLookups } from '../data/lookups.ts';
import { navigate, openCard, type Route } from '../data/routes.ts';
import { Button } from '../ui/Button.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
import { EmptyState } from '../ui/messages.tsx';
import { DeckView } from '../views/boards/DeckView.tsx';
import { BookmarksView, HeroView, ProjectView } from '../views/boards/other-views.tsx';
import { HandPage } from '../views/hand/HandView.tsx';
import { openDialog } from '../workbench/dialog-state.ts';
import { sharedShortcuts } from '../workbench/shared-shortcuts.ts';
import { allCommands } from './commands/all-commands.ts';
import { lastViewAndScroll } from './last-view-and-scroll.ts';
import { ViewCompleteReporter } from './ViewCompleteReporter.tsx';

const SearchView = lazyComponent(() => import('../views/boards/SearchView.tsx').then((module) => module.SearchView));
const RunsView = lazyComponent(() => import('../views/runs/RunsView.tsx').then((module) => module.RunsView));
const RunView = lazyComponent(() => import('../views/runs/RunView.tsx').then((module) => module.RunView));
const MilestonesView = lazyComponent(() =>
  import('../views/milestones/MilestonesView.tsx').then((module) => module.MilestonesView),
);
const MilestoneView = lazyComponent(() =>
  import('../views/milestones/MilestoneView.tsx').then((module) => module.MilestoneView),
);
const PersonPage = lazyComponent(() => import('../views/person/PersonPage.tsx').then((module) => module.PersonPage));
const QueryView = lazyComponent(() => import('../views/query/QueryView.tsx').then((module) => module.QueryView));
const Gallery = lazyComponent(() =>
  import('../views/gallery/ComponentGallery.tsx').then((module) => module.ComponentGallery),
);
const Licences = lazyComponent(() =>
  import('../views/licences/LicencesView.tsx').then((module) => module.LicencesView),
);
const CardPanel = lazyComponent(() => import('../card-panel/index.tsx').then((module) => module.CardPanel));
const CalendarView = lazyComponent(() =>
  import('../views/calendar/CalendarView.tsx').then((module) => module.CalendarView),
);
const TeamView = lazyComponent(() => import('../views/team/TeamView.tsx').then((module) => module.TeamView));
const Inbox = lazyComponent(() => import('../views/inbox/index.tsx').then((module) => module.InboxView));
const Settings = lazyComponent(() => import('../views/settings/index.tsx').then((module) => module.SettingsView));
const Connect = lazyComponent(() => import('../views/connect/index.tsx').then((module) => module.ConnectView));
const Start = lazyComponent(() => import('../views/connect/StartView.tsx').then((module) => module.StartView));
const Outbox = lazyComponent(() => import('../views/outbox/index.tsx').then((module) => module.OutboxView));

export const MainView = memo(function MainView({ route }: { route: Route }): ReactElement {
  return (
    <>
      <RoutedView route={route} />
      {route.view === 'home' ? null : <ViewCompleteReporter key={`${route.view}/${route.id}`} />}
    </>
  );
});

function RoutedView({ route }: { route: Route }): ReactElement {
  const { view, id, query } = route;
  const key = id && stableRowKey(id);
  switch (view) {
    case 'deck':
      return <DeckView key={key} deckId={id ?? ''} />;
    case 'project':
      return <ProjectView key={key} projectId={id ?? ''} spaceId={query.space ? Number(query.space) : null} />;
    case 'hand':
      return <HandPage key={key} userId={id} />;
    case 'team':
      return <TeamView />;
    case 'calendar':
      return <CalendarView day={query.day && isDay(query.day) ? query.day : null} />;
    case 'runs':
      return <RunsView key={key} configId={id} />;
    case 'run':
      return <RunView key={key} sprintId={id ?? ''} />;
    case 'milestones':
      return <MilestonesView />;
    case 'milestone':
      return <MilestoneView key={key} milestoneId={id ?? ''} part={query.part} />;
    case 'person':
      return <PersonPage key={key} userId={id ?? ''} part={query.part} />;
    case 'hero':
      return <HeroView key={key} cardId={id ?? ''} />;
    case 'bookmarks':
      return <BookmarksView />;
    case 'search':
      return <SearchView text={query.q ?? ''} />;
    case 'query':
      return <QueryView key={key} savedId={id} routeText={query.q ?? null} />;
    case 'outbox':
      return <Outbox />;
    case 'inbox':
      return <Inbox />;
    case 'settings':
      return <Settings commands={allCommands} />;
    case 'connect':
      return <Connect />;
    case 'start':
      return <Start />;
    case 'card':
      return <CardPanel cardId={id ?? ''} mode="full" onClose={() => openCard(null)} />;
    case 'gallery':
      return <Gallery />;
    case 'licences':
      return <Licences />;
    case 'home':
      return <OpenFirstView />;
  }
}

/**
 * Opens the workspace's last view, else its first deck, else its first project. If there is no project, shows the page
 * for an empty workspace.
 */
function OpenFirstView(): ReactElement | null {
  const lookups = useLookups();
  const workspaceId = useWorkspace()?.id ?? null;
  const firstDeckId = lookups.activeDecks.toSorted((a, b) => a.accountSeq - b.accountSeq)[0]?.id ?? null;
  const firstProjectId = lookups.projects[0]?.id ?? null;
  /** Set to the id of the workspace when `lastViewAndScroll.open` finds no last view to open; null until then. */
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
