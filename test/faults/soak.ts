/**
 * Long runs through faults: `npm run soak -- [--histories 10000] [--kills 1000] [--changes 1000] [--seed n]`.
 *
 * Random histories of two replicas and a direct client, programs killed at random moments, and changes under faults that
 * must never show an old value again. Every seed is printed; a failing history is shrunk and kept in
 * `test/faults/regressions`, which `npm test` plays again.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { killsPerWorld, playCrashes } from './crashes.ts';
import { playChanges } from './flicker.ts';
import { playHistory, stepsUpTo } from './history.ts';
import { shrunk } from './shrink.ts';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '1000' },
    changes: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const first = Number(values.seed);
const stepsPerHistory = 40;
const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
let failed = 0;

async function histories(count: number): Promise<void> {
  say(`${count} histories of ${stepsPerHistory} steps, seeds ${first} to ${first + count - 1}`);
  let [operations, faults, failures] = [0, 0, 0];
  for (let seed = first; seed < first + count; seed += 1) {
    try {
      const played = await playHistory({ seed, steps: stepsUpTo(stepsPerHistory) });
      operations += played.operations;
      faults += played.faults;
    } catch (error) {
      failures += 1;
      say(`seed ${seed} fails: ${messageOf(error)}`);
      await keepHistory(seed);
    }
    const played = seed - first + 1;
    if (played % 500 === 0) say(`${played} histories played, ${failures} failed`);
  }
  say(`${count} histories, ${operations} operations, ${faults} faults: ${failures} failed`);
  failed += failures;
}

async function keepHistory(seed: number): Promise<void> {
  let found = '';
  const steps = await shrunk(stepsUpTo(stepsPerHistory), async (fewer) => {
    try {
      await playHistory({ seed, steps: fewer });
      return false;
    } catch (error) {
      found = messageOf(error);
      return true;
    }
  });
  const file = path.join(import.meta.dirname, 'regressions', `history-${seed}.json`);
  writeFileSync(file, `${JSON.stringify({ seed, steps, found: found.split('\n')[0] })}\n`);
  say(`kept as ${file}, ${steps.length} steps: ${found}`);
}

async function crashes(count: number): Promise<void> {
  say(`${count} kills, seeds from ${first} on, ${killsPerWorld} per world`);
  let [done, failures] = [0, 0];
  for (let seed = first; done < count; seed += 1) {
    const kills = Math.min(killsPerWorld, count - done);
    try {
      const { promised } = await playCrashes({ seed, kills });
      done += kills;
      say(`${done} kills (seed ${seed}: ${promised} promises kept), ${failures} failed`);
    } catch (error) {
      done += kills;
      failures += 1;
      say(`seed ${seed} with ${kills} kills fails: ${messageOf(error)}`);
    }
  }
  say(`${done} kills: ${failures} failed`);
  failed += failures;
}

async function changes(count: number): Promise<void> {
  say(`${count} changes under faults, seed ${first}`);
  try {
    await playChanges({ seed: first, changes: count });
    say(`${count} changes: none showed an old value`);
  } catch (error) {
    failed += 1;
    say(`seed ${first} fails: ${messageOf(error)}`);
  }
}

await changes(Number(values.changes));
await crashes(Number(values.kills));
await histories(Number(values.histories));
process.exitCode = failed > 0 ? 1 : 0;
