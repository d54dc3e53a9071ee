import { expect, test } from 'vitest';
import { createWorld } from './support.ts';

test('the text that gave way in a clash is kept with its card, under its ids old and new, until it is dropped', async () => {
  const world = createWorld();
  const one = world.replica();
  await one.start();
  const { replica, network } = one;
  const lost = (id: string) => replica.drafts.lost(id, (each) => replica.ledger.ids.renamed(each));

  const local = String(one.done(['cards/create', { content: 'First\n\nLine', deckId: null }]).id);
  await one.idle();
  const id = replica.ledger.ids.renamed(local);
  expect(id).not.toBe(local);
  network.fault = () => 'unreachable';
  replica.sync.refresh();
  await one.idle();
  one.done(['cards/update', { id, content: 'First\n\nMine' }]);
  await world.dispatch('cards/update', { id: id as never, content: 'First\n\nTheirs' });
  network.fault = () => undefined;
  replica.sync.refresh();
  await one.idle();
  const [clash] = replica.operations();
  expect(clash?.failure).toMatchObject({ kind: 'conflict', code: 'content_clash' });
  replica.discard(clash?.id ?? 0);
  await one.idle();

  expect(lost(id)).toMatchObject([{ text: 'First\n\nMine', at: expect.any(String) }]);
  expect(lost(local)).toEqual(lost(id));
  expect(lost('another')).toEqual([]);
  replica.drafts.dropLost(lost(id)[0]?.id ?? 0);
  expect(lost(id)).toEqual([]);
  await world.close();
});
