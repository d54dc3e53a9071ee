/** The small burn-up chart as a button that opens the large chart. Opening the large chart loads the chart library. */
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { BurnUpSubject } from './burn-up/use-burn-up.ts';
import styles from './SmallBurnUpChart.module.css';
import { SmallBurnUpChart, type SmallBurnUpChartProps } from './SmallBurnUpChart.tsx';

const BurnUpDialog = lazy(() =>
  import('./burn-up/BurnUpDialog.tsx').then((module) => ({ default: module.BurnUpDialog })),
);

interface BurnUpButtonProps extends Omit<SmallBurnUpChartProps, 'from' | 'to'> {
  readonly subject: BurnUpSubject;
}

export function BurnUpButton({ subject, ...chart }: BurnUpButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.open} title="Open the burn-up chart" onClick={() => setOpen(true)}>
        <span className="visually-hidden">Burn-up of {subject.label}: </span>
        <SmallBurnUpChart {...chart} from={subject.from} to={subject.to} />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <BurnUpDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
