import {
  Bookmark,
  CalendarDays,
  Milestone,
  PanelLeftClose,
  Plus,
  Search,
  Settings as SettingsIcon,
  Timer,
  Users,
} from 'lucide-react';
import { memo, type ReactElement, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { useHand } from '../../cards/hand/hand-entries.ts';
import { useCurrentUserId, useWorkspace } from '../../data/app-state.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { nameOf, useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { formatRoute, navigate, type Route, useRoute } from '../../data/routes.ts';
import { currentRun, runsOfConfig } from '../../model/planning/run-phase.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { useToday } from '../../ui/dates/today.ts';
import { afterNextPaint } from '../../ui/dom/after-next-paint.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { prefetchBoardsOnHover } from '../../views/boards/prefetch.ts';
import { sharedShortcuts } from '../../workbench/command.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import { useSidebar } from '../../workbench/sidebar-state.ts';
import { SavedViews } from './SavedViews.tsx';
import styles from './Sidebar.module.css';
import { SidebarList } from './SidebarList.tsx';
import { SidebarProjects } from './SidebarProjects.tsx';
import { HandRow, InboxRow, OutboxRow, SidebarRow } from './SidebarRows.tsx';
import { SidebarSection } from './SidebarSection.tsx';
import { SyncIndicator } from './SyncIndicator.tsx';
import { savedViewMenuEntriesAt } from './saved-view-entries.tsx';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';

const openNewRun = () => openDialog({ kind: 'newRun' });
const isMilestoneBoard = ({ view }: Route) => view === 'milestone';

export const Sidebar = memo(function Sidebar(): ReactElement {
  const lookups = useLookups();
  const { bookmarks } = useHand();
  const [, setShown] = useSidebar();
  const { account } = lookups;
  const canCreateRuns = useWorkspace()?.hasExtensions === true && lookups.isLoaded;
  const today = useToday();
  // Projects and people wait for the first paint, which is then 45 ms earlier (benchmark `start`).
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterNextPaint(() => setPainted(true)), []);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => (nav.current ? prefetchBoardsOnHover(nav.current) : undefined), []);
  return (
    <nav ref={nav} className={cx('stack rigid min-h-0 bg', styles.sidebar)} aria-label="Workspace">
      <ScrollToCurrentRow nav={nav} />
      <div className={cx('row gap-1 px-2', styles.top)}>
        <WorkspaceMenu />
        <IconButton icon={PanelLeftClose} label="Hide the sidebar" shortcut="[" small onClick={() => setShown(false)} />
      </div>
      <SidebarList className={styles.scroll} entriesAt={savedViewMenuEntriesAt}>
        <ul className={cx('stack', styles.list)}>
          <li>
            <button
              type="button"
              className={cx('row gap-2 w-full soft text-start round px-2 h-7', styles.row)}
              data-tour="search"
              onClick={() => openDialog({ kind: 'palette' })}
            >
              <Search size={15} aria-hidden />
              <span className={cx('truncate', styles.label)}>Search</span>
              <Kbd keys={sharedShortcuts.palette[0]} />
            </button>
          </li>
          <li>
            <HandRow />
          </li>
          <SidebarRow view="team" icon={<Users size={15} aria-hidden />} label="Team" />
          <InboxRow />
          {account?.dueDateEnabled === false ? null : (
            <SidebarRow view="calendar" icon={<CalendarDays size={15} aria-hidden />} label="Calendar" />
          )}
          <SidebarRow
            view="bookmarks"
            icon={<Bookmark size={15} aria-hidden />}
            label="Bookmarks"
            count={bookmarks.length}
          />
          {account?.milestonesEnabled === false ? null : (
            <SidebarRow
              view="milestones"
              icon={<Milestone size={15} aria-hidden />}
              label="Milestones"
              ownsRoute={isMilestoneBoard}
            />
          )}
          <OutboxRow />
        </ul>
        <SavedViews />
        {account?.sprintsEnabled === false || (lookups.activeRunConfigs.length === 0 && !canCreateRuns) ? null : (
          <SidebarSection
            name="Runs"
            tip="A run is a time box, such as two weeks, with the cards planned for it."
            tools={canCreateRuns ? <IconButton icon={Plus} label="New run" small onClick={openNewRun} /> : null}
          >
            {lookups.activeRunConfigs.map((config) => {
              const current = currentRun(runsOfConfig(lookups.sprints, config.id), today);
              return (
                <SidebarRow
                  key={stableRowKey(config.id)}
                  view="runs"
                  id={config.id}
                  icon={<Timer size={15} aria-hidden style={{ color: `var(--milestone-${config.color})` }} />}
                  label={config.name}
                  detail={current ? runLabel(current, config) : undefined}
                  ownsRoute={({ view, id }) =>
                    view === 'run' && lookups.sprints[id ?? '']?.sprintConfigId === config.id
                  }
                />
              );
            })}
            {lookups.activeRunConfigs.length === 0 ? (
              <li>
                <button
                  type="button"
                  className={cx('row gap-2 w-full soft text-start round px-2 h-7', styles.row)}
                  data-tour="runs"
                  onClick={openNewRun}
                >
                  <Plus size={15} aria-hidden />
                  <span className={cx('truncate', styles.label)}>New run…</span>
                </button>
              </li>
            ) : null}
          </SidebarSection>
        )}
        {isPainted && lookups.isLoaded ? (
          <>
            <SidebarProjects />
            <People />
          </>
        ) : null}
      </SidebarList>
      <div className="row gap-1 border-top p-1-2">
        <SyncIndicator />
        <IconButton label="Settings" shortcut={sharedShortcuts.settings[0]} small onClick={() => navigate('settings')}>
          <SettingsIcon size={15} aria-hidden />
        </IconButton>
      </div>
    </nav>
  );
});

/** Scrolls after the current view has rendered. Renders nothing. */
function ScrollToCurrentRow({ nav }: { nav: RefObject<HTMLElement | null> }): null {
  const { view, id, query } = useRoute();
  const { isLoaded: ready } = useLookups();
  const { space, view: saved } = query;
  useEffect(() => {
    if (!ready) return;
    const scrollToRow = () => {
      const href = formatRoute({ view, id, query: { ...(space && { space }), ...(saved && { view: saved }) } });
      const row = nav.current?.querySelector(`[href="${href}"]`);
      const visible = row?.closest(`.${styles.scroll}`)?.getBoundingClientRect();
      if (!row || !visible) return;
      const { top, bottom } = row.getBoundingClientRect();
      // A visible row stays in place. `scrollIntoView` would move it if it is near an edge (`scroll-padding-block`).
      if (top < visible.top || bottom > visible.bottom) row.scrollIntoView({ block: 'nearest' });
    };
    // On a busy computer the page may never be idle, hence the timeout.
    const waiting = requestIdleCallback(scrollToRow, { timeout: 500 });
    return () => cancelIdleCallback(waiting);
  }, [ready, view, id, space, saved, nav]);
  return null;
}

function People(): ReactElement | null {
  const me = useCurrentUserId();
  const persons = useAssignablePeople();
  const shown = useMemo(() => persons.toSorted((a, b) => Number(b.id === me) - Number(a.id === me)), [persons, me]);
  if (shown.length === 0) return null;
  return (
    <SidebarSection name="People">
      {shown.map((person) => (
        <SidebarRow
          key={person.id}
          view="person"
          id={person.id}
          icon={<PersonAvatar id={person.id} size={18} />}
          label={person.id === me ? `${nameOf(person)} (you)` : nameOf(person)}
        />
      ))}
    </SidebarSection>
  );
}
