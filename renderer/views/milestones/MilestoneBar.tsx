/**
 * A diamond on its day, or a bar from its first to its last day. Dragging moves the milestone; dragging an end of a bar
 * changes that day. Cards can be dropped on it.
 */
import { type CSSProperties, memo, type ReactElement, useRef, useState } from 'react';
import { daysBetween } from '../../../shared/domain/calendar.ts';
import { setCardMilestone } from '../../cards/card-actions.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { formatRoute } from '../../data/routes.ts';
import { useDropZone } from '../../dnd/drag.ts';
import { registerDraggable } from '../../dnd/drag-manager.ts';
import {
  type DraggedMilestonePart,
  firstDayOfMilestone,
  milestoneDaysAfterDrag,
  milestoneDaysText,
} from '../../model/planning/roadmap.ts';
import { cx } from '../../ui/cx.ts';
import { dayOffsetText, longDayText } from '../../ui/dates/day-text.ts';
import type { MilestoneCardCounts } from './milestone-counts.ts';
import { moveMilestone, toastIfMilestonesReadOnly } from './move-milestone.ts';
import styles from './Roadmap.module.css';
import { roadmapBarStyle } from './RoadmapLane.tsx';

interface MilestoneBarProps {
  milestone: MilestoneRow;
  /** A milestone of several projects has a bar in several lanes. */
  lane: string;
  counts: MilestoneCardCounts;
  today: string;
  origin: string;
  /** From the top of the lane's rows, in px. */
  top: number;
  /**
   * The start of the bar is out of view, or can scroll out of view before the roadmap renders again. CSS then keeps the
   * name in the visible part of the bar.
   */
  isCut: boolean;
  /**
   * Converts px from the left edge of the visible roadmap to days on the time axis. A drag passes positions in the
   * window and uses only the difference of two results. The function must stay the same between renders.
   */
  daysAt: (x: number) => number;
}

/** At each end of a bar, where a drag changes the first or last day. */
const edgePx = 8;

/** `x` is the position in the window at which the drag starts. */
function partAt({ startDate }: MilestoneRow, bar: DOMRect, x: number): DraggedMilestonePart {
  if (startDate === null) return 'whole';
  if (x < bar.left + edgePx) return 'start';
  return x > bar.right - edgePx ? 'end' : 'whole';
}

/** Contains the lane, because a milestone can have bars in several lanes. */
export const milestoneBarDropZoneKey = (lane: string, milestoneId: string): string => `roadmap:${lane}:${milestoneId}`;

/** Such as "3/8"; empty if there are no cards. */
export const doneOfTotalCardsText = ({ done, total }: MilestoneCardCounts): string =>
  total === 0 ? '' : `${done}/${total}`;

export const MilestoneBar = memo(function MilestoneBar(props: MilestoneBarProps): ReactElement {
  const { milestone, lane, counts, today, origin, top, isCut, daysAt } = props;
  const { id, name, date, startDate, color } = milestone;
  const link = useRef<HTMLAnchorElement>(null);
  const latest = useRef(milestone);
  latest.current = milestone;
  /** The dragged part and by how many days it moves. Null without a drag. */
  const [drag, setDrag] = useState<{ readonly part: DraggedMilestonePart; readonly count: number } | null>(null);
  const key = milestoneBarDropZoneKey(lane, id);
  useDropZone(link, {
    key,
    title: name,
    indexAt: () => 0,
    refusal: (cards) =>
      missingScopeReason('cards/update') ??
      (cards.every(({ milestoneId }) => milestoneId === id) ? 'Planned toward this milestone already.' : null),
    drop: (cards) => void setCardMilestone(cards, id, name),
  });
  const startDrag = (event: React.PointerEvent<HTMLAnchorElement>) => {
    if (event.button !== 0) return;
    const part = partAt(milestone, event.currentTarget.getBoundingClientRect(), event.clientX);
    registerDraggable(event.currentTarget, `roadmap:${id}`, 'position', (from) => {
      if (toastIfMilestonesReadOnly()) return { move: () => undefined, end: () => undefined };
      const began = daysAt(from.x);
      const countAt = (x: number) => Math.round(daysAt(x) - began);
      return {
        move: (to) => setDrag({ part, count: countAt(to.x) }),
        end(isDropped, at) {
          setDrag(null);
          const count = countAt(at.x);
          if (isDropped && count !== 0) moveMilestone(latest.current, part, count);
        },
      };
    });
  };
  const days = drag ? milestoneDaysAfterDrag(milestone, drag.part, drag.count) : milestone;
  const progress = counts.total === 0 ? 'no cards' : `${counts.done} of ${counts.total} cards done`;
  const isLate = date < today && counts.done < counts.total;
  const position = {
    from: daysBetween(origin, firstDayOfMilestone(days)),
    days: days.startDate === null ? 0 : daysBetween(days.startDate, days.date) + 1,
    color,
  };
  const done = { '--done': counts.total === 0 ? 0 : counts.done / counts.total } as CSSProperties;
  return (
    <a
      ref={link}
      className={cx(
        'row absolute text-sm round-sm',
        styles.milestone,
        days.startDate === null && styles.point,
        isLate && styles.late,
        isCut && styles.cut,
      )}
      style={{ ...roadmapBarStyle(position, top), ...done }}
      href={formatRoute({ view: 'milestone', id })}
      data-zone-key={key}
      data-milestone-id={id}
      aria-label={`${name}, ${startDate === null ? '' : `${longDayText(startDate)} to `}${longDayText(date)}, ${progress}${isLate ? ', late' : ''}`}
      title={`${name}\n${milestoneDaysText(days)}\n${progress}${isLate ? '\nlate' : ''}`}
      onPointerDown={startDrag}
      draggable={false}
    >
      {days.startDate === null ? <span className={cx('rigid keep-color', styles.shape)} /> : null}
      <span className={cx('flex rigid gap-6px px-2', styles.name)}>
        <span className={cx('nowrap crop', styles.title)} dir="auto">
          {drag ? `${milestoneDaysText(days)} (${dayOffsetText(drag.count)})` : name}
        </span>
        <span className={cx('note normal', styles.doneCount)} data-count={doneOfTotalCardsText(counts)} />
      </span>
    </a>
  );
});
