/**
 * Performs every action that can be undone on cards, decks, milestones and runs in many situations on a connected
 * service, undoes it, and compares all rows of the service with those before the action.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredModelName } from '../../../electron/engine/store/schema.ts';
import { createWorld, type World, type WorldReplica } from '../support.ts';

type Step = [action: string, params: Record<string, unknown>];

let world: World;
let device: WorldReplica;
/** Ids of the rows that the situations and changes name. */
const ids = {} as Record<
  | 'me'
  | 'other'
  | 'deck'
  | 'otherDeck'
  | 'syncedDeck'
  | 'taggedDeck'
  | 'heroDeck'
  | 'docDeck'
  | 'milestone'
  | 'syncedMilestone'
  | 'run'
  | 'otherRun'
  | 'milestoneRun'
  | 'config'
  | 'project',
  string
>;

const rows = () => world.service.engine.rows;

const perform = (...steps: Step[]): string => String(device.actOrThrow(...steps).id ?? '');

beforeAll(async () => {
  world = createWorld();
  rows().update('account', world.service.accountId, { maxHandSlotCount: 10_000 });
  device = world.replica();
  await device.start();
  const there = device.replica.store.rows;
  ids.me = world.userId;
  ids.other = there.where('user', `"kind" = 'human' AND "id" <> ? ORDER BY "id"`, world.userId)[0]?.id as string;
  const [config] = there.where('sprintConfig', '1 ORDER BY "createdAt"');
  ids.config = config?.id as string;
  ids.project = there.find('sprintProject', { sprintConfigId: ids.config as never })[0]?.projectId as string;
  const tag = there.find('projectTag', { projectId: ids.project as never })[0]?.id as string;
  const deck = (title: string, fields: object = {}, more: object = {}) => {
    const id = perform(['decks/create', { title, projectId: ids.project, ...fields }]);
    if (Object.keys(more).length > 0) perform(['decks/update', { id, ...more }]);
    return id;
  };
  ids.deck = deck('Deck', { deckType: 'task' });
  ids.otherDeck = deck('Other', { deckType: 'task' });
  ids.syncedDeck = deck('Synced', { deckType: 'task' }, { handSyncEnabled: true });
  ids.taggedDeck = deck('Tagged', { deckType: 'task' }, { defaultProjectTagId: tag });
  ids.heroDeck = deck('Heroes', { deckType: 'hero' });
  ids.docDeck = deck('Docs', { deckType: 'doc' });
  const milestone = (name: string) =>
    perform([
      'milestones/create',
      { accountId: world.service.accountId, name, color: 'red', date: '2026-06-01', isGlobal: true, projectIds: null },
    ]);
  ids.milestone = milestone('Plain');
  ids.syncedMilestone = milestone('Synced');
  perform(['milestones/update', { id: ids.syncedMilestone, handSyncEnabled: true }]);
  const runs = there.find('sprint', { sprintConfigId: ids.config as never, completedAt: null }, ['startDate']);
  [ids.run, ids.otherRun, ids.milestoneRun] = runs.map(({ id }) => id) as [string, string, string];
  ids.milestoneRun ??= ids.otherRun;
  perform(['sprints/updateSprint', { id: ids.milestoneRun, autoMilestoneId: ids.milestone }]);
  await device.idle();
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) ids[name] = device.replica.store.ids.renamed(ids[name]);
});
afterAll(() => world.close());

async function snooze(id: string): Promise<void> {
  const at = new Date(world.clock.now()).toISOString();
  rows().update('card', id, { status: 'snoozing', derivedStatus: 'snoozing', version: 9, lastUpdatedAt: at });
  device.replica.sync.refresh();
  await device.idle();
}

const newCard = (fields: object = {}): Step => ['cards/create', { content: 'Card', deckId: ids.deck, ...fields }];

