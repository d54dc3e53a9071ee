/** Tests in which order the service answers the waiting requests of several senders. */
import { expect, test } from 'vitest';
import { Turns } from '../../electron/service/turns.ts';

function startTurns() {
  const clock = { now: 0 };
  const turns = new Turns(() => clock.now);
  const done: string[] = [];
  const ask = (sender: string, ms: number) =>
    turns.take(sender, () => {
      clock.now += ms;
      done.push(sender);
    });
  return { clock, turns, done, ask };
}

test('a sender with many expensive requests lets others go first', async () => {
  const { done, ask } = startTurns();
  const heavy = Array.from({ length: 5 }, () => ask('heavy', 1000));
  await heavy[0];
  await Promise.all([...heavy, ask('light', 1), ask('light', 1), ask('other', 1)]);
  expect(done.slice(0, 4).sort()).toEqual(['heavy', 'light', 'light', 'other']);
  expect(done.slice(4)).toEqual(Array(4).fill('heavy'));
});

test('requests of one sender keep their order, and equal senders alternate', async () => {
  const { turns, clock } = startTurns();
  const done: string[] = [];
  const ask = (sender: string, at: number) =>
    turns.take(sender, () => {
      clock.now += 10;
      done.push(`${sender}${at}`);
    });
  await Promise.all([0, 1, 2].flatMap((at) => [ask('a', at)]).concat([0, 1, 2].map((at) => ask('b', at))));
  expect(done).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
});

test('what a sender used is forgotten, and an error reaches the request only', async () => {
  const { clock, done, turns, ask } = startTurns();
  await ask('heavy', 5000);
  clock.now += 3_600_000;
  await ask('other', 50);
  await Promise.all([ask('other', 1), ask('heavy', 1)]);
  expect(done).toEqual(['heavy', 'other', 'heavy', 'other']);
  const failing = turns.take('a', () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(await turns.take('a', () => 1)).toBe(1);
});
