/**
 * Puts wrong values into a service's answers. The replica must go on, everything else must be right, and the functions
 * from which screens are built must accept the rows.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { groupNotifications } from '../../../electron/shell/notifications/grouping.ts';
import { handQuery, unfinishedHandCards } from '../../../electron/shell/tray/hand-source.ts';
import { trayMenuTemplate, trayTooltip } from '../../../electron/shell/tray/tray-menu.ts';
import { lookupsQuery } from '../../../renderer/data/first-queries.ts';
import { lookupsFrom } from '../../../renderer/data/lookups.ts';
import { arrangeCards } from '../../../renderer/model/arrange.ts';
import {
  cardsQuery,
  loadedCardsOf,
  queriedCardsOf,
  shortCodeOfCard,
  shownTitle,
} from '../../../renderer/model/card-row.ts';
import { groupingNames } from '../../../renderer/model/column.ts';
import { dateFilters, filterPredicate } from '../../../renderer/model/filters.ts';
import { sortOrderNames } from '../../../renderer/model/ordering.ts';
import {
  calendarDays,
  calendarEventsByDay,
  cardsByDueDay,
  splitCardsToSchedule,
} from '../../../renderer/model/planning/due-calendar.ts';
import { milestoneDaysText, roadmapLanesOf } from '../../../renderer/model/planning/roadmap.ts';
import { labelOfRun, openRunsOf, phaseOfRun } from '../../../renderer/model/planning/run-phase.ts';
import { windowTitle } from '../../../renderer/workbench/page/window-title.ts';
import { models, rowModelNames } from '../../../shared/contract/index.ts';
import { correctionOf, neutralTimestamp } from '../../../shared/contract/neutral.ts';
import { id, int32, list, nullable, object, oneOf, record, string, timestamp } from '../../../shared/contract/type.ts';
import { FaultyNetwork } from '../../faults/network.ts';
import { createGroupingContext } from '../../renderer/support.ts';
import { replicaDifferences } from '../comparison.ts';
import { createWorld, type World, type WorldReplica } from '../support.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

type Rows = Record<string, Record<string, Record<string, unknown>>>;

/** Returns a network whose answers of queries `alter` changes. */
function alteringNetwork({ service, clock }: World, alter: (rows: Rows) => void): FaultyNetwork {
  const network = new FaultyNetwork(
    () => service,
    () => clock.now(),
  );
  const { send } = network;
  return Object.assign(network, {
    send: async (request: Request) => {
      const response = await send(request);
      if (!response.ok || new URL(request.url).pathname !== '/') return response;
      const rows = (await response.json()) as Rows;
      alter(rows);
      return new Response(JSON.stringify(rows), { headers: response.headers });
    },
  });
}

let deep: unknown = 'x';
for (let depth = 0; depth < 3_000; depth += 1) deep = [deep];

const wrongValues: readonly (readonly [string, (key: string, before: unknown) => unknown])[] = [
  ['null', () => null],
  ['a text', () => 'x'],
  ['an empty text', () => ''],
  ['another type', (_key, before) => (typeof before === 'string' ? 7 : 'x')],
  ['a negative number', () => -1],
  ['a huge number', () => 1e300],
  ['a fraction', () => 0.5],
  ['an impossible day', () => '2026-02-31'],
  ['an impossible time', () => '2026-13-01T00:00:00.000Z'],
  ['the far future', (_key, before) => (String(before).includes('T') ? '9999-12-31T23:59:59.999Z' : '9999-12-31')],
  ['its own id', (key, before) => (Array.isArray(before) ? [key] : key)],
  ['a foreign id', () => 'b3b3b3b3-0000-4000-8000-000000000000'],
  ['a list of wrong things', () => [null, 7, {}, '', [[]]]],
  ['an object of wrong things', () => ({ a: null, total: 'x', label: 7 })],
  ['a deep list', () => deep],
  ['a long text', () => 'x'.repeat(100_000)],
];

