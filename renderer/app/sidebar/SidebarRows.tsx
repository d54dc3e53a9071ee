/** Rows of the sidebar that open a view, some with a count. */
import { Hand, Inbox, UploadCloud } from 'lucide-react';
import { type ComponentProps, memo, type ReactElement, type ReactNode, useRef } from 'react';
import { putCardsIntoHand } from '../../cards/card-actions.ts';
import { handContentsOf, useHand } from '../../cards/hand/hand-entries.ts';
import { useAppState, useWorkspace } from '../../data/app-state.ts';
import { formatRoute, type Route, useRouteValue, type ViewName } from '../../data/routes.ts';
import { useDropZone } from '../../dnd/drag.ts';
import { usedSlotsText } from '../../model/hand/free-slots.ts';
import { handRefusalExceptMissingSlots } from '../../model/hand/hand-drop.ts';
import { cx } from '../../ui/cx.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { savedViewIdOfRoute } from '../../workbench/saved-views/saved-views.ts';
import styles from './Sidebar.module.css';

const UnreadCount = lazyComponent(() => import('../../views/inbox/UnreadCount.tsx'), 'UnreadCount');

interface RowProps {
  view: ViewName;
  id?: string;
  icon: ReactNode;
  label: string;
  detail?: string | undefined;
  count?: number | undefined;
  /** A component shown at the end of the row, in place of `count`. */
  end?: ReactNode;
  /**
   * Returns true for a route that has no row of its own, but for which this row is marked as current. For example, the
   * row Milestones is marked while the board of a milestone is open.
   */
  ownsRoute?: (route: Route) => boolean;
}

/**
 * Returns true if the route is the row's own. While a saved view is open, only the row of the saved view counts as
 * current.
 */
export const useIsOwnRoute = (isOwn: (route: Route) => boolean): boolean =>
  useRouteValue((route) => isOwn(route) && savedViewIdOfRoute(route) === null);

interface SidebarLinkProps extends ComponentProps<'a'> {
  icon: ReactNode;
  label: string;
  isCurrent: boolean;
}

/** The link of a row, with `children` at its end. If a text of the row is cut off, the tooltip shows all its texts. */
export function SidebarLink({ icon, label, isCurrent, children, className, ...link }: SidebarLinkProps): ReactElement {
  return (
    <a
      className={cx(styles.row, className)}
      aria-current={isCurrent ? 'page' : undefined}
      data-whole=""
      draggable={false}
      {...link}
    >
      {icon}
      <span className={styles.label} dir="auto" data-part="">
        {label}
      </span>
      {children}
    </a>
  );
}

export const SidebarRow = memo(function Row(props: RowProps): ReactElement {
  const { view, id, icon, label, detail, count, end, ownsRoute } = props;
  const isCurrent = useIsOwnRoute((route) => route.view === view && (route.id ?? undefined) === id);
  const isWithin = useIsOwnRoute((route) => ownsRoute?.(route) === true);
  return (
    <li>
      <SidebarLink
        href={formatRoute({ view, id: id ?? null })}
        icon={icon}
        label={label}
        isCurrent={isCurrent}
        {...(isWithin && !isCurrent ? { 'aria-current': true } : {})}
      >
        {detail ? (
          <span className={styles.detail} data-part="">
            {detail}
          </span>
        ) : null}
        {count ? <span className={styles.count}>{count}</span> : null}
        {end}
      </SidebarLink>
    </li>
  );
});

const waitingCount = <UnreadCount className={styles.count} />;

export const InboxRow = (): ReactElement => (
  <SidebarRow view="inbox" icon={inboxIcon} label="Inbox" end={waitingCount} />
);
const inboxIcon = <Inbox size={15} aria-hidden />;

/**
 * The row of the outbox with the number of unsent changes. This is a separate component, because the number changes
 * often.
 */
export function OutboxRow(): ReactElement | null {
  const workspace = useWorkspace();
  const waiting = useAppState(({ sync }) => sync?.waiting ?? 0);
  const attention = useAppState(({ sync }) => sync?.attention ?? 0);
  // A workspace of a remote service always shows this row, so that the rows below do not move with each edit. A local
  // workspace shows this row only while a change needs an answer from the person.
  if (workspace?.kind !== 'remote' && attention === 0) return null;
  return <SidebarRow view="outbox" icon={<UploadCloud size={15} aria-hidden />} label="Outbox" count={waiting} />;
}

/**
 * Returns the scrolling list that contains the row, or the row itself if it is in no list. A row accepts drops only
 * where it is inside this list, so that the part of a row that is scrolled out of sight accepts none.
 */
export const sidebarListOf = (row: HTMLElement): HTMLElement => row.closest<HTMLElement>(`.${styles.scroll}`) ?? row;

export function HandRow(): ReactElement {
  const isCurrent = useRouteValue((route) => route.view === 'hand' && route.id === null);
  const element = useRef<HTMLAnchorElement>(null);
  const hand = useHand();
  useDropZone(element, {
    key: 'sidebar-hand',
    title: 'Hand',
    scrollerOf: sidebarListOf,
    stackLevel: 3,
    indexAt: () => 0,
    refusal: (cards) =>
      handRefusalExceptMissingSlots(cards, handContentsOf(hand)) ??
      (cards.every(({ cardId }) => hand.inHand.has(cardId)) ? 'In the Hand already.' : null),
    drop: (cards) => void putCardsIntoHand(cards, hand.inHand),
  });
  return (
    <SidebarLink ref={element} href="#/hand" icon={<Hand size={15} aria-hidden />} label="Hand" isCurrent={isCurrent}>
      <span className={styles.count}>{usedSlotsText(hand.entries.length, hand.slots)}</span>
    </SidebarLink>
  );
}
