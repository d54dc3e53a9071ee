/** Checks where the popover of the tour stands, and the frame of its target: always inside the window. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameAround, placeBeside } from '../../../renderer/app/tour/place-beside.ts';

const area = { width: 1024, height: 700 };
const size = { width: 312, height: 150 };

test.each([
  ['right of a column', { x: 240, y: 80, width: 290, height: 550 }, { x: 542, y: 80 }],
  ['above the strip at the foot', { x: 232, y: 650, width: 792, height: 50 }, { x: 232, y: 488 }],
  ['below a bar at the head', { x: 232, y: 0, width: 792, height: 40 }, { x: 232, y: 52 }],
  ['left of a column that fills the end', { x: 600, y: 0, width: 424, height: 700 }, { x: 276, y: 8 }],
  ['in the corner without a target', null, { x: 704, y: 542 }],
])('%s', (_where, target, place) => {
  expect(placeBeside(target, size, area)).toEqual(place);
});

test('it is inside the window, wherever the target is', () => {
  const length = fc.integer({ min: 0, max: 2000 });
  const box = fc.record({
    x: fc.integer({ min: -500, max: 1500 }),
    y: fc.integer({ min: -500, max: 1500 }),
    width: length,
    height: length,
  });
  fc.assert(
    fc.property(box, (target) => {
      const { x, y } = placeBeside(target, size, area);
      expect(x >= 0 && y >= 0 && x + size.width <= area.width && y + size.height <= area.height).toBe(true);
      const frame = frameAround(target, area);
      expect(frame.x > 0 && frame.y > 0 && frame.width >= 0 && frame.height >= 0).toBe(true);
      expect(frame.x + frame.width < area.width && frame.y + frame.height < area.height).toBe(true);
    }),
  );
});