/** Builds what screens show from the replica's rows; throws if one of the functions does. */
function buildScreens(device: WorldReplica): number {
  const lookups = lookupsFrom(device.read(lookupsQuery as never) as never);
  const loaded = loadedCardsOf(device.read(cardsQuery({}, 'deck') as never) as never, 'deck');
  const cards = queriedCardsOf(loaded);
  const grouping = createGroupingContext({ lookups, decks: Object.values(lookups.decks) });
  const filters = [
    undefined,
    ...dateFilters.map((name) => filterPredicate({ dates: [name], text: 'a' }, '2026-03-02')),
  ];
  for (const by of groupingNames)
    for (const sort of sortOrderNames)
      arrangeCards({ loaded, by, lanesBy: undefined, sort, grouping, test: undefined, placement: null });
  for (const passes of filters)
    arrangeCards({ loaded, by: 'deck', lanesBy: 'owner', sort: 'manual', grouping, test: passes, placement: null });
  for (const card of cards) {
    shownTitle(card.title);
    shortCodeOfCard(card);
  }
  cardsByDueDay(cards);
  splitCardsToSchedule(cards);
  const runs = Object.values(lookups.sprints);
  const milestones = Object.values(lookups.milestones);
  const withName = <T>(rows: readonly T[]) => rows.map((row) => ({ ...row, name: 'x', color: 'gray' }));
  for (const { startDate } of runs) {
    const days = calendarDays(startDate, 'month', 1);
    expect(calendarEventsByDay(days, withName(milestones), withName(runs)).size).toBeGreaterThan(0);
  }
  roadmapLanesOf(milestones, lookups.projects, lookups.milestoneProjects);
  for (const milestone of milestones) milestoneDaysText(milestone);
  for (const run of runs) {
    labelOfRun(run, lookups);
    phaseOfRun(run, runs, '2026-03-02');
  }
  openRunsOf(lookups);
  device.replica.find('a', 20);
  expect(textsOfTheSystem(device, lookups.account?.name).filter((text) => !isPlainAndShort(text))).toEqual([]);
  return cards.length;
}

/** What the tray, desktop notifications and titles of windows show. */
function textsOfTheSystem(device: WorldReplica, workspaceName: unknown): string[] {
  const hand = unfinishedHandCards(device.read(handQuery((world as World).userId as never) as never) as never);
  const tray = { workspaceName: workspaceName as string, hand, sync: device.replica.status() };
  const nothing = () => undefined;
  const menu = trayMenuTemplate(tray, {
    ...{ openApp: nothing, openRoute: nothing, setStatus: nothing, quickAdd: nothing },
    ...{ showHand: nothing, setSyncPaused: nothing, quit: nothing },
  });
  const all = device.replica.notifications();
  const arrived = all.map((notification) => ({ workspaceId: 'w', workspaceName: tray.workspaceName, notification }));
  const desktop = [...arrived.flatMap((one) => groupNotifications([one])), ...groupNotifications(arrived)];
  const cards = device.replica.store.rows.find('card', {});
  return [
    ...menu.map(({ label }) => label ?? ''),
    trayTooltip(tray),
    ...desktop.flatMap(({ title, body }) => [title, ...body.split('\n')]),
    ...cards.map(({ title }) => windowTitle(title as never, title as never, workspaceName as never)),
  ];
}

/** One line without control characters and changes of direction. */
const isPlainAndShort = (text: string): boolean =>
  [...text].length <= 400 && !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text);

describe('a wrong value in each field of each model', () => {
  test.each(wrongValues)('%s', async (_name, wrong) => {
    world = createWorld();
    /** The row of each field into which the wrong value is put: another row for each field. */
    const victims = new Map<string, string>();
    const network = alteringNetwork(world, (rows) => {
      for (const [model, found] of Object.entries(rows)) {
        if (model === '_root') continue;
        const keys = Object.keys(found);
        const { fields = {}, relations = {} } = models[model as 'card'] ?? {};
        const names = [
          ...Object.keys(fields),
          ...Object.keys(relations).filter((name) => /Deps$|^childCards$/.test(name)),
        ];
        for (const [index, name] of names.entries()) {
          const place = `${model}.${name}`;
          const fresh = keys.filter((key) => found[key]?.[name] !== undefined);
          if (!victims.has(place) && fresh.length > 0) victims.set(place, fresh[index % fresh.length] ?? '');
          const row = found[victims.get(place) ?? ''];
          if (row && row[name] !== undefined) row[name] = wrong(victims.get(place) ?? '', row[name]);
        }
      }
    });
    const device = world.replica({ network });
    await device.start();
    await world.clock.advance(120_000);
    await device.idle();
    // The service may refuse an id that is none.
    expect(device.warnings.filter((text) => !text.includes("has a bad 'id'"))).toEqual([]);
    expect(device.replica.status()).toMatchObject({ phase: 'fresh', failure: null });
    expect(buildScreens(device)).toBeGreaterThan(100);
    const altered = new Set([...victims].map(([place, key]) => `${place.split('.')[0]} ${key}`));
    const others = replicaDifferences(device.replica, world.service, world.userId).filter(
      // A row whose key of several parts names other rows is another row.
      (line) => ![...altered].some((row) => line.startsWith(row)) && !/^cardOrder .* is not there$/.test(line),
    );
    expect(others).toEqual([]);
    // A change still arrives, in both directions.
    const [card] = world.service.engine.rows
      .find('card', { visibility: 'default' })
      .filter(({ cardId, isDoc }) => !isDoc && !altered.has(`card ${cardId}`));
    await world.dispatch('cards/update', { id: card?.cardId as string, content: 'Changed by others' });
    await world.clock.advance(60_000);
    await device.idle();
    expect(device.replica.store.rows.get('card', card?.cardId as string)?.content).toBe('Changed by others');
    device.actOrThrow(['cards/update', { id: card?.cardId, content: 'Changed here' }]);
    await device.idle();
    expect(world.service.engine.rows.get('card', card?.cardId as string)?.content).toBe('Changed here');
  });
});

