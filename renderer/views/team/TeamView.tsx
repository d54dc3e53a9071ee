/** Everybody's Hands, one column per person, in as many rows as they need. Only visible rows are rendered. */

import { Users } from 'lucide-react';
import {
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { foldText } from '../../../shared/domain/search-text.ts';
import { CardFaceContext, type CardFaceSettings } from '../../cards/face/face-context.tsx';
import { useCardFaceContextValue } from '../../cards/face/use-card-face-context-value.ts';
import { handOverCards } from '../../cards/hand/hand-over.ts';
import { useTeamHands } from '../../cards/hand/use-team.ts';
import { BulkBar } from '../../cards/menus/BulkBar.tsx';
import { CardMenu } from '../../cards/menus/CardMenu.tsx';
import { HandDropBar } from '../../cards/menus/HandDropBar.tsx';
import { useCurrentUserId, useViewState } from '../../data/app-state.ts';
import { errorText } from '../../data/bridge.ts';
import { nameOf, usePeople } from '../../data/lookups.ts';
import { registerDraggableList } from '../../dnd/drag.ts';
import { handRefusal } from '../../model/hand/hand-drop.ts';
import type { TeamMember } from '../../model/hand/team.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { showRefusalToast } from '../../ui/popups/toast.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import { useListVirtualizer } from '../../ui/virtual/use-list-virtualizer.ts';
import { listColumnOf, setActiveList } from '../../workbench/active-list.ts';
import { ViewHeader } from '../../workbench/page/ViewHeader.tsx';
import { revealCard } from '../../workbench/reveal-card.ts';
import { useClearSelectionOnLeave } from '../../workbench/use-clear-selection-on-leave.ts';
import { useCarriedCardInView } from '../../workbench/use-focus-after-card-removal.ts';
import { handOfMember, MemberColumn } from './MemberColumn.tsx';
import styles from './team.module.css';

const columnWidthPx = 276;
const gapPx = 10;
const marginPx = 14;
const minRowHeightPx = 320;
const noIds: ReadonlySet<string> = new Set();

const waitingCount = ({ blockOrReviewCounts }: TeamMember) =>
  blockOrReviewCounts.reduce((sum, { count }) => sum + count, 0);

type TeamOrder = 'name' | 'cards' | 'started' | 'waiting';
const teamOrderNames: readonly TeamOrder[] = ['name', 'cards', 'started', 'waiting'];
const teamOrders: Readonly<
  Record<TeamOrder, { readonly label: string; readonly compare?: (a: TeamMember, b: TeamMember) => number }>
> = {
  name: { label: 'Name' },
  cards: { label: 'Most cards', compare: (a, b) => b.cards.length - a.cards.length },
  started: { label: 'Most started', compare: (a, b) => b.startedCount - a.startedCount },
  waiting: { label: 'Most blocked or in review', compare: (a, b) => waitingCount(b) - waitingCount(a) },
};

/** Before the first measurement, the size of the window. */
function useElementSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ widthPx: window.innerWidth - 240, heightPx: window.innerHeight - 60 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element appears with the first render of the list
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const observer = new ResizeObserver(() =>
      setSize({ widthPx: measured.clientWidth, heightPx: measured.clientHeight }),
    );
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element.current === null]);
  return size;
}

