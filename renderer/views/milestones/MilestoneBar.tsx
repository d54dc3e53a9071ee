/**
 * A milestone on the roadmap: a mark on its day, or a bar from its first to its last day, with its progress. A drag moves
 * it or stretches one of its ends, and cards can be dropped on it.
 */
import { type CSSProperties, memo, type ReactElement, useEffect, useRef, useState } from 'react';
import { daysBetween } from '../../../shared/domain/calendar.ts';
import { setMilestone } from '../../cards/card-actions.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { formatRoute } from '../../data/routes.ts';
import { registerZone } from '../../dnd/drag.ts';
import { makeDraggable } from '../../dnd/drag-manager.ts';
import { firstDay, type SpanPart, shiftedDays, spanText } from '../../model/planning/roadmap.ts';
import { cx } from '../../ui/cx.ts';
import { distanceText, longDay } from '../../ui/dates/day-text.ts';
import type { MilestoneCounts } from './milestone-counts.ts';
import { isChangeRefused, moveMilestone } from './move-milestone.ts';
import styles from './Roadmap.module.css';
import { daysStyle } from './TimeScale.tsx';

interface MilestoneBarProps {
  milestone: MilestoneRow;
  /** The key of the lane, since a milestone of several projects is in several lanes. */
  lane: string;
  counts: MilestoneCounts;
  today: string;
  /** The first day of the axis. */
  origin: string;
  /** px from the top of the lane's rows. */
  top: number;
  /** The bar begins out of sight: its name moves to where the bar is in sight. */
  isCut: boolean;
  /** Returns a position on the axis, in days, for one on the page, in px. It scrolls with the roadmap. Always the same function. */
  daysAt: (x: number) => number;
}

/** px at both ends of a bar that stretch it. */
const edgePx = 8;

/** The part of a bar that a press at `x` px takes hold of. */
function partAt({ startDate }: MilestoneRow, bar: DOMRect, x: number): SpanPart {
  if (startDate === null) return 'whole';
  if (x < bar.left + edgePx) return 'start';
  return x > bar.right - edgePx ? 'end' : 'whole';
}

export const barKey = (lane: string, milestoneId: string): string => `roadmap:${lane}:${milestoneId}`;

/** "3/8", or nothing without cards. */
export const countText = ({ done, total }: MilestoneCounts): string => (total === 0 ? '' : `${done}/${total}`);

export const MilestoneBar = memo(function MilestoneBar(props: MilestoneBarProps): ReactElement {
  const { milestone, lane, counts, today, origin, top, isCut, daysAt } = props;
  const { id, name, date, startDate, color } = milestone;
  const link = useRef<HTMLAnchorElement>(null);
  const latest = useRef(milestone);
  latest.current = milestone;
  /** The drag that goes on: its part, and by how many days. */
  const [drag, setDrag] = useState<{ readonly part: SpanPart; readonly count: number } | null>(null);
  const key = barKey(lane, id);
  useEffect(() => {
    if (!link.current) return;
    return registerZone({
      key,
      title: name,
      element: link.current,
      indexAt: () => 0,
      refusal: (cards) =>
        missingScopeReason('cards/update') ??
        (cards.every(({ milestoneId }) => milestoneId === id) ? 'Planned toward this milestone already.' : null),
      drop: (cards) => void setMilestone(cards, id, latest.current.name),
    });
  }, [key, id, name]);
  const press = (event: React.PointerEvent<HTMLAnchorElement>) => {
    if (event.button !== 0) return;
    const part = partAt(milestone, event.currentTarget.getBoundingClientRect(), event.clientX);
    makeDraggable(event.currentTarget, `roadmap:${id}`, 'position', (from) => {
      if (isChangeRefused()) return { move: () => undefined, end: () => undefined };
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
  const days = drag ? shiftedDays(milestone, drag.part, drag.count) : milestone;
  const progress = counts.total === 0 ? 'no cards' : `${counts.done} of ${counts.total} cards done`;
  const isLate = date < today && counts.done < counts.total;
  const style = {
    ...daysStyle(
      daysBetween(origin, firstDay(days)),
      days.startDate === null ? 0 : daysBetween(days.startDate, days.date) + 1,
    ),
    top,
    '--color': `var(--planner-${color}, var(--border-strong))`,
    '--done': counts.total === 0 ? 0 : counts.done / counts.total,
  } as CSSProperties;
  return (
    <a
      ref={link}
      className={cx(
        styles.milestone,
        days.startDate === null && styles.point,
        isLate && styles.late,
        isCut && styles.cut,
      )}
      style={style}
      href={formatRoute({ view: 'milestone', id })}
      data-zone-key={key}
      data-milestone-id={id}
      aria-label={`${name}, ${startDate === null ? '' : `${longDay(startDate)} to `}${longDay(date)}, ${progress}${isLate ? ', late' : ''}`}
      title={`${name}\n${spanText(days)}\n${progress}${isLate ? '\nlate' : ''}`}
      onPointerDown={press}
      draggable={false}
    >
      {days.startDate === null ? <span className={styles.shape} /> : null}
      <span className={styles.name}>
        <span className={styles.title} dir="auto">
          {drag ? `${spanText(days)} (${distanceText(drag.count)})` : name}
        </span>
        <span className={styles.doneCount} data-count={countText(counts)} />
      </span>
    </a>
  );
});
