/** Rows can have megabytes, so one piece of work reads each row once, however many other rows refer to it. */
import { afterEach, expect, test, vi } from 'vitest';
import { type WorldReplica, worldWithSyncedDevice } from '../support.ts';

afterEach(() => vi.restoreAllMocks());

/** Counts how often a row of `model` is read by its key. */
function countReads(device: WorldReplica, model: string): () => number {
  const statement = Object.getPrototypeOf(device.replica.store.engine.db.prepare('SELECT 1'));
  const get = vi.spyOn(statement, 'get');
  return () => {
    const sources = get.mock.contexts.map((context) => (context as { source: string }).source);
    get.mockClear();
    return sources.filter((sql) => sql.startsWith(`SELECT * FROM "${model}" WHERE`)).length;
  };
}

const cardsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ content: `Card ${n}` }));

test('a poll, an act, its undo and the lists of changes read the deck of their cards as often for 60 cards as for 6', async () => {
  const { world, device } = await worldWithSyncedDevice();
  const service = await world.query({ _root: [{ account: [{ decks: ['title'] }] }] });
  const [deckId = ''] = Object.keys(service.deck ?? {});
  const reads = async (count: number) => {
    const { cards } = await world.dispatch('cards/createMany', { deckId, cards: cardsOf(count) });
    const ids = (cards as { id: string }[]).map(({ id }) => id);
    const taken = countReads(device, 'deck');
    // The commits of the service share this process.
    await device.online();
    const poll = taken();
    await device.offline();
    taken();
    const act = device.act(...ids.map((id): [string, Record<string, unknown>] => ['cards/update', { id, effort: 3 }]));
    const acted = taken();
    device.replica.preview(ids.map((id) => ({ action: 'cards/update', params: { id, effort: 5 } })));
    const previewed = taken();
    device.replica.operations();
    const listed = taken();
    const undone = act.ok && act.value.undo ? device.replica.act(act.value.undo) : undefined;
    expect(undone?.ok).toBe(true);
    const takenBack = taken();
    vi.restoreAllMocks();
    await device.online();
    return { poll, acted, previewed, listed, takenBack };
  };
  expect(await reads(60)).toEqual(await reads(6));
  await world.close();
});
