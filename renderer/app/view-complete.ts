/** Tells main, once, that the first view shows all it has: for pictures and for tests. */
import { call, failureOf } from '../data/bridge.ts';

let told = false;

export function viewComplete(): void {
  if (told) return;
  told = true;
  // Two frames: one that lays out what React has just committed, one that has painted it.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      call('app/viewComplete', {}).catch((error: unknown) =>
        console.warn('view completion was not told', failureOf(error).message),
      );
    }),
  );
}
