import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cardCost, inTurn } from '../../../renderer/virtual/frame-scheduler.ts';

let frames: FrameRequestCallback[] = [];
const frame = () => {
  const due = frames;
  frames = [];
  for (const run of due) run(0);
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
});
afterEach(() => vi.unstubAllGlobals());

// Breaks when turns that ask for another turn are granted a second time in the same frame, or frames are asked for twice.
test('a frame grants so much and no more, first come, first served, also to those who ask again in their turn', () => {
  const granted: string[] = [];
  const again = (name: string, times: number): void =>
    void inTurn(cardCost, () => {
      granted.push(name);
      if (times > 1) again(name, times - 1);
    });
  for (const name of ['a', 'b', 'c']) again(name, 3);
  const perFrame: number[] = [];
  while (frames.length > 0) {
    expect(frames).toHaveLength(1);
    const before = granted.length;
    frame();
    perFrame.push(granted.length - before);
  }
  expect(granted.toSorted()).toEqual(['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c']);
  expect(granted.slice(0, 3)).toEqual(['a', 'b', 'c']);
  expect(Math.max(...perFrame)).toBeLessThanOrEqual(4);
});

// Breaks when what costs little goes ahead of what costs much for ever.
test('what costs more than is left comes first in the next frame', () => {
  const granted: string[] = [];
  inTurn(3, () => granted.push('large'));
  inTurn(3, () => granted.push('larger'));
  const small = () => {
    granted.push('small');
    if (granted.length < 4) inTurn(cardCost, small);
  };
  inTurn(cardCost, small);
  frame();
  expect(granted).toEqual(['large', 'small']);
  frame();
  expect(granted).toEqual(['large', 'small', 'larger', 'small']);
});

test('a turn that was called off is not granted', () => {
  const granted: string[] = [];
  const stop = inTurn(cardCost, () => granted.push('a'));
  inTurn(cardCost, () => granted.push('b'));
  stop();
  frame();
  expect(granted).toEqual(['b']);
});
