/** A workspace of this computer moves into a service over HTTP, and every card there is compared. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileTransfer } from '../../../electron/client/file-transfer.ts';
import { createDemoStudioContent } from '../../../electron/service/demo/studio.ts';
import { type RunningServer, serveHttp } from '../../../electron/service/http.ts';
import { requireLocalPersonId } from '../../../electron/service/seed.ts';
import { createService, type Service } from '../../../electron/service/service.ts';
import { FileCache } from '../../../electron/workspace/file-cache.ts';
import { createAttachmentFileAccess } from '../../../electron/workspace/files.ts';
import { Imports } from '../../../electron/workspace/import/imports.ts';
import { readStoredFile } from '../../../electron/workspace/import/read-workspace.ts';
import { AttachmentUploader } from '../../../electron/workspace/uploader.ts';
import type { ImportRun } from '../../../shared/bridge/index.ts';
import { type ImportChoices, suggestedChoices } from '../../../shared/domain/import/choices.ts';
import { cardItem } from '../../../shared/domain/import/plan-cards.ts';
import { shortCodeOf } from '../../../shared/domain/short-code.ts';
import { FaultyNetwork } from '../../faults/network.ts';
import { createWorld, type World, type WorldReplica } from '../../replica/support.ts';

const windowId = 1;
let world: World;
let listening: RunningServer;
let device: WorldReplica;
let imports: Imports;
let uploader: AttachmentUploader;
let house: Service;
let file: string;
let personId: string;

function openDevice(directory?: string): void {
  const overHttp = {
    handle: (request: Request) =>
      fetch(new Request(request.url.replace('http://localhost', listening.baseUrl), request)),
  } as Pick<Service, 'handle'> as Service;
  device = world.replica({ network: new FaultyNetwork(() => overHttp), ...(directory ? { directory } : {}) });
  // Each request takes a while, so that rows have an order.
  device.network.delay = async () => world.clock.skip(1);
  const { replica } = device;
  const log = (_: string, message: string, details?: unknown) => {
    throw new Error(`${message} ${JSON.stringify(details)}`);
  };
  const cache = new FileCache({
    folder: path.join(device.directory, 'files'),
    storedValues: replica.storedValues,
    pinnedFileIds: () => new Set(),
  });
  const transfer = createFileTransfer({ send: device.network.send, clock: world.clock, serviceUrl: listening.baseUrl });
  const files = createAttachmentFileAccess({ replica, cache, transfer, log });
  uploader = new AttachmentUploader({ ...files, replica, clock: world.clock, log });
  imports = new Imports({ replica, clock: world.clock, changed: () => undefined, canDeleteTags: true, log });
}

beforeEach(async () => {
  world = createWorld({ empty: true, initialContent: { accountName: 'Team', projectName: 'Everything' } });
  listening = await serveHttp(world.service.authorize, 0);
  world.service.setBaseUrl(listening.baseUrl);
  file = path.join(world.directory(), 'service.sqlite');
  house = createService({ file, clock: () => world.clock.now(), content: createDemoStudioContent() });
  personId = requireLocalPersonId(house.engine.rows);
  openDevice();
  await device.start();
});
afterEach(async () => {
  imports.close();
  house.close();
  await device.close();
  await listening.close();
  await world.close();
});

async function choose(change: Partial<ImportChoices> = {}): Promise<ImportChoices> {
  const { summary } = await imports.readWorkspace(windowId, file, 'Studio');
  const { rows } = device.replica.store;
  const [project] = rows.find('project', {});
  const people = rows.find('user', {}).map(({ id, name, fullName }) => ({ id, name, fullName }));
  return { ...suggestedChoices(summary, String(project?.id), people), ...change };
}

async function perform(id: number, batches = Number.POSITIVE_INFINITY): Promise<ImportRun> {
  for (;;) {
    const run = imports.list().find((each) => each.id === id);
    if (!run) throw new Error('The run is gone');
    if (run.state !== 'running' || run.done >= batches) return run;
    await world.clock.advance(50);
    await device.idle();
    uploader.statusChanged(device.replica.status());
  }
}

/** Waits until the service has everything. */
async function arrive(): Promise<void> {
  const { replica } = device;
  await device.online();
  while (replica.operations().length > 0 || replica.uploads.list().length > 0) {
    await world.clock.advance(1_000);
    await device.online();
    uploader.statusChanged(replica.status());
  }
}

