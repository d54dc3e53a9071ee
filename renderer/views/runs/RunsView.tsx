/** Past, current and upcoming runs of a Run Config side by side, and a backlog beside them. */
import { SlidersHorizontal, Timer } from 'lucide-react';
import { type ComponentProps, type ReactElement, useCallback, useMemo, useRef } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { BoardPage } from '../../board/BoardPage.tsx';
import type { ColumnContentRenderer } from '../../board/layouts/ColumnsLayout.tsx';
import { setPlanningMode, useIsPlanningModeOn } from '../../cards/planning/plan-draft.ts';
import { PlannedCardsProvider } from '../../cards/planning/planned-cards.ts';
import { useViewState, useWorkspace } from '../../data/app-state.ts';
import { rowByAnyId, stableRowKey } from '../../data/id-remap.ts';
import { nameOf, type SprintConfigRow, type SprintRow, useLookups, usePeople } from '../../data/lookups.ts';
import { multiRunBoardSource } from '../../model/board-source.ts';
import {
  allDecksBacklogChoice,
  backlogOfChoice,
  backlogOptions,
  noBacklogChoice,
} from '../../model/planning/backlog.ts';
import { currentRun, runsOfConfig } from '../../model/planning/run-phase.ts';
import { type ProgressMeasure, progressMeasureOptions } from '../../progress/progress.ts';
import { RunCapacityBar } from '../../progress/RunCapacityBar.tsx';
import { RunWorkloadsProvider, useRunWorkloads } from '../../progress/run-workloads.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import { useToday } from '../../ui/dates/today.ts';
import { Banner, EmptyState } from '../../ui/messages.tsx';
import { Menu } from '../../ui/popups/Menu.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import { NotFound } from '../../workbench/page/NotFound.tsx';
import { ViewHeader } from '../../workbench/page/ViewHeader.tsx';
import { useSavedViews } from '../../workbench/saved-views/saved-views.ts';
import { BacklogPanel } from './backlog/BacklogPanel.tsx';
import { PlanBanner, PlanningModeButton } from './planning/PlanBanner.tsx';
import { usePlannedCardsOfRuns } from './planning/plan-rows.ts';
import { CompactRunColumnHead, RunColumnHead } from './RunHead.tsx';
import styles from './RunsView.module.css';

const maxUpcomingRuns = 6;

/**
 * By start day: the current run, the last `pastRunCount` runs before it, and at most `maxUpcomingRuns` after it.
 * Without a current run, the first run that is not completed counts as current.
 */
export function shownRuns(sprints: readonly SprintRow[], today: string, pastRunCount: number): SprintRow[] {
  const sorted = sprints.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  const current = currentRun(sorted, today);
  const at = current ? sorted.indexOf(current) : sorted.findIndex((sprint) => sprint.completedAt === null);
  const middle = at < 0 ? sorted.length : at;
  return sorted.slice(Math.max(0, middle - pastRunCount), middle + 1 + maxUpcomingRuns);
}

export function RunsView({ configId }: { configId: string | null }): ReactElement | null {
  const lookups = useLookups();
  const canCreate = useWorkspace()?.hasExtensions === true;
  const config = configId ? rowByAnyId(lookups.sprintConfigs, configId) : lookups.activeRunConfigs[0];
  if (!lookups.isLoaded) return null;
  if (!config && lookups.activeRunConfigs.length > 0)
    return (
      <NotFound what="Runs" title="These runs were not found" to={{ label: 'Other runs', view: 'runs' }}>
        They may have been deleted.
      </NotFound>
    );
  if (!config)
    return canCreate ? (
      <>
        <ViewHeader title="Runs" icon={<Timer size={16} aria-hidden />} />
        <EmptyState
          icon={<Timer aria-hidden />}
          title="No runs yet"
          action={<Button text="New run…" look="primary" onClick={() => openDialog({ kind: 'newRun' })} />}
        >
          A run is a time box, such as two weeks, with the cards planned for it. The next one follows by itself.
        </EmptyState>
      </>
    ) : (
      <NotFound what="Runs" title="No runs here" to={{ label: 'Settings', view: 'settings' }}>
        This organization has no runs. They are made in the service’s own web app.
      </NotFound>
    );
  return <RunsBoard key={stableRowKey(config.id)} config={config} />;
}

