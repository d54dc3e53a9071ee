/** A hook that registers the positions of a layout's cards for the lasso while it is mounted. */
import { type RefObject, useEffect, useRef } from 'react';
import { type LassoArea, type LassoList, registerLassoArea } from './lasso.ts';

interface LassoLayout {
  lists(element: HTMLElement): readonly LassoList[];
  /** The element that scrolls vertically at a point, if lists scroll on their own; undefined: the board scrolls. */
  scrollerAt?: LassoArea['scrollerAt'];
}

/** `isShown`: whether the scroller exists, which it does once there are cards. */
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
