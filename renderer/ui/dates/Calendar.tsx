/** One month of days, worked by keys as grids of days are: arrows, Home and End, Page Up and Page Down, with Shift by years. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, type Ref, use, useEffect, useId, useRef, useState } from 'react';
import { addDays } from '../../../shared/domain/calendar.ts';
import { IconButton } from '../Button.tsx';
import styles from './Calendar.module.css';
import { addMonths, longDay, monthOf, weekdayOf } from './day-text.ts';
import { FirstWeekday } from './week.ts';

export interface CalendarProps {
  value: string | null;
  /** The day it is, where the person is. */
  today: string;
  onChoose: (day: string) => void;
  /** The first day that can be chosen. */
  min?: string | undefined;
  /** The day that the keyboard comes to first. */
  dayRef?: Ref<HTMLButtonElement>;
}

/** Always six, so that nothing below moves from month to month. */
const weeks = 6;
const weekdayNames = (first: number, weekday: 'short' | 'long') => {
  const named = new Intl.DateTimeFormat(undefined, { weekday, timeZone: 'UTC' });
  // The first of January 2023 was a Sunday.
  return [...Array(7).keys()].map((at) => named.format(new Date(Date.UTC(2023, 0, 1 + first + at))));
};

export function Calendar({ value, today, onChoose, min, dayRef }: CalendarProps): ReactElement {
  const first = use(FirstWeekday);
  const [at, setAt] = useState(value ?? today);
  const [shownFor, setShownFor] = useState(value);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  const heading = useId();
  // What is typed beside it is shown here.
  if (shownFor !== value) {
    setShownFor(value);
    setAt(value ?? today);
  }
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);
  const start = addDays(`${at.slice(0, 8)}01`, -((weekdayOf(`${at.slice(0, 8)}01`) - first + 7) % 7));
  const move = (event: KeyboardEvent) => {
    const inWeek = (weekdayOf(at) - first + 7) % 7;
    const step = event.shiftKey ? 12 : 1;
    const to = {
      ArrowLeft: addDays(at, -1),
      ArrowRight: addDays(at, 1),
      ArrowUp: addDays(at, -7),
      ArrowDown: addDays(at, 7),
      Home: addDays(at, -inWeek),
      End: addDays(at, 6 - inWeek),
      PageUp: addMonths(at, -step),
      PageDown: addMonths(at, step),
    }[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    moved.current = true;
    setAt(to);
  };
  const short = weekdayNames(first, 'short');
  const long = weekdayNames(first, 'long');
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <h3 id={heading} className={styles.month} aria-live="polite">
          {monthOf(at)}
        </h3>
        <IconButton label="Previous month" small onClick={() => setAt(addMonths(at, -1))}>
          <ChevronLeft size={15} aria-hidden />
        </IconButton>
        <IconButton label="Next month" small onClick={() => setAt(addMonths(at, 1))}>
          <ChevronRight size={15} aria-hidden />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern, one place for Tab and arrows within */}
      <table ref={grid} role="grid" className={styles.days} aria-labelledby={heading} onKeyDown={move}>
        <thead>
          <tr>
            {short.map((name, index) => (
              <th key={name} scope="col" abbr={long[index]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...Array(weeks).keys()].map((week) => (
            <tr key={week}>
              {[...Array(7).keys()].map((index) => {
                const day = addDays(start, week * 7 + index);
                return (
                  <td key={day}>
                    <button
                      ref={day === at ? dayRef : undefined}
                      type="button"
                      className={styles.day}
                      data-day={day}
                      data-other={day.slice(0, 7) === at.slice(0, 7) ? undefined : true}
                      tabIndex={day === at ? 0 : -1}
                      aria-label={longDay(day)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-pressed={day === value}
                      // It keeps the keyboard, from which days that can be chosen are reached.
                      aria-disabled={min !== undefined && day < min ? true : undefined}
                      onClick={() => (min !== undefined && day < min ? undefined : onChoose(day))}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
