/** Choices for cards that others changed, and a table of the planned changes. */

import type { ReactElement } from 'react';
import { compareNames } from '../../../../shared/domain/natural-order.ts';
import type { PlanConflict } from '../../../../shared/domain/run-plan-checks.ts';
import { shownTitle } from '../../../model/card-row.ts';
import type { PlanConflictChoice, UnsentCardPlan } from '../../../model/planning/plan-sending.ts';
import { cx } from '../../../ui/cx.ts';
import { Select } from '../../../ui/popups/Select.tsx';
import { countWithNoun } from '../../../ui/text/text.ts';
import styles from './Planning.module.css';
import { ownerNameOrNobody, type RunAndPersonLookups, runNameOrNone } from './plan-rows.ts';

const options = [
  { value: 'change', label: 'Change as planned' },
  { value: 'leave', label: 'Leave as it is' },
] as const;

const conflictTexts = {
  done: 'is done',
  archived: 'was archived',
  deleted: 'was deleted and is left out',
  missing: 'cannot be read any more and is left out',
  runCompleted: 'is planned into a run that is completed now',
} as const;

function conflictText(conflict: PlanConflict, names: RunAndPersonLookups): string {
  if (conflict.kind !== 'field') return conflictTexts[conflict.kind];
  const { field, theirs, mine } = conflict;
  return field === 'sprintId'
    ? `is in ${runNameOrNone(theirs, names)} now; planned: ${runNameOrNone(mine, names)}`
    : `belongs to ${ownerNameOrNobody(theirs, names)} now; planned: ${ownerNameOrNobody(mine, names)}`;
}

const titleOf = ({ row }: UnsentCardPlan) => (row ? shownTitle(row.title) : 'A card');

interface PlanConflictsProps {
  readonly entries: readonly UnsentCardPlan[];
  readonly names: RunAndPersonLookups;
  readonly onChoose: (cardId: string, choice: PlanConflictChoice) => void;
}

export function PlanConflictList({ entries, names, onChoose }: PlanConflictsProps): ReactElement | null {
  const changed = entries.filter(({ conflicts }) => conflicts.length > 0);
  if (changed.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="plan-conflicts">
      <h3 id="plan-conflicts" className="mb-1">
        To decide
      </h3>
      <ul>
        {changed.map((entry) => (
          <li key={entry.cardId} className={cx('grid items-center border-bottom p-1-0', styles.conflict)}>
            <span className="break-words">
              “<bdi>{titleOf(entry)}</bdi>” {entry.conflicts.map((one) => conflictText(one, names)).join('; ')}.
            </span>
            {entry.choice ? (
              <Select<PlanConflictChoice>
                label={`Choice for “${titleOf(entry)}”`}
                value={entry.choice}
                options={options}
                small
                onChange={(choice) => onChoose(entry.cardId, choice)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function PlannedCardTable({ entries, names }: Omit<PlanConflictsProps, 'onChoose'>): ReactElement {
  const lines = entries.flatMap((entry) =>
    entry.row ? [{ entry, sprintId: entry.row.sprintId, assigneeId: entry.row.assigneeId, ...entry.changes }] : [],
  );
  const startOf = (sprintId: string | null) => (sprintId === null ? '' : (names.sprints[sprintId]?.startDate ?? ''));
  const runs = [...new Set(lines.map(({ sprintId }) => sprintId))].sort((a, b) =>
    a === null ? 1 : b === null ? -1 : startOf(a).localeCompare(startOf(b)),
  );
  return (
    <div className={styles.part}>
      <h3 id="plan-changes" className="mb-1">
        Changes
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll this section */}
      <section className={cx('scroll', styles.list)} aria-labelledby="plan-changes" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Card</th>
              <th scope="col">Owner</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          {runs.map((run) => {
            const own = lines
              .filter(({ sprintId }) => sprintId === run)
              .sort((a, b) =>
                compareNames(ownerNameOrNobody(a.assigneeId, names), ownerNameOrNobody(b.assigneeId, names)),
              );
            const title = run === null ? 'No run' : runNameOrNone(run, names);
            return (
              <tbody key={run}>
                <tr>
                  <th scope="rowgroup" colSpan={3}>
                    {title}, {countWithNoun(own.length, 'card')}
                  </th>
                </tr>
                {own.map(({ entry, assigneeId }) => (
                  <tr key={entry.cardId}>
                    <th scope="row" className={styles.card} dir="auto">
                      {titleOf(entry)}
                    </th>
                    <td>{ownerNameOrNobody(assigneeId, names)}</td>
                    <td className="soft">{nowText(entry, names)}</td>
                  </tr>
                ))}
              </tbody>
            );
          })}
        </table>
      </section>
    </div>
  );
}

/** The current run and owner. Leaves out values that the plan does not change. */
function nowText({ row, changes, isPlaced }: UnsentCardPlan, names: RunAndPersonLookups): string {
  if (!row) return '';
  return [
    ...(changes.sprintId === undefined ? [] : [runNameOrNone(row.sprintId, names)]),
    ...(changes.assigneeId === undefined ? [] : [ownerNameOrNobody(row.assigneeId, names)]),
    ...(changes.sprintId === undefined && isPlaced ? ['another place in this run'] : []),
  ].join(', ');
}
