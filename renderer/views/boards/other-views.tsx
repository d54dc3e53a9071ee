import { Bookmark, Boxes, Gem, PanelRight } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { queryForRow } from '../../../shared/contract/index.ts';
import { BoardPage } from '../../board/BoardPage.tsx';
import { useCurrentUserId, useWorkspace } from '../../data/app-state.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { useLiveQuery } from '../../data/live.ts';
import { spacesOfProject, useLookups } from '../../data/lookups.ts';
import { formatRoute, openCard } from '../../data/routes.ts';
import { bookmarksBoardSource, heroCardBoardSource, projectBoardSource } from '../../model/board-source.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { EmptyState } from '../../ui/messages.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { currentActiveList } from '../../workbench/active-list.ts';
import { sharedShortcuts } from '../../workbench/command.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { NotFound } from '../../workbench/page/NotFound.tsx';
import { ViewTabs } from '../../workbench/page/ViewTabs.tsx';

interface ProjectViewProps {
  projectId: string;
  spaceId: number | null;
}

export function ProjectView({ projectId, spaceId }: ProjectViewProps): ReactElement | null {
  const lookups = useLookups();
  const project = lookups.projects.find((row) => stableRowKey(row.id) === stableRowKey(projectId));
  const spaces = spacesOfProject(project);
  const id = project?.id ?? projectId;
  const source = useMemo(() => projectBoardSource(lookups, id, spaceId), [lookups, id, spaceId]);
  if (!lookups.isLoaded) return null;
  if (!project) return <NotFound what="Project">It may be archived, or out of this token’s sight.</NotFound>;
  return (
    <BoardPage
      source={source}
      header={{
        icon: <Boxes size={16} aria-hidden />,
        title: project.name,
        detail: countWithNoun(source.decks.length, 'deck'),
      }}
      contentAbove={
        spaces.length > 1 ? (
          <ViewTabs
            label="Spaces"
            tabs={[{ id: null, name: 'All spaces' }, ...spaces].map((space) => ({
              key: String(space.id),
              label: space.name,
              href: formatRoute({
                view: 'project',
                id: projectId,
                query: space.id === null ? {} : { space: String(space.id) },
              }),
              isCurrent: space.id === spaceId,
            }))}
          />
        ) : null
      }
      empty={<EmptyProject projectId={projectId} hasDecks={source.decks.length > 0} />}
    />
  );
}

/** For a project without decks, or a project or space whose decks have no cards. */
function EmptyProject({ projectId, hasDecks }: { projectId: string; hasDecks: boolean }): ReactElement {
  const create = () => {
    if (!hasDecks) return openDialog({ kind: 'newDeck', projectId });
    // Opens a dialog if the list that commands act on accepts no new cards.
    const list = currentActiveList();
    if (list?.openComposer) list.openComposer(null);
    else openDialog({ kind: 'newCard' });
  };
  return (
    <EmptyState
      title={hasDecks ? 'No cards here yet' : 'No decks yet'}
      action={
        <Button look="primary" onClick={create}>
          {hasDecks ? 'Create a card' : 'New deck…'} <Kbd keys={sharedShortcuts.newCard[0]} />
        </Button>
      }
    >
      {hasDecks ? <NewRunHint /> : 'A deck holds the cards of one topic or team. Create the first one.'}
    </EmptyState>
  );
}

/** While the workspace has no run. */
function NewRunHint(): ReactElement | null {
  const { account, activeRunConfigs } = useLookups();
  const canCreate = useWorkspace()?.hasExtensions === true;
  if (!canCreate || account?.sprintsEnabled === false || activeRunConfigs.length > 0) return null;
  return (
    <p>
      To plan in time boxes,{' '}
      <button type="button" className="accent hover-underline" onClick={() => openDialog({ kind: 'newRun' })}>
        make a run
      </button>
      .
    </p>
  );
}

export function HeroView({ cardId }: { cardId: string }): ReactElement {
  const source = useMemo(() => heroCardBoardSource(cardId), [cardId]);
  const { data } = useLiveQuery(queryForRow('card', cardId, ['title']));
  return (
    <BoardPage
      source={source}
      header={{
        icon: <Gem size={16} aria-hidden />,
        title: data?.card?.[cardId]?.title ?? 'Hero card',
        detail: <span title="A hero card is a card with sub cards, which are its parts.">Sub cards</span>,
        menu: <IconButton icon={PanelRight} label="Open the hero card" small onClick={() => openCard(cardId)} />,
      }}
      empty={<EmptyState title="No sub cards yet">Press C to write one.</EmptyState>}
    />
  );
}

export function BookmarksView(): ReactElement | null {
  const me = useCurrentUserId();
  const { activeProjectsCondition } = useLookups();
  const source = useMemo(() => bookmarksBoardSource(me ?? '', activeProjectsCondition), [me, activeProjectsCondition]);
  if (!me) return null;
  return (
    <BoardPage
      source={source}
      header={{ icon: <Bookmark size={16} aria-hidden />, title: 'Bookmarks' }}
      empty={<EmptyState title="No bookmarks yet">Press B on a card to find it here again.</EmptyState>}
    />
  );
}