// A title with line breaks or changes of direction could show a menu or a notification of another app.
test.each([
  ['line breaks and directions', (text: string) => `\u202eA\r\n\t\u0007\u2028 ${text}\u2066`],
  ['very long texts', (text: string) => `${text}${'x'.repeat(20_000)}`],
  ['marks over marks', (text: string) => `${text}${'\u0301'.repeat(5_000)}`],
])(
  '%s in all texts of a service are bounded and plain in the system’s menus and notifications',
  async (_name, alter) => {
    world = createWorld();
    const altered = new Set(['title', 'name', 'fullName', 'content']);
    const network = alteringNetwork(world, (rows) => {
      for (const [model, found] of Object.entries(rows))
        for (const row of Object.values(found).slice(0, model === 'card' || model === 'resolvableEntry' ? 6 : 20))
          for (const [name, value] of Object.entries(row))
            if (altered.has(name) && typeof value === 'string') row[name] = alter(value);
    });
    const device = world.replica({ network });
    await device.start();
    for (const { cardId } of device.replica.store.rows.find('card', { visibility: 'default' }).slice(0, 8))
      device.act(['handQueue/addCardsToHand', { cardIds: [cardId], userId: world.userId }]);
    await device.idle();
    const { account } = lookupsFrom(device.read(lookupsQuery as never) as never);
    const texts = textsOfTheSystem(device, account?.name);
    // Cards in the Hand, and notifications.
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => !isPlainAndShort(text))).toEqual([]);
  },
);

test('a right answer has nothing to correct', async () => {
  world = createWorld();
  const device = world.replica();
  await device.start();
  await world.clock.advance(3600_000);
  await device.idle();
  expect(device.replica.status().wrongValues).toEqual({});
});

test('rows with a wrong value are counted once, however often they are read', async () => {
  world = createWorld();
  const network = alteringNetwork(world, (rows) => {
    for (const card of Object.values(rows.card ?? {}).slice(0, 1)) card.lastUpdatedAt = 'x';
    for (const [key, project] of Object.entries(rows.project ?? {}))
      if (project.name !== undefined) rows.project = { ...rows.project, [key]: { ...project, name: null as never } };
  });
  const device = world.replica({ network });
  await device.start();
  await world.clock.advance(600_000);
  await device.idle();
  const { wrongValues } = device.replica.status();
  expect(wrongValues['project.name']).toBe(
    world.service.engine.rows.find('project', { visibility: 'default' }).length +
      world.service.engine.rows.find('project', { visibility: 'archived' }).length,
  );
  expect(Object.keys(wrongValues).toSorted()).toEqual(['card.lastUpdatedAt', 'project.name']);
});

test('neutral values', () => {
  expect(correctionOf(string)(null)).toBe('');
  expect(correctionOf(int32)(2 ** 31)).toBe(0);
  expect(correctionOf(timestamp)('x')).toBe(neutralTimestamp);
  expect(correctionOf(nullable(timestamp))('x')).toBe(null);
  expect(correctionOf(nullable(id('card')))('')).toBe(null);
  expect(correctionOf(oneOf('a', 'b'))('c')).toBe('c');
  expect(correctionOf(oneOf('a', 'b'))(7)).toBe('a');
  expect(correctionOf(list(string))(['a', 7, null, 'b'])).toEqual(['a', 'b']);
  expect(correctionOf(nullable(list(string)))(7)).toBe(null);
  expect(correctionOf(record(int32, id('user')))({ a: 1, b: 'x' })).toEqual({ a: 1 });
  expect(correctionOf(object({ total: int32 }))({ total: null, more: 1 })).toEqual({ total: 0, more: 1 });
  // Every field's neutral value is itself right, so that a second reading changes nothing.
  for (const model of rowModelNames)
    for (const type of Object.values(models[model].fields)) {
      const correct = correctionOf(type);
      const neutral = correct(undefined);
      if (neutral !== '') expect(correct(neutral)).toEqual(neutral);
    }
});
