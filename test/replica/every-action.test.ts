import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences } from './comparison.ts';
import { startedWorld, type World, type WorldReplica } from './support.ts';

/**
 * Each kind of action is done on the replica, shown at once, sent, read back until both sides hold the same rows, and
 * taken back. What the service shows after the undo is what it showed before, apart from what only rises.
 */
let world: World;
let one: WorldReplica;

beforeAll(async () => {
  ({ world, one } = await startedWorld());
});
afterAll(() => world.close());

const rows = () => one.replica.ledger.rows;
const plain = `"visibility" = 'default' AND "isDoc" IS NOT 1 AND "parentCardId" IS NULL AND "childCards" = '[]'`;
const cardsIn = (deckId: string, more = '1') =>
  rows()
    .where('card', `"deckId" = ? AND ${plain} AND ${more} ORDER BY "accountSeq"`, deckId)
    .map(({ cardId }) => cardId);
const task = () =>
  rows()
    .where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)
    .map(({ id }) => id);
/** Task decks, fullest first. */
const decks = () => task().sort((a, b) => cardsIn(b).length - cardsIn(a).length);
const deck = (index = 0) => decks()[index] as string;
const card = (index = 0) => cardsIn(deck())[index] as string;
const cardThat = (is: string) => task().flatMap((id) => cardsIn(id, is))[0] as string;
const sprint = () => rows().where('sprint', '"completedAt" IS NULL ORDER BY "startDate"')[0]?.id as string;
const milestone = () => rows().where('milestone', '"isDeleted" = 0 AND "isGlobal" = 1')[0]?.id as string;
const person = () =>
  rows().where('user', `"kind" = 'human' AND "id" <> ? ORDER BY "id"`, world.userId)[0]?.id as string;
const openThread = () => rows().where('resolvable', '"isClosed" = 0 ORDER BY "id"')[0]?.id as string;

/** A named zone of a deck that holds a card. */
function zoneWithCards() {
  const [order] = rows().where('cardOrder', `"context" = 'deck' AND "label" IS NOT NULL ORDER BY "cardId"`);
  const id = rows().get('card', order?.cardId ?? '')?.deckId as string;
  return { id, label: order?.label as string, newLabel: 'Named anew' };
}

interface Case {
  readonly name: string;
  readonly steps: () => [string, Record<string, unknown>][];
  /** Whether the interface has a way back. */
  readonly undo?: false;
  /** Fields that an undo leaves changed, by model. */
  readonly leaves?: Record<string, readonly string[]>;
}