/** What of a card must be the same there. Ids are those of the house. */
function carried({ engine: { rows } }: Service, toHouse: (id: string) => string, names: ReadonlyMap<string, string>) {
  const milestones = new Map(rows.find('milestone', {}).map(({ id, name }) => [id, name]));
  const decks = new Map(rows.find('deck', {}).map((deck) => [deck.id, deck]));
  const codes = new Map(rows.find('card', {}).map(({ accountSeq, cardId }) => [shortCodeOf(accountSeq), cardId]));
  const orders = new Map(rows.find('cardOrder', { context: 'deck' }).map((order) => [order.cardId, order]));
  return new Map(
    rows.where('card', `visibility <> 'deleted'`).map((card) => {
      const deck = decks.get(card.deckId ?? '');
      const threads = rows.where('resolvable', 'cardId = ? ORDER BY createdAt, id', card.cardId);
      return [
        toHouse(card.cardId),
        {
          content: card.content
            .replaceAll(/@\[userId:([^\]]+)\]/g, (_, id) => `@[${names.get(id)}]`)
            .replaceAll(/\$([1-9a-z]{3,4})\b/g, (written, code) => {
              const named = codes.get(code);
              return named ? `$<${toHouse(named)}>` : written;
            }),
          fields: {
            priority: card.priority,
            effort: card.effort,
            dueDate: card.dueDate,
            isDoc: card.isDoc === true,
            visibility: card.visibility,
            status: card.status === 'snoozing' ? 'started' : card.status,
            owner: names.get(card.assigneeId ?? '') ?? null,
            milestone: milestones.get(card.milestoneId ?? '') ?? null,
            deck: deck ? [deck.title, deck.deckType, deck.coverColor, deck.description, deck.manualOrderLabels] : null,
            zone: orders.get(card.cardId)?.label ?? null,
          },
          tags: [...card.tags].sort(),
          checklist: card.checkboxStats,
          parent: card.parentCardId && toHouse(card.parentCardId),
          subCards: card.childCards.map(toHouse),
          inDeps: card.inDeps.map(toHouse).sort(),
          threads: threads.map(({ id, context, isClosed }) => ({
            context: isClosed ? 'comment' : context,
            isClosed,
            comments: rows
              .where('resolvableEntry', 'resolvableId = ? ORDER BY createdAt, entryId', id)
              .map(({ content }) => content.replace(/^\*\*.+\*\*, [\d-]+ [\d:]+ UTC\n\n/, '').replaceAll('\\', ''))
              .map((text) => text.replaceAll(/@\[userId:([^\]]+)\]/g, (_, user) => `@${names.get(user)}`)),
          })),
          files: card.attachments.map((id) => {
            const { fileId = '', title = '' } = rows.get('attachment', id) ?? {};
            const bytes = readStoredFile(rows.db.name, fileId) ?? storedIn(rows.db, fileId);
            return [title, bytes?.toString('base64').slice(0, 200), bytes?.length];
          }),
        },
      ] as const;
    }),
  );
}

/** As `readStoredFile`, of a database in memory. */
function storedIn(db: Service['engine']['db'], fileId: string): Buffer | undefined {
  const [first, ...rest] = db
    .prepare(
      `SELECT s.bytes, 0 AS at FROM storedFile s JOIN upload u ON u.id = s.uploadId JOIN file f ON f.url = u.url WHERE f.id = $id
       UNION ALL SELECT p.bytes, p.at FROM storedFilePiece p JOIN upload u ON u.id = p.uploadId JOIN file f ON f.url = u.url
       WHERE f.id = $id ORDER BY at`,
    )
    .pluck()
    .all({ id: fileId }) as Buffer[];
  return first && Buffer.concat([first, ...rest]);
}

const inHouse = (action: string, params: Record<string, unknown>) => {
  const { engine, accountId } = house;
  const actor = { userId: personId, projects: 'all', scopes: 'all', isPerson: true, isProducer: true } as const;
  const call = { at: new Date(world.clock.now()).toISOString() as never, actor, accountId, newId: () => randomUUID() };
  return engine.db.transaction(() => engine.perform(action as 'cards/create', params as never, call).answer)() as {
    id: string;
    accountSeq: number;
  };
};

