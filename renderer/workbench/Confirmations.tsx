/** Shows the open question about effects. Its code is loaded with the first one. */
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { useAsked } from './confirm.ts';

const EffectsDialog = lazy(() => import('./EffectsDialog.tsx').then((module) => ({ default: module.EffectsDialog })));

export function Questions(): ReactElement | null {
  const isAsked = useAsked((state) => state.asked !== null);
  const [needed, setNeeded] = useState(isAsked);
  useEffect(() => {
    if (isAsked) setNeeded(true);
  }, [isAsked]);
  return needed ? (
    <Suspense fallback={null}>
      <EffectsDialog />
    </Suspense>
  ) : null;
}
