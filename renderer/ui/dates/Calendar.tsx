/**
 * A calendar month from which a day is chosen. Arrow keys move by days and weeks, Home and End to the ends of the week,
 * Page Up and Page Down by months, with Shift by years. DateField shows it.
 */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, type Ref, use, useEffect, useId, useRef, useState } from 'react';
import { addDays, addMonths, weekdayOf, weekStart } from '../../../shared/domain/calendar.ts';
import { IconButton } from '../Button.tsx';
import styles from './Calendar.module.css';
import { longDay, monthOf, weekdayNames } from './day-text.ts';
import { FirstWeekday } from './week.ts';

interface CalendarProps {
  value: string | null;
  /** Today's date on this computer, `YYYY-MM-DD`. */
  today: string;
  onChoose: (day: string) => void;
  /** The first day that can be chosen. */
  min?: string | undefined;
  /** The one day in the Tab order: the one that gets the focus first. */
  dayRef?: Ref<HTMLButtonElement>;
}

/** Always six rows, so that all months have the same height. */
const weeks = 6;
export function Calendar({ value, today, onChoose, min, dayRef }: CalendarProps): ReactElement {
  const first = use(FirstWeekday);
  const [at, setAt] = useState(value ?? today);
  const [shownFor, setShownFor] = useState(value);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  const heading = useId();
  // When the value changes, for example while the person types in the field, the calendar shows its month.
  if (shownFor !== value) {
    setShownFor(value);
    setAt(value ?? today);
  }
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);
  const start = weekStart(`${at.slice(0, 8)}01`, first);
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
  const longNames = weekdayNames(first, 'long');
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
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern has one tab stop and arrow keys */}
      <table ref={grid} role="grid" className={styles.days} aria-labelledby={heading} onKeyDown={move}>
        <thead>
          <tr>
            {short.map((name, index) => (
              <th key={name} scope="col" abbr={longNames[index]}>
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
                      // Not `disabled`: arrow keys pass over such days, so they must be focusable.
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
