import { type RefObject, useEffect, useRef } from 'react';
import { type LassoArea, type LassoList, registerLassoArea } from './lasso.ts';

interface LassoLayout {
  lists(element: HTMLElement): readonly LassoList[];
  /** Returns the element that scrolls vertically at a point. Undefined if the board itself scrolls vertically. */
  scrollerAt?: LassoArea['scrollerAt'];
}

/** `isShown`: whether the scroller is mounted. A board without cards has no scroller. */
export function useLassoArea(scroller: RefObject<HTMLElement | null>, isShown: boolean, layout: LassoLayout): void {
  const latest = useRef(layout);
  latest.current = layout;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the layout is shown, it has a new scroller
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
