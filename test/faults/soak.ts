/**
 * Long runs of random histories: `node test/faults/soak.ts [count] [first seed]`. Each failing seed is printed, and
 * played again with fewer steps to find the shortest history that still fails.
 */
import { playSequence } from './sequence.ts';

const count = Number(process.argv[2] ?? 10_000);
const first = Number(process.argv[3] ?? Date.now() % 1_000_000);
const steps = 40;
let failures = 0;
let operations = 0;
let faults = 0;
console.log(`${count} histories of ${steps} steps from seed ${first} on`);
for (let seed = first; seed < first + count; seed += 1) {
  try {
    const played = await playSequence(seed, steps);
    operations += played.operations;
    faults += played.faults;
  } catch (error) {
    failures += 1;
    console.log(`seed ${seed} fails with ${await shortest(seed)} steps:\n${(error as Error).message}`);
  }
  if ((seed - first + 1) % 500 === 0) console.log(`${seed - first + 1} played, ${failures} failed`);
}
console.log(`${count} histories, ${operations} operations, ${faults} faults: ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;

async function shortest(seed: number): Promise<number> {
  for (let fewer = 1; fewer < steps; fewer += 1) {
    const fails = await playSequence(seed, fewer).then(
      () => false,
      () => true,
    );
    if (fails) return fewer;
  }
  return steps;
}
