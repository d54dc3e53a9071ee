/** The way around: workspace, Hand, inbox, projects with their decks, runs, milestones, saved views. */
import {
  Bookmark,
  ChevronDown,
  Ellipsis,
  Hand,
  Inbox,
  Layers,
  Milestone,
  PanelLeftClose,
  Plus,
  Search,
  Settings as SettingsIcon,
  Timer,
  UploadCloud,
} from 'lucide-react';
import { type CSSProperties, memo, type ReactElement, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { query } from '../../shared/contract/index.ts';
import { runLabel } from '../../shared/domain/run-label.ts';
import { setDeck, toHand } from '../board/card-actions.ts';
import { registerZone } from '../board/drag.ts';
import { placeCaution } from '../board/drop.ts';
import { hexColor } from '../board/facts.tsx';
import { currentRun } from '../board/new-card.ts';
import { prefetchBoards } from '../board/prefetch.ts';
import { useApp, useMe, useWorkspace } from '../data/app-state.ts';
import { call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { lackOf } from '../data/lacks.ts';
import { useLive } from '../data/live.ts';
import {
  currentLookups,
  type DeckRow,
  decksOf,
  nameOf,
  type ProjectRow,
  spacesOf,
  useLookups,
  usePersons,
} from '../data/lookups.ts';
import { formatRoute, go, type Route, useRoute, type View } from '../data/routes.ts';
import { localDay } from '../data/today.ts';
import { DeckArea } from '../decks/DeckArea.tsx';
import { useHand } from '../hand/entries.ts';
import { handRefusal } from '../hand/hand-drop.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Menu } from '../ui/Menu.tsx';
import { toast } from '../ui/toast.tsx';
import { openDialog } from './dialog-state.ts';
import { SavedViews } from './SavedViews.tsx';
import styles from './Sidebar.module.css';
import { SidebarSection } from './SidebarSection.tsx';
import { SyncIndicator } from './SyncIndicator.tsx';
import { useSidebar } from './sidebar-state.ts';

/** Open cards per deck, counted where the cards are. */
const countsQuery = query({
  _root: [{ account: [{ decks: ['count:cards({"visibility":"default","status":{"op":"neq","value":"done"}})'] }] }],
});

type Counts = NonNullable<(typeof countsQuery)['__answer']>;

export function Sidebar(): ReactElement {
  const route = useRoute();
  const lookups = useLookups();
  const me = useMe();
  const { data: counts } = useLive(countsQuery);
  const hand = useHand();
  const [, setShown] = useSidebar();
  const { account } = lookups;
  const today = localDay();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => (nav.current ? prefetchBoards(nav.current) : undefined), []);
  return (
    <nav ref={nav} className={styles.sidebar} aria-label="Workspace">
      <div className={styles.top}>
        <WorkspaceMenu />
        <IconButton label="Hide the sidebar" shortcut="[" small onClick={() => setShown(false)}>
          <PanelLeftClose size={15} aria-hidden />
        </IconButton>
      </div>
      <DeckArea className={styles.scroll}>
        <ul className={styles.list}>
          <li>
            <button type="button" className={styles.row} onClick={() => openDialog({ kind: 'palette' })}>
              <Search size={15} aria-hidden />
              <span className={styles.label}>Search</span>
            </button>
          </li>
          <li>
            <HandRow route={route} count={hand.entries.length} slots={hand.slots} />
          </li>
          <Row view="inbox" route={route} icon={<Inbox size={15} aria-hidden />} label="Inbox" />
          <Row
            view="bookmarks"
            route={route}
            icon={<Bookmark size={15} aria-hidden />}
            label="Bookmarks"
            count={hand.bookmarks.length}
          />
          {account?.milestonesEnabled === false ? null : (
            <Row view="milestones" route={route} icon={<Milestone size={15} aria-hidden />} label="Milestones" />
          )}
          <OutboxRow route={route} />
        </ul>
        <SavedViews route={route} />
        {account?.sprintsEnabled === false || Object.keys(lookups.sprintConfigs).length === 0 ? null : (
          <SidebarSection name="Runs">
            {Object.values(lookups.sprintConfigs).map((config) => {
              const current = currentRun(
                Object.values(lookups.sprints).filter((sprint) => sprint.sprintConfigId === config.id),
                today,
              );
              return (
                <Row
                  key={config.id}
                  view="runs"
                  id={config.id}
                  route={route}
                  icon={<Timer size={15} aria-hidden style={{ color: `var(--planner-${config.color})` }} />}
                  label={config.name}
                  detail={current ? runLabel(current, config) : undefined}
                />
              );
            })}
          </SidebarSection>
        )}
        {lookups.projects.map((project) => (
          <Project key={project.id} project={project} route={route} counts={counts} />
        ))}
        <People route={route} me={me} />
      </DeckArea>
      <div className={styles.foot}>
        <SyncIndicator />
        <IconButton label="Settings" small onClick={() => go('settings')}>
          <SettingsIcon size={15} aria-hidden />
        </IconButton>
      </div>
    </nav>
  );
}

function WorkspaceMenu(): ReactElement {
  const workspace = useApp((state) => state.workspace);
  const workspaces = useApp((state) => state.workspaces);
  const { account } = useLookups();
  const name = account?.name ?? workspace?.name ?? 'Decktop';
  const open = (id: string) =>
    call('workspace/open', { id }).then(
      () => go('home'),
      (error: unknown) => toast({ title: sentenceOf(failureOf(error)), tone: 'danger' }),
    );
  return (
    <Menu
      trigger={
        <button type="button" className={styles.workspace}>
          <span className={styles.logo} aria-hidden>
            {[...name][0]?.toUpperCase() ?? 'D'}
          </span>
          <span className={styles.label}>{name}</span>
          <ChevronDown size={13} aria-hidden />
        </button>
      }
      entries={[
        { heading: 'Workspaces' },
        ...workspaces.map((other) => ({
          label: other.kind === 'local' ? `${other.name} (local)` : other.name,
          checked: other.id === workspace?.id,
          run: () => void open(other.id),
        })),
        { separator: true },
        { label: 'Connect a workspace…', icon: <Plus size={14} aria-hidden />, run: () => go('connect') },
        { label: 'Settings', icon: <SettingsIcon size={14} aria-hidden />, run: () => go('settings') },
      ]}
    />
  );
}

interface RowProps {
  view: View;
  id?: string;
  route: Route;
  icon: ReactNode;
  label: string;
  detail?: string | undefined;
  count?: number | undefined;
}

const Row = memo(function Row({ view, id, route, icon, label, detail, count }: RowProps): ReactElement {
  const current = route.view === view && (route.id ?? undefined) === id;
  return (
    <li>
      <a
        className={styles.row}
        href={formatRoute({ view, id: id ?? null })}
        aria-current={current ? 'page' : undefined}
        draggable={false}
      >
        {icon}
        <span className={styles.label} dir="auto">
          {label}
        </span>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
        {count ? <span className={styles.count}>{count}</span> : null}
      </a>
    </li>
  );
});

/** By itself: what waits changes with every edit. */
function OutboxRow({ route }: { route: Route }): ReactElement | null {
  const workspace = useWorkspace();
  const waiting = useApp(({ sync }) => sync?.waiting ?? 0);
  const attention = useApp(({ sync }) => sync?.attention ?? 0);
  // Beside a service it is always there: what comes and goes with each change would move all below it.
  if (workspace?.kind !== 'remote' && attention === 0) return null;
  return (
    <Row view="outbox" route={route} icon={<UploadCloud size={15} aria-hidden />} label="Outbox" count={waiting} />
  );
}

function HandRow({ route, count, slots }: { route: Route; count: number; slots: number }): ReactElement {
  const element = useRef<HTMLAnchorElement>(null);
  const hand = useHand();
  const latest = useRef(hand);
  latest.current = hand;
  useEffect(() => {
    if (!element.current) return;
    return registerZone({
      key: 'sidebar-hand',
      title: 'Hand',
      element: element.current,
      level: 3,
      indexAt: () => 0,
      refusal: (cards) =>
        handRefusal(cards, {
          userId: latest.current.userId ?? '',
          current: latest.current.entries.map((entry) => entry.cardId),
          slots: latest.current.slots,
        }),
      drop: (cards) =>
        void toHand(
          cards,
          new Set(
            latest.current.entries
              .map((entry) => entry.cardId)
              .filter((id) => !cards.some((card) => card.cardId === id)),
          ),
        ),
    });
  }, []);
  return (
    <a
      ref={element}
      className={styles.row}
      href="#/hand"
      aria-current={route.view === 'hand' && route.id === null ? 'page' : undefined}
      draggable={false}
    >
      <Hand size={15} aria-hidden />
      <span className={styles.label}>Hand</span>
      <span className={styles.count}>
        {count}/{slots}
      </span>
    </a>
  );
}

interface ProjectProps {
  project: ProjectRow;
  route: Route;
  counts: Counts | undefined;
}

function countOf(counts: Counts | undefined, deckId: string): number | undefined {
  const row = counts?.deck?.[deckId];
  for (const key in row) if (key.startsWith('count:')) return (row as Record<string, unknown>)[key] as number;
  return undefined;
}

const Project = memo(function Project({ project, route, counts }: ProjectProps): ReactElement {
  const lookups = useLookups();
  const spaces = spacesOf(project);
  const shown = spaces.length > 1 ? spaces : [null];
  return (
    <SidebarSection
      name={project.name}
      storageKey={project.id}
      tools={
        <Menu
          trigger={
            <IconButton label={`More about ${project.name}`} small>
              <Ellipsis size={14} aria-hidden />
            </IconButton>
          }
          entries={[
            {
              label: 'Open project board',
              icon: <Layers size={14} aria-hidden />,
              run: () => go({ view: 'project', id: project.id }),
            },
            {
              label: 'New deck…',
              icon: <Plus size={14} aria-hidden />,
              run: () => openDialog({ kind: 'newDeck', projectId: project.id }),
            },
          ]}
        />
      }
    >
      {shown.map((space) => (
        <li key={space?.id ?? 'only'}>
          {space ? (
            <a
              className={styles.space}
              data-project-id={project.id}
              data-space={space.id}
              href={formatRoute({ view: 'project', id: project.id, query: { space: String(space.id) } })}
              aria-current={
                route.view === 'project' && route.id === project.id && route.query.space === String(space.id)
                  ? 'page'
                  : undefined
              }
              draggable={false}
            >
              {space.icon ? `${space.icon} ` : ''}
              {space.name}
            </a>
          ) : (
            <a
              className={styles.space}
              data-project-id={project.id}
              data-space={spaces[0]?.id}
              href={formatRoute({ view: 'project', id: project.id })}
              aria-current={route.view === 'project' && route.id === project.id ? 'page' : undefined}
              draggable={false}
            >
              All decks
            </a>
          )}
          <ul className={styles.list}>
            {decksOf(lookups, project.id, space?.id).map((deck) => (
              <DeckLink
                key={deck.id}
                deck={deck}
                current={route.view === 'deck' && route.id === deck.id}
                count={countOf(counts, deck.id)}
              />
            ))}
          </ul>
        </li>
      ))}
    </SidebarSection>
  );
});

const DeckLink = memo(function DeckLink({
  deck,
  current,
  count,
}: {
  deck: DeckRow;
  current: boolean;
  count: number | undefined;
}): ReactElement {
  const element = useRef<HTMLAnchorElement>(null);
  const key = `sidebar-deck:${deck.id}`;
  useEffect(() => {
    if (!element.current) return;
    return registerZone({
      key,
      title: deck.title,
      element: element.current,
      level: 3,
      indexAt: () => 0,
      refusal: (cards) =>
        cards.every((card) => card.deckId === deck.id) ? 'Already in this deck.' : lackOf('cards/update'),
      caution: (cards) =>
        placeCaution(
          cards,
          { to: { key: `deck:${deck.id}`, title: deck.title, by: 'deck', value: deck.id }, from: null },
          currentLookups().decks,
        ),
      drop: (cards) => void setDeck(cards, deck.id, deck.title),
    });
  }, [key, deck.id, deck.title]);
  const color = hexColor(deck.coverColor);
  return (
    <li>
      <a
        ref={element}
        className={cx(styles.row, styles.deck)}
        data-deck-id={deck.id}
        href={formatRoute({ view: 'deck', id: deck.id })}
        aria-current={current ? 'page' : undefined}
        draggable={false}
      >
        <span
          className={styles.color}
          style={color ? ({ '--deck': color } as CSSProperties) : undefined}
          data-type={deck.deckType}
        />
        <span className={styles.label} dir="auto">
          {deck.title}
        </span>
        {count ? <span className={styles.count}>{count}</span> : null}
      </a>
    </li>
  );
});

function People({ route, me }: { route: Route; me: string | null }): ReactElement | null {
  const persons = usePersons();
  const shown = useMemo(() => [...persons].sort((a, b) => Number(b.id === me) - Number(a.id === me)), [persons, me]);
  if (shown.length === 0) return null;
  return (
    <SidebarSection name="People">
      {shown.map((person) => (
        <Row
          key={person.id}
          view="person"
          id={person.id}
          route={route}
          icon={<Avatar id={person.id} name={nameOf(person)} size={18} />}
          label={person.id === me ? `${nameOf(person)} (you)` : nameOf(person)}
        />
      ))}
    </SidebarSection>
  );
}
