/** Everybody's Hands, one column per person. Only visible columns are rendered. */

import { Users } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useMemo, useRef } from 'react';
import { CardFaceContext, type CardFaceSettings } from '../../cards/face/face-context.tsx';
import { useCardFaceContextValue } from '../../cards/face/use-card-face-context-value.ts';
import { handOverCards } from '../../cards/hand/hand-over.ts';
import { useTeamHands } from '../../cards/hand/use-team.ts';
import { BulkBar } from '../../cards/menus/BulkBar.tsx';
import { CardMenu } from '../../cards/menus/CardMenu.tsx';
import { HandDropBar } from '../../cards/menus/HandDropBar.tsx';
import { useCurrentUserId } from '../../data/app-state.ts';
import { errorText } from '../../data/bridge.ts';
import { nameOf, usePeople } from '../../data/lookups.ts';
import { registerDraggableList } from '../../dnd/drag.ts';
import { handRefusal } from '../../model/hand/hand-drop.ts';
import type { TeamMember } from '../../model/hand/team.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { showRefusalToast } from '../../ui/popups/toast.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import { useListVirtualizer } from '../../ui/virtual/use-list-virtualizer.ts';
import { listColumnOf, setActiveList } from '../../workbench/active-list.ts';
import { ViewHeader } from '../../workbench/page/ViewHeader.tsx';
import { revealCard } from '../../workbench/reveal-card.ts';
import { useClearSelectionOnLeave } from '../../workbench/use-clear-selection-on-leave.ts';
import { handOfMember, MemberColumn } from './MemberColumn.tsx';
import styles from './team.module.css';

const columnWidthPx = 276;
const gapPx = 10;
const marginPx = 14;
const noIds: ReadonlySet<string> = new Set();

export function TeamView(): ReactElement {
  // Hands of visible columns load first: they appear after 108 to 121 ms instead of 129 to 178 ms (medians of the
  // benchmark `team`).
  const { members, loaded, slots, ready, loadedUserIds, error } = useTeamHands({
    firstCount: Math.ceil(window.innerWidth / (columnWidthPx + gapPx)),
  });
  const people = usePeople();
  const me = useCurrentUserId();
  const baseFace = useCardFaceContextValue({ by: 'none' }, { newCardFields: {}, showsDeckName: false });
  const face = useMemo<CardFaceSettings>(
    () => ({ ...baseFace, density: 'compact', wrapsTitles: true, inHand: noIds }),
    [baseFace],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useListVirtualizer({
    horizontal: true,
    count: members.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidthPx,
    getItemKey: useCallback((index: number) => members[index]?.userId ?? index, [members]),
    // Until all Hands have been read, no column outside of the view: more columns delay the first paint.
    overscan: loadedUserIds === null ? 1 : 0,
    gap: gapPx,
    paddingStart: marginPx,
    paddingEnd: marginPx,
  });
  const latest = useRef({ members, loadedUserIds, loaded, slots, people });
  latest.current = { members, loadedUserIds, loaded, slots, people };
  const order = useCallback(() => latest.current.members.flatMap(({ cards }) => cards.map(({ cardId }) => cardId)), []);
  const columns = useMemo(
    () => members.map(({ userId, cards }) => listColumnOf(`team:${userId}`, nameOf(people[userId]), cards)),
    [members, people],
  );
  useClearSelectionOnLeave('team');
  useEffect(
    () => registerDraggableList({ key: 'team', cardOf: (id) => latest.current.loaded.rows[id], order }),
    [order],
  );
  useEffect(
    () =>
      setActiveList({
        key: 'team',
        title: 'Team',
        columns,
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
          virtualizer.scrollToIndex(at);
          // The call above scrolls to the column, this one within it: each Hand scrolls separately.
          revealCard('[data-card-list="team"]', id);
        },
        revealPosition: (column) => virtualizer.scrollToIndex(column),
      }),
    [columns, virtualizer],
  );

  return (
    <>
      <ViewHeader
        icon={<Users size={16} aria-hidden />}
        title="Team"
        detail={ready && loadedUserIds === null ? summaryOf(members) : null}
      />
      {error ? (
        <EmptyState title="The Hands could not be read">{errorText(error)}</EmptyState>
      ) : ready && members.length === 0 ? (
        <EmptyState icon={<Users size={24} aria-hidden />} title="Nobody is known yet">
          People appear here as soon as a card names them as owner, author or in a comment.
        </EmptyState>
      ) : (
        <CardFaceContext.Provider value={face}>
          <CardMenu>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
            <div
              ref={scroller}
              className="grow min-h-0 relative bg scroll-x"
              data-card-list="team"
              role="group"
              aria-label="Hands of the team"
            >
              <div className="h-full relative" style={{ width: virtualizer.getTotalSize() }}>
                {virtualizer.getVirtualItems().map(({ index, start, size }) => {
                  const member = members[index];
                  return member && (loadedUserIds?.has(member.userId) ?? true) ? (
                    <div
                      key={member.userId}
                      className={cx('absolute', styles.place)}
                      style={{ left: start, width: size }}
                    >
                      <MemberColumn
                        member={member}
                        person={people[member.userId]}
                        isMe={member.userId === me}
                        slots={slots}
                        order={order}
                      />
                    </div>
                  ) : null;
                })}
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
