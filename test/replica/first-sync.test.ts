import { afterEach, expect, test } from 'vitest';
import { differences } from './comparison.ts';
import { createWorld, type World } from './support.ts';

let world: World;
afterEach(() => world.close());

test('a first sync brings every row, and the service is left in peace afterwards', async () => {
  world = createWorld();
  // No list names a deleted deck; its archived cards do.
  const { rows } = world.service.engine;
  await world.dispatch('decks/delete', { id: rows.find('card', {}).find(({ deckId }) => deckId)?.deckId as never });
  const one = world.replica();
  one.replica.start();
  await one.idle();
  expect(one.warnings).toEqual([]);
  expect(one.replica.status()).toMatchObject({ phase: 'fresh', manualOrderShared: true, failure: null });
  expect(differences(one.replica, world.service, world.userId)).toEqual([]);
});
