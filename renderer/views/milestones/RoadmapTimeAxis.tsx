/** Ticks with names, and a line for today. If each tick is a day or a week, a background marks non-workdays. */
import { type CSSProperties, type ReactElement, use } from 'react';
import { addDays, daysBetween, isWorkday } from '../../../shared/domain/calendar.ts';
import { axisUnitAtZoom, type TickUnit, ticksBetween } from '../../../shared/domain/time-axis.ts';
import { useLookups } from '../../data/lookups.ts';
import { cx } from '../../ui/cx.ts';
import { FirstWeekdayContext, monthAndYearText, shortMonthName } from '../../ui/dates/day-text.ts';
import styles from './Roadmap.module.css';
import type { RoadmapViewport } from './use-roadmap-viewport.ts';

interface TimeAxisProps extends Pick<RoadmapViewport, 'axis' | 'drawnFrom' | 'drawnTo'> {
  today: string;
}

const minNamedTickPx = 36;

/** Both in days. */
export const roadmapSpanStyle = (from: number, days: number): CSSProperties =>
  ({ '--from': from, '--days': days }) as CSSProperties;

export function RoadmapTimeAxis({ axis, today, drawnFrom, drawnTo }: TimeAxisProps): ReactElement {
  const firstWeekday = use(FirstWeekdayContext);
  const { workdays } = useLookups().account ?? {};
  const [from, to] = [addDays(axis.origin, drawnFrom), addDays(axis.origin, drawnTo)];
  const unit = axisUnitAtZoom(axis.pxPerDay);
  const isFine = unit === 'day' || unit === 'week';
  const styleOf = (day: string, next = day) => roadmapSpanStyle(daysBetween(axis.origin, day), daysBetween(day, next));
  const headUnit = headUnits[unit];
  const heads = ticksBetween(from, to, headUnit, firstWeekday);
  const ticks = ticksBetween(from, to, unit, firstWeekday);
  const nonWorkdays =
    isFine && workdays ? ticksBetween(from, to, 'day', firstWeekday).filter((day) => !isWorkday(day, workdays)) : [];
  return (
    <>
      <div className={cx('sticky-top', styles.axis)} aria-hidden>
        {heads.map((day, index) => (
          <span
            key={day}
            className={cx('absolute nowrap plain text-sm strong crop', styles.head)}
            style={styleOf(day, heads[index + 1] ?? addDays(to, 1))}
          >
            <span>{headName(day, headUnit)}</span>
          </span>
        ))}
        {ticks.map((day, index) => {
          const next = ticks[index + 1] ?? addDays(to, 1);
          const name = unit === 'month' ? shortMonthName(day) : isFine ? Number(day.slice(8)) : quarterOf(day);
          // The last month or quarter may have begun just before the end of what is drawn.
          const fits = isFine || daysBetween(day, next) * axis.pxPerDay >= minNamedTickPx;
          return (
            <span
              key={day}
              className={cx('absolute note figures border-left crop', styles.tick)}
              style={styleOf(day, next)}
            >
              {fits ? name : null}
            </span>
          );
        })}
      </div>
      {nonWorkdays.map((day) => (
        <span
          key={day}
          className={cx('absolute bg-sunken', styles.free)}
          style={styleOf(day, addDays(day, 1))}
          aria-hidden
        />
      ))}
      <span className={cx('absolute click-through keep-color', styles.today)} style={styleOf(today)} aria-hidden />
    </>
  );
}

/** The larger unit that the axis names above the ticks of each unit. */
const headUnits = { day: 'month', week: 'month', month: 'quarter', quarter: 'year' } as const;

const quarterOf = (day: string): string => `Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

function headName(day: string, unit: TickUnit): string {
  if (unit === 'month') return monthAndYearText(day);
  return unit === 'year' ? day.slice(0, 4) : `${quarterOf(day)} ${day.slice(0, 4)}`;
}
