import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, type WorldReplica } from '../replica/support.ts';
import type { Fault } from './network.ts';
import { seeded } from './random.ts';

const runs = Number(process.env.RUNS ?? 200);
const seed = Number(process.env.SEED ?? 11);
const faults: Fault[] = [
  'dropBefore',
  'dropAfter',
  'unreachable',
  'throttle',
  'error500',
  'error500After',
  'htmlAfter',
  'truncate',
];

let world: World;
let one: WorldReplica;
beforeAll(async () => {
  world = createWorld();
  one = world.replica();
  one.replica.start();
  await one.idle();
});
afterAll(() => world.close());

/**
 * Breaks when a pull, a rebase or a lost answer ever shows the old value between the act and its settling: for instance
 * when `decide` applies rows straight, or when an acknowledged operation is dropped before it was read back.
 */
test(`${runs} changes under faults never show their old value again (seed ${seed})`, { timeout: 300_000 }, async () => {
  const random = seeded(seed);
  const cards = one.replica.ledger.rows.where(
    'card',
    `"visibility" = 'default' AND "derivedStatus" IN ('assigned', 'unassigned') ORDER BY "accountSeq"`,
  );
  const ids = cards.map(({ cardId }) => cardId);
  const query = { _root: [{ account: [{ cards: ['priority', 'effort', 'milestoneId', 'title'] }] }] };
  const answer = JSON.parse(one.replica.watch('all', query)) as { card: Record<string, Record<string, unknown>> };
  const shown = new Map(ids.map((id) => [id, answer.card[id]]));
  /** What each changed field has to show from its act on. */
  const expected = new Map<string, unknown>();
  let seen = 0;
  const look = () => {
    for (const patch of one.patches.slice(seen)) {
      const { set } = JSON.parse(patch.text) as { set: { card?: Record<string, Record<string, unknown>> } };
      for (const [id, row] of Object.entries(set.card ?? {})) {
        shown.set(id, row);
        for (const field of ['priority', 'effort', 'title'])
          if (expected.has(`${id} ${field}`))
            expect([id, field, row[field]]).toEqual([id, field, expected.get(`${id} ${field}`)]);
      }
    }
    seen = one.patches.length;
  };
  one.network.fault = () => (random.next() < 0.25 ? random.pick(faults) : undefined);
  for (let run = 0; run < runs; run += 1) {
    const id = random.pick(ids);
    const change = random.pick([{ priority: 'abc'[run % 3] }, { effort: run % 13 }, { content: `Title ${run}` }]);
    for (const [field, value] of Object.entries(change))
      expected.set(`${id} ${field === 'content' ? 'title' : field}`, value);
    one.done(['cards/update', { id, ...change }]);
    look();
    // Somebody else works on other fields of the same and of other cards.
    if (random.next() < 0.3) await world.dispatch('cards/update', { id: random.pick(ids), dueDate: '2026-04-01' });
    if (random.next() < 0.5) await world.clock.advance(random.below(20_000));
    look();
  }
  one.network.fault = () => undefined;
  for (let minute = 0; minute < 4; minute += 1) {
    await world.clock.advance(60_000);
    await one.idle();
    look();
  }
  expect(one.replica.operations()).toEqual([]);
  for (const [name, value] of expected) {
    const [id = '', field = ''] = name.split(' ');
    expect(shown.get(id)?.[field]).toEqual(value);
  }
});