/** Makes a card in a situation and returns its id. */
const situations: Record<string, () => string> = {
  'without owner': () => perform(newCard()),
  'of mine': () => perform(newCard({ assigneeId: ids.me })),
  'without owner in the Hand of another person': () => {
    const id = perform(newCard());
    perform(['handQueue/addCardsToHand', { cardIds: [id], userId: ids.other }]);
    perform(['cards/update', { id, assigneeId: null }]);
    return id;
  },
  'of another person in both Hands': () => {
    const id = perform(newCard({ assigneeId: ids.other, putInQueue: true }));
    perform(['handQueue/addCardsToHand', { cardIds: [id], userId: ids.me }]);
    return id;
  },
  started: () => {
    const id = perform(newCard());
    perform(['cards/update', { id, status: 'started' }]);
    return id;
  },
  snoozing: () => {
    const id = perform(newCard({ assigneeId: ids.me }));
    perform(['cards/update', { id, status: 'started' }]);
    return id;
  },
  'done on a pile': () => {
    const id = perform(newCard({ assigneeId: ids.other }));
    perform(['cards/update', { id, status: 'done' }]);
    return id;
  },
  'done off the pile': () => {
    const id = perform(newCard({ assigneeId: ids.other }));
    perform(['cards/update', { id, status: 'done' }]);
    perform(['handQueue/removeCards', { cardIds: [id] }]);
    return id;
  },
  'done without owner': () => {
    const id = perform(newCard());
    perform(['cards/update', { id, status: 'done' }]);
    return id;
  },
  blocked: () => {
    const id = perform(newCard({ assigneeId: ids.me, putInQueue: true }));
    perform(['cards/update', { id, status: 'started' }]);
    perform(['resolvables/create', { cardId: id, context: 'block', content: 'Waits' }]);
    return id;
  },
  'in review, with a comment': () => {
    const id = perform(newCard({ assigneeId: ids.other, putInQueue: true }));
    perform(['resolvables/create', { cardId: id, context: 'comment', content: 'A word' }]);
    perform(['resolvables/create', { cardId: id, context: 'review', content: 'Look' }]);
    return id;
  },
  'with sub cards': () => {
    const id = perform(newCard());
    for (const content of ['one', 'two']) perform(newCard({ content, parentCardId: id }));
    return id;
  },
  'sub card': () => {
    const parentCardId = perform(newCard());
    const id = perform(newCard({ parentCardId }));
    perform(newCard({ parentCardId }));
    return id;
  },
  document: () => perform(newCard({ isDoc: true })),
  archived: () => {
    const id = perform(newCard({ assigneeId: ids.me, putInQueue: true }));
    perform(['cards/update', { id, visibility: 'archived' }]);
    return id;
  },
  'planned, with dependencies': () => {
    const id = perform(newCard({ milestoneId: ids.milestone, sprintId: ids.run, effort: 3, priority: 'a' }));
    const [before, after] = [perform(newCard()), perform(newCard())];
    perform(['cards/update', { id, inDeps: [before], outDeps: [after] }]);
    return id;
  },
  'ordered everywhere': () => {
    const fields = { milestoneId: ids.milestone, sprintId: ids.otherRun };
    const [before, id, after] = [perform(newCard(fields)), perform(newCard(fields)), perform(newCard(fields))];
    for (const context of ['deck', 'milestone', 'sprint'])
      perform(['cardOrders/addAfter', { targetId: null, cardIds: [before, id, after], context, label: 'Zone' }]);
    return id;
  },
  'tagged and bookmarked': () => {
    const id = perform(newCard({ content: 'Text #polish', masterTags: ['loose'], assigneeId: ids.me }));
    perform(['bookmarks/addCards', { ids: [id], userId: ids.me }]);
    return id;
  },
  'in a deck with Hand sync': () => perform(newCard({ deckId: ids.syncedDeck, assigneeId: ids.other })),
  'of another person, put out of the Hand, with Hand sync': () => {
    const id = perform(newCard({ deckId: ids.syncedDeck, assigneeId: ids.other }));
    perform(['handQueue/removeCards', { cardIds: [id] }]);
    return id;
  },
  'in a deck with an auto tag': () => perform(newCard({ deckId: ids.taggedDeck })),
  'in a milestone with Hand sync, put out of the Hand': () => {
    const id = perform(newCard({ milestoneId: ids.syncedMilestone, assigneeId: ids.other }));
    perform(['handQueue/removeCards', { cardIds: [id] }]);
    return id;
  },
};

const update =
  (params: object) =>
  (id: string): Step[] => [['cards/update', { id, ...params }]];
