/**
 * Checks changes that a window computes from what it shows, while it does not show the changes before them yet: each is
 * applied to the newest text, list or record.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkboxesIn, contentWithCheckboxSet } from '../../../shared/domain/content.ts';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;
beforeAll(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterAll(() => world.close());

const rows = () => device.replica.store.rows;
/** In a deck that gives its cards no tag. */
const createCard = (content: string) => {
  const [deck] = rows().where('deck', `"deckType" = 'task' AND "defaultProjectTagId" IS NULL`);
  return String(device.actOrThrow(['cards/create', { content, deckId: deck?.id }]).id);
};
/** Acts as a window that shows `seen` and has not got any later answer. */
function actOn(action: string, seen: Record<string, unknown>, params: Record<string, unknown>) {
  const base = Object.fromEntries(Object.entries(seen).filter(([name]) => name in params));
  const acted = device.replica.act({ label: 'Change', steps: [{ action, params, base }] });
  if (!acted.ok) throw new Error(acted.failure.message);
  return acted.value;
}

test.each([
  '- [ ] one\n- [ ] two\n- [ ] three',
  'List\n\n- [ ] one\n\ntext\n\n- [ ] two\n- [ ] three',
  'List\n\n- [ ] box\n- [ ] box\n- [ ] box\n- [ ] box\n',
])('boxes that are clicked before the window shows the first click are all ticked: %j', async (content) => {
  const id = createCard(content);
  for (const index of [2, 0, 1, 3].slice(0, checkboxesIn(content).length))
    actOn('cards/update', { content }, { id, content: contentWithCheckboxSet(content, index, true) });
  expect(rows().get('card', id)?.content).toBe(content.replaceAll('[ ]', '[x]'));
  await device.idle();
  const onService = world.service.engine.rows.get('card', device.replica.store.ids.renamed(id));
  expect(onService?.content).toBe(content.replaceAll('[ ]', '[x]'));
});

// nextcloud/deck#2603, community-archive/obsidian-kanban#932
test('a box that is ticked and at once unticked is not ticked', () => {
  const content = '- [ ] one\n- [ ] two';
  const id = createCard(content);
  const ticked = contentWithCheckboxSet(content, 0, true);
  actOn('cards/update', { content }, { id, content: ticked });
  actOn('cards/update', { content: ticked }, { id, content: contentWithCheckboxSet(ticked, 0, false) });
  expect(rows().get('card', id)?.content).toBe(content);
});

test('lines of a checklist that become sub cards one after another all leave the text', () => {
  const [a, b, c] = ['- [ ] one', '- [ ] two', '- [ ] three'];
  const content = `List\n${a}\n${b}\n${c}`;
  const id = createCard(content);
  actOn('cards/update', { content }, { id, content: `List\n${b}\n${c}` });
  actOn('cards/update', { content }, { id, content: `List\n${a}\n${c}` });
  expect(rows().get('card', id)?.content).toBe(`List\n${c}`);
});

test('a line that somebody else changed meanwhile refuses the change and keeps their text', () => {
  const content = '- [ ] one';
  const id = createCard(content);
  device.actOrThrow(['cards/update', { id, content: '- [ ] another' }]);
  const acted = device.replica.act({
    label: 'Tick',
    steps: [{ action: 'cards/update', params: { id, content: '- [x] one' }, base: { content } }],
  });
  expect(acted).toMatchObject({ ok: false, failure: { code: 'content_clash' } });
  expect(rows().get('card', id)?.content).toBe('- [ ] another');
});

