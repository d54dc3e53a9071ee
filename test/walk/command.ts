/**
 * Walks through the app at random: `npm run walk -- [--steps 1000] [--seed n]`. Prints each step and each fault. Exits
 * with 1 if there are faults, and with 2 if an option is wrong.
 */
import { parseArgs } from 'node:util';
import { walk } from './walk.ts';

const { values } = parseArgs({ options: { steps: { type: 'string' }, seed: { type: 'string' } } });
const steps = Number(values.steps ?? 1_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isInteger(steps) || steps < 1 || !Number.isInteger(seed)) {
  console.error('walk: --steps and --seed need whole numbers.');
  process.exit(2);
}
const faults = await walk(steps, seed, console.log);
for (const fault of faults) console.error(`FAULT ${fault}`);
console.log(`${steps} steps, seed ${seed}: ${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
