/** The small burn-up chart as a button that opens the large one, whose library is loaded then. */
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { SprintRow } from '../data/lookups.ts';
import styles from './BurnUp.module.css';
import { BurnUp, type BurnUpProps } from './BurnUp.tsx';

const BurnUpDialog = lazy(() =>
  import('./burn-up/BurnUpDialog.tsx').then((module) => ({ default: module.BurnUpDialog })),
);

interface BurnUpButtonProps extends BurnUpProps {
  readonly sprint: SprintRow;
  /** Name of the run. */
  readonly label: string;
}

export function BurnUpButton({ sprint, label, ...chart }: BurnUpButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.open} title="Open the burn-up chart" onClick={() => setOpen(true)}>
        <span className="visually-hidden">Burn-up of {label}: </span>
        <BurnUp {...chart} />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <BurnUpDialog sprint={sprint} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
