/** A timeline of future milestones. It repeats the list below it as a picture. */
import type { CSSProperties, ReactElement } from 'react';
import { addDays, daysBetween } from '../../../shared/domain/calendar.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { formatRoute } from '../../data/routes.ts';
import { shortDayText } from '../../ui/dates/today.ts';
import styles from './Timeline.module.css';

/** Maximum width of a name as a share of the timeline. A name that would overlap goes to the next line. */
const nameShare = 0.17;
/** Days shown before today and after the last milestone. */
const margin = { before: 5, after: 14 };
/** Milestones more than this many days ahead appear only in the list. */
const maxDaysAhead = 3650;
/** Maximum number of lines with names; milestones beyond that show only a mark. */
const maxLines = 6;

const month = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const monthAndYear = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Returns the first days of the months between two days; only of every quarter or year for long spans. */
export function monthsBetween(from: string, to: string): string[] {
  const length = daysBetween(from, to);
  const monthStep = length > 1400 ? 12 : length > 420 ? 3 : 1;
  const days: string[] = [];
  const at = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  for (;;) {
    at.setUTCMonth(at.getUTCMonth() + 1);
    const day = at.toISOString().slice(0, 10);
    if (day > to) return days;
    if (at.getUTCMonth() % monthStep === 0) days.push(day);
  }
}

/** Returns for each position (0 to 1, ascending) the first line on which its name overlaps no other. */
export function linesFor(positions: readonly number[]): number[] {
  const ends: number[] = [];
  return positions.map((position) => {
    const free = ends.findIndex((end) => end <= position);
    const line = free < 0 ? ends.length : free;
    ends[line] = position + nameShare;
    return line;
  });
}

export function Timeline(props: { milestones: readonly MilestoneRow[]; today: string }): ReactElement | null {
  const { today } = props;
  const milestones = props.milestones.filter(({ date }) => daysBetween(today, date) <= maxDaysAhead);
  if (milestones.length < 2) return null;
  const last = milestones.at(-1)?.date ?? today;
  const from = addDays(today, -margin.before);
  const days = daysBetween(from, addDays(last, margin.after));
  // Leaves room at the right end for the last name.
  const place = (day: string) => (Math.max(0, daysBetween(from, day)) / days) * (1 - nameShare / 2);
  const lines = linesFor(milestones.map(({ date }) => place(date)));
  const at = (day: string) => ({ '--at': place(day) }) as CSSProperties;
  return (
    <div
      className={styles.timeline}
      style={{ '--lines': Math.min(maxLines, Math.max(...lines) + 1) } as CSSProperties}
      aria-hidden
      data-timeline
    >
      {monthsBetween(from, addDays(last, margin.after)).map((day) => (
        <span key={day} className={styles.month} style={at(day)}>
          {(day.slice(5, 7) === '01' ? monthAndYear : month).format(new Date(`${day}T00:00:00Z`))}
        </span>
      ))}
      <span className={styles.today} style={at(today)}>
        Today
      </span>
      {milestones.map((milestone, index) => {
        const style = {
          ...at(milestone.date),
          '--line': Math.min(maxLines - 1, lines[index] ?? 0),
          '--color': `var(--planner-${milestone.color}, var(--border-strong))`,
        } as CSSProperties;
        return (
          <a
            key={milestone.id}
            className={styles.milestone}
            style={style}
            href={formatRoute({ view: 'milestone', id: milestone.id })}
            tabIndex={-1}
            title={`${milestone.name}, ${shortDayText(milestone.date)}`}
            draggable={false}
          >
            {(lines[index] ?? 0) < maxLines ? (
              <span className={styles.name} dir="auto">
                {milestone.name}
              </span>
            ) : null}
          </a>
        );
      })}
    </div>
  );
}
