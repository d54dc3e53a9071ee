/** The runs of a Run Config side by side: the last completed one, the current one and the next ones. */
import { Ellipsis, SlidersHorizontal, Timer } from 'lucide-react';
import { type ReactElement, useCallback, useMemo } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { BoardPage } from '../../board/BoardPage.tsx';
import { useViewState } from '../../data/app-state.ts';
import { type SprintConfigRow, type SprintRow, useLookups } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { go } from '../../data/routes.ts';
import { runsSource } from '../../model/board-source.ts';
import type { Column } from '../../model/column.ts';
import { currentRun } from '../../model/new-card.ts';
import { BurnUp } from '../../progress/BurnUp.tsx';
import { type Measure, newestDay, shownProgress, totalsOf } from '../../progress/progress.ts';
import { useProgress } from '../../progress/use-progress.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { shortDayText, useToday } from '../../ui/dates/today.ts';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { Menu } from '../../ui/popups/Menu.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { NotFound } from '../../workbench/NotFound.tsx';
import { completeRun } from './complete-run.ts';
import styles from './RunsView.module.css';

/** Number of future runs shown, besides the last completed one and the current one. */
const maxUpcomingRuns = 2;

export function shownRuns(sprints: readonly SprintRow[], today: string, past: number): SprintRow[] {
  const sorted = [...sprints].sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
  const current = currentRun(sorted, today);
  const at = current ? sorted.indexOf(current) : sorted.findIndex((sprint) => sprint.completedAt === null);
  const middle = at < 0 ? sorted.length : at;
  return sorted.slice(Math.max(0, middle - past), middle + 1 + maxUpcomingRuns);
}

export function RunsView({ configId }: { configId: string | null }): ReactElement | null {
  const lookups = useLookups();
  const config = configId ? lookups.sprintConfigs[configId] : lookups.activeRunConfigs[0];
  if (!lookups.ready) return null;
  if (!config)
    return (
      <NotFound what="Runs" title="No runs here" to={{ label: 'Set up runs', view: 'settings' }}>
        Runs come from a Run Config, which this workspace does not have.
      </NotFound>
    );
  return <Runs config={config} />;
}

function Runs({ config }: { config: SprintConfigRow }): ReactElement {
  const lookups = useLookups();
  const { inActiveProjects } = lookups;
  const today = useToday();
  const [past, setPast] = useViewState<number>(`runs:${config.id}:past`, 1);
  const [measure, setMeasure] = useViewState<Measure>('runs:measure', 'effort');
  const sprints = useMemo(
    () =>
      shownRuns(
        Object.values(lookups.sprints).filter((sprint) => sprint.sprintConfigId === config.id),
        today,
        past,
      ),
    [lookups.sprints, config.id, today, past],
  );
  const source = useMemo(
    () => runsSource(config.id, sprints, inActiveProjects),
    [config.id, sprints, inActiveProjects],
  );
  const current = currentRun(sprints, today)?.id;
  const describe = useCallback(
    (column: Column) => {
      const sprint = sprints.find(({ id }) => id === column.value);
      return sprint ? (
        <RunHead
          sprint={sprint}
          config={config}
          current={sprint.id === current}
          measure={measure}
          today={today}
          onComplete={() => void completeRun(sprint, config)}
        />
      ) : null;
    },
    [sprints, config, current, measure, today],
  );
  return (
    <BoardPage
      source={source}
      columnWidth={316}
      header={{
        icon: <Timer size={16} aria-hidden style={{ color: `var(--planner-${config.color})` }} />,
        title: config.name,
        menu: (
          <>
            <span className={styles.roomy}>
              <Select label="Past runs" look="quiet" small value={past} options={pasts} onChange={setPast} />
              <Select label="Measured in" look="quiet" small value={measure} options={measures} onChange={setMeasure} />
            </span>
            <Menu
              trigger={
                <IconButton label="Past runs and measure" small className={styles.tight}>
                  <SlidersHorizontal size={15} aria-hidden />
                </IconButton>
              }
              entries={() => [
                { heading: 'Past runs' },
                ...pasts.map(({ value, label }) => ({ label, checked: value === past, run: () => setPast(value) })),
                { heading: 'Measured in' },
                ...measures.map(({ value, label }) => ({
                  label,
                  checked: value === measure,
                  run: () => setMeasure(value),
                })),
              ]}
            />
          </>
        ),
      }}
      about={describe}
    />
  );
}

const pasts = [0, 1, 3, 6].map((value) => ({ value, label: value === 0 ? 'No past runs' : `${value} past` }));
const measures: readonly { value: Measure; label: string }[] = [
  { value: 'effort', label: 'Effort' },
  { value: 'cards', label: 'Cards' },
];

interface RunHeadProps {
  sprint: SprintRow;
  config: SprintConfigRow;
  current: boolean;
  measure: Measure;
  today: string;
  onComplete: () => void;
}

function RunHead({ sprint, config, current, measure, today, onComplete }: RunHeadProps): ReactElement {
  const { startDate: from, endDate: to, completedAt: endedAt } = sprint;
  const { recorded, live } = useProgress('sprint', sprint.id, endedAt !== null);
  const newest = newestDay(today);
  const { points, now } = useMemo(
    () => shownProgress({ recorded, live }, { from, to, endedAt }, newest, measure),
    [recorded, live, from, to, endedAt, newest, measure],
  );
  const totals = now ?? totalsOf(null, measure);
  const hasCards = Object.keys(live?.cards ?? {}).length > 0;
  // A run has no progress to show if it ended without recorded days or is not loaded yet.
  const emptyText = !live ? '\u00a0' : hasCards ? 'No effort yet' : 'No cards yet';
  const label = runLabel(sprint, config);
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        {current ? (
          <Chip tone="accent">Current</Chip>
        ) : sprint.completedAt ? (
          <Chip>Completed</Chip>
        ) : (
          <Chip>Upcoming</Chip>
        )}
        {sprint.lockedAt ? <Chip tone="warning">Beast Mode</Chip> : null}
        <span className={styles.dates}>
          {shortDayText(sprint.startDate)} – {shortDayText(sprint.endDate)}
        </span>
        <Menu
          align="end"
          trigger={
            <IconButton label={`More about ${label}`} small>
              <Ellipsis size={14} aria-hidden />
            </IconButton>
          }
          entries={() => [
            { label: 'Open as a board', run: () => go({ view: 'run', id: sprint.id }) },
            {
              label: 'Complete the run…',
              disabled: sprint.completedAt
                ? 'completed already'
                : (missingScopeReason('sprints/updateSprint') ?? undefined),
              run: onComplete,
            },
          ]}
        />
      </div>
      {totals.total > 0 ? (
        <>
          <ProgressBar
            label={`Progress of ${label}`}
            value={totals.done}
            second={totals.started}
            total={totals.total}
          />
          <div className={styles.numbers}>
            <span>
              {totals.done} of {totals.total} {measure === 'effort' ? 'effort' : 'cards'} done
            </span>
            <BurnUp
              points={points}
              from={sprint.startDate}
              to={sprint.endDate}
              unit={measure === 'effort' ? 'effort' : 'cards'}
              width={110}
              height={26}
            />
          </div>
        </>
      ) : (
        <>
          <ProgressBar label={`Progress of ${label}`} value={0} total={0} />
          <p className={styles.none}>{emptyText}</p>
        </>
      )}
    </div>
  );
}
