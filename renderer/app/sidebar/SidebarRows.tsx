import { Hand, Inbox, UploadCloud } from 'lucide-react';
import { type ComponentProps, memo, type ReactElement, type ReactNode, useRef } from 'react';
import { putCardsIntoHand } from '../../cards/card-actions.ts';
import { handContentsOf, useHand } from '../../cards/hand/hand-entries.ts';
import { useAppState, useWorkspace } from '../../data/app-state.ts';
import { formatRoute, type Route, useRouteValue, type ViewName } from '../../data/routes.ts';
import { useDropZone } from '../../dnd/drag.ts';
import { usedSlotsText } from '../../model/hand/finished.ts';
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
  /** In place of `count`. */
  end?: ReactNode;
  /** True for a route without an own row for which this row is current, such as Milestones for a milestone's board. */
  ownsRoute?: (route: Route) => boolean;
}

/** While a saved view is open, only the row of the saved view counts as current. */
export const useIsOwnRoute = (isOwn: (route: Route) => boolean): boolean =>
  useRouteValue((route) => isOwn(route) && savedViewIdOfRoute(route) === null);

interface SidebarLinkProps extends ComponentProps<'a'> {
  icon: ReactNode;
  label: string;
  isCurrent: boolean;
}

/** If a text of the row is cut off, the tooltip shows all its texts. */
export function SidebarLink({ icon, label, isCurrent, children, className, ...link }: SidebarLinkProps): ReactElement {
  return (
    <a
      className={cx('row gap-2 w-full soft text-start round px-2 h-7', styles.row, className)}
      aria-current={isCurrent ? 'page' : undefined}
      data-whole=""
      draggable={false}
      {...link}
    >
      {icon}
      <span className={cx('truncate', styles.label)} dir="auto" data-part="">
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
          <span className={cx('truncate faint text-xs normal figures', styles.detail)} data-part="">
            {detail}
          </span>
        ) : null}
        {count ? <span className={cx('faint text-xs normal figures', styles.count)}>{count}</span> : null}
        {end}
      </SidebarLink>
    </li>
  );
});

const waitingCount = <UnreadCount className={cx('faint text-xs normal figures', styles.count)} />;

export const InboxRow = (): ReactElement => (
  <SidebarRow view="inbox" icon={inboxIcon} label="Inbox" end={waitingCount} />
);
const inboxIcon = <Inbox size={15} aria-hidden />;

/** Unsent changes. A separate component, because the number changes often. */
export function OutboxRow(): ReactElement | null {
  const workspace = useWorkspace();
  const waiting = useAppState(({ sync }) => sync?.waiting ?? 0);
  const attention = useAppState(({ sync }) => sync?.attention ?? 0);
  // Always shown for a remote service, so that the rows below do not move with each edit. In a local workspace, shown
  // only while a change needs an answer from the person.
  if (workspace?.kind !== 'remote' && attention === 0) return null;
  return <SidebarRow view="outbox" icon={<UploadCloud size={15} aria-hidden />} label="Outbox" count={waiting} />;
}

/**
 * The scrolling list around the row, or the row itself. A row accepts drops only inside it, not where it is scrolled
 * out of sight.
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
      <span
        className={cx('faint text-xs normal figures', styles.count)}
        title="Taken and all slots of your Hand, the ordered list of what you work on next"
      >
        {usedSlotsText(hand.entries.length, hand.slots)}
      </span>
    </SidebarLink>
  );
}