/** Changes of one card. A change that the service refuses in a situation is skipped there. */
const changes: Record<string, (id: string) => Step[]> = {
  'is finished': update({ status: 'done' }),
  'is started': update({ status: 'started' }),
  'is not started': update({ status: 'not_started' }),
  'gets another owner': (id) => update({ assigneeId: ids.other })(id),
  'becomes mine': (id) => update({ assigneeId: ids.me })(id),
  'loses its owner': update({ assigneeId: null }),
  'is given away and started': (id) => update({ assigneeId: ids.other, status: 'started' })(id),
  'is archived': update({ visibility: 'archived' }),
  'is deleted': update({ visibility: 'deleted' }),
  'is shown': update({ visibility: 'default' }),
  'goes into another deck': (id) => update({ deckId: ids.otherDeck })(id),
  'goes into a deck with Hand sync': (id) => update({ deckId: ids.syncedDeck })(id),
  'goes into a deck with an auto tag': (id) => update({ deckId: ids.taggedDeck })(id),
  'goes into a hero deck': (id) => update({ deckId: ids.heroDeck })(id),
  'goes into a deck of documents': (id) => update({ deckId: ids.docDeck })(id),
  'becomes a document': update({ isDoc: true }),
  'becomes a task': update({ isDoc: false }),
  'gets a milestone': (id) => update({ milestoneId: ids.milestone })(id),
  'gets a milestone with Hand sync': (id) => update({ milestoneId: ids.syncedMilestone })(id),
  'gets a run': (id) => update({ sprintId: ids.run })(id),
  'gets a run with a milestone': (id) => update({ sprintId: ids.milestoneRun })(id),
  'leaves run and milestone': update({ sprintId: null, milestoneId: null }),
  'gets values': update({ effort: 8, priority: 'c', dueDate: '2026-05-05' }),
  'gets another text': update({ content: 'Else #fresh @nobody\n- [ ] box' }),
  'gets other tags': update({ masterTags: ['else'] }),
  'becomes a sub card': (id) => update({ parentCardId: perform(newCard()) })(id),
  'leaves its hero card': update({ parentCardId: null }),
  'gets sub cards': (id) => update({ childCards: [perform(newCard()), perform(newCard())] })(id),
  'loses its sub cards': update({ childCards: [] }),
  'gets dependencies': (id) => update({ inDeps: [perform(newCard())], outDeps: [] })(id),
  'gets a tag with others': (id) => [['cards/bulkUpdate', { ids: [id, perform(newCard())], addMasterTag: 'polish' }]],
  'is finished with others': (id) => [
    ['cards/bulkUpdate', { ids: [id, perform(newCard({ assigneeId: ids.me }))], status: 'done' }],
  ],
  'is rewritten': (id) => [
    ['cards/updateMany', { cards: [{ id, title: 'Titled', status: 'done', assigneeId: ids.other }] }],
  ],
  'is blocked': (id) => [['resolvables/create', { cardId: id, context: 'block', content: 'No @nobody' }]],
  'is to be reviewed': (id) => [['resolvables/create', { cardId: id, context: 'review', content: 'Look' }]],
  'is commented': (id) => [['resolvables/create', { cardId: id, context: 'comment', content: 'Hm' }]],
  'has its threads closed and is finished': (id) =>
    rows()
      .find('resolvable', { cardId: id as never, isClosed: false })
      .map((thread): Step => ['resolvables/close', { id: thread.id, markCardDone: true }]),
  'goes into my Hand': (id) => [['handQueue/addCardsToHand', { cardIds: [id], userId: ids.me }]],
  'goes into the Hand of another person': (id) => [['handQueue/addCardsToHand', { cardIds: [id], userId: ids.other }]],
  'goes to the top of the Hand of another person': (id) => [
    ['handQueue/setCardOrders', { cardIds: [id], draggedCardIds: [id], userId: ids.other }],
  ],
  'leaves all Hands': (id) => [['handQueue/removeCards', { cardIds: [id] }]],
  'is bookmarked': (id) => [['bookmarks/addCards', { ids: [id], userId: ids.me }]],
  'is no bookmark': (id) => [['bookmarks/removeCards', { ids: [id], userId: ids.me }]],
  'moves to the start of its deck': (id) => [
    ['cardOrders/addBefore', { targetId: null, cardIds: [id], context: 'deck', label: null }],
  ],
  'moves to the start of its milestone': (id) => [
    ['cardOrders/addBefore', { targetId: null, cardIds: [id], context: 'milestone', label: 'Zone' }],
  ],
  'changes its zone': (id) => [['cardOrders/updateLabel', { cardIds: [id], context: 'deck', label: 'Else' }]],
  'is copied': (id) => [
    ['cards/copy', { ids: [id], props: ['assigneeId', 'masterTags', 'sprintId'], target: ids.syncedDeck }],
  ],
  'is watched': (id) => [['watchings/addCard', { cardId: id }]],
  'is started twice over': (id) => [
    ['cards/update', { id, status: 'started' }],
    ['cards/update', { id, status: 'done' }],
  ],
};

