/** Checks where a window opens again if its display is unchanged, has changed, or no longer exists. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addWindowState,
  cascadeWindowBounds,
  type Display,
  fitBoundsIntoDisplays,
  type Rectangle,
  type WindowState,
  windowStateForDisplays,
} from '../../../electron/shell/windows/window-state.ts';

const laptop: Display = { id: 1, workArea: { x: 0, y: 25, width: 1440, height: 875 } };
const desk: Display = { id: 2, workArea: { x: 1440, y: 0, width: 2560, height: 1440 } };
const minSize = { width: 480, height: 400 };
const bounds = { x: 1640, y: 100, width: 1200, height: 900 };
const stateOn = (display: Display, at: Rectangle = bounds): WindowState => ({
  bounds: at,
  display,
  isMaximized: false,
  isFullScreen: false,
});

test('a window opens where it was', () => {
  expect(fitBoundsIntoDisplays(stateOn(desk), [laptop, desk], minSize)).toEqual(bounds);
});

test('a window of a display that is gone opens on the primary one, whole', () => {
  const at = fitBoundsIntoDisplays(stateOn(desk, { x: 3000, y: 200, width: 1000, height: 1200 }), [laptop], minSize);
  expect(at).toMatchObject({ width: 1000, height: 875, y: 25 });
  // The window was at the right edge of its former display, so it is at the right edge of the new display.
  expect(at.x + at.width).toBe(1440);
});

test('a display with another scale has another size, and the window keeps its place in it', () => {
  const scaled: Display = { id: 2, workArea: { x: 1440, y: 0, width: 1280, height: 720 } };
  const right = fitBoundsIntoDisplays(
    stateOn(desk, { x: 3200, y: 0, width: 800, height: 600 }),
    [laptop, scaled],
    minSize,
  );
  expect(right).toEqual({ x: 1920, y: 0, width: 800, height: 600 });
});

test('a display that got another id is recognised by its position', () => {
  const same: Display = { id: 77, workArea: desk.workArea };
  expect(fitBoundsIntoDisplays(stateOn(desk), [laptop, same], minSize)).toEqual(bounds);
});

test('each display keeps its own state, and the last one that is connected is used', () => {
  const states = addWindowState(addWindowState(addWindowState([], stateOn(desk)), stateOn(laptop)), stateOn(desk));
  expect(states.map(({ display }) => display.id)).toEqual([2, 1]);
  expect(windowStateForDisplays(states, [laptop])?.display.id).toBe(1);
  expect(windowStateForDisplays(states, [laptop, desk])?.display.id).toBe(2);
  expect(windowStateForDisplays([], [laptop])).toBeUndefined();
});

test('a second window does not cover the first', () => {
  const first = { x: 100, y: 100, width: 800, height: 600 };
  const second = cascadeWindowBounds(first, [first], laptop);
  expect(second).toMatchObject({ x: 128, y: 128 });
  expect(cascadeWindowBounds(first, [first, second], laptop)).toMatchObject({ x: 156, y: 156 });
  const atEdge = { ...first, x: 640, y: 300 };
  expect(cascadeWindowBounds(atEdge, [atEdge], laptop)).toMatchObject({ x: 0, y: 25 });
});

const rectangles = fc.record({
  x: fc.integer({ min: -9000, max: 9000 }),
  y: fc.integer({ min: -9000, max: 9000 }),
  width: fc.integer({ min: 1, max: 9000 }),
  height: fc.integer({ min: 1, max: 9000 }),
});
const displays = fc.record({ id: fc.integer({ min: 1, max: 4 }), workArea: rectangles });

test('whatever was stored, the window is completely on one display and no smaller than it may be', () => {
  fc.assert(
    fc.property(rectangles, displays, fc.array(displays, { minLength: 1, maxLength: 4 }), (at, before, connected) => {
      const placed = fitBoundsIntoDisplays({ bounds: at, display: before }, connected, minSize);
      const home = connected.find(
        ({ workArea }) =>
          placed.x >= workArea.x &&
          placed.y >= workArea.y &&
          placed.x + placed.width <= workArea.x + workArea.width &&
          placed.y + placed.height <= workArea.y + workArea.height &&
          placed.width >= Math.min(minSize.width, workArea.width) &&
          placed.height >= Math.min(minSize.height, workArea.height),
      );
      expect(home).toBeDefined();
    }),
  );
});
