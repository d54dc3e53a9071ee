/**
 * Walks through the app at random: `npm run walk -- [--steps 1000] [--seeds 20] [--seed n]`. Starts the app once for
 * each seed. Prints each step and each fault. Exits with 1 if there are faults, and with 2 if an option is wrong.
 */
import { parseArgs } from 'node:util';
import { walk } from './walk.ts';

const option = { type: 'string' } as const;
const { values } = parseArgs({ options: { steps: option, seeds: option, seed: option } });
const steps = Number(values.steps ?? 1_000);
const first = Number(values.seed ?? Date.now() % 1_000_000);
const count = Number(values.seeds ?? (values.seed === undefined ? 20 : 1));
if (![steps, count].every((number) => Number.isInteger(number) && number > 0) || !Number.isInteger(first)) {
  console.error('walk: --steps, --seeds and --seed need whole numbers.');
  process.exit(2);
}
let faultCount = 0;
for (let seed = first; seed < first + count; seed += 1) {
  const faults = await walk(steps, seed, console.log);
  for (const fault of faults) console.error(`FAULT ${fault}`);
  console.log(`${steps} steps, seed ${seed}: ${faults.length} faults`);
  faultCount += faults.length;
}
process.exit(faultCount > 0 ? 1 : 0);