function RunsBoard({ config }: { config: SprintConfigRow }): ReactElement {
  const lookups = useLookups();
  const people = usePeople();
  const { activeProjectsCondition } = lookups;
  const today = useToday();
  const [past, setPast] = useViewState<number>(`runs:${config.id}:past`, 1);
  const [measure, setMeasure] = useViewState<ProgressMeasure>('runs:measure', 'effort');
  const [chosenBacklog, setBacklog] = useViewState<string | null>(`runs:${config.id}:backlog`, null);
  const sprints = useMemo(
    () => shownRuns(runsOfConfig(lookups.sprints, config.id), today, past),
    [lookups.sprints, config.id, today, past],
  );
  const planned = usePlannedCardsOfRuns(sprints);
  const loads = useRunWorkloads(
    useMemo(() => sprints.map(({ id }) => id), [sprints]),
    planned,
  );
  const isPlanning = useIsPlanningModeOn();
  // Until the view closes: the first card in a run must not hide the backlog that it came from.
  const offersBacklog = useRef(false);
  offersBacklog.current ||= isPlanning || (loads.isLoaded && loads.loads.size === 0);
  const backlog = chosenBacklog ?? (offersBacklog.current ? allDecksBacklogChoice : noBacklogChoice);
  const { saved } = useSavedViews();
  const shownBacklog = useMemo(() => backlogOfChoice(backlog, saved, lookups), [backlog, saved, lookups]);
  const current = currentRun(sprints, today)?.id;
  const startRunId = current ?? sprints.find(({ completedAt }) => completedAt === null)?.id;
  const source = useMemo(
    () => multiRunBoardSource(config.id, sprints, activeProjectsCondition, startRunId),
    [config.id, sprints, activeProjectsCondition, startRunId],
  );
  const about = useCallback<ColumnContentRenderer>(
    (column, lane) => {
      const sprint = sprints.find(({ id }) => id === column.value);
      if (!sprint) return null;
      if (lane === undefined)
        return <RunColumnHead sprint={sprint} config={config} current={sprint.id === current} measure={measure} />;
      if (lane === null) return <CompactRunColumnHead sprint={sprint} config={config} />;
      if (lane.by !== 'owner') return null;
      const person = lane.personId ? { id: lane.personId, name: nameOf(people[lane.personId]) } : null;
      return <RunCapacityBar sprint={sprint} label={runLabel(sprint, config)} person={person} />;
    },
    [sprints, config, current, measure, people],
  );
  const choices = {
    past: choiceOf({ label: 'Past runs', value: past, options: pastRunOptions, onChange: setPast }),
    measure: choiceOf({ label: 'Measured in', value: measure, options: progressMeasureOptions, onChange: setMeasure }),
    backlog: choiceOf({
      label: 'Backlog',
      prefix: 'Backlog',
      value: backlog,
      options: backlogOptions(saved, lookups),
      onChange: setBacklog,
    }),
  };
  return (
    <PlannedCardsProvider value={planned}>
      <RunWorkloadsProvider value={loads}>
        <BoardPage
          source={source}
          columnWidth={316}
          header={{
            icon: <Timer size={16} aria-hidden style={{ color: `var(--milestone-${config.color})` }} />,
            title: config.name,
            menu: (
              <>
                <PlanningModeButton />
                <span className="flex rigid from-760">
                  {choices.past.select}
                  {choices.measure.select}
                  {choices.backlog.select}
                </span>
                <Menu
                  trigger={
                    <IconButton
                      icon={SlidersHorizontal}
                      label="Past runs, measure and backlog"
                      small
                      className="below-760"
                    />
                  }
                  entries={() => [
                    { heading: 'Past runs' },
                    ...choices.past.entries,
                    { heading: 'Measured in' },
                    ...choices.measure.entries,
                    { label: 'Backlog', entries: choices.backlog.entries },
                  ]}
                />
              </>
            ),
          }}
          contentAbove={
            <>
              <PlanBanner />
              {current ? null : <NoCurrentRun next={sprints.find(({ id }) => id === startRunId)} config={config} />}
            </>
          }
          contentBeside={
            shownBacklog ? <BacklogPanel backlog={shownBacklog} onHide={() => setBacklog(noBacklogChoice)} /> : null
          }
          columnContent={about}
        />
      </RunWorkloadsProvider>
    </PlannedCardsProvider>
  );
}

/** After the last run was completed early, or before the first day of the first one. */
function NoCurrentRun({ next, config }: { next: SprintRow | undefined; config: SprintConfigRow }): ReactElement | null {
  const isPlanning = useIsPlanningModeOn();
  if (!next || isPlanning) return null;
  const label = runLabel(next, config);
  return (
    <div className={styles.notice}>
      <Banner action={<Button text={`Plan ${label}`} small onClick={() => setPlanningMode(true)} />}>
        No run is current. {label} begins by itself on {dayAndMonthText(next.startDate)}: cards can go into it now.
      </Banner>
    </div>
  );
}

const pastRunOptions = [0, 1, 3, 6].map((value) => ({ value, label: value === 0 ? 'No past runs' : `${value} past` }));

/** The menu entries replace the select in a narrow view. */
const choiceOf = <V extends string | number>(props: ComponentProps<typeof Select<V>>) => ({
  select: <Select {...props} look="quiet" small />,
  entries: props.options.map(({ label, value }) => ({
    label,
    checked: value === props.value,
    run: () => props.onChange(value),
  })),
});