/** What the demo lacks. */
function furnish(): void {
  const { rows } = house.engine;
  const [deck] = rows.find('deck', { deckType: 'task', isDeleted: false });
  const [nobody, other] = rows.find('user', { kind: 'human' }).filter(({ id }) => id !== personId);
  inHouse('decks/update', { id: deck?.id, description: 'What is next', manualOrderLabels: ['Doing (3)', 'Next'] });
  const make = (content: string, more: Record<string, unknown> = {}) =>
    inHouse('cards/create', { content, deckId: deck?.id, ...more });
  const hero = make('Archived hero');
  const first = make('Second by name', { parentCardId: hero.id });
  const second = make('First by order', { parentCardId: hero.id });
  inHouse('cards/update', { id: hero.id, childCards: [second.id, first.id] });
  inHouse('cards/update', { id: hero.id, visibility: 'archived' });
  const waits = make(
    `Waits for $${shortCodeOf(first.accountSeq)} and @[userId:${other?.id}], not @[userId:${nobody?.id}]\n\n- [x] one\n- [ ] two #later`,
  );
  inHouse('cards/update', { id: waits.id, inDeps: [first.id] });
  inHouse('cardOrders/addAfter', { targetId: null, cardIds: [waits.id], context: 'deck', label: 'Next' });
  inHouse('resolvables/create', { cardId: waits.id, context: 'block', content: 'Who has the key?' });
  make('Mine alone', { deckId: null, effort: 3 });
  make('# Manual\n\n<b>Notes</b>', { isDoc: true });
  make('```\ncode first\n```', { masterTags: ['big'] });
}

/** Names of people in both services, and the choice that maps all but one of them. */
function settle(): { readonly people: Record<string, string | null>; readonly nobody: string } {
  const people: Record<string, string | null> = {};
  for (const { id, name, fullName, kind } of house.engine.rows.find('user', {})) {
    if (kind !== 'human') continue;
    if (id === personId) people[fullName ?? name] = world.userId;
    else {
      const there = randomUUID();
      world.service.engine.rows.insert('user', { id: there, name, fullName, isIntegration: false, kind: 'human' });
      world.service.engine.rows.insert('accountRole', { userId: there, role: 'write', isDisabled: false });
      people[fullName ?? name] = there;
    }
  }
  const nobody = Object.keys(people).find((name) => people[name] !== world.userId) ?? '';
  return { people: { ...people, [nobody]: null }, nobody };
}

function expectTheSame(choices: ImportChoices): void {
  const ids = new Map(
    [...device.replica.imports.items(`workspace ${house.accountId}`)].flatMap(([item, { id }]) =>
      item.startsWith('card ') && id !== null ? [[id, item.slice(cardItem('').length)] as const] : [],
    ),
  );
  const houseNames = new Map(
    house.engine.rows.find('user', {}).map(({ id, name, fullName }) => [id, fullName ?? name] as const),
  );
  const names = new Map(
    Object.entries(choices.people).flatMap(([name, id]) => (id === null ? [] : [[id, name] as const])),
  );
  const known = new Set(names.values());
  const before = carried(house, (id) => id, houseNames);
  const after = carried(world.service, (id) => ids.get(id) ?? `? ${id}`, names);
  const decks = new Set(house.engine.rows.find('deck', { isDeleted: false }).map(({ id }) => id));
  const wanted = house.engine.rows
    .where('card', `visibility <> 'deleted'`)
    .filter(({ deckId }) => deckId === null || decks.has(deckId));
  expect([...after.keys()].sort()).toEqual(wanted.map(({ cardId }) => cardId as string).sort());
  let whole = 0;
  for (const card of wanted) {
    const source = before.get(card.cardId);
    const there = after.get(card.cardId);
    if (!source || !there) throw new Error('unreachable');
    const owner = source.fields.owner;
    const isMapped = owner === null || choices.people[owner] !== null;
    const run = card.sprintId !== null;
    // Names that were no mentions must not become some.
    const text = source.content.replaceAll(/@(?:\[(.+?)\]|(?=\w))/g, (written, name) =>
      name === undefined ? `\\${written}` : known.has(name) ? written : `\\@${name}`,
    );
    if (isMapped && !run && !(source.fields.status === 'started' && owner === null)) {
      whole++;
      expect(there.content, card.title).toBe(text);
    } else expect(there.content.startsWith(text), `${card.title}: ${there.content} for ${text}`).toBe(true);
    const status = isMapped || source.fields.status !== 'started' ? source.fields.status : 'not_started';
    expect(there, card.title).toEqual({
      ...source,
      content: there.content,
      fields: { ...source.fields, owner: isMapped ? owner : null, status },
    });
  }
  expect(whole).toBeGreaterThan(20);
}

