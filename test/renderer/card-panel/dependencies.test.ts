/** Checks changes to dependencies that are made in quick succession. */
import { expect, test } from 'vitest';
import {
  type CardDependencies,
  createDependencyEditor,
} from '../../../renderer/card-panel/dependencies/change-dependencies.ts';

const card = (cardId: string, inDeps: readonly string[] = []): CardDependencies => ({
  cardId,
  title: `Card ${cardId}`,
  inDeps,
  outDeps: [],
});

/**
 * A store in memory that saves slowly: it replaces a card's list of dependencies only some microtasks after the call of
 * `save`.
 */
function slowStore(cards: readonly CardDependencies[]) {
  const kept = new Map(cards.map((one) => [one.cardId, one]));
  const changes = createDependencyEditor({
    read: async (ids) => ids.flatMap((id) => kept.get(id) ?? []),
    save: async (_change, side, cardId, ids) => {
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      kept.set(cardId, { ...card(cardId), ...kept.get(cardId), [side]: ids });
    },
  });
  return { changes, inDeps: (id: string) => kept.get(id)?.inDeps };
}

// A change must wait until the previous change is saved, and start from the saved list. Otherwise the list with card
// `c` replaces the list with card `b`, and `b` is lost.
test('dependencies added and removed in quick succession are all kept', async () => {
  const { changes, inDeps } = slowStore([card('a', ['old']), card('b'), card('c', ['b']), card('old')]);
  const added = [changes.add('inDeps', 'a', 'b'), changes.add('inDeps', 'a', 'c')];
  const removed = changes.remove('inDeps', 'a', 'old');
  expect(await Promise.all(added)).toEqual([null, null]);
  await removed;
  expect(inDeps('a')).toEqual(['b', 'c']);
});

// The search for cycles must wait until the previous change is saved. Otherwise it does not find the dependency that
// this change adds.
test('a cycle with the dependency that was added just before is refused', async () => {
  const { changes, inDeps } = slowStore([card('a'), card('b')]);
  void changes.add('inDeps', 'a', 'b');
  expect(await changes.add('inDeps', 'b', 'a')).toEqual(['Card a', 'Card b']);
  expect(inDeps('b')).toEqual([]);
});

// A failed change must not stop later changes.
test('a dependency is added although the change before it failed', async () => {
  let fails = true;
  const saved: unknown[] = [];
  const changes = createDependencyEditor({
    read: async (ids) => ids.map((id) => card(id)),
    save: async (...all) => {
      if (fails) throw new Error('not answered');
      saved.push(all);
    },
  });
  await expect(changes.add('inDeps', 'a', 'b')).rejects.toThrow('not answered');
  fails = false;
  await changes.add('outDeps', 'a', 'c');
  expect(saved).toEqual([['add', 'outDeps', 'a', ['c']]]);
});