export function TeamView(): ReactElement {
  // Hands of visible columns load first: they appear after 108 to 121 ms instead of 129 to 178 ms (medians of the
  // benchmark `team`).
  const {
    members: all,
    loaded,
    slots,
    ready,
    loadedUserIds,
    error,
  } = useTeamHands({
    firstCount: Math.ceil(window.innerWidth / (columnWidthPx + gapPx)),
  });
  const people = usePeople();
  const me = useCurrentUserId();
  const baseFace = useCardFaceContextValue({ by: 'none' }, { newCardFields: {}, showsDeckName: false });
  const face = useMemo<CardFaceSettings>(
    () => ({ ...baseFace, density: 'compact', wrapsTitles: true, inHand: noIds }),
    [baseFace],
  );
  const [order, setOrder] = useViewState<TeamOrder>('team:order', 'name');
  const [typed, setTyped] = useState('');
  const members = useMemo(() => {
    const wanted = foldText(typed.trim());
    const named = all.filter(({ userId }) => {
      const person = people[userId];
      return [nameOf(person), person?.name ?? ''].some((name) => foldText(name).includes(wanted));
    });
    const { compare } = teamOrders[order] ?? teamOrders.name;
    return compare ? named.toSorted(compare) : named;
  }, [all, people, typed, order]);
  const scroller = useRef<HTMLDivElement>(null);
  const { widthPx, heightPx } = useElementSize(scroller);
  const perRow = Math.max(1, Math.floor((widthPx - 2 * marginPx + gapPx) / (columnWidthPx + gapPx)));
  const rowCount = Math.ceil(members.length / perRow);
  const widthOfColumnPx = rowCount <= 1 ? columnWidthPx : Math.floor((widthPx - 2 * marginPx + gapPx) / perRow) - gapPx;
  // A single row uses the whole height; of several, the next one shows its beginning.
  const rowHeightPx = rowCount <= 1 ? heightPx : Math.max(minRowHeightPx, Math.round(heightPx * 0.6));
  const virtualizer = useListVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    // Until all Hands have been read, no row outside of the view: more columns delay the first paint.
    overscan: loadedUserIds === null ? 1 : 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are estimates that depend on this alone
  useEffect(() => virtualizer.measure(), [rowHeightPx]);
  const latest = useRef({ members, loadedUserIds, loaded, slots, people, perRow });
  latest.current = { members, loadedUserIds, loaded, slots, people, perRow };
  const cardOrder = useCallback(
    () => latest.current.members.flatMap(({ cards }) => cards.map(({ cardId }) => cardId)),
    [],
  );
  const columns = useMemo(
    () => members.map(({ userId, cards }) => listColumnOf(`team:${userId}`, nameOf(people[userId]), cards)),
    [members, people],
  );
  useClearSelectionOnLeave('team');
  useEffect(
    () => registerDraggableList({ key: 'team', cardOf: (id) => latest.current.loaded.rows[id], order: cardOrder }),
    [cardOrder],
  );
  useEffect(
    () =>
      setActiveList({
        key: 'team',
        title: 'Team',
        columns,
        columnsPerRow: perRow,
        hasManualOrder: true,
        moveAction: 'handQueue/setCardOrders',
        cardOf: (id) => latest.current.loaded.rows[id],
        holderOf: (id) =>
          latest.current.members.find(({ cards }) => cards.some(({ cardId }) => cardId === id))?.userId ?? null,
        move: (cards, column, index) => {
          const now = latest.current;
          const member = now.members[column];
          // The cards of some people load later; all are loaded after about half a second.
          if (!member || !(now.loadedUserIds?.has(member.userId) ?? true)) return;
          const hand = handOfMember(member, now.slots);
          const refusal = handRefusal(cards, hand);
          if (refusal) showRefusalToast(refusal);
          else void handOverCards(cards, hand, nameOf(now.people[member.userId]), index);
        },
        reveal: (id) => {
          const at = latest.current.members.findIndex(({ cards }) => cards.some(({ cardId }) => cardId === id));
          if (at < 0) return;
          virtualizer.scrollToIndex(Math.floor(at / perRow));
          // The call above scrolls to the row, this one within it: each Hand scrolls separately.
          revealCard('[data-card-list="team"]', id);
        },
        revealPosition: (column) => virtualizer.scrollToIndex(Math.floor(column / perRow)),
      }),
    [columns, virtualizer, perRow],
  );
  useCarriedCardInView(columns);

  return (
    <>
      <ViewHeader
        icon={<Users size={16} aria-hidden />}
        title="Team"
        detail={ready && loadedUserIds === null ? summaryOf(all) : null}
      >
        <input
          type="search"
          className="border round bg-surface px-2 h-7 min-w-0"
          value={typed}
          placeholder="Find a person"
          aria-label="Find a person"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select<TeamOrder>
          label="Sort by"
          prefix="Sort"
          look="quiet"
          value={order}
          options={teamOrderNames.map((value) => ({ value, label: teamOrders[value].label }))}
          onChange={setOrder}
        />
      </ViewHeader>
      {error ? (
        <EmptyState title="The Hands could not be read">{errorText(error)}</EmptyState>
      ) : ready && all.length === 0 ? (
        <EmptyState icon={<Users aria-hidden />} title="Nobody is known yet">
          People appear here as soon as a card names them as owner, author or in a comment.
        </EmptyState>
      ) : (
        <CardFaceContext.Provider value={face}>
          <CardMenu>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
            <div
              ref={scroller}
              className="grow min-h-0 relative bg scroll-y"
              data-card-list="team"
              role="group"
              aria-label="Hands of the team"
            >
              {members.length === 0 && typed ? <p className="faint p-4">Nobody matches “{typed}”.</p> : null}
              <div className="w-full relative" style={{ height: virtualizer.getTotalSize() }}>
                {virtualizer.getVirtualItems().flatMap(({ index: row, start, size }) =>
                  members.slice(row * perRow, (row + 1) * perRow).map((member, at) =>
                    (loadedUserIds?.has(member.userId) ?? true) ? (
                      <div
                        key={member.userId}
                        className={cx('absolute', styles.place)}
                        style={{
                          top: start,
                          height: size - gapPx,
                          left: marginPx + at * (widthOfColumnPx + gapPx),
                          width: widthOfColumnPx,
                        }}
                      >
                        <MemberColumn
                          member={member}
                          person={people[member.userId]}
                          isMe={member.userId === me}
                          slots={slots}
                          order={cardOrder}
                        />
                      </div>
                    ) : null,
                  ),
                )}
              </div>
            </div>
          </CardMenu>
        </CardFaceContext.Provider>
      )}
      <HandDropBar holderOf={holderOf} />
      <BulkBar />
    </>
  );
}

/** Null if the zone key is of no column. */
const holderOf = (zoneKey: string) => (zoneKey.startsWith('team:') ? zoneKey.slice('team:'.length) : null);

/** Such as "12 people · 3 cards blocked · 2 wait for a review". */
function summaryOf(members: readonly TeamMember[]): string {
  const counts = { block: 0, review: 0 };
  for (const { threadKind, count } of members.flatMap((member) => member.blockOrReviewCounts))
    counts[threadKind] += count;
  const { block: blocked, review: inReview } = counts;
  return [
    members.length === 1 ? '1 person' : `${members.length} people`,
    ...(blocked > 0 ? [`${countWithNoun(blocked, 'card')} blocked`] : []),
    ...(inReview > 0 ? [`${inReview} ${inReview === 1 ? 'waits' : 'wait'} for a review`] : []),
  ].join(' · ');
}