const cases: Case[] = [
  {
    name: 'a new card',
    steps: () => [['cards/create', { content: 'One\n\n#idea', deckId: deck(), priority: 'b', putInQueue: true }]],
  },
  { name: 'a private card', steps: () => [['cards/create', { content: 'Mine alone', deckId: null }]] },
  {
    name: 'several new cards',
    steps: () => [
      ['cards/createMany', { deckId: deck(), cards: [{ content: 'a1' }, { content: 'a2', status: 'started' }] }],
    ],
  },
  {
    name: 'a new text',
    steps: () => [['cards/update', { id: card(), content: 'Another text\n\n- [ ] to do\n#fresh' }]],
  },
  { name: 'an owner', steps: () => [['cards/update', { id: card(1), assigneeId: person(), effort: 5 }]] },
  {
    name: 'start',
    steps: () => [
      [
        'cards/update',
        {
          id: cardThat(`"status" = 'not_started' AND "assigneeId" IS NULL AND "derivedStatus" = 'unassigned'`),
          status: 'started',
        },
      ],
    ],
  },
  { name: 'done', steps: () => [['cards/update', { id: cardThat(`"status" = 'started'`), status: 'done' }]] },
  { name: 'another deck', steps: () => [['cards/update', { id: card(2), deckId: deck(1) }]] },
  {
    name: 'several into another deck',
    steps: () => [['cards/bulkUpdate', { ids: [card(3), card(4)], deckId: deck(1), priority: 'a' }]],
  },
  { name: 'into a run', steps: () => [['cards/bulkUpdate', { ids: [card(3), card(4), card(5)], sprintId: sprint() }]] },
  {
    name: 'toward a milestone',
    steps: () => [['cards/update', { id: card(1), milestoneId: milestone(), dueDate: '2026-05-01' }]],
  },
  { name: 'archive', steps: () => [['cards/update', { id: card(1), visibility: 'archived' }]] },
  { name: 'delete', steps: () => [['cards/update', { id: card(2), visibility: 'deleted' }]] },
  { name: 'a sub card', steps: () => [['cards/update', { id: card(2), parentCardId: card(3) }]] },
  { name: 'sub cards in order', steps: () => [['cards/update', { id: card(3), childCards: [card(5), card(4)] }]] },
  { name: 'a dependency', steps: () => [['cards/update', { id: card(5), inDeps: [card(6)] }]] },
  { name: 'a tag', steps: () => [['cards/bulkUpdate', { ids: [card(0), card(1)], addMasterTag: 'polish' }]] },
  {
    name: 'many texts',
    steps: () => [
      [
        'cards/updateMany',
        {
          cards: [
            { id: card(0), title: 'Titled' },
            { id: card(1), content: 'Rewritten' },
          ],
        },
      ],
    ],
  },
  { name: 'copies', steps: () => [['cards/copy', { ids: [card(0)], props: ['effort', 'priority'], target: deck(1) }]] },
  {
    name: 'after another card',
    steps: () => [
      ['cardOrders/addAfter', { targetId: card(3), cardIds: [card(0), card(5)], context: 'deck', label: null }],
    ],
  },
  {
    name: 'to the start',
    steps: () => [['cardOrders/addBefore', { targetId: null, cardIds: [card(4)], context: 'deck', label: null }]],
  },
  {
    name: 'a zone and an owner in one',
    steps: () => [
      ['cardOrders/addBefore', { targetId: null, cardIds: [card(2)], context: 'deck', label: null }],
      ['cards/update', { id: card(2), priority: 'c' }],
    ],
  },
  { name: 'into the Hand', steps: () => [['handQueue/addCardsToHand', { cardIds: [card(6)], userId: world.userId }]] },
  {
    name: 'the Hand reordered',
    steps: () => {
      const hand = rows()
        .find('queueEntry', { userId: world.userId, cardDoneAt: null }, ['sortIndex'])
        .map(({ cardId }) => cardId);
      return [
        ['handQueue/setCardOrders', { cardIds: [...hand].reverse(), draggedCardIds: [hand[0]], userId: world.userId }],
      ];
    },
  },
  {
    name: 'out of the Hand',
    steps: () => {
      const [first] = rows().find('queueEntry', { userId: world.userId, cardDoneAt: null }, ['sortIndex']);
      return [['handQueue/removeCards', { cardIds: [first?.cardId], userId: world.userId }]];
    },
  },
  { name: 'bookmarks', steps: () => [['bookmarks/addCards', { ids: [card(0), card(1)], userId: world.userId }]] },
  { name: 'bookmark order', steps: () => [['bookmarks/setOrders', { cardIds: [card(5)], userId: world.userId }]] },
  {
    name: 'a new deck',
    steps: () => [['decks/create', { title: 'Fresh deck', projectId: rows().get('deck', deck())?.projectId }]],
  },
  {
    name: 'a deck changed',
    steps: () => [
      [
        'decks/update',
        { id: deck(), title: 'Other', description: 'D', manualOrderLabels: ['x', 'y'], coverColor: '#112233' },
      ],
    ],
  },
  {
    name: 'a zone renamed',
    steps: () => {
      const { id, label, newLabel } = zoneWithCards();
      return [['decks/renameZone', { id, label, newLabel }]];
    },
  },
  {
    name: 'deck order',
    steps: () => {
      const { projectId, spaceId } = rows().get('deck', deck()) as { projectId: string; spaceId: number };
      return [
        [
          'decks/addToSpaceBefore',
          { deckIds: [deck()], targetId: null, targetProjectId: projectId, targetSpaceId: spaceId },
        ],
      ];
    },
  },
  {
    name: 'a new milestone',
    steps: () => [
      [
        'milestones/create',
        {
          accountId: world.service.accountId,
          name: 'M',
          color: 'red',
          date: '2026-06-01',
          isGlobal: true,
          projectIds: null,
        },
      ],
    ],
  },
  {
    name: 'a milestone changed',
    steps: () => [['milestones/update', { id: milestone(), name: 'Renamed', date: '2026-07-01' }]],
  },
  {
    name: 'the projects of a milestone',
    steps: () => {
      const own = rows().where('milestone', '"isDeleted" = 0 AND "isGlobal" = 0 ORDER BY "id"')[0]?.id as string;
      const has = rows()
        .find('milestoneProject', { milestoneId: own })
        .map(({ projectId }) => projectId);
      const other = rows()
        .where('project', '1 ORDER BY "id"')
        .find(({ id }) => !has.includes(id))?.id;
      return [['milestones/update', { id: own, projectIds: [...has, other] }]];
    },
  },
  {
    name: 'guardians',
    steps: () => [['decks/updateGuardians', { id: deck(), userIds: [person()] }]],
  },
  {
    name: 'a run changed',
    steps: () => [['sprints/updateSprint', { id: sprint(), name: 'Named', description: 'Goal' }]],
  },
  {
    name: 'a thread',
    steps: () => [
      [
        'resolvables/create',
        {
          cardId: cardThat(`"derivedStatus" IN ('assigned', 'unassigned')`),
          context: 'block',
          content: 'Waiting for art',
        },
      ],
    ],
  },
  {
    name: 'a comment',
    undo: false,
    steps: () => [['resolvables/comment', { resolvableId: openThread(), content: 'Indeed' }]],
  },
  {
    name: 'a thread closed',
    steps: () => [
      [
        'resolvables/close',
        { id: rows().where('resolvable', `"isClosed" = 0 AND "context" = 'comment' ORDER BY "id"`)[0]?.id },
      ],
    ],
  },
  { name: 'watching', steps: () => [['watchings/addCard', { cardId: card(7) }]] },
  { name: 'a pin', steps: () => [['milestones/pin', { milestoneId: milestone(), userId: world.userId }]] },
  {
    name: 'a tag deleted',
    undo: false,
    steps: () => [['projects/deleteTag', { id: rows().where('projectTag', '1 ORDER BY "id"')[0]?.id }]],
  },
  {
    name: 'a Run Config deleted',
    undo: false,
    steps: () => [['sprints/deleteConfig', { id: rows().where('sprintConfig', '1 ORDER BY "id"')[0]?.id }]],
  },
  { name: 'a person removed', undo: false, steps: () => [['users/remove', { id: person() }]] },
];