/** Fields that no action can give back: they count or date changes. */
const unrestorable = new Set([
  'version',
  'lastUpdatedAt',
  'lastChangedAt',
  'createdAt',
  'closedAt',
  'reopenedAt',
  'reopenedBy',
  'closedBy',
  'cardDoneAt',
  'sortValue',
  'sortIndex',
]);
const compared: readonly StoredModelName[] = [
  'account',
  'card',
  'deck',
  'milestone',
  'milestoneProject',
  'project',
  'projectTag',
  'resolvable',
  'resolvableEntry',
  'sprint',
  'sprintConfig',
  'sprintProject',
  'workflowItem',
  'cardSubscription',
  'deckSubscription',
  'pinnedMilestone',
  'lockedCard',
  'user',
  'attachment',
];

/** The rows of the service by model and key, without fields that no action can give back; lists as their order. */
type Snapshot = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

function snapshot(): Snapshot {
  const { db } = world.service.engine;
  const all = (sql: string) => db.prepare(sql).all() as Record<string, unknown>[];
  const found = new Map<string, Record<string, unknown>>();
  for (const model of compared) {
    const [{ keys } = {}] = all(
      `SELECT group_concat(name) keys FROM (SELECT name FROM pragma_table_info('${model}') WHERE pk > 0 ORDER BY pk)`,
    );
    for (const row of all(`SELECT * FROM "${model}"`))
      found.set(
        `${model} ${String(keys)
          .split(',')
          .map((key) => row[key])
          .join(' ')}`,
        row,
      );
  }
  const addLists = (name: string, sql: string) => {
    for (const { list, cardId } of all(sql)) {
      const key = `${name} ${list}`;
      found.set(key, { ids: [...((found.get(key)?.ids ?? []) as unknown[]), cardId] });
    }
  };
  addLists('hand', 'SELECT userId list, cardId FROM queueEntry WHERE cardDoneAt IS NULL ORDER BY sortIndex');
  addLists('pile', 'SELECT userId list, cardId FROM queueEntry WHERE cardDoneAt IS NOT NULL ORDER BY cardId');
  addLists('bookmarks', 'SELECT userId list, cardId FROM handCard ORDER BY sortIndex');
  addLists(
    'order',
    `SELECT o.context || CASE o.context WHEN 'deck' THEN c.deckId WHEN 'sprint' THEN c.sprintId ELSE c.milestoneId END
       || coalesce(o.label, '') list, o.cardId FROM cardOrder o JOIN card c USING (cardId) ORDER BY o.sortValue`,
  );
  return found;
}

/**
 * Returns what differs from the snapshot `before`. Leaves out rows that did not exist before, because a created row stays
 * as a deleted or closed one, and the places of cards that had none in an order, because no action takes a place away.
 */
function differences(before: Snapshot, after: Snapshot): string[] {
  const isList = (name: string) => /^(hand|pile|bookmarks|order) /.test(name);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (isList(name)) {
      const [ids, now] = [was, is].map((row) => (row?.ids ?? []) as string[]) as [string[], string[]];
      const kept = name.startsWith('order ') ? now.filter((id) => ids.includes(id)) : now;
      return JSON.stringify(ids) === JSON.stringify(kept)
        ? []
        : [`${name}: lost ${ids.filter((id) => !kept.includes(id))}, got ${kept.filter((id) => !ids.includes(id))}`];
    }
    if (!was) return [];
    return Object.keys(was).flatMap((field) =>
      unrestorable.has(field) || was[field] === is?.[field] ? [] : [`${name} ${field}: ${was[field]} → ${is?.[field]}`],
    );
  });
}

