/** Rows of the sidebar that open a view, some with a count. */
import { Hand, Inbox, UploadCloud } from 'lucide-react';
import { memo, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { toggleCardsInHand } from '../../cards/card-actions.ts';
import { useHand } from '../../cards/hand/hand-entries.ts';
import { useAppState, useWorkspace } from '../../data/app-state.ts';
import { formatRoute, type Route, useRouteValue, type ViewName } from '../../data/routes.ts';
import { registerDropZone } from '../../dnd/drag.ts';
import { usedSlotsText } from '../../model/hand/free-slots.ts';
import { handRefusalExceptMissingSlots } from '../../model/hand/hand-drop.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { savedViewIdOfRoute } from '../../workbench/saved-views.ts';
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

export const SidebarRow = memo(function Row(props: RowProps): ReactElement {
  const { view, id, icon, label, detail, count, end, ownsRoute } = props;
  const current = useRouteValue(
    // While a saved view is open, only the row of the saved view is marked as current.
    (route) => route.view === view && (route.id ?? undefined) === id && savedViewIdOfRoute(route) === null,
  );
  const isWithin = useRouteValue((route) => ownsRoute?.(route) === true && savedViewIdOfRoute(route) === null);
  return (
    <li>
      <a
        className={styles.row}
        href={formatRoute({ view, id: id ?? null })}
        aria-current={current ? 'page' : isWithin ? 'true' : undefined}
        data-whole=""
        draggable={false}
      >
        {icon}
        <span className={styles.label} dir="auto" data-part="">
          {label}
        </span>
        {detail ? (
          <span className={styles.detail} data-part="">
            {detail}
          </span>
        ) : null}
        {count ? <span className={styles.count}>{count}</span> : null}
        {end}
      </a>
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

export function HandRow({ count, slots }: { count: number; slots: number }): ReactElement {
  const current = useRouteValue((route) => route.view === 'hand' && route.id === null);
  const element = useRef<HTMLAnchorElement>(null);
  const hand = useHand();
  const latest = useRef(hand);
  latest.current = hand;
  useEffect(() => {
    if (!element.current) return;
    return registerDropZone({
      key: 'sidebar-hand',
      title: 'Hand',
      element: element.current,
      scrollerElement: sidebarListOf(element.current),
      stackLevel: 3,
      indexAt: () => 0,
      refusal: (cards) =>
        handRefusalExceptMissingSlots(cards, {
          userId: latest.current.userId ?? '',
          current: latest.current.entries.map((entry) => entry.cardId),
          slots: latest.current.slots,
        }),
      drop: (cards) =>
        void toggleCardsInHand(
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
    <a ref={element} className={styles.row} href="#/hand" aria-current={current ? 'page' : undefined} draggable={false}>
      <Hand size={15} aria-hidden />
      <span className={styles.label}>Hand</span>
      <span className={styles.count}>{usedSlotsText(count, slots)}</span>
    </a>
  );
}
