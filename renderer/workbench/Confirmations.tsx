/** Whatever question about consequences is open. Its code comes with the first one. */
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { useAsked } from './confirm.ts';

const ConsequencesDialog = lazy(() =>
  import('./EffectsDialog.tsx').then((module) => ({ default: module.ConsequencesDialog })),
);

export function Questions(): ReactElement | null {
  const isAsked = useAsked((state) => state.asked !== null);
  const [needed, setNeeded] = useState(isAsked);
  useEffect(() => {
    if (isAsked) setNeeded(true);
  }, [isAsked]);
  return needed ? (
    <Suspense fallback={null}>
      <ConsequencesDialog />
    </Suspense>
  ) : null;
}
