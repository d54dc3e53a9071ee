/** Shows the open confirmation dialog. The dialog's code loads when the first confirmation opens. */
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { useConfirmation } from './confirm.ts';

const EffectsDialog = lazy(() => import('./EffectsDialog.tsx').then((module) => ({ default: module.EffectsDialog })));

export function LazyConfirmationDialog(): ReactElement | null {
  const isOpen = useConfirmation((state) => state.open !== null);
  const [isNeeded, setIsNeeded] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setIsNeeded(true);
  }, [isOpen]);
  return isNeeded ? (
    <Suspense fallback={null}>
      <EffectsDialog />
    </Suspense>
  ) : null;
}
