/** A short walk with random keys and presses (`npm run walk` takes longer ones). */
import { expect, test } from '@playwright/test';
import { walk } from '../../walk/walk.ts';

test('a random walk finds no fault, and no key changes a card without a focus ring', async () => {
  test.setTimeout(240_000);
  expect(await walk(120, 15, () => {})).toEqual([]);
});
