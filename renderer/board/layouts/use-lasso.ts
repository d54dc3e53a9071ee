/** Has a layout's cards caught by a lasso, as they lie when it is drawn. */
import { type RefObject, useEffect, useRef } from 'react';
import { type LassoArea, type LassoList, registerLassoArea } from './lasso.ts';

interface LassoLayout {
  lists(element: HTMLElement): readonly LassoList[];
  /** What scrolls down at a place, where the lists scroll each by itself; absent: the board does. */
  scrollerAt?: LassoArea['scrollerAt'];
}

/** `isShown`: there is a scroller at all, as there is with the first card. */
export function useLassoArea(scroller: RefObject<HTMLElement | null>, isShown: boolean, layout: LassoLayout): void {
  const latest = useRef(layout);
  latest.current = layout;
  // biome-ignore lint/correctness/useExhaustiveDependencies: showing brings another scroller
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollerAt } = latest.current;
    return registerLassoArea({
      element,
      scrollsByList: scrollerAt !== undefined,
      lists: () => latest.current.lists(element),
      scrollerAt: (x, y) => latest.current.scrollerAt?.(x, y) ?? (scrollerAt ? null : element),
    });
  }, [scroller, isShown]);
}
