/** Milestones on an axis of time, in a lane per project, below the runs. Cards without a milestone are beside it. */
import { Minus, Plus } from 'lucide-react';
import {
  type CSSProperties,
  type ReactElement,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { addDays, isWorkday } from '../../../shared/domain/calendar.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import {
  clampZoom,
  dayAt,
  scrollAfterZoom,
  type TimeAxis,
  ticksBetween,
  unitAt,
  unitPxPerDay,
  xOf,
} from '../../../shared/domain/time-axis.ts';
import { useViewState } from '../../data/app-state.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { formatRoute } from '../../data/routes.ts';
import { firstDay, roadmapLanes, rowsFor } from '../../model/planning/roadmap.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { monthOf } from '../../ui/dates/day-text.ts';
import { useToday } from '../../ui/dates/today.ts';
import { FirstWeekday } from '../../ui/dates/week.ts';
import { Select } from '../../ui/popups/Select.tsx';
import { MilestoneBar } from './MilestoneBar.tsx';
import { MilestoneDialog } from './MilestoneDialog.tsx';
import { useMilestoneCounts } from './milestone-counts.ts';
import styles from './Roadmap.module.css';
import { RoadmapLane } from './RoadmapLane.tsx';
import { WithoutMilestone } from './WithoutMilestone.tsx';

/** Days shown before the first and after the last milestone, so that one can be dragged further. */
const marginDays = 120;
/** px of a name beside a mark, and of its room. */
const letterPx = 7;
const namePaddingPx = 34;
const zoomStep = 1.4;
/** A run that is narrower shows its name as a tip only. */
const minRunTextPx = 96;

