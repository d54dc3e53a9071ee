/**
 * Reports to main, once, that the first view is complete: for screenshots and tests. Then loads the components that the
 * first view does not need.
 */
import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApp } from '../data/app-state.ts';
import { call, failureOf } from '../data/bridge.ts';
import { useLookups } from '../data/lookups.ts';
import { prefetchLazyComponents } from '../ui/popups/lazy-component.ts';
import { mountToastList } from '../ui/popups/toast.ts';

/** Once per window, though each view mounts a component of its own. Nothing shows it. */
let isReported = false;

/**
 * Rendered after a view in its Suspense boundary, so that it mounts when the view's code is there. Then it waits for all
 * answers that the view asks for, and for two frames: one that lays out what React committed, one that has painted it.
 */
export function ViewComplete(): null {
  const isAlone = useApp(({ ready, workspace }) => ready && workspace === null);
  const ready = useLookups().ready || isAlone;
  const asking = useIsFetching();
  useEffect(() => {
    if (isReported || !ready || asking > 0) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        isReported = true;
        requestIdleCallback(() => {
          prefetchLazyComponents();
          mountToastList();
        });
        call('app/viewComplete', {}).catch((error: unknown) =>
          console.warn('the completion of the view was not reported', failureOf(error).message),
        );
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [ready, asking]);
  return null;
}
