import { Flag, Plus, Timer } from 'lucide-react';
import { type CSSProperties, memo, type ReactElement, useRef } from 'react';
import { stableRowKey } from '../../data/id-remap.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { formatRoute } from '../../data/routes.ts';
import { useDropZone } from '../../dnd/drag.ts';
import type { CardRow } from '../../model/card-row.ts';
import { type CalendarDayEvent, shownCardsOfDay } from '../../model/planning/due-calendar.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { dayAndMonthText, dayRangeText, longDayText } from '../../ui/dates/day-text.ts';
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
  onNewCard: (day: string) => void;
}

export const DayCell = memo(function DayCell(props: DayCellProps): ReactElement {
  const { day, weekday, today, isOther, isWorkday, cards, events, maxLines, order, onMore, onNewCard } = props;
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
  // A narrow view lists only days with cards or milestones, and where runs begin and end.
  const isEmpty =
    cards.length === 0 &&
    events.every(
      (event) => event.kind === 'gap' || (event.kind === 'run' && day !== event.startDate && day !== event.endDate),
    );
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
        'stack gap-2px min-w-0 scroll-y border-top border-left',
        styles.day,
        isOther && styles.other,
        !isWorkday && 'bg-sunken',
      )}
      data-zone-key={key}
      data-day={day}
      onDoubleClick={(event) => event.target === event.currentTarget && onNewCard(day)}
      data-empty={isEmpty || undefined}
      aria-current={day === today ? 'date' : undefined}
    >
      <div className="row rigid">
        <time className={cx('rigid nowrap soft text-sm figures text-center', styles.number)} dateTime={day}>
          <span className={styles.weekday} aria-hidden>
            {weekday}{' '}
          </span>
          <span className={styles.short} aria-hidden>
            {day.endsWith('-01') ? dayAndMonthText(day) : Number(day.slice(8))}
          </span>
          <span className={cx('absolute clip', styles.long)}>{title}</span>
        </time>
        <span className="grow" />
        <IconButton
          icon={Plus}
          label={`New card due ${dayAndMonthText(day)}`}
          small
          className={styles.add}
          disabled={missingScopeReason('cards/create') !== null}
          onClick={() => onNewCard(day)}
        />
      </div>
      {events.map((event) => (
        <DayEvent key={`${event.kind} ${event.id}`} event={event} day={day} />
      ))}
      {cards.length > 0 ? (
        <ul className={cx('stack gap-2px', fitsTwoLines && styles.twoLines)} aria-label={title}>
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
          className={cx('self-start soft text-sm round-sm hover-fill px-1', styles.more)}
          onClick={() => onMore(day)}
        >
          {hiddenCount} more
        </button>
      ) : null}
    </div>
  );
});

function DayEvent({ event, day }: { event: CalendarDayEvent; day: string }): ReactElement {
  if (event.kind === 'gap') return <span className={cx('rigid', styles.event)} />;
  const { kind, id, name, color } = event;
  const isRun = kind === 'run';
  const [from, to] = isRun ? [event.startDate, event.endDate] : [day, day];
  const nameDays = isRun ? event.nameDays : 1;
  const showsName = nameDays > 0;
  const text = isRun ? `${name}, ${dayRangeText(from, to)}` : `Milestone ${name}`;
  const EventIcon = isRun ? Timer : Flag;
  return (
    <a
      className={cx('row rigid soft text-sm round-sm gap-1 bg-hover px-1', styles.event, isRun && styles.run)}
      href={formatRoute({ view: isRun ? 'run' : 'milestone', id })}
      title={text}
      draggable={false}
      data-starts={day === from || undefined}
      data-ends={day === to || undefined}
      style={
        {
          '--event-color': `var(--milestone-${color}, var(--text-soft))`,
          '--name-days': nameDays,
        } as CSSProperties
      }
      {...(showsName ? { 'aria-label': text } : { 'aria-hidden': true, tabIndex: -1 })}
    >
      {showsName ? (
        <>
          <EventIcon size={12} aria-hidden style={{ color: 'var(--event-color)' }} />
          <span className={cx('grow min-w-0 truncate', styles.name)} dir="auto">
            {name}
          </span>
        </>
      ) : null}
    </a>
  );
}
