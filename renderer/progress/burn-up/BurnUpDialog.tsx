/** Dialog with the burn-up chart of a run, its values as a table, and the velocity of the last runs. */
import { type ReactElement, useId, useMemo, useRef, useState } from 'react';
import { forecastMethod, velocityOf } from '../../../shared/domain/forecast.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { useViewState } from '../../data/app-state.ts';
import { type SprintRow, useLookups } from '../../data/lookups.ts';
import { Button } from '../../ui/Button.tsx';
import { shortDayText, useToday } from '../../ui/dates/today.ts';
import { copyText } from '../../ui/dom/copy-text.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { type Measure, measures, newestDay, shownProgress, withNewest } from '../progress.ts';
import { useProgress } from '../use-progress.ts';
import { BurnUpChart } from './BurnUpChart.tsx';
import styles from './BurnUpDialog.module.css';
import { amountText, burnUpRows, csvOf, restDays, tableCells, tableHead } from './burn-up-data.ts';
import { copyPicture } from './copy-picture.ts';
import { usePastRuns } from './use-past-runs.ts';

const shows = [
  { value: 'burnUp', label: 'Scope and done' },
  { value: 'status', label: 'By status' },
  { value: 'table', label: 'Table' },
] as const;

export function BurnUpDialog({ sprint, onClose }: { sprint: SprintRow; onClose: () => void }): ReactElement {
  const { account, sprintConfigs, sprints } = useLookups();
  const [measure, setMeasure] = useViewState<Measure>('runs:measure', 'effort');
  const [show, setShow] = useState<(typeof shows)[number]['value']>('burnUp');
  const chart = useRef<HTMLDivElement>(null);
  const methodId = useId();
  const today = useToday();
  const newest = newestDay(today);
  const { startDate: from, endDate: to, completedAt: endedAt } = sprint;
  const { recorded, live } = useProgress('sprint', sprint.id, endedAt !== null);
  const past = usePastRuns(sprint, measure);
  const workdays = account?.workdays;
  const rows = useMemo(() => {
    if (!workdays || recorded === null || past === null) return null;
    const { points } = shownProgress({ recorded, live }, { from, to, endedAt }, newest, measure);
    return burnUpRows({
      run: { from, to },
      points,
      rows: withNewest(recorded, live, newest),
      measure,
      workdays,
      past,
      today: endedAt === null ? newest : null,
    });
  }, [workdays, recorded, live, past, from, to, endedAt, newest, measure]);
  const rest = useMemo(() => (workdays ? restDays({ from, to }, workdays) : []), [workdays, from, to]);
  const label = runLabel(sprint, sprintConfigs[sprint.sprintConfigId]);
  const unit = measure === 'effort' ? 'effort' : 'cards';
  const velocity = past && velocityOf(past);
  const isEmpty = rows?.every(({ scope }) => scope === null || scope === 0);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Burn-up of ${label}`}
      width={860}
      actions={
        <>
          <Button disabled={!rows || isEmpty} onClick={() => copyText(csvOf(rows ?? []), 'Copied the values as CSV')}>
            Copy as CSV
          </Button>
          <Button
            disabled={!rows || isEmpty || show === 'table'}
            onClick={() => {
              const svg = chart.current?.querySelector<SVGSVGElement>('svg[role="application"]');
              if (svg) copyPicture(svg);
            }}
          >
            Copy as picture
          </Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.choices}>
        <Select label="Show" value={show} options={shows} onChange={setShow} />
        <Select label="Measured in" value={measure} options={measures} onChange={setMeasure} />
      </div>
      <div className={styles.body}>
        {rows === null ? null : isEmpty ? (
          <EmptyState title="No progress to show">
            The chart begins with the first day on which the run has {unit === 'cards' ? 'cards' : 'cards with effort'}.
          </EmptyState>
        ) : show === 'table' ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          <section className={styles.table} aria-label={`Values of ${label}`} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {tableHead.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.day} data-rest={!row.isWorkday || undefined}>
                    <th scope="row">{shortDayText(row.day)}</th>
                    {tableCells(row)
                      .slice(1)
                      .map((cell, at) => (
                        <td key={tableHead[at + 1]}>{cell}</td>
                      ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ) : (
          <section ref={chart} aria-label={`Burn-up of ${label} in ${unit}`} aria-describedby={methodId}>
            <BurnUpChart
              label={`${label}, ${unit} by day. Arrow keys move from day to day.`}
              rows={rows}
              rest={rest}
              today={endedAt === null && newest >= from && newest <= to ? newest : null}
              byStatus={show === 'status'}
            />
          </section>
        )}
      </div>
      <p id={methodId} className={styles.method}>
        {endedAt === null ? `${forecastMethod(past?.length ?? 0)} ` : null}
        {velocity === null || velocity === undefined
          ? null
          : `Velocity: ${amountText(velocity)} ${unit} per run (${past
              ?.map(({ id, done }) => {
                const run = sprints[id];
                return `${run ? runLabel(run, sprintConfigs[run.sprintConfigId]) : 'a run'}: ${done}`;
              })
              .join(', ')}). `}
        Shaded days are no workdays.
      </p>
    </Dialog>
  );
}
