import { expect, test } from 'vitest';
import { createLassoScroller } from '../../../../renderer/board/layouts/lasso-scroller.ts';

/** Returns a scrollable element of 600 x 600 px that rounds its scroll position as a browser does. */
function scrollable(endPx: number): HTMLElement {
  let scrolled = 0;
  return {
    scrollLeft: 0,
    get scrollTop() {
      return scrolled;
    },
    set scrollTop(position: number) {
      scrolled = Math.round(Math.max(0, Math.min(endPx, position)));
    },
    getBoundingClientRect: () => ({ left: 0, right: 600, top: 0, bottom: 600 }),
  } as unknown as HTMLElement;
}
const lassoOn = (element: HTMLElement) =>
  createLassoScroller({ element, scrollsByList: false, lists: () => [], scrollerAt: () => element });

/** Returns how far, in px, the board scrolls in one second while the pointer is `distancePx` above its lower edge. */
function scrolledPx(framesPerSecond: number, distancePx: number): number {
  const element = scrollable(10_000);
  const scroll = lassoOn(element);
  for (let frame = 0; frame < framesPerSecond; frame++)
    expect(scroll(300, 600 - distancePx, 1000 / framesPerSecond)).toBe(true);
  return element.scrollTop;
}

// A short frame must count with its real length, not as 1/60 s. Parts of a px must add up over several frames.
test('the lasso scrolls at the same speed at any frame rate', () => {
  for (const distancePx of [0, 28, 54])
    for (const rate of [30, 120, 240])
      expect(Math.abs(scrolledPx(rate, distancePx) - scrolledPx(60, distancePx))).toBeLessThanOrEqual(1);
  expect(scrolledPx(60, 0)).toBeGreaterThan(1300);
  expect(scrolledPx(60, 54)).toBeGreaterThan(40);
});

test('a long frame does not make the lasso jump far', () => {
  const element = scrollable(10_000);
  lassoOn(element)(300, 600, 3000);
  expect(element.scrollTop).toBeLessThan(140);
});

test('the lasso stops scrolling at the end and away from the edges', () => {
  const element = scrollable(20);
  const scroll = lassoOn(element);
  expect(scroll(300, 300, 17)).toBe(false);
  expect(scroll(300, 600, 17)).toBe(true);
  expect(scroll(300, 600, 17)).toBe(false);
  expect(element.scrollTop).toBe(20);
});
