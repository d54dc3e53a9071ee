import { describe, expect, test } from 'vitest';
import {
  columnTopsPx,
  createLassoFrameTracker,
  type LassoArea,
  type LassoList,
  rowIdsInPxRange,
} from '../../../../renderer/board/layouts/lasso.ts';

const ids = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);

/** Returns an object with the properties of a scrollable element that the lasso reads. */
const scrolling = (): HTMLElement => ({ scrollLeft: 0, scrollTop: 0 }) as HTMLElement;

const closedComposer = { slot: -1, heightPx: 30 };

describe('a frame', () => {
  test('contains the cards between its corners, mounted or not', () => {
    const element = scrolling();
    const rows = ids(1000, 'a');
    const area: LassoArea = {
      element,
      scrollsByList: false,
      lists: () => [
        {
          key: 'a',
          left: 0,
          right: 100,
          top: -element.scrollTop,
          cardIdsBetween: (from, to) => rowIdsInPxRange(rows, 10, from, to, closedComposer),
        },
      ],
      scrollerAt: () => element,
    };
    const at = createLassoFrameTracker(area, 10, 25);
    expect(at(20, 45).ids).toEqual(['a2', 'a3', 'a4']);
    // Move the pointer above the start of the lasso.
    expect(at(20, 5).ids).toEqual(['a0', 'a1', 'a2']);
    element.scrollTop = 5000;
    expect(at(20, 45).ids).toHaveLength(503);
    expect(at(20, 45).top).toBe(25 - 5000);
    expect(at(-20, 45).ids).toHaveLength(503);
  });

  test('continues from its start in each column, however far each has been scrolled', () => {
    const element = scrolling();
    const scrolled = { a: 0, b: 300 };
    const list = (key: 'a' | 'b', left: number): LassoList => ({
      key,
      left,
      right: left + 100,
      top: -scrolled[key],
      cardIdsBetween: (from, to) => rowIdsInPxRange(ids(100, key), 10, from, to, closedComposer),
    });
    const area: LassoArea = {
      element,
      scrollsByList: true,
      lists: () => [list('a', 0), list('b', 100)],
      scrollerAt: () => null,
    };
    const at = createLassoFrameTracker(area, 50, 0);
    scrolled.a = 40;
    expect(at(150, 10).ids).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'b30']);
    expect(at(90, 10).ids).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
  });
});

test('an open composer moves the rows below it down', () => {
  const between = (from: number, to: number, slot: number) =>
    rowIdsInPxRange(['a', 'b', 'c'], 10, from, to, { slot, heightPx: 30 });
  expect(between(0, 60, 1)).toEqual(['a', 'b', 'c']);
  expect(between(5, 12, 1)).toEqual(['a']);
  expect(between(12, 38, 1)).toEqual([]);
  expect(between(38, 48, 1)).toEqual(['b']);
  expect(between(2, 28, 0)).toEqual([]);
  expect(between(12, 28, -1)).toEqual(['b', 'c']);
  expect(between(-20, -5, 0)).toEqual([]);
});

test('each mounted column has its own top, and the other columns have that of the highest', () => {
  const column = (top: number) => ({ scroller: { getBoundingClientRect: () => ({ top }) } as HTMLElement });
  const topPx = columnTopsPx(
    new Map<string, { scroller: HTMLElement | null }>([
      ['withComposer', column(198)],
      ['folded', { scroller: null }],
      ['a', column(100)],
    ]),
  );
  expect(['withComposer', 'a', 'notMounted'].map(topPx)).toEqual([198, 100, 100]);
});
