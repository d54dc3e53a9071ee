/**
 * Checks the cursors of polls. A cursor is the time from which the next poll reads changes. It must come from
 * timestamps of the service, never from this computer's clock.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeltaPoll, type DeltaPollCursors, pageLength } from '../../../electron/replica/pull/polls.ts';
import type { QueryAnswer } from '../../../shared/contract/index.ts';
import { replicaDifferences } from '../comparison.ts';
import { createWorld } from '../support.ts';

const moment = fc
  .integer({ min: Date.parse('2026-01-01T00:00:00.000Z'), max: Date.parse('2026-01-02T00:00:00.000Z') })
  .map((ms) => new Date(ms).toISOString());
const cursors: fc.Arbitrary<DeltaPollCursors> = fc.record({
  card: moment,
  thread: moment,
  hand: moment,
  cardOffset: fc.constantFrom(0, pageLength),
});

/**
 * Returns an answer to a delta poll with cards that have the timestamps `times`: one card per timestamp or, if
 * `isFull`, a full page of cards that repeat the timestamps.
 */
function answerTo(query: object, times: readonly string[], isFull: boolean): QueryAnswer {
  const count = isFull ? pageLength : times.length;
  const cards = Array.from({ length: count }, (_, index) => [`card-${index}`, times[index % times.length]] as const);
  const [root] = (query as { _root: [{ account: (string | object)[] }] })._root;
  const key = root.account.map((part) => Object.keys(part)[0] ?? '').find((name) => name.startsWith('cards(')) ?? '';
  return {
    account: { a: { id: 'a', [key]: cards.map(([id]) => id) } },
    card: Object.fromEntries(cards.map(([cardId, lastUpdatedAt]) => [cardId, { cardId, lastUpdatedAt }])),
    resolvable: { t: { id: 't', createdAt: times[0] ?? '', closedAt: times.at(-1) ?? null, reopenedAt: null } },
    queueEntry: { q: { id: 'q', createdAt: times[0] ?? '', cardDoneAt: times.at(-1) ?? null } },
  } as unknown as QueryAnswer;
}

test('cursors never go back', () => {
  fc.assert(
    fc.property(cursors, fc.array(moment, { minLength: 1, maxLength: 6 }), fc.boolean(), (before, times, isFull) => {
      const poll = createDeltaPoll({
        cursors: before,
        userId: 'u',
        showsOrder: false,
        mayRead: () => true,
        rowSets: [],
      });
      const { cursors: after } = poll.after(answerTo(poll.query, times, isFull), 0);
      for (const name of ['card', 'thread', 'hand'] as const) expect(after[name] >= before[name]).toBe(true);
      // If all cards of a full page have the same timestamp, the next poll must skip them by a greater offset.
      // Otherwise it reads the same page for ever.
      if (isFull) expect(after.card > before.card || after.cardOffset > before.cardOffset).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test.each([-6, 6])('a clock that is wrong by %i hours has no effect', async (hours) => {
  const world = createWorld({ empty: true });
  const project = String((await world.dispatch('projects/create', { name: 'P' })).id);
  const deckId = String((await world.dispatch('decks/create', { title: 'D', projectId: project })).id);
  const device = world.replica({ skew: hours * 3_600_000 });
  await device.start();
  let isFirst = true;
  device.network.fault = (path) => {
    const isLost = isFirst && path === '/dispatch/cards/create';
    if (isLost) isFirst = false;
    return isLost ? 'dropAfter' : undefined;
  };
  device.actOrThrow(['cards/create', { content: 'Mine', deckId }]);
  const theirs = (await world.dispatch('cards/create', { content: 'Theirs', deckId: deckId as never })) as {
    id: string;
  };
  for (let minute = 0; minute < 3; minute += 1) {
    await world.clock.advance(60_000);
    await device.idle();
  }
  device.actOrThrow(['cards/update', { id: theirs.id, priority: 'a' }]);
  await world.dispatch('cards/update', { id: theirs.id as never, effort: 3 });
  await world.clock.advance(60_000);
  await device.idle();
  expect(device.replica.operations()).toEqual([]);
  expect(device.network.carriedOut('cards/create')).toHaveLength(1);
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
  await world.close();
});

// The clock of the computer is three hours ahead, and is then set back. Polls that the sync loop planned before must
// not run three hours late. The search for a lost request, and a newer change that waits for a lost request, must not
// be three hours late either.
test.each(['while the app runs', 'while the app is closed'])(
  'a clock that is set back %s stops nothing',
  async (when) => {
    const world = createWorld();
    let skew = 3 * 3_600_000;
    let device = world.replica({ skew: () => skew });
    await device.start();
    const [first, second] = device.replica.store.rows.where('card', `"derivedStatus" = 'assigned' ORDER BY "cardId"`);
    const lost = new Set(['/dispatch/cards/create', '/dispatch/cards/update']);
    device.network.fault = (path) => (lost.delete(path) ? 'dropAfter' : undefined);
    device.actOrThrow(['cards/create', { content: 'Mine', deckId: first?.deckId }]);
    device.actOrThrow(['cards/update', { id: first?.cardId, effort: 3 }]);
    await device.idle();
    await world.clock.advance(5_000);
    await device.idle();
    if (when === 'while the app is closed') {
      await device.close();
      skew = 0;
      device = world.replica({ directory: device.directory });
      await device.start();
    }
    skew = 0;
    device.actOrThrow(['cards/update', { id: first?.cardId, effort: 5 }]);
    await world.dispatch('cards/update', { id: second?.cardId as never, effort: 8 });
    for (let minute = 0; minute < 3; minute += 1) {
      await world.clock.advance(60_000);
      await device.idle();
    }
    expect(device.replica.operations()).toEqual([]);
    expect(world.service.engine.rows.where('card', `"content" = 'Mine'`)).toHaveLength(1);
    expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
    await world.close();
  },
);
