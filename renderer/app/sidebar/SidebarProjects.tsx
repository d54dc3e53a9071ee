/** A deck's row is a drop target for cards. */
import { Ellipsis, Layers, Plus, Timer } from 'lucide-react';
import { type CSSProperties, memo, type ReactElement, useRef } from 'react';
import { setCardDeck } from '../../cards/card-actions.ts';
import { validHexColor } from '../../cards/face/face-context.tsx';
import { useWorkspace } from '../../data/app-state.ts';
import { unfinishedCardCountsQuery } from '../../data/first-queries.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { useLiveQuery } from '../../data/live.ts';
import {
  activeDecksOfProject,
  currentLookups,
  type DeckRow,
  type DeckSpace,
  type ProjectRow,
  spacesOfProject,
  useLookups,
} from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { formatRoute, navigate } from '../../data/routes.ts';
import { useDropZone } from '../../dnd/drag.ts';
import { dropWarning } from '../../model/drop-action.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/popups/Menu.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import styles from './Sidebar.module.css';
import { SidebarLink, sidebarListOf, useIsOwnRoute } from './SidebarRows.tsx';
import { SidebarSection } from './SidebarSection.tsx';

type CardCounts = NonNullable<(typeof unfinishedCardCountsQuery)['__answer']>;

/** Mount only after the projects are loaded: without projects, it shows a button that creates the first one. */
export function SidebarProjects(): ReactElement {
  const { projects } = useLookups();
  const canCreate = useWorkspace()?.hasExtensions === true;
  const { data: counts } = useLiveQuery(unfinishedCardCountsQuery);
  return (
    <>
      {projects.map((project) => (
        <Project key={stableRowKey(project.id)} project={project} counts={counts} />
      ))}
      {projects.length === 0 && canCreate ? (
        <button
          type="button"
          className={cx('row gap-2 w-full soft text-start round px-2 h-7', styles.row)}
          onClick={() => openDialog({ kind: 'newProject' })}
        >
          <Plus size={15} aria-hidden />
          <span className={cx('truncate', styles.label)}>New project…</span>
        </button>
      ) : null}
    </>
  );
}

interface ProjectProps {
  project: ProjectRow;
  counts: CardCounts | undefined;
}

function countOf(counts: CardCounts | undefined, deckId: string): number | undefined {
  const row = counts?.deck?.[deckId];
  for (const key in row) if (key.startsWith('count:')) return (row as Record<string, unknown>)[key] as number;
  return undefined;
}

const Project = memo(function Project({ project, counts }: ProjectProps): ReactElement {
  const lookups = useLookups();
  const canCreateRuns = useWorkspace()?.hasExtensions === true && lookups.account?.sprintsEnabled !== false;
  const spaces = spacesOfProject(project);
  const shown = spaces.length > 1 ? spaces : [null];
  return (
    <SidebarSection
      name={project.name}
      storageKey={project.id}
      tools={
        <Menu
          trigger={<IconButton icon={Ellipsis} label={`More about ${project.name}`} small />}
          entries={() => [
            {
              label: 'Open project board',
              icon: <Layers size={14} aria-hidden />,
              run: () => navigate({ view: 'project', id: project.id }),
            },
            {
              label: 'New deck…',
              icon: <Plus size={14} aria-hidden />,
              run: () => openDialog({ kind: 'newDeck', projectId: project.id }),
            },
            ...(canCreateRuns
              ? [
                  {
                    label: 'New run…',
                    icon: <Timer size={14} aria-hidden />,
                    run: () => openDialog({ kind: 'newRun' }),
                  },
                ]
              : []),
          ]}
        />
      }
    >
      {shown.map((space) => (
        <li key={space?.id ?? 'only'}>
          <SpaceLink projectId={project.id} space={space} firstSpaceId={spaces[0]?.id} />
          <ul className={cx('stack', styles.list)}>
            {activeDecksOfProject(lookups, project.id, space?.id).map((deck) => (
              <DeckLink key={stableRowKey(deck.id)} deck={deck} count={countOf(counts, deck.id)} />
            ))}
          </ul>
        </li>
      ))}
    </SidebarSection>
  );
});

interface SpaceLinkProps {
  projectId: string;
  /** Null for the row "All decks" of a project with a single space. */
  space: DeckSpace | null;
  /** A deck that is dropped on the row "All decks" moves to this space. */
  firstSpaceId: number | undefined;
}

function SpaceLink({ projectId, space, firstSpaceId }: SpaceLinkProps): ReactElement {
  const query = space ? { space: String(space.id) } : undefined;
  const isCurrent = useIsOwnRoute(
    (route) => route.view === 'project' && route.id === projectId && (!query || route.query.space === query.space),
  );
  const name = `${space?.icon ? `${space.icon} ` : ''}${space?.name ?? 'All decks'}`;
  return (
    <a
      className={cx('block truncate note round p-1-2', styles.space)}
      data-project-id={projectId}
      data-space={space?.id ?? firstSpaceId}
      href={formatRoute({ view: 'project', id: projectId, ...(query ? { query } : {}) })}
      aria-current={isCurrent ? 'page' : undefined}
      title={space ? `${name}: a space, a group of decks of this project` : undefined}
      draggable={false}
    >
      {name}
    </a>
  );
}

const DeckLink = memo(function DeckLink({ deck, count }: { deck: DeckRow; count: number | undefined }): ReactElement {
  const isCurrent = useIsOwnRoute((route) => route.view === 'deck' && route.id === deck.id);
  const element = useRef<HTMLAnchorElement>(null);
  const key = `sidebar-deck:${deck.id}`;
  useDropZone(element, {
    key,
    title: deck.title,
    scrollerOf: sidebarListOf,
    stackLevel: 3,
    indexAt: () => 0,
    refusal: (cards) =>
      cards.every((card) => card.deckId === deck.id) ? 'Already in this deck.' : missingScopeReason('cards/update'),
    caution: (cards) =>
      dropWarning(
        cards,
        { to: { key: `deck:${deck.id}`, title: deck.title, by: 'deck', value: deck.id }, from: null },
        currentLookups().decks,
      ),
    drop: (cards) => void setCardDeck(cards, deck.id, deck.title),
  });
  const color = validHexColor(deck.coverColor);
  return (
    <li>
      <SidebarLink
        ref={element}
        className={styles.deck}
        data-deck-id={deck.id}
        href={formatRoute({ view: 'deck', id: deck.id })}
        icon={
          <span
            className={cx('rigid keep-color', styles.color)}
            style={color ? ({ '--deck': color } as CSSProperties) : undefined}
            data-type={deck.deckType}
          />
        }
        label={deck.title}
        isCurrent={isCurrent}
      >
        {count ? (
          <span className={cx('faint text-xs normal figures', styles.count)} title="Cards that are not done">
            {count}
          </span>
        ) : null}
      </SidebarLink>
    </li>
  );
});
