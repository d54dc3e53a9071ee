/** Counts how the work of text functions grows with hostile texts; `npm run fuzz -- --growth` measures their time. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hostileTexts, maxGrowth, StepCounter, textFunctions, verdictOf } from './growth.ts';

// Emphasis pairs by the length of its marks modulo 3, so that half of the size must stay a multiple of 3.
const size = 900;

test('the work of text functions grows with the text, not faster', () => {
  const counter = new StepCounter();
  const growth = (work: (text: string) => unknown, text: (length: number) => string) => {
    const [half, whole] = [text(size), text(2 * size)];
    const before = counter.steps(() => work(half));
    return counter.steps(() => work(whole)) / before;
  };
  const quadratic = (text: string) => {
    let count = 0;
    for (const one of text) for (const other of text) count += one === other ? 1 : 0;
    return count;
  };
  const runAll = (text: string) => {
    for (const { run } of textFunctions) run(text);
  };
  try {
    expect(growth(quadratic, (length) => 'a'.repeat(length))).toBeGreaterThan(3.9);
    const tooFast: string[] = [];
    for (const [name, text] of hostileTexts()) {
      if (growth(runAll, text) <= maxGrowth) continue;
      // The sum can grow only as fast as one of its parts. If none does, V8 has left out a block when it counted half.
      for (const each of textFunctions) {
        // Twice, for the same reason.
        const own = Math.min(growth(each.run, text), growth(each.run, text));
        if (own > maxGrowth) tooFast.push(`${each.name} of ${name}: ${own.toFixed(2)}`);
      }
    }
    expect(tooFast).toEqual([]);
  } finally {
    counter.close();
  }
}, 120_000);

test('a verdict names function, seed and factor', () => {
  const of = { name: 'tagsIn', run: String };
  const measured = { growth: 3.9, size: 48_000, ms: 80 };
  expect(verdictOf(of, '"#a"', measured)).toEqual({
    isRight: false,
    line: 'SLOW tagsIn, "#a": 3.90 times the time of the half; 80 ms for 48000 characters',
  });
  expect(verdictOf(of, '"#a"', { ...measured, growth: 2.04 })).toMatchObject({ isRight: true });
  expect(verdictOf(of, '"#a"', { ...measured, growth: null, ms: 3 }).line).toContain('less than 20 ms');
});

// Node runs no JSX, so nothing that the program imports may be a component.
test('the program starts', () => {
  const program = path.join(import.meta.dirname, 'command.ts');
  const { status, stderr } = spawnSync(process.execPath, [program, '--seed', 'x'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, "fuzz: --seed 'x' is no whole number\n"]);
}, 60_000);