test('every card arrives with all that the interface can carry, and nothing else is there', async () => {
  furnish();
  const { people, nobody } = settle();
  device.replica.syncNow();
  await device.idle();
  const choices = await choose();
  expect(choices.layout).toBe('decks');
  const mapped = { ...choices, people: { ...choices.people, ...people } };
  const preview = imports.preview(windowId, mapped);
  const run = await perform(imports.run(windowId, mapped).id);
  expect(run).toMatchObject({
    state: 'done',
    failure: null,
    report: { counts: preview.counts, losses: preview.losses },
  });
  await arrive();
  expectTheSame(mapped);
  expect(run.report.losses.map(({ what }) => what).join('\n')).toContain('People without a member');
  expect(nobody).not.toBe('');
  // Nobody made a private card public, and the person's Hand came along.
  const privateTitles = ({ engine: { rows } }: Service) =>
    rows.where('card', `deckId IS NULL AND visibility <> 'deleted'`).map(({ title }) => title);
  expect(privateTitles(world.service).sort()).toEqual(privateTitles(house).sort());
  const handTitles = ({ engine: { rows } }: Service, userId: string) =>
    rows
      .where('queueEntry', 'userId = ? AND cardDoneAt IS NULL ORDER BY sortIndex', userId)
      .map(({ cardId }) => rows.get('card', cardId)?.title);
  const inHand = new Set(handTitles(world.service, world.userId));
  expect(handTitles(house, personId).filter((title) => !inHand.has(title))).toEqual([]);
  const again = imports.preview(windowId, (await choose()) && mapped);
  expect(again.counts).toMatchObject({ created: 0, updated: 0, comments: 0, files: 0 });
}, 120_000);

const movedTitles = () =>
  world.service.engine.rows
    .where('card', `visibility <> 'deleted'`)
    .map(({ content }) => content)
    .sort();

test('it is stopped in the middle, goes on after a restart, and makes no card twice; undo takes all back', async () => {
  furnish();
  const choices = await choose();
  const { id } = imports.run(windowId, choices);
  await perform(id, 4);
  expect(imports.stop(id)).toMatchObject({ state: 'stopped' });
  await device.idle();
  imports.close();
  await device.close();
  openDevice(device.directory);
  await device.start();
  imports.start();
  imports.continue(id);
  expect(await perform(id)).toMatchObject({ state: 'done', failure: null });
  await arrive();
  expectTheSame(choices);
  expect(imports.undo(id)).toMatchObject({ left: [] });
  await arrive();
  expect(movedTitles()).toEqual([]);
  expect(world.service.engine.rows.find('deck', { isDeleted: false })).toEqual([]);
  expect(world.service.engine.rows.find('milestone', { isDeleted: false })).toEqual([]);
}, 120_000);

test('the service goes away in the middle, also between a request and its answer: each card arrives once', async () => {
  furnish();
  const choices = await choose();
  const { id } = imports.run(windowId, choices);
  await perform(id, 3);
  let sent = 0;
  device.network.fault = (url) => (url.startsWith('/dispatch/cards/') && ++sent === 2 ? 'dropAfter' : undefined);
  await perform(id, 8);
  device.network.fault = () => 'unreachable';
  await perform(id, 12);
  await device.online();
  expect(await perform(id)).toMatchObject({ state: 'done', failure: null });
  await arrive();
  expectTheSame(choices);
}, 120_000);