test('tags, sub cards, zones, capacities, spaces and a Hand keep every quick change', () => {
  const id = createCard('Card');
  for (const tag of ['a', 'b', 'c']) actOn('cards/update', { masterTags: [] }, { id, masterTags: [tag] });
  expect(rows().get('card', id)?.masterTags).toEqual(['c', 'b', 'a']);

  const [one, two, three] = [createCard('1'), createCard('2'), createCard('3')];
  device.actOrThrow(['cards/update', { id, childCards: [one, two] }]);
  actOn('cards/update', { childCards: [one, two] }, { id, childCards: [one, two, three] });
  actOn('cards/update', { childCards: [one, two] }, { id, childCards: [two, one] });
  expect(rows().get('card', id)?.childCards).toEqual([two, one, three]);
  // Each drag moves one sub card, and both moves hold.
  const four = createCard('4');
  const seenOrder = { childCards: [one, two, three, four] };
  device.actOrThrow(['cards/update', { id, ...seenOrder }]);
  actOn('cards/update', seenOrder, { id, childCards: [four, one, two, three] });
  actOn('cards/update', seenOrder, { id, childCards: [two, three, one, four] });
  expect(rows().get('card', id)?.childCards).toEqual([four, two, three, one]);

  const deckId = rows().get('card', id)?.deckId as string;
  device.actOrThrow(['decks/update', { id: deckId, manualOrderLabels: ['x'] }]);
  for (const zone of ['y', 'z'])
    actOn('decks/update', { manualOrderLabels: ['x'] }, { id: deckId, manualOrderLabels: ['x', zone] });
  expect(rows().get('deck', deckId)?.manualOrderLabels).toEqual(['x', 'z', 'y']);

  const run = rows().where('sprint', '"completedAt" IS NULL')[0]?.id as string;
  device.actOrThrow(['sprints/updateSprint', { id: run, userCapacities: {} }]);
  for (const user of [world.userId, 'other'])
    actOn('sprints/updateSprint', { userCapacities: {} }, { id: run, userCapacities: { [user]: 3 } });
  expect(rows().get('sprint', run)?.userCapacities).toEqual({ [world.userId]: 3, other: 3 });

  const project = rows().get('deck', deckId)?.projectId as string;
  const spaces = rows().get('project', project)?.spaces as unknown as { id: number; name: string; icon: unknown }[];
  const changed = (change: object) => spaces.map((space, at) => (at === 0 ? { ...space, ...change } : space));
  actOn('projects/update', { spaces }, { id: project, spaces: changed({ name: 'Renamed' }) });
  actOn('projects/update', { spaces }, { id: project, spaces: changed({ icon: 'star' }) });
  expect(rows().get('project', project)?.spaces).toEqual(changed({ name: 'Renamed', icon: 'star' }));

  const userId = world.userId;
  device.actOrThrow([
    'handQueue/removeCards',
    {
      cardIds: rows()
        .find('queueEntry', { userId })
        .map((e) => e.cardId),
    },
  ]);
  device.actOrThrow(['handQueue/addCardsToHand', { cardIds: [one, two, three], userId }]);
  const seen = { handOrder: [one, two, three] };
  const drag = (cardIds: string[], dragged: string) =>
    device.replica.act({
      label: 'Reorder',
      steps: [
        { action: 'handQueue/setCardOrders', params: { cardIds, draggedCardIds: [dragged], userId }, base: seen },
      ],
    });
  drag([three, one, two], three);
  drag([two, one, three], two);
  const hand = rows().find('queueEntry', { userId, cardDoneAt: null }, ['sortIndex']);
  expect(hand.map(({ cardId }) => cardId)).toEqual([two, three, one]);
});

test('bookmarks that are dragged one after another both stay where they were dropped', async () => {
  const { userId } = world;
  const [one, two, three] = [createCard('1'), createCard('2'), createCard('3')];
  device.actOrThrow(['bookmarks/addCards', { ids: [one, two, three], userId }]);
  const bookmarks = () =>
    rows()
      .find('handCard', { userId }, ['sortIndex'])
      .map(({ cardId }) => cardId);
  const seen = { cardIds: bookmarks() };
  const rest = seen.cardIds.filter((id) => ![one, two, three].includes(id));
  actOn('bookmarks/setOrders', seen, { cardIds: [...rest, three, one, two], userId });
  actOn('bookmarks/setOrders', seen, { cardIds: [...rest, two, one, three], userId });
  expect(bookmarks().filter((id) => !rest.includes(id))).toEqual([three, two, one]);
  await device.idle();
  const renamed = [three, two, one].map((id) => device.replica.store.ids.renamed(id));
  const stored = world.service.engine.rows.find('handCard', { userId }, ['sortIndex']).map(({ cardId }) => cardId);
  expect(stored.filter((id) => renamed.includes(id as never))).toEqual(renamed);
});

test('an edited comment keeps the lines that another device changed since the person began', async () => {
  const cardId = createCard('Card');
  const content = 'one\n\ntwo\n\nthree';
  device.actOrThrow(['resolvables/create', { cardId, context: 'comment', content }]);
  await device.idle();
  const [entry] = rows().find('resolvableEntry', { cardId: device.replica.store.ids.renamed(cardId) as never });
  const entryId = entry?.entryId as string;
  await world.dispatch('resolvables/updateComment', { entryId, content: 'one\n\ntwo\n\nfour' });
  device.replica.syncNow();
  await world.clock.advance(120_000);
  await device.idle();
  expect(rows().get('resolvableEntry', entryId)?.content).toBe('one\n\ntwo\n\nfour');
  actOn('resolvables/updateComment', { content }, { entryId, content: 'zero\n\ntwo\n\nthree' });
  await device.idle();
  expect(world.service.engine.rows.get('resolvableEntry', entryId)?.content).toBe('zero\n\ntwo\n\nfour');
});
