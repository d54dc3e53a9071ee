/** The burn-up chart of a run or milestone, its values as a table, and the velocity of the last runs. */

import { type ReactElement, useId, useRef, useState } from 'react';
import { forecastMethodText, velocityOfRuns } from '../../../shared/domain/forecast.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { useViewState } from '../../data/app-state.ts';
import { errorText } from '../../data/bridge.ts';
import { nameOf, useLookups, usePeople } from '../../data/lookups.ts';
import { labelOfRun } from '../../model/planning/run-phase.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import { copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { type ProgressMeasure, progressMeasureOptions } from '../progress.ts';
import { useCardOwnerIds } from '../use-progress.ts';
import { BurnUpChart } from './BurnUpChart.tsx';
import styles from './BurnUpDialog.module.css';
import { type BurnUpRow, burnUpCsv, burnUpTableCellsOf, burnUpTableHead, roundedAmountText } from './burn-up-data.ts';
import { copyChartAsPicture } from './copy-chart-as-picture.ts';
import { type BurnUpValues, type RunOrMilestoneForBurnUp, useBurnUpValues } from './use-burn-up.ts';

const chartChoices = [
  { value: 'burnUp', label: 'Scope and done' },
  { value: 'status', label: 'By status' },
  { value: 'table', label: 'Table' },
] as const;

/** Not null, because null is the value of the option "No owner". */
const everybody = '';

function useOwnerOptions({ model, id }: RunOrMilestoneForBurnUp): { value: string | null; label: string }[] {
  const owners = useCardOwnerIds(model, id);
  const people = usePeople();
  const persons = owners.flatMap((owner) => (owner === null ? [] : { value: owner, label: nameOf(people[owner]) }));
  return [
    { value: everybody, label: 'Everybody' },
    ...persons.sort((a, b) => compareNames(a.label, b.label)),
    ...(owners.includes(null) ? [{ value: null, label: 'No owner' }] : []),
  ];
}

/** The method of the forecast, the velocity, and the number of cards without history. */
function useMethodText(
  { model, to, endedAt }: RunOrMilestoneForBurnUp,
  { past, today, isCut, cardsWithoutHistory }: BurnUpValues,
  unit: string,
  person: string | null,
): string {
  const { sprints, sprintConfigs } = useLookups();
  if (past === null) return '';
  const runs = past.flat();
  const whose = person ?? (model === 'milestone' ? 'its people' : undefined);
  const velocity = past.length === 1 ? velocityOfRuns(runs) : null;
  const each = runs.map(({ id, done }) => {
    const run = sprints[id];
    return `${run ? labelOfRun(run, { sprintConfigs }) : 'a run'}: ${done}`;
  });
  return [
    ...(endedAt !== null
      ? []
      : today !== null && today > to
        ? ['No forecast: the last day has passed.']
        : [forecastMethodText(Math.max(0, ...past.map(({ length }) => length)), whose)]),
    ...(velocity === null ? [] : [`Velocity: ${roundedAmountText(velocity)} ${unit} per run (${each.join(', ')}).`]),
    ...(person === null ? [] : ['Past days come from the history of the cards that are here now.']),
    ...(cardsWithoutHistory === 0
      ? []
      : [`The history of ${cardsWithoutHistory} of them is not readable here: they count as they are now.`]),
    'Shaded days are no workdays.',
    ...(isCut ? ['Only ten years of these days are shown.'] : []),
  ].join(' ');
}

export function BurnUpDialog({
  subject,
  onClose,
}: {
  subject: RunOrMilestoneForBurnUp;
  onClose: () => void;
}): ReactElement {
  const { label, model } = subject;
  const [measure, setMeasure] = useViewState<ProgressMeasure>('runs:measure', 'effort');
  const [show, setShow] = useState<(typeof chartChoices)[number]['value']>('burnUp');
  const [owner, setOwner] = useState<string | null>(everybody);
  const chart = useRef<HTMLDivElement>(null);
  const methodId = useId();
  const owners = useOwnerOptions(subject);
  const values = useBurnUpValues(subject, measure, owner === everybody ? undefined : owner);
  const { rows, nonWorkdays, today, error } = values;
  const unit = measure === 'effort' ? 'effort' : 'cards';
  const person = owner === everybody ? null : (owners.find(({ value }) => value === owner)?.label ?? 'No owner');
  const method = useMethodText(subject, values, unit, person);
  const chartTitle = [label, unit, ...(person === null ? [] : [person])].join(', ');
  const isEmpty = rows?.every(({ scope }) => scope === null || scope === 0) ?? true;
  return (
    <Dialog
      onClose={onClose}
      title={`Burn-up of ${label}`}
      width={860}
      actions={
        <>
          <Button
            text="Copy as CSV"
            disabled={isEmpty}
            onClick={() => copyText(burnUpCsv(rows ?? []), 'Copied the values as CSV')}
          />
          <Button
            text="Copy as picture"
            disabled={isEmpty || show === 'table'}
            onClick={() => {
              if (chart.current) copyChartAsPicture(chart.current, chartTitle);
            }}
          />
          <Button text="Close" look="primary" onClick={onClose} />
        </>
      }
    >
      <div className="flex gap-2">
        <Select label="Show" value={show} options={chartChoices} onChange={setShow} />
        <Select label="Measured in" value={measure} options={progressMeasureOptions} onChange={setMeasure} />
        <Select label="Cards of" prefix="Cards of" value={owner} options={owners} onChange={setOwner} />
      </div>
      <div className={cx('mt-3', styles.body)}>
        {rows === null ? (
          error && <EmptyState title="The burn-up could not be read">{errorText(error)}</EmptyState>
        ) : isEmpty ? (
          <EmptyState title="No progress to show">
            The chart begins with the first day on which {person ?? (model === 'sprint' ? 'the run' : 'the milestone')}{' '}
            has {unit === 'cards' ? 'cards' : 'cards with effort'}.
          </EmptyState>
        ) : show === 'table' ? (
          <BurnUpTable label={`Values of ${label}`} rows={rows} />
        ) : (
          <section ref={chart} aria-label={`Burn-up of ${label} in ${unit}`} aria-describedby={methodId}>
            <BurnUpChart
              label={`${label}, ${unit} by day. Arrow keys move from day to day.`}
              rows={rows}
              nonWorkdays={nonWorkdays}
              today={today !== null && today <= (rows.at(-1)?.day ?? '') ? today : null}
              byStatus={show === 'status'}
            />
          </section>
        )}
      </div>
      <p id={methodId} className="soft text-sm mt-3">
        {method}
      </p>
    </Dialog>
  );
}

function BurnUpTable({ label, rows }: { label: string; rows: readonly BurnUpRow[] }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll this section
    <section className={cx('h-full scroll border round', styles.table)} aria-label={label} tabIndex={0}>
      <table className="table table-head figures">
        <thead>
          <tr>
            {burnUpTableHead.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.day} data-rest={!row.isWorkday || undefined}>
              <th scope="row">{dayAndMonthText(row.day)}</th>
              {burnUpTableCellsOf(row)
                .slice(1)
                .map((cell, at) => (
                  <td key={burnUpTableHead[at + 1]}>{cell}</td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
