/** `npm run bench -- [--only <name>] [--strict]`: runs benchmarks of rows/ and competitors/rows/. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchResult, BenchRow, BoundedFigure, Budget, Stats } from './support/row.ts';

const { values: options } = parseArgs({
  options: {
    /** Runs only the benchmark with this name. The option can be repeated, to run several benchmarks. */
    only: { type: 'string', multiple: true },
    /** Exit with 1 if a budget is exceeded. Reliable only on a machine without other load. */
    strict: { type: 'boolean', default: false },
  },
});

const rows: BenchRow[] = [];
for (const file of globSync('{rows,competitors/rows}/*.ts', { cwd: import.meta.dirname }))
  rows.push((await import(path.join(import.meta.dirname, file))) as BenchRow);
rows.sort((a, b) => (a.name < b.name ? -1 : 1));
const chosen = rows.filter((row) => !options.only || options.only.includes(row.name));
if (chosen.length === 0) {
  console.error(`No such benchmark. There are: ${rows.map((row) => row.name).join(', ')}`);
  process.exit(2);
}

const columns = [22, 12, 12, 12, 8, 18, 6] as const;
const line = (...cells: string[]) =>
  console.log(
    cells.map((cell, index) => (index === 0 ? cell.padEnd(columns[0]) : cell.padStart(columns[index] ?? 0))).join(' '),
  );
const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1));

function budgetText({ ratio, p95 }: Budget): string {
  return [ratio === undefined ? [] : `${ratio.toFixed(1)}×`, p95 === undefined ? [] : `p95 ${p95} ms`]
    .flat()
    .join(', ');
}

const holds = ({ value, max }: BoundedFigure): boolean => value <= max;

function isWithin(budget: Budget, measured: BenchResult): boolean {
  if (!(measured.limits ?? []).every(holds)) return false;
  const ratio = measured.baseline ? measured.median / measured.baseline.median : 0;
  return (
    (budget.ratio === undefined || ratio <= budget.ratio) && (budget.p95 === undefined || measured.p95 <= budget.p95)
  );
}

line('benchmark', 'median ms', 'p95 ms', 'base ms', '×', 'budget', '');
let isOver = false;
let isBroken = false;

async function measure(row: BenchRow): Promise<void> {
  const measured = await row.run();
  const isOk = isWithin(row.budget, measured);
  isOver ||= !isOk;
  const { baseline } = measured;
  const ratio = baseline ? (measured.median / baseline.median).toFixed(2) : '';
  line(
    row.name,
    ms(measured.median),
    ms(measured.p95),
    baseline ? ms(baseline.median) : '',
    ratio,
    budgetText(row.budget),
    isOk ? 'ok' : 'over',
  );
  const besides: (Stats & { what: string })[] = [...(baseline ? [baseline] : []), ...(measured.besides ?? [])];
  for (const { what, median, p95 } of besides) console.log(`  ${what}: ${ms(median)} (p95 ${ms(p95)})`);
  for (const limit of measured.limits ?? [])
    console.log(`  ${limit.what}: ${ms(limit.value)}, at most ${ms(limit.max)}${holds(limit) ? '' : ' (over)'}`);
  if (measured.note) console.log(`  ${measured.note}`);
}

/** Closes the windows and processes that a benchmark opened. If a later benchmark needs them, it opens them again. */
async function end(row: BenchRow): Promise<void> {
  try {
    await row.end?.();
  } catch (error) {
    isBroken = true;
    console.error(`${row.name} could not be ended:`, error);
  }
}

// Without a handler, a signal ends the process at once, and nothing kills the child processes. `process.exit` runs the
// exit handlers, which kill them.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

for (const row of chosen)
  try {
    await measure(row);
  } catch (error) {
    isBroken = true;
    console.error(`${row.name} failed:`, error);
    await end(row);
  }
for (const row of chosen) await end(row);
// Exit explicitly: a failed benchmark may have left files or connections open, which would keep this process running.
if (isBroken) process.exit(1);
if (isOver && options.strict) process.exitCode = 1;
