import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { RowStore } from '../../../electron/engine/store/rows.ts';
import { createTables } from '../../../electron/engine/store/schema.ts';
import { buildAllIndexes } from '../../../electron/replica/store/storage.ts';
import { cardsQuery } from '../../../renderer/model/card-row.ts';
import type { QueryAnswer } from '../../../shared/contract/index.ts';
import { comparableAnswer } from '../../engine/query/comparable-answer.ts';
import { textIndexDifferences } from '../../support/invariants.ts';
import { replicaDifferences } from '../comparison.ts';
import { createWorld, type World } from '../support.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

test('a first sync reads every row, and few requests follow it', async () => {
  world = createWorld();
  // Delete a deck. The service no longer lists the deck, but the deck's archived cards still refer to it.
  const { rows } = world.service.engine;
  await world.dispatch('decks/delete', { id: rows.find('card', {}).find(({ deckId }) => deckId)?.deckId as never });
  const device = world.replica();
  await device.start();
  expect(device.warnings).toEqual([]);
  expect(device.replica.status()).toMatchObject({ phase: 'fresh', manualOrderShared: true, failure: null });
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

// The replica must read the cards of the open board first, and not wait for the pages with all cards. It must read them
// only once.
test('the board in view is complete after three requests, and requested once', async () => {
  world = createWorld();
  const deckId = world.service.engine.db
    .prepare(
      `SELECT "deckId" FROM "card" WHERE "visibility" = 'default' GROUP BY "deckId" ORDER BY count(*) DESC, "deckId" LIMIT 1`,
    )
    .pluck()
    .get() as string;
  const board = cardsQuery({ deckId, visibility: 'default' }, 'deck');
  const cardsIn = (answer: unknown) =>
    Object.values(
      (comparableAnswer(answer as QueryAnswer) as { card?: Record<string, { deckId: string }> }).card ?? {},
    ).filter((card) => card.deckId === deckId);
  const wanted = cardsIn(await world.query(board as never));
  expect(wanted.length).toBeGreaterThan(0);
  const owners = new Set(wanted.flatMap((card) => (card as { assigneeId?: string | null }).assigneeId ?? []));
  expect(owners.size).toBeGreaterThan(1);
  const device = world.replica();
  device.replica.focus([deckId], null);
  // The owners of cards must arrive with the board. Otherwise each card face shows "Somebody" until the sync ends.
  const areNamed = () => [...owners].every((id) => device.replica.store.rows.get('user', id) !== undefined);
  let wholeAfter = 0;
  const asked: string[] = [];
  device.network.fault = (_path, body) => {
    // `fault` is called before each request. By then the replica has stored the rows of all earlier answers. Check
    // whether the board is already complete with these rows.
    const isWhole = () => isDeepStrictEqual(new Set(cardsIn(device.read(board as never))), new Set(wanted));
    if (wholeAfter === 0 && isWhole() && areNamed()) wholeAfter = asked.length;
    asked.push(body);
    return undefined;
  };
  await device.start();
  expect(wholeAfter).toBeGreaterThan(0);
  expect(wholeAfter).toBeLessThanOrEqual(3);
  const ofTheBoard = asked.filter((body) => body.includes(String.raw`{"cards({\"deckId\"`) && body.includes(deckId));
  // Count only requests for whole cards. Digests of the board on screen also name the deck, but do not read `content`.
  expect(ofTheBoard.filter((body) => body.includes('"content"'))).toHaveLength(1);
});

// The request that creates a card gets lost, and an older card has the same text. The replica searches for the created
// card by its text, and ignores cards that are not newer than the newest card that it had stored when it sent the
// request. So the first answer of the sync must contain the newest card. Otherwise the search takes the older card for
// the created one.
test('a card whose creation got lost at the start of a first sync is not mistaken for an older one', async () => {
  world = createWorld();
  const { rows } = world.service.engine;
  const [deck] = rows.where('deck', `"deckType" = 'task' AND "isDeleted" = 0`);
  const deckId = deck?.id as never;
  await world.clock.advance(60_000);
  await world.dispatch('cards/create', { content: 'Call back', deckId });
  await world.clock.advance(60_000);
  const [changed] = rows.where('card', `"derivedStatus" = 'assigned'`);
  await world.dispatch('cards/update', { id: changed?.cardId as never, effort: 3 });
  const device = world.replica();
  await device.startCutOffAfter(2);
  device.network.fault = (path) => (path === '/dispatch/cards/create' ? 'dropBefore' : undefined);
  device.actOrThrow(['cards/create', { content: 'Call back', deckId }]);
  device.replica.sync.refresh();
  await device.idle();
  device.network.fault = () => undefined;
  await world.clock.advance(120_000);
  await device.idle();
  expect(rows.where('card', `"content" = 'Call back'`)).toHaveLength(2);
  expect(device.replica.operations()).toEqual([]);
});

// After the refusal, the first sync must continue without the query for the board, and not send this query again and
// again.
test('a first sync goes on if the service refuses the query for the board in view', async () => {
  world = createWorld();
  const device = world.replica();
  const deckId = String(world.service.engine.rows.find('deck', { deckType: 'task' })[0]?.id);
  device.replica.focus([deckId], null);
  device.network.fault = (_path, body) =>
    body.includes(String.raw`{"cards({\"deckId\"`) && body.includes(deckId) ? 'forbidden' : undefined;
  await device.start();
  await world.clock.advance(120_000);
  await device.idle();
  expect(device.replica.status()).toMatchObject({ phase: 'fresh' });
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

// The full-text index is built in parts. A text that changes meanwhile must be in the index exactly once.
test('a text that changes while the text index is built is found by its new words', () => {
  const db = new Database(':memory:');
  createTables(db, { withIndexes: false });
  const rows = new RowStore(db);
  const insert = db.prepare('INSERT INTO "card" (n, "cardId", "content") VALUES (?, ?, ?)');
  for (let n = 1; n <= 4_500; n += 1) insert.run(n, `c${n}`, `common word${n}`);
  const found = (word: string) =>
    db.prepare('SELECT rowid FROM cardText WHERE cardText MATCH ?').pluck().all(word) as number[];
  let hasWritten = false;
  for (const _ of buildAllIndexes(rows)) {
    if (hasWritten || found('common').length === 0) continue;
    hasWritten = true;
    for (const n of [1, 4_400]) rows.update('card', `c${n}`, { content: `common changed${n}` });
    rows.flushText();
  }
  expect(hasWritten).toBe(true);
  expect(found('common')).toHaveLength(4_500);
  expect([...found('word1'), ...found('word4400')]).toEqual([]);
  expect([...found('changed1'), ...found('changed4400')]).toEqual([1, 4_400]);
  expect(textIndexDifferences(db)).toEqual([]);
  db.close();
});
