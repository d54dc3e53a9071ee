/** Opening the large chart loads the chart library. */
import { type ReactElement, useMemo, useState } from 'react';
import type { SprintRow } from '../data/lookups.ts';
import { cx } from '../ui/cx.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import type { RunOrMilestoneForBurnUp } from './burn-up/use-burn-up.ts';
import styles from './SmallBurnUpChart.module.css';
import { SmallBurnUpChart, type SmallBurnUpChartProps } from './SmallBurnUpChart.tsx';

const BurnUpDialog = lazyComponent(() => import('./burn-up/BurnUpDialog.tsx'), 'BurnUpDialog');

interface BurnUpButtonProps extends Omit<SmallBurnUpChartProps, 'from' | 'to'> {
  readonly subject: RunOrMilestoneForBurnUp;
}

export function BurnUpButton({ subject, ...chart }: BurnUpButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={cx('inline-flex round-sm hover-fill', styles.open)}
        title="Open the burn-up chart"
        onClick={() => setOpen(true)}
      >
        <span className="visually-hidden">Burn-up of {subject.label}: </span>
        <SmallBurnUpChart {...chart} from={subject.from} to={subject.to} />
      </button>
      {isOpen ? <BurnUpDialog subject={subject} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** `label` is the run's name. Returns the same object until one of its values changes. */
export function useRunForBurnUp(sprint: SprintRow, label: string): RunOrMilestoneForBurnUp {
  const { id, startDate: from, endDate: to, completedAt: endedAt, sprintConfigId } = sprint;
  return useMemo(
    () => ({
      model: 'sprint',
      id,
      label,
      from,
      to,
      endedAt,
      past: { configIds: [sprintConfigId], before: from },
      people: null,
    }),
    [id, label, from, to, endedAt, sprintConfigId],
  );
}
