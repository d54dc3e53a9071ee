import { Flag, LogIn, LogOut } from 'lucide-react';
import { memo, type ReactElement, useRef } from 'react';
import { stableRowKey } from '../../data/id-remap.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { formatRoute } from '../../data/routes.ts';
import { useDropZone } from '../../dnd/drag.ts';
import type { CardRow } from '../../model/card-row.ts';
import { type CalendarDayEvent, shownCardsOfDay } from '../../model/planning/due-calendar.ts';
import { cx } from '../../ui/cx.ts';
import { longDayText } from '../../ui/dates/day-text.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import styles from './calendar.module.css';
import { DayCard } from './DayCard.tsx';
import { moveCardsToDueDay } from './use-calendar-list.ts';

interface DayCellProps {
  day: string;
  weekday: string;
  today: string;
  /** In the month before or after the shown month. */
  isOther: boolean;
  isWorkday: boolean;
  cards: readonly CardRow[];
  events: readonly CalendarDayEvent[];
  /** For cards and events. If cards do not fit, a button opens the week. */
  maxLines: number;
  order: () => readonly string[];
  onMore: (day: string) => void;
}

const eventIcons = { milestone: Flag, runStart: LogIn, runEnd: LogOut } as const;
const eventTexts = { milestone: 'Milestone', runStart: 'Start of', runEnd: 'End of' } as const;

export const DayCell = memo(function DayCell(props: DayCellProps): ReactElement {
  const { day, weekday, today, isOther, isWorkday, cards, events, maxLines, order, onMore } = props;
  const element = useRef<HTMLDivElement>(null);
  const title = longDayText(day);
  const key = `day:${day}`;
  useDropZone(element, {
    key,
    title,
    isSmall: true,
    indexAt: () => 0,
    refusal: (dragged) =>
      missingScopeReason('cards/update') ??
      (dragged.every(({ dueDate }) => dueDate === day) ? 'Due on this day already.' : null),
    drop: (dragged) => moveCardsToDueDay(dragged, day),
  });
  const isEmpty = cards.length === 0 && events.length === 0;
  const shownCards = shownCardsOfDay(cards, events.length, maxLines);
  const hiddenCount = cards.length - shownCards.length;
  const fitsTwoLines = cards.length * 2 + events.length <= maxLines;
  return (
    // biome-ignore lint/a11y/useSemanticElements: days are laid out as a grid that becomes a list in narrow windows
    // biome-ignore lint/a11y/useFocusableInteractive: the cards inside have the focus
    <div
      ref={element}
      role="gridcell"
      className={cx(
        'stack gap-3px min-w-0 scroll-y border-top border-left',
        styles.day,
        isOther && styles.other,
        !isWorkday && 'bg-sunken',
      )}
      data-zone-key={key}
      data-day={day}
      data-empty={isEmpty || undefined}
      aria-current={day === today ? 'date' : undefined}
    >
      <time className={cx('self-start rigid nowrap soft text-sm figures text-center', styles.number)} dateTime={day}>
        <span className={styles.weekday} aria-hidden>
          {weekday}{' '}
        </span>
        <span className={styles.short} aria-hidden>
          {Number(day.slice(8))}
        </span>
        <span className={cx('absolute clip', styles.long)}>{title}</span>
      </time>
      {events.map(({ key: eventKey, kind, id, name, color }) => {
        const EventIcon = eventIcons[kind];
        const text = `${eventTexts[kind]} ${name}`;
        return (
          <a
            key={eventKey}
            className={cx('row rigid soft text-sm round-sm gap-5px bg-hover px-5px', styles.event)}
            href={formatRoute({ view: kind === 'milestone' ? 'milestone' : 'run', id })}
            title={text}
            aria-label={text}
            draggable={false}
          >
            <EventIcon size={12} aria-hidden style={{ color: `var(--milestone-${color}, var(--text-soft))` }} />
            <span className={cx('grow min-w-0 truncate', styles.name)} dir="auto">
              {name}
            </span>
          </a>
        );
      })}
      {cards.length > 0 ? (
        <ul className={cx('stack gap-3px', fitsTwoLines && styles.twoLines)} aria-label={title}>
          {shownCards.map((card) => (
            <li key={stableRowKey(card.cardId)}>
              <ItemBoundary item="This card" text={card.title}>
                <DayCard card={card} isLate={day < today && card.status !== 'done'} order={order} />
              </ItemBoundary>
            </li>
          ))}
        </ul>
      ) : null}
      {hiddenCount > 0 ? (
        <button
          type="button"
          className={cx('self-start soft text-sm round-sm hover-fill px-5px', styles.more)}
          onClick={() => onMore(day)}
        >
          {hiddenCount} more
        </button>
      ) : null}
    </div>
  );
});
