/** Shows the open confirmation. The code of the dialog is loaded with the first one. */
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { useAsked } from './confirm.ts';

const EffectsDialog = lazy(() => import('./EffectsDialog.tsx').then((module) => ({ default: module.EffectsDialog })));

export function Confirmations(): ReactElement | null {
  const isAsked = useAsked((state) => state.asked !== null);
  const [isNeeded, setIsNeeded] = useState(isAsked);
  useEffect(() => {
    if (isAsked) setIsNeeded(true);
  }, [isAsked]);
  return isNeeded ? (
    <Suspense fallback={null}>
      <EffectsDialog />
    </Suspense>
  ) : null;
}