export function Roadmap({ milestones }: { milestones: readonly MilestoneRow[] }): ReactElement {
  const lookups = useLookups();
  const today = useToday();
  const firstWeekday = use(FirstWeekday);
  const countsOf = useMilestoneCounts();
  const [pxPerDay, setPxPerDay] = useViewState<number>('roadmap:pxPerDay', unitPxPerDay.month);
  const [editing, setEditing] = useState<MilestoneRow | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ left: 0, width: 1200 });

  const runs = useMemo(
    () =>
      Object.values(lookups.sprints)
        .flatMap((run) => {
          const config = lookups.activeRunConfigs.find(({ id }) => id === run.sprintConfigId);
          return config ? { run, config } : [];
        })
        .sort((a, b) => a.run.startDate.localeCompare(b.run.startDate)),
    [lookups.sprints, lookups.activeRunConfigs],
  );
  const [from, to] = useMemo(() => {
    const days = [
      today,
      ...milestones.flatMap((one) => [firstDay(one), one.date]),
      ...runs.map(({ run }) => run.endDate),
    ].sort();
    return [addDays(days[0] ?? today, -marginDays), addDays(days.at(-1) ?? today, marginDays)];
  }, [milestones, runs, today]);
  const axis = useMemo<TimeAxis>(() => ({ origin: from, pxPerDay }), [from, pxPerDay]);
  const widthPx = xOf(axis, addDays(to, 1));
  const lanes = useMemo(
    () => roadmapLanes(milestones, lookups.projects, lookups.milestoneProjects),
    [milestones, lookups.projects, lookups.milestoneProjects],
  );

  /** Where a zoom began: the day at `x` px of the sight stays there. */
  const anchor = useRef<{ readonly x: number; readonly before: number } | null>(null);
  const zoom = useCallback(
    (factor: number, x?: number) => {
      const before = pxPerDay;
      const after = clampZoom(before * factor);
      if (after === before) return;
      anchor.current = { x: x ?? (scroller.current?.clientWidth ?? 0) / 2, before };
      setPxPerDay(after);
    },
    [pxPerDay, setPxPerDay],
  );
  const showDay = useCallback(
    (day: string) => {
      const element = scroller.current;
      if (element) element.scrollLeft = xOf(axis, day) - element.clientWidth / 4;
    },
    [axis],
  );
  const hasShownToday = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (anchor.current) {
      const { x, before } = anchor.current;
      element.scrollLeft = scrollAfterZoom(element.scrollLeft, x, before, pxPerDay);
      anchor.current = null;
    } else if (!hasShownToday.current) {
      hasShownToday.current = true;
      showDay(today);
    }
    setSight({ left: element.scrollLeft, width: element.clientWidth });
  }, [pxPerDay, showDay, today]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const see = () =>
      // A quarter of the sight is drawn ahead on both sides.
      setSight((before) =>
        Math.abs(before.left - element.scrollLeft) < before.width / 8 && before.width === element.clientWidth
          ? before
          : { left: element.scrollLeft, width: element.clientWidth },
      );
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 300), event.clientX - element.getBoundingClientRect().left);
    };
    const observer = new ResizeObserver(see);
    observer.observe(element);
    element.addEventListener('scroll', see, { passive: true });
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', see);
      element.removeEventListener('wheel', wheel);
    };
  }, [zoom]);

  const unit = unitAt(pxPerDay);
  const firstSeen = dayAt(axis, Math.max(0, sight.left - sight.width / 4));
  const lastSeen = dayAt(axis, Math.min(widthPx - 1, sight.left + sight.width * 1.25));
  const at = (day: string) => ({ left: xOf(axis, day) }) as CSSProperties;
  const ticks = ticksBetween(firstSeen, lastSeen, unit, firstWeekday);
  const heads = ticksBetween(
    firstSeen,
    lastSeen,
    unit === 'day' || unit === 'week' ? 'month' : 'quarter',
    firstWeekday,
  );
  const { workdays } = lookups.account ?? {};
  const freeDays = unit === 'day' && workdays ? ticks.filter((day) => !isWorkday(day, workdays)) : [];
  const runRows = rowsFor(
    runs.map(({ run }) => ({ from: xOf(axis, run.startDate), to: xOf(axis, addDays(run.endDate, 1)) })),
  );
  const isSeen = (left: number, right: number) =>
    right >= sight.left - sight.width / 4 && left <= sight.left + sight.width * 1.25;
  return (
    <div className={styles.roadmap}>
      <div className={styles.tools} role="toolbar" aria-label="Roadmap">
        <Button small look="quiet" onClick={() => showDay(today)}>
          Today
        </Button>
        <IconButton small label="Zoom out" shortcut="-" onClick={() => zoom(1 / zoomStep)}>
          <Minus size={14} aria-hidden />
        </IconButton>
        <IconButton small label="Zoom in" shortcut="+" onClick={() => zoom(zoomStep)}>
          <Plus size={14} aria-hidden />
        </IconButton>
        <Select
          label="Scale"
          small
          look="quiet"
          value={unit}
          options={[
            { value: 'day', label: 'Days' },
            { value: 'week', label: 'Weeks' },
            { value: 'month', label: 'Months' },
            { value: 'quarter', label: 'Quarters' },
          ]}
          onChange={(wanted) => zoom(unitPxPerDay[wanted] / pxPerDay)}
        />
      </div>
      <div className={styles.body}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: plus and minus zoom while something inside has the focus */}
        <div
          ref={scroller}
          className={styles.scroller}
          data-roadmap
          onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
            if (ctrlKey || metaKey || altKey) return;
            if (key === '+' || key === '=') zoom(zoomStep);
            if (key === '-') zoom(1 / zoomStep);
          }}
        >
          <div className={styles.canvas} style={{ width: widthPx }}>
            <div className={styles.axis} aria-hidden>
              {heads.map((day) => (
                <span key={`head ${day}`} className={styles.head} style={at(day)}>
                  {unit === 'day' || unit === 'week'
                    ? monthOf(day)
                    : `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}`}
                </span>
              ))}
              {ticks.map((day) => (
                <span
                  key={day}
                  className={styles.tick}
                  style={{ ...at(day), width: xOf(axis, nextTick(ticks, day, to)) - xOf(axis, day) }}
                >
                  {unit === 'month'
                    ? month.format(new Date(`${day}T00:00:00Z`))
                    : unit === 'quarter'
                      ? ''
                      : Number(day.slice(8))}
                </span>
              ))}
            </div>
            {freeDays.map((day) => (
              <span key={day} className={styles.free} style={{ ...at(day), width: pxPerDay }} aria-hidden />
            ))}
            <span className={styles.today} style={at(today)} aria-hidden />
            {runs.length > 0 ? (
              <RoadmapLane title="Runs" storageKey="runs" rows={Math.max(...runRows) + 1}>
                {runs.map(({ run, config }, index) => {
                  const [left, right] = [xOf(axis, run.startDate), xOf(axis, addDays(run.endDate, 1))];
                  return isSeen(left, right) ? (
                    <li key={run.id}>
                      <a
                        className={styles.run}
                        style={
                          {
                            left,
                            width: right - left - 2,
                            '--row': runRows[index],
                            '--color': `var(--planner-${config.color}, var(--border-strong))`,
                          } as CSSProperties
                        }
                        href={formatRoute({ view: 'run', id: run.id })}
                        title={runLabel(run, config)}
                        aria-label={runLabel(run, config)}
                        draggable={false}
                      >
                        {right - left > minRunTextPx ? runLabel(run, config) : null}
                      </a>
                    </li>
                  ) : null;
                })}
              </RoadmapLane>
            ) : null}
            {lanes.map(({ key, title, milestones: shown }) => {
              const spans = shown.map((one) => {
                const left = xOf(axis, firstDay(one));
                const right = xOf(axis, addDays(one.date, 1));
                return { from: left, to: Math.max(right, left + one.name.length * letterPx + namePaddingPx) };
              });
              const rows = rowsFor(spans);
              return (
                <RoadmapLane key={key} title={title} storageKey={key} rows={Math.max(...rows) + 1} count={shown.length}>
                  {shown.map((milestone, index) => {
                    const { from: left = 0, to: right = 0 } = spans[index] ?? {};
                    return isSeen(left, right) ? (
                      <li key={milestone.id}>
                        <MilestoneBar
                          milestone={milestone}
                          lane={key}
                          counts={countsOf(milestone.id)}
                          today={today}
                          left={left}
                          width={milestone.startDate === null ? 0 : xOf(axis, addDays(milestone.date, 1)) - left}
                          row={rows[index] ?? 0}
                          pxPerDay={pxPerDay}
                          onEdit={setEditing}
                        />
                      </li>
                    ) : null;
                  })}
                </RoadmapLane>
              );
            })}
          </div>
        </div>
        <WithoutMilestone />
      </div>
      {editing ? <MilestoneDialog milestone={editing} onClose={() => setEditing(null)} /> : null}
    </div>
  );
}

const month = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });

/** The first day of the next tick; the end of the axis after the last one. */
const nextTick = (ticks: readonly string[], day: string, end: string): string => ticks[ticks.indexOf(day) + 1] ?? end;