const rising = [
  'version',
  'lastUpdatedAt',
  'sortValue',
  'sortIndex',
  'createdAt',
  'closedAt',
  'reopenedAt',
  'reopenedBy',
  'closedBy',
  'manualOrderLabels',
];

/** The rows that people see of a service, without what only rises. */
function snapshot(): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  const { rows: there } = world.service.engine;
  for (const model of ['card', 'deck', 'milestone', 'sprint', 'resolvable'] as const)
    for (const row of there.find(model, {}) as Record<string, unknown>[])
      found[`${model} ${row.cardId ?? row.id}`] = Object.fromEntries(
        Object.entries(row).filter(([name]) => !rising.includes(name)),
      );
  for (const { context, cardId, label } of there.find('cardOrder', {}, ['sortValue'])) {
    const field = context === 'deck' ? 'deckId' : context === 'sprint' ? 'sprintId' : 'milestoneId';
    const name = `order ${context} ${there.get('card', cardId)?.[field]} ${label}`;
    found[name] = { ...found[name], [cardId]: null };
  }
  found.hands = Object.fromEntries(
    there
      .find('queueEntry', { cardDoneAt: null }, ['userId', 'sortIndex'])
      .map(({ userId, cardId }, index) => [`${userId} ${index}`, cardId]),
  );
  return found;
}

describe.each(cases)('$name', ({ steps, undo }) => {
  test('is shown, sent, read back and taken back', async () => {
    const before = snapshot();
    const acted = one.act(...steps());
    if (!acted.ok) throw new Error(acted.failure.message);
    await one.idle();
    expect(one.warnings).toEqual([]);
    expect(one.replica.operations()).toEqual([]);
    expect(differences(one.replica, world.service, world.userId)).toEqual([]);
    if (undo === false) {
      expect(acted.value.undo).toBeNull();
      return;
    }
    if (!acted.value.undo) throw new Error('There is no undo');
    const undone = one.replica.act(acted.value.undo);
    if (!undone.ok) throw new Error(undone.failure.message);
    await one.idle();
    expect(one.replica.operations()).toEqual([]);
    expect(differences(one.replica, world.service, world.userId)).toEqual([]);
    const after = snapshot();
    // A position that an act gave first cannot be taken away: the order of the others counts.
    for (const [name, order] of Object.entries(after))
      if (name.startsWith('order '))
        after[name] = Object.fromEntries(Object.entries(order).filter(([id]) => id in (before[name] ?? {})));
    // Rows made by the act stay, deleted or closed.
    const changed = Object.keys(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
    expect(changed.map((key) => [key, before[key], after[key]])).toEqual([]);
  });
});
