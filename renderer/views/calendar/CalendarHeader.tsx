import { CalendarDays, ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { addDays, addMonths } from '../../../shared/domain/calendar.ts';
import { currentRoute, navigate } from '../../data/routes.ts';
import type { CalendarScale } from '../../model/planning/due-calendar.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { dayAndMonthText, dayRangeText, monthAndYearText, shortMonthAndYearText } from '../../ui/dates/day-text.ts';
import { Select } from '../../ui/popups/Select.tsx';
import { ViewHeader } from '../../workbench/page/ViewHeader.tsx';
import styles from './calendar.module.css';

interface CalendarHeaderProps {
  scale: CalendarScale;
  onScale: (scale: CalendarScale) => void;
  /** In the shown month or week, as YYYY-MM-DD. */
  shownDay: string;
  /** First and last day of the grid. */
  from: string;
  to: string;
  /** After the header's own controls. */
  children: ReactNode;
}

const zooms = [
  { to: 'month', label: 'Show the month', shortcut: '-', time: 'zoomOut', Icon: Minus },
  { to: 'week', label: 'Show a week', shortcut: '+', time: 'zoomIn', Icon: Plus },
] as const;

export function CalendarHeader(props: CalendarHeaderProps): ReactElement {
  const { scale, onScale, shownDay, from, to, children } = props;
  const step = (count: number) =>
    showCalendarDay(scale === 'month' ? addMonths(`${shownDay.slice(0, 8)}01`, count) : addDays(shownDay, 7 * count));
  /** If the focus is in a day, shows the month or week that contains this day. */
  const zoom = (wanted: CalendarScale) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-day]')?.dataset.day;
    onScale(wanted);
    if (focused) showCalendarDay(focused);
  };
  const unit = scale === 'month' ? 'month' : 'week';
  return (
    <ViewHeader
      icon={<CalendarDays size={16} aria-hidden />}
      title={scale === 'month' ? monthAndYearText(shownDay) : `${dayAndMonthText(from)} to ${dayAndMonthText(to)}`}
      shortTitle={scale === 'month' ? shortMonthAndYearText(shownDay) : dayRangeText(from, to)}
      crumb="Calendar"
    >
      <IconButton
        icon={ChevronLeft}
        label={`Previous ${unit}`}
        shortcut=","
        data-time="earlier"
        onClick={() => step(-1)}
      />
      <Button text="Today" small look="quiet" data-time="today" onClick={() => showCalendarDay(null)} />
      <IconButton icon={ChevronRight} label={`Next ${unit}`} shortcut="." data-time="later" onClick={() => step(1)} />
      {zooms.map(({ to: wanted, label, shortcut, time, Icon }) => (
        <IconButton
          key={wanted}
          label={label}
          className={styles.zoom}
          shortcut={shortcut}
          data-time={time}
          disabled={scale === wanted}
          onClick={() => zoom(wanted)}
        >
          <Icon size={15} aria-hidden />
        </IconButton>
      ))}
      <Select
        label="Scale"
        look="quiet"
        small
        value={scale}
        options={[
          { value: 'month', label: 'Month' },
          { value: 'week', label: 'Week' },
        ]}
        onChange={zoom}
      />
      {children}
    </ViewHeader>
  );
}

/** The month or week around `day`, or around today for null. The open card stays open. */
export function showCalendarDay(day: string | null): void {
  const { card } = currentRoute().query;
  navigate({ view: 'calendar', query: { ...(day ? { day } : {}), ...(card ? { card } : {}) } });
}
