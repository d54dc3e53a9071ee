/**
 * Reports once to the main process that the first view is complete (screenshots and tests wait for it), then loads the
 * code that the first view does not need.
 */
import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAppState } from '../data/app-state.ts';
import { call, logFailure } from '../data/bridge.ts';
import { useLookups } from '../data/lookups.ts';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { prefetchLazyCode, useIsCodeLoading } from '../ui/lazy-component.ts';
import { mountToastList } from '../ui/popups/toast.ts';

/** Chromium sometimes reports no idle time to a window in which nothing happens. */
const idleTimeoutMs = 3_000;

/** A module variable, because each view mounts a new component. */
let isReported = false;

/**
 * Place this component after a view. It reports four frames after the view's code has loaded and all queries have an
 * answer.
 */
export function ViewCompleteReporter(): null {
  const hasNoWorkspace = useAppState(({ workspace }) => workspace === null);
  const ready = useLookups().isLoaded || hasNoWorkspace;
  const isCodeLoading = useIsCodeLoading();
  const pendingQueries = useIsFetching();
  useEffect(() => {
    if (isReported || !ready || isCodeLoading || pendingQueries > 0) return;
    // Each `afterNextPaint` waits for two frames. In the first two, the browser paints the view. In the next two, it
    // paints the parts that the sidebar adds later.
    let cancel = afterNextPaint(() => {
      cancel = afterNextPaint(() => {
        isReported = true;
        requestIdleCallback(
          () => {
            prefetchLazyCode();
            mountToastList();
          },
          { timeout: idleTimeoutMs },
        );
        call('app/viewComplete', {}).catch(logFailure('the completion of the view was not reported'));
      });
    });
    return () => cancel();
  }, [ready, isCodeLoading, pendingQueries]);
  return null;
}
