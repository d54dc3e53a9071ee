import { expect, test } from 'vitest';
import { createWorld, worldWithSyncedDevice } from '../support.ts';

test('the unused text of a conflict is kept with its card, under both ids, until it is deleted', async () => {
  const world = createWorld();
  const device = world.replica();
  await device.start();
  const { replica, network } = device;
  const lost = (id: string) => replica.drafts.lostTexts(id, (each) => replica.store.ids.renamed(each));

  const local = String(device.actOrThrow(['cards/create', { content: 'First\n\nLine', deckId: null }]).id);
  await device.idle();
  const id = replica.store.ids.renamed(local);
  expect(id).not.toBe(local);
  network.fault = () => 'unreachable';
  replica.sync.refresh();
  await device.idle();
  device.actOrThrow(['cards/update', { id, content: 'First\n\nMine' }]);
  await world.dispatch('cards/update', { id: id as never, content: 'First\n\nTheirs' });
  network.fault = () => undefined;
  replica.sync.refresh();
  await device.idle();
  const [clash] = replica.operations();
  expect(clash?.failure).toMatchObject({ kind: 'conflict', code: 'content_clash' });
  replica.discard(clash?.id ?? 0);
  await device.idle();

  expect(lost(id)).toMatchObject([{ text: 'First\n\nMine', at: expect.any(String) }]);
  expect(lost(local)).toEqual(lost(id));
  expect(lost('another')).toEqual([]);
  replica.drafts.deleteLostText(lost(id)[0]?.id ?? 0);
  expect(lost(id)).toEqual([]);
  await world.close();
});

test('a conflict can be moved into a draft based on the text that the person saw, with all later edits of the text', async () => {
  const { world, device } = await worldWithSyncedDevice();
  const { replica } = device;
  const { cardId } = Object.values((await world.query(aCard)).card ?? {})[0] as { cardId: string };
  await world.dispatch('cards/update', { id: cardId as never, content: 'Title\n\nSeen' });
  replica.sync.refresh();
  await device.idle();
  await device.offline();
  device.actOrThrow(['cards/update', { id: cardId, content: 'Title\n\nMine', effort: 7 }]);
  device.actOrThrow(['cards/update', { id: cardId, content: 'Title\n\nMine, longer' }]);
  await world.dispatch('cards/update', { id: cardId as never, content: 'Title\n\nTheirs' });
  await device.online();
  const [clash] = replica.operations();
  expect(clash?.failure).toMatchObject({ kind: 'conflict', code: 'content_clash' });

  const key = `card/${cardId}/content`;
  replica.drafts.set({ key, text: 'Another', base: 'Seen', at: world.clock.now().toString() });
  expect(replica.toDraft(clash?.id ?? 0, key)).toMatchObject({ ok: false, failure: { code: 'draft_exists' } });
  replica.drafts.clear(key);
  expect(replica.toDraft(clash?.id ?? 0, key)).toMatchObject({ ok: true });
  expect(replica.drafts.get(key)).toMatchObject({ text: 'Title\n\nMine, longer', base: 'Title\n\nSeen' });
  await device.idle();

  // The first edit also set `effort`, which is not part of the conflict and must be sent.
  expect(replica.operations()).toEqual([]);
  const there = await world.query({ [`card("${cardId}")`]: ['content', 'effort'] } as never);
  expect(there.card?.[cardId]).toMatchObject({ content: 'Title\n\nTheirs', effort: 7 });
  expect(replica.toDraft(clash?.id ?? 0, key)).toMatchObject({ ok: false, failure: { code: 'not_there' } });
  await world.close();
});

const aCard = {
  _root: [
    { account: [{ 'cards({"visibility":"default","isDoc":false,"$order":"accountSeq","$limit":1})': ['content'] }] },
  ],
} as never;