/** Differences that the interface makes impossible to give back, each with its reason. */
const impossible: readonly (readonly [difference: RegExp, reason: string])[] = [
  [/derivedStatus: snoozing → started$|status: snoozing → started$/, 'No action sets the status snoozing.'],
  [/^leaves all Hands: done on a pile/, 'No action puts a card on the done pile.'],
  [/: archived: hand .* lost CARD, got $/, 'The actions on Hands skip archived cards.'],
];

/**
 * Acts and undoes the change on a prepared card. Returns what differs then on the service; nothing if the change is
 * refused in this situation.
 */
async function differencesAfterUndo(id: string, steps: readonly Step[]): Promise<string[]> {
  const before = snapshot();
  const acted = device.act(...steps);
  if (!acted.ok) return [];
  await device.idle();
  const refused = device.replica.operations();
  for (const operation of refused) device.replica.discard(operation.id);
  await device.idle();
  if (refused.length > 0) return [];
  if (!acted.value.undo) return differences(before, snapshot()).length > 0 ? ['it cannot be undone'] : [];
  const undone = device.replica.act(acted.value.undo);
  if (!undone.ok) return [undone.failure.message];
  await device.idle();
  const failures = device.replica.operations().map(({ failure }) => `refused: ${failure?.message}`);
  return [...failures, ...differences(before, snapshot())].map((text) => text.replaceAll(id, 'CARD'));
}

const inSituations = async (names: readonly string[], change: (id: string) => Step[]) => {
  const prepared = names.map((situation) => {
    const id = situations[situation]?.() ?? '';
    return { situation, id, steps: change(id) };
  });
  await device.idle();
  const { ids: renamings } = device.replica.store;
  const found = prepared.map((one) => renamings.renamedIn(one));
  for (const { situation, id } of found) if (situation === 'snoozing') await snooze(id);
  return found;
};

// All pairs take minutes, so each change is tried in every fourth situation, a different one for the next change.
// `UNDO_ALL=1` tries all of them.
const step = process.env.UNDO_ALL ? 1 : 4;
const situationNames = Object.keys(situations);

describe.each(Object.entries(changes).map(([name, make], index) => ({ name, make, index })))(
  'a card that $name',
  ({ name, make, index }) => {
    test('is as before after an undo', { timeout: 200_000 }, async () => {
      const failures: string[] = [];
      const wanted = situationNames.filter((_, at) => (at + index) % step === 0);
      for (const { situation, id, steps } of await inSituations(wanted, make)) {
        if (steps.length === 0) continue;
        for (const text of await differencesAfterUndo(id, steps)) failures.push(`${name}: ${situation}: ${text}`);
      }
      expect(failures.filter((text) => !impossible.some(([pattern]) => pattern.test(text)))).toEqual([]);
    });
  },
);

// Each of these changed somebody's work when it was undone: the service alone gives an ownerless card in a Hand to the
// person of the Hand, puts a card into the Hand by Hand sync, and refuses to start a card with sub cards.
test.each([
  ['is finished', 'without owner in the Hand of another person'],
  ['leaves all Hands', 'without owner in the Hand of another person'],
  ['is rewritten', 'without owner in the Hand of another person'],
  ['becomes mine', 'of another person, put out of the Hand, with Hand sync'],
  ['goes into a hero deck', 'of another person, put out of the Hand, with Hand sync'],
  ['leaves run and milestone', 'in a milestone with Hand sync, put out of the Hand'],
  ['gets sub cards', 'started'],
  ['is no bookmark', 'tagged and bookmarked'],
])('a card that %s, %s, is as before after an undo', async (name, situation) => {
  const [card] = await inSituations([situation], changes[name] ?? (() => []));
  expect(card && (await differencesAfterUndo(card.id, card.steps))).toEqual([]);
});

describe('a Run Config puts started cards into its current run', () => {
  beforeAll(async () => {
    perform(['sprints/updateConfig', { id: ids.config, autoAssignStartedCard: true }]);
    await device.idle();
  });

  // Only the service knows the current run, so the replica's own change does not show it.
  test.each(['without owner', 'of mine', 'sub card', 'done on a pile'])(
    'undo of the start of a card %s takes it out of the run',
    async (situation) => {
      const [card] = await inSituations([situation], update({ status: 'started' }));
      expect(card && (await differencesAfterUndo(card.id, card.steps))).toEqual([]);
    },
  );
});
