/** One person's Hand: cards, used slots, and how many cards are started, blocked and in review. */
import { memo, type ReactElement, useMemo, useRef } from 'react';
import { CardItem } from '../../cards/face/CardItem.tsx';
import { CardFaceContext, useCardFaceSettings } from '../../cards/face/face-context.tsx';
import { handOverCards } from '../../cards/hand/hand-over.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { nameOf, type Person } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { formatRoute } from '../../data/routes.ts';
import { DropHint } from '../../dnd/DropHint.tsx';
import { dropIndexInList, useDropZone } from '../../dnd/drag.ts';
import { blockOrReviewStatusTexts } from '../../model/blocks-and-reviews.ts';
import { usedSlotsText } from '../../model/hand/finished.ts';
import { type HandContents, handRefusal } from '../../model/hand/hand-drop.ts';
import type { TeamMember } from '../../model/hand/team.ts';
import { cx } from '../../ui/cx.ts';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import styles from './team.module.css';

interface MemberColumnProps {
  member: TeamMember;
  person: Person | undefined;
  isMe: boolean;
  slots: number;
  order: () => readonly string[];
}

export const handOfMember = ({ userId, cards }: TeamMember, slots: number): HandContents => ({
  userId,
  cardIds: cards.map(({ cardId }) => cardId),
  slots,
});

const statusGroupByThreadKind = { block: 'blocked', review: 'review' } as const;

export const MemberColumn = memo(function MemberColumn(props: MemberColumnProps): ReactElement {
  const { member, person, isMe, slots, order } = props;
  const { userId, cards, startedCount, blockOrReviewCounts } = member;
  const name = nameOf(person);
  const baseFace = useCardFaceSettings();
  // With `commonOwnerId`, card faces leave out the avatar of the column's person.
  const face = useMemo(() => ({ ...baseFace, commonOwnerId: userId }), [baseFace, userId]);
  const root = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const key = `team:${userId}`;
  const hand = handOfMember(member, slots);
  useDropZone(root, {
    key,
    title: `Hand of ${name}`,
    indexAt: (x, y) => dropIndexInList(list.current, { x, y }, 'y'),
    lineAt: (index) => {
      const boxes = [...(list.current?.querySelectorAll('[data-card-id]') ?? [])].map((card) =>
        card.getBoundingClientRect(),
      );
      const { left, width, top } = list.current?.getBoundingClientRect() ?? { left: 0, width: 0, top: 0 };
      return { left, width, top: (boxes[index]?.top ?? boxes.at(-1)?.bottom ?? top) - 3 };
    },
    refusal: (dragged) => missingScopeReason('handQueue/setCardOrders') ?? handRefusal(dragged, hand),
    drop: (dragged, index) => void handOverCards(dragged, hand, name, index),
  });
  const isOverfull = cards.length > slots;
  return (
    <section
      ref={root}
      className={cx('stack gap-6px h-full round-lg bg-sunken', styles.column)}
      data-zone-key={key}
      aria-label={name}
    >
      <header className="row gap-2">
        <a
          className={cx('row grow gap-6px min-w-0 plain strong h-6', styles.person)}
          href={formatRoute({ view: 'person', id: userId })}
          draggable={false}
        >
          <PersonAvatar id={userId} size={22} />
          <span className="truncate" dir="auto">
            {isMe ? `${name} (you)` : name}
          </span>
        </a>
        <a
          className={cx('row rigid soft text-sm figures h-6', styles.taken)}
          href={formatRoute({ view: 'hand', id: isMe ? null : userId })}
          draggable={false}
        >
          {isOverfull ? `${usedSlotsText(cards.length, slots)}, over-full` : usedSlotsText(cards.length, slots)}
        </a>
      </header>
      {Number.isFinite(slots) ? (
        <ProgressBar
          label={`Slots taken in the Hand of ${name}`}
          value={Math.min(cards.length, slots)}
          total={slots}
          color={isOverfull ? 'var(--danger)' : 'var(--accent)'}
        />
      ) : null}
      <p className={cx('row wrap soft text-sm', styles.states)}>
        <span>{startedCount === 0 ? 'Nothing started' : `${startedCount} started`}</span>
        {blockOrReviewCounts.map(({ threadKind, count, since }) => (
          <span key={threadKind} className="row gap-1 nowrap">
            <StatusIcon group={statusGroupByThreadKind[threadKind]} named={false} size={12} />
            {count} {blockOrReviewStatusTexts[threadKind]}
            {since ? (
              <span>
                {' '}
                (<RelativeTime at={since} />)
              </span>
            ) : null}
          </span>
        ))}
      </p>
      <DropHint zoneKey={key} zoneElement={root} refusalClass="danger text-sm" cautionClass="danger text-sm" />
      <CardFaceContext.Provider value={face}>
        <ul ref={list} className={cx('stack grow gap-6px min-h-0 scroll-y', styles.cards)} aria-label={name}>
          {cards.map((card) => (
            <li key={stableRowKey(card.cardId)}>
              <CardItem card={card} subCardCount={0} doneSubCardCount={0} order={order} />
            </li>
          ))}
        </ul>
      </CardFaceContext.Provider>
      {cards.length === 0 ? <p className={cx('absolute note text-center', styles.nothing)}>Empty Hand</p> : null}
    </section>
  );
});
