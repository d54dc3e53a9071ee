/**
 * Changes cards on a faulty network while another client changes other fields, and checks that a window never shows an
 * old value again.
 */
import { deepStrictEqual } from 'node:assert';
import { unpackAnswer, unpackPatch } from '../../shared/bridge/packed.ts';
import { createWorld, type WorldReplica } from '../replica/support.ts';
import type { NetworkFault } from './network.ts';
import { createRandomSource, type RandomSource } from './random.ts';

const faults: NetworkFault[] = [
  'dropBefore',
  'dropAfter',
  'unreachable',
  'throttle',
  'error500',
  'error502After',
  'htmlAfter',
  'truncate',
];
const watched = ['priority', 'effort', 'title'] as const;

/** The rows that a window shows. Checks that each patch contains the values that were set last. */
class WindowRows {
  #replica: WorldReplica;
  #shown: Map<string, Record<string, unknown>>;
  #expected = new Map<string, unknown>();
  #seen = 0;
  /** Number of checked values. */
  checkedValues = 0;

  constructor(replica: WorldReplica) {
    this.#replica = replica;
    const query = { _root: [{ account: [{ cards: ['priority', 'effort', 'milestoneId', 'title'] }] }] };
    const answer = unpackAnswer(replica.replica.watch('all', query)) as {
      card: Record<string, Record<string, unknown>>;
    };
    this.#shown = new Map(Object.entries(answer.card));
  }

  expect(id: string, field: string, value: unknown): void {
    this.#expected.set(`${id} ${field}`, value);
  }

  look(): void {
    for (const patch of this.#replica.patches.slice(this.#seen)) {
      const { set } = unpackPatch(patch.text);
      for (const [id, row] of Object.entries(set.card ?? {})) {
        this.#shown.set(id, row);
        for (const field of watched) {
          const name = `${id} ${field}`;
          if (!this.#expected.has(name)) continue;
          this.checkedValues += 1;
          deepStrictEqual([name, row[field]], [name, this.#expected.get(name)]);
        }
      }
    }
    this.#seen = this.#replica.patches.length;
  }

  atTheEnd(): void {
    for (const [name, value] of this.#expected) {
      const [id = '', field = ''] = name.split(' ');
      deepStrictEqual([name, this.#shown.get(id)?.[field]], [name, value]);
    }
  }
}

const someChange = (random: RandomSource, number: number): Record<string, unknown> =>
  random.pick([{ priority: 'abc'[number % 3] }, { effort: number % 13 }, { content: `Title ${number}` }]);

/** Changes cards at random and throws if a window shows an old value again. Returns the number of checked values. */
export async function checkNoOldValueReappears({ seed, changes }: { seed: number; changes: number }): Promise<number> {
  const world = createWorld();
  try {
    const device = world.replica();
    await device.start();
    const random = createRandomSource(seed);
    const ids = device.replica.store.rows
      .where('card', `"visibility" = 'default' AND "derivedStatus" IN ('assigned', 'unassigned') ORDER BY "accountSeq"`)
      .map(({ cardId }) => cardId);
    const milestoneIds = device.replica.store.rows.where('milestone', '1 ORDER BY "id"').map(({ id }) => id);
    const screen = new WindowRows(device);
    device.network.fault = () => (random.next() < 0.25 ? random.pick(faults) : undefined);
    for (let number = 0; number < changes; number += 1) {
      const id = random.pick(ids);
      const change = someChange(random, number);
      for (const [field, value] of Object.entries(change))
        screen.expect(id, field === 'content' ? 'title' : field, value);
      device.actOrThrow(['cards/update', { id, ...change }]);
      screen.look();
      // Another client changes a field that the replica of this test never sets.
      if (random.next() < 0.3)
        await world.dispatch('cards/update', { id: random.pick(ids), milestoneId: random.pick(milestoneIds) });
      if (random.next() < 0.5) await world.clock.advance(random.below(20_000));
      screen.look();
    }
    device.network.fault = () => undefined;
    for (let minute = 0; minute < 4; minute += 1) {
      await world.clock.advance(60_000);
      await device.idle();
      screen.look();
    }
    deepStrictEqual(device.replica.operations(), []);
    screen.atTheEnd();
    return screen.checkedValues;
  } finally {
    await world.close();
  }
}
