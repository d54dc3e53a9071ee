/**
 * Arrow keys move by one day or one week, Home and End to the ends of the week, Page Up and Page Down by one month,
 * with Shift by one year.
 */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, type Ref, use, useEffect, useId, useRef, useState } from 'react';
import { addDays, addMonths, startOfWeek, weekdayOf } from '../../../shared/domain/calendar.ts';
import { IconButton } from '../Button.tsx';
import { cx } from '../cx.ts';
import styles from './Calendar.module.css';
import { FirstWeekdayContext, longDayText, monthAndYearText, weekdayNames } from './day-text.ts';

interface CalendarProps {
  value: string | null;
  /** On this computer, `YYYY-MM-DD`. */
  today: string;
  onChoose: (day: string) => void;
  /** Earliest day, `YYYY-MM-DD`. */
  min?: string | undefined;
  /** The day that Tab reaches; arrow keys reach the others. DateField focuses it when the calendar opens. */
  dayRef?: Ref<HTMLButtonElement>;
}

/** A month can span six weeks. Always six, so that the calendar does not change its height. */
const weekRows = 6;
export function Calendar({ value, today, onChoose, min, dayRef }: CalendarProps): ReactElement {
  const firstWeekday = use(FirstWeekdayContext);
  const [activeDay, setActiveDay] = useState(value ?? today);
  const [previousValue, setPreviousValue] = useState(value);
  const grid = useRef<HTMLTableElement>(null);
  const wasMovedByKey = useRef(false);
  const heading = useId();
  // For example while the person types a date into the field.
  if (previousValue !== value) {
    setPreviousValue(value);
    setActiveDay(value ?? today);
  }
  useEffect(() => {
    if (!wasMovedByKey.current) return;
    wasMovedByKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${activeDay}"]`)?.focus();
  }, [activeDay]);
  const firstShownDay = startOfWeek(`${activeDay.slice(0, 8)}01`, firstWeekday);
  const moveByKey = (event: KeyboardEvent) => {
    const inWeek = (weekdayOf(activeDay) - firstWeekday + 7) % 7;
    const step = event.shiftKey ? 12 : 1;
    const to = {
      ArrowLeft: addDays(activeDay, -1),
      ArrowRight: addDays(activeDay, 1),
      ArrowUp: addDays(activeDay, -7),
      ArrowDown: addDays(activeDay, 7),
      Home: addDays(activeDay, -inWeek),
      End: addDays(activeDay, 6 - inWeek),
      PageUp: addMonths(activeDay, -step),
      PageDown: addMonths(activeDay, step),
    }[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    wasMovedByKey.current = true;
    setActiveDay(to);
  };
  const shortNames = weekdayNames(firstWeekday, 'short');
  const longNames = weekdayNames(firstWeekday, 'long');
  return (
    <div className={cx('stack gap-1', styles.calendar)}>
      <div className="row">
        <h3 id={heading} className={cx('grow', styles.month)} aria-live="polite">
          {monthAndYearText(activeDay)}
        </h3>
        <IconButton
          icon={ChevronLeft}
          label="Previous month"
          small
          onClick={() => setActiveDay(addMonths(activeDay, -1))}
        />
        <IconButton
          icon={ChevronRight}
          label="Next month"
          small
          onClick={() => setActiveDay(addMonths(activeDay, 1))}
        />
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern has one tab stop and arrow keys
        role="grid"
        className={cx('figures', styles.days)}
        aria-labelledby={heading}
        onKeyDown={moveByKey}
      >
        <thead>
          <tr>
            {shortNames.map((name, index) => (
              <th key={name} scope="col" abbr={longNames[index]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...Array(weekRows).keys()].map((week) => (
            <tr key={week}>
              {[...Array(7).keys()].map((index) => {
                const day = addDays(firstShownDay, week * 7 + index);
                const isTooEarly = min !== undefined && day < min;
                return (
                  <td key={day}>
                    <button
                      ref={day === activeDay ? dayRef : undefined}
                      type="button"
                      className={cx('block text-center round hover-fill h-7', styles.day)}
                      data-day={day}
                      data-other={day.slice(0, 7) === activeDay.slice(0, 7) ? undefined : true}
                      tabIndex={day === activeDay ? 0 : -1}
                      aria-label={longDayText(day)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-pressed={day === value}
                      // A `disabled` button cannot get the focus, but arrow keys also move to days that cannot be
                      // chosen.
                      aria-disabled={isTooEarly || undefined}
                      onClick={isTooEarly ? undefined : () => onChoose(day)}
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
