/**
 * A milestone on the roadmap: a mark on its day, or a bar from its first to its last day with its progress. It is moved and
 * stretched by drag, by keys and by its menu, and takes cards that are dropped on it.
 */
import { CalendarMinus, CalendarPlus, Pencil } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, memo, type ReactElement, useEffect, useRef, useState } from 'react';
import { setMilestone } from '../../cards/card-actions.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { formatRoute } from '../../data/routes.ts';
import { registerZone } from '../../dnd/drag.ts';
import { makeDraggable } from '../../dnd/drag-manager.ts';
import { distanceText, type SpanPart, shiftedDays } from '../../model/planning/roadmap.ts';
import { cx } from '../../ui/cx.ts';
import { longDay } from '../../ui/dates/day-text.ts';
import { shortDayText } from '../../ui/dates/today.ts';
import { ContextMenu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import type { MilestoneCounts } from './milestone-counts.ts';
import { moveMilestone } from './move-milestone.ts';
import styles from './Roadmap.module.css';

interface MilestoneBarProps {
  milestone: MilestoneRow;
  /** The key of the lane, since a milestone of several projects is in several lanes. */
  lane: string;
  counts: MilestoneCounts;
  today: string;
  /** px from the origin of the axis, and px of the bar; 0 for a milestone without a first day. */
  left: number;
  width: number;
  row: number;
  pxPerDay: number;
  onEdit: (milestone: MilestoneRow) => void;
}

/** px at both ends of a bar that stretch it. */
const edgePx = 8;

export const MilestoneBar = memo(function MilestoneBar(props: MilestoneBarProps): ReactElement {
  const { milestone, lane, counts, today, left, width, row, pxPerDay, onEdit } = props;
  const { id, name, date, startDate, color } = milestone;
  const shape = useRef<HTMLSpanElement>(null);
  const latest = useRef(milestone);
  latest.current = milestone;
  /** The drag that goes on: its part, and by how many days. */
  const [drag, setDrag] = useState<{ readonly part: SpanPart; readonly count: number } | null>(null);
  const key = `roadmap:${lane}:${id}`;
  useEffect(() => {
    // The menu has the ref of the link itself.
    const element = shape.current?.closest('a');
    if (!element) return;
    return registerZone({
      key,
      title: name,
      element,
      indexAt: () => 0,
      refusal: (cards) =>
        missingScopeReason('cards/update') ??
        (cards.every(({ milestoneId }) => milestoneId === id) ? 'Planned toward this milestone already.' : null),
      drop: (cards) => void setMilestone(cards, id, latest.current.name),
    });
  }, [key, id, name]);
  const press = (event: React.PointerEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || missingScopeReason('milestones/update') !== null) return;
    const box = event.currentTarget.getBoundingClientRect();
    const part: SpanPart =
      startDate === null
        ? 'whole'
        : event.clientX < box.left + edgePx
          ? 'start'
          : event.clientX > box.right - edgePx
            ? 'end'
            : 'whole';
    makeDraggable(event.currentTarget, `roadmap:${id}`, 'position', (from) => {
      let count = 0;
      return {
        move(to) {
          count = Math.round((to.x - from.x) / pxPerDay);
          setDrag({ part, count });
        },
        end(isDropped) {
          setDrag(null);
          if (isDropped && count !== 0) moveMilestone(latest.current, part, count);
        },
      };
    });
  };
  const pressed = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isMod = event.ctrlKey || event.metaKey;
    if (direction === undefined || !(isMod || event.altKey) || missingScopeReason('milestones/update') !== null) return;
    event.preventDefault();
    event.stopPropagation();
    moveMilestone(milestone, event.altKey ? 'end' : 'whole', direction * (event.shiftKey ? 7 : 1));
  };
  const entries = (): MenuEntry[] => {
    const disabled = missingScopeReason('milestones/update') ?? undefined;
    const move = (count: number, shortcut?: string): MenuEntry => ({
      label: `Move: ${distanceText(count)}`,
      icon: count < 0 ? <CalendarMinus size={14} aria-hidden /> : <CalendarPlus size={14} aria-hidden />,
      shortcut,
      disabled,
      run: () => moveMilestone(milestone, 'whole', count),
    });
    const stretch = (part: SpanPart, count: number, shortcut?: string): MenuEntry => ({
      label: `${part === 'start' ? 'Begin' : 'End'}: ${distanceText(count)}`,
      shortcut,
      disabled,
      run: () => moveMilestone(milestone, part, count),
    });
    return [
      { label: 'Edit milestone…', icon: <Pencil size={14} aria-hidden />, disabled, run: () => onEdit(milestone) },
      { separator: true },
      move(-1, 'Mod+ArrowLeft'),
      move(1, 'Mod+ArrowRight'),
      move(-7, 'Mod+Shift+ArrowLeft'),
      move(7, 'Mod+Shift+ArrowRight'),
      { separator: true },
      stretch('start', -7),
      stretch('start', 7),
      stretch('end', -7, 'Alt+Shift+ArrowLeft'),
      stretch('end', 7, 'Alt+Shift+ArrowRight'),
    ];
  };
  const days = drag ? shiftedDays(milestone, drag.part, drag.count) : milestone;
  const movedPx = drag ? (drag.part === 'end' ? 0 : drag.count * pxPerDay) : 0;
  const grownPx =
    drag && startDate !== null && drag.part !== 'whole' ? drag.count * pxPerDay * (drag.part === 'end' ? 1 : -1) : 0;
  const span =
    days.startDate === null ? shortDayText(days.date) : `${shortDayText(days.startDate)} to ${shortDayText(days.date)}`;
  const progress = counts.total === 0 ? 'no cards' : `${counts.done} of ${counts.total} cards done`;
  const isLate = date < today && counts.done < counts.total;
  const style = {
    left: left + movedPx,
    width: Math.max(startDate === null ? 0 : pxPerDay, width + grownPx),
    '--row': row,
    '--color': `var(--planner-${color}, var(--border-strong))`,
    '--done': counts.total === 0 ? 0 : counts.done / counts.total,
  } as CSSProperties;
  return (
    <ContextMenu entries={entries}>
      <a
        className={cx(styles.milestone, startDate === null && styles.point, isLate && styles.late)}
        style={style}
        href={formatRoute({ view: 'milestone', id })}
        data-zone-key={key}
        data-milestone-id={id}
        aria-label={`${name}, ${startDate === null ? '' : `${longDay(startDate)} to `}${longDay(date)}, ${progress}${isLate ? ', late' : ''}`}
        title={`${name}\n${span}\n${progress}${isLate ? '\nlate' : ''}`}
        onPointerDown={press}
        onKeyDown={pressed}
        draggable={false}
      >
        <span ref={shape} className={styles.shape} />
        <span className={styles.name} dir="auto">
          {drag ? `${span} (${distanceText(drag.count)})` : name}
        </span>
      </a>
    </ContextMenu>
  );
});
