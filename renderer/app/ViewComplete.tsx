/**
 * Tells main, once, that the first view shows all it has: for pictures and for tests. What is needed once somebody does
 * something comes then.
 */
import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApp } from '../data/app-state.ts';
import { call, failureOf } from '../data/bridge.ts';
import { useLookups } from '../data/lookups.ts';
import { loadPopups } from '../ui/popup-loader.ts';

let told = false;

/**
 * Stands behind a view in its Suspense boundary, so that it mounts when the view's code is there; then every answer the
 * view asks for has to come, and two frames to pass: one that lays out what React committed, one that has painted it.
 */
export function ViewComplete(): null {
  const isAlone = useApp(({ ready, workspace }) => ready && workspace === null);
  const ready = useLookups().ready || isAlone;
  const asking = useIsFetching();
  useEffect(() => {
    if (told || !ready || asking > 0) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        told = true;
        requestIdleCallback(() => void loadPopups());
        call('app/viewComplete', {}).catch((error: unknown) =>
          console.warn('view completion was not told', failureOf(error).message),
        );
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [ready, asking]);
  return null;
}
