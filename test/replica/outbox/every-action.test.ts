/**
 * Performs every action of the contract offline, sends it, reads its rows again and undoes it. Checks the rows after
 * each of these steps.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Action,
  type ActionName,
  actionNames,
  allActions,
  models,
  type Params,
  rowKey,
} from '../../../shared/contract/index.ts';
import { replicaDifferences } from '../comparison.ts';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;

beforeAll(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterAll(() => world.close());

const rows = () => device.replica.store.rows;
const plain = `"visibility" = 'default' AND "isDoc" IS NOT 1 AND "parentCardId" IS NULL AND "childCards" = '[]'`;
const cardsIn = (deckId: string, more = '1') =>
  rows()
    .where('card', `"deckId" = ? AND ${plain} AND ${more} ORDER BY "accountSeq"`, deckId)
    .map(({ cardId }) => cardId);
const task = () =>
  rows()
    .where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)
    .map(({ id }) => id);
/** Returns the ids of task decks, the deck with the most cards first. */
const decks = () => task().sort((a, b) => cardsIn(b).length - cardsIn(a).length);
const deck = (index = 0) => decks()[index] as string;
const card = (index = 0) => cardsIn(deck())[index] as string;
const cardThat = (is: string) => task().flatMap((id) => cardsIn(id, is))[0] as string;
const sprint = () => rows().where('sprint', '"completedAt" IS NULL ORDER BY "startDate"')[0]?.id as string;
const milestone = () => rows().where('milestone', '"isDeleted" = 0 AND "isGlobal" = 1')[0]?.id as string;
const person = () =>
  rows().where('user', `"kind" = 'human' AND "id" <> ? ORDER BY "id"`, world.userId)[0]?.id as string;
const openThread = () => rows().where('resolvable', '"isClosed" = 0 ORDER BY "id"')[0]?.id as string;

const userId = () => world.userId;
const threadThat = (is: string) => rows().where('resolvable', `${is} ORDER BY "id"`)[0]?.id as string;
const project = () => rows().get('deck', deck())?.projectId as string;
const tag = (index = 0) => rows().where('projectTag', '1 ORDER BY "id"')[index]?.id as string;
const runConfig = () => rows().where('sprintConfig', '1 ORDER BY "id"')[0]?.id as string;
const journeyStep = () => rows().where('workflowItem', '1 ORDER BY "sortValue"')[0];
const hand = () =>
  rows()
    .find('queueEntry', { userId: userId(), cardDoneAt: null }, ['sortIndex'])
    .map(({ cardId }) => cardId);
const bookmarks = () => rows().find('handCard', { userId: userId() }, ['sortIndex']);
const nextTo = (targetId: string | null) => {
  const { projectId, spaceId } = rows().get('deck', deck()) as { projectId: string; spaceId: number };
  return { deckIds: [deck()], targetId, targetProjectId: projectId, targetSpaceId: spaceId };
};
const ownComment = () =>
  rows().where('resolvableEntry', `"authorId" = ? ORDER BY "entryId"`, userId())[0]?.entryId as string;

/**
 * Prepares the workspace for a sample: performs an action and waits until it is settled. Returns the id that the
 * service gave the created row.
 */
async function perform<A extends ActionName>(action: A, params: Params<A>): Promise<string> {
  const { id } = device.actOrThrow([action, params as Record<string, unknown>]);
  await device.idle();
  return device.replica.store.ids.renamed(String(id));
}

async function withoutPosition(): Promise<Params<'cardOrders/addAfter'>> {
  const deckId = await perform('decks/create', { title: 'No order yet', projectId: project() });
  const cardId = await perform('cards/create', { content: 'Alone', deckId });
  return { targetId: null, cardIds: [cardId], context: 'deck', label: null };
}
const privateCard = () => perform('cards/create', { content: 'No longer mine alone', deckId: null });

/** Creates a deck without a space, which services of other vendors may have. Returns params that move this deck. */
async function paramsOfDeckWithoutSpace(): Promise<Params<'decks/addToSpaceAfter'>> {
  const id = await perform('decks/create', { title: 'Nowhere', projectId: project() });
  world.service.engine.rows.update('deck', id, { spaceId: null });
  device.replica.sync.refresh();
  await device.idle();
  return { ...nextTo(null), deckIds: [id] };
}

interface Sample<A extends ActionName> {
  readonly name: string;
  readonly params: () => Params<A> | Promise<Params<A>>;
  /** True if undo is impossible in this case. The action's field `undo` in the contract says why. */
  readonly isFinal?: true;
  /** True if the action changes only rows that no query returns. */
  readonly isUnseen?: true;
}

/** Sample params of every action. The type makes the compiler report missing actions. */
const samples: { readonly [A in ActionName]: readonly Sample<A>[] } = {
  'bookmarks/addCards': [{ name: 'two cards', params: () => ({ ids: [card(0), card(1)], userId: userId() }) }],
  'bookmarks/removeCards': [
    { name: 'the first', params: () => ({ ids: [bookmarks()[0]?.cardId as string], userId: userId() }) },
  ],
  'bookmarks/setOrders': [{ name: 'a card to the top', params: () => ({ cardIds: [card(5)], userId: userId() }) }],
  'cardOrders/addAfter': [
    {
      name: 'after another card',
      params: () => ({ targetId: card(3), cardIds: [card(0), card(5)], context: 'deck', label: null }),
    },
    { name: 'a card without a position', isFinal: true, params: withoutPosition },
  ],
  'cardOrders/addBefore': [
    {
      name: 'to the start',
      params: () => ({ targetId: null, cardIds: [card(4)], context: 'deck', label: null }),
    },
    { name: 'a card without a position', isFinal: true, params: withoutPosition },
  ],
  'cardOrders/updateLabel': [
    { name: 'another zone', params: () => ({ cardIds: [card(2), card(3)], context: 'deck', label: 'Elsewhere' }) },
  ],
  'cards/create': [
    {
      name: 'in a deck and the Hand',
      params: () => ({ content: 'One\n\n#idea', deckId: deck(), priority: 'b', putInQueue: true }),
    },
    { name: 'private', params: () => ({ content: 'Mine alone', deckId: null }) },
  ],
  'cards/createMany': [
    {
      name: 'two',
      params: () => ({ deckId: deck(), cards: [{ content: 'a1' }, { content: 'a2', status: 'started' }] }),
    },
  ],
  'cards/update': [
    { name: 'a text', params: () => ({ id: card(), content: 'Another text\n\n- [ ] to do\n#fresh' }) },
    { name: 'an owner', params: () => ({ id: card(1), assigneeId: person(), effort: 5 }) },
    {
      name: 'started',
      params: () => ({
        id: cardThat(`"status" = 'not_started' AND "assigneeId" IS NULL AND "derivedStatus" = 'unassigned'`),
        status: 'started',
      }),
    },
    { name: 'done', params: () => ({ id: cardThat(`"status" = 'started'`), status: 'done' }) },
    { name: 'another deck', params: () => ({ id: card(2), deckId: deck(1) }) },
    { name: 'a milestone', params: () => ({ id: card(1), milestoneId: milestone(), dueDate: '2026-05-01' }) },
    { name: 'archived', params: () => ({ id: card(1), visibility: 'archived' }) },
    { name: 'deleted', params: () => ({ id: card(2), visibility: 'deleted' }) },
    { name: 'a hero card', params: () => ({ id: card(2), parentCardId: card(3) }) },
    { name: 'sub cards in order', params: () => ({ id: card(3), childCards: [card(5), card(4)] }) },
    { name: 'a dependency', params: () => ({ id: card(5), inDeps: [card(6)] }) },
    {
      name: 'a private card into a deck',
      isFinal: true,
      params: async () => ({ id: await privateCard(), deckId: deck() }),
    },
  ],
  'cards/bulkUpdate': [
    { name: 'another deck', params: () => ({ ids: [card(3), card(4)], deckId: deck(1), priority: 'a' }) },
    { name: 'a run', params: () => ({ ids: [card(3), card(4), card(5)], sprintId: sprint() }) },
    { name: 'a tag', params: () => ({ ids: [card(0), card(1)], addMasterTag: 'polish' }) },
    {
      name: 'a private card into a deck',
      isFinal: true,
      params: async () => ({ ids: [await privateCard()], deckId: deck() }),
    },
  ],
  'cards/updateMany': [
    {
      name: 'texts',
      params: () => ({
        cards: [
          { id: card(0), title: 'Titled' },
          { id: card(1), content: 'Rewritten' },
        ],
      }),
    },
  ],
  'cards/copy': [
    { name: 'into another deck', params: () => ({ ids: [card(0)], props: ['effort', 'priority'], target: deck(1) }) },
  ],
  'cards/addFile': [
    {
      name: 'an uploaded file',
      params: () => {
        const url = 'http://localhost/uploaded';
        const upload = { id: 'upload', fileName: 'notes.txt', url, size: 3, userId: userId() };
        world.service.engine.rows.put('upload', { ...upload, createdAt: new Date(world.clock.now()).toISOString() });
        return { cardId: card(), fileData: { fileName: 'notes.txt', url } };
      },
    },
  ],
  'handQueue/addCardsToHand': [{ name: 'a card', params: () => ({ cardIds: [card(6)], userId: userId() }) }],
  'handQueue/removeCards': [
    { name: 'the first', params: () => ({ cardIds: hand().slice(0, 1), userId: userId() }) },
    {
      name: 'a card of the done pile',
      isFinal: true,
      params: () => {
        const [done] = rows().where('queueEntry', `"userId" = ? AND "cardDoneAt" IS NOT NULL`, userId());
        return { cardIds: [done?.cardId as string], userId: userId() };
      },
    },
  ],
  'handQueue/setCardOrders': [
    {
      name: 'reversed',
      params: () => ({ cardIds: hand().reverse(), draggedCardIds: hand().slice(0, 1), userId: userId() }),
    },
  ],
  'decks/create': [{ name: 'in a project', params: () => ({ title: 'Fresh deck', projectId: project() }) }],
  'decks/update': [
    {
      name: 'several fields',
      params: () => ({
        id: deck(),
        title: 'Other',
        description: 'D',
        manualOrderLabels: ['x', 'y'],
        coverColor: '#112233',
      }),
    },
  ],
  'decks/delete': [
    {
      name: 'a new deck',
      params: async () => {
        const id = await perform('decks/create', { title: 'Short lived', projectId: project() });
        return { id: id };
      },
    },
  ],
  'decks/updateGuardians': [
    { name: 'of a deck without', params: () => ({ id: deck(), userIds: [person()] }) },
    {
      name: 'of a deck that has others',
      isFinal: true,
      isUnseen: true,
      params: async () => {
        await perform('decks/updateGuardians', { id: deck(1), userIds: [userId()] });
        return { id: deck(1), userIds: [person()] };
      },
    },
  ],
  'decks/addToSpaceAfter': [
    { name: 'the last', params: () => nextTo(null) },
    { name: 'a deck in no space', isFinal: true, params: paramsOfDeckWithoutSpace },
  ],
  'decks/addToSpaceBefore': [
    { name: 'the first', params: () => nextTo(null) },
    { name: 'a deck in no space', isFinal: true, params: paramsOfDeckWithoutSpace },
  ],
  'milestones/create': [
    {
      name: 'a global one',
      params: () => ({
        accountId: world.service.accountId,
        name: 'M',
        color: 'red',
        date: '2026-06-01',
        isGlobal: true,
        projectIds: null,
      }),
    },
  ],
  'milestones/update': [
    { name: 'name and date', params: () => ({ id: milestone(), name: 'Renamed', date: '2026-07-01' }) },
    {
      name: 'its projects',
      params: () => {
        const id = rows().where('milestone', '"isDeleted" = 0 AND "isGlobal" = 0 ORDER BY "id"')[0]?.id as string;
        const has = rows()
          .find('milestoneProject', { milestoneId: id })
          .map(({ projectId }) => projectId);
        const other = rows()
          .where('project', '1 ORDER BY "id"')
          .find((candidate) => !has.includes(candidate.id));
        return { id, projectIds: [...has, other?.id as string] };
      },
    },
  ],
  'milestones/delete': [
    {
      name: 'a new one',
      params: async () => {
        const id = await perform('milestones/create', {
          accountId: world.service.accountId,
          name: 'Short lived',
          color: 'red',
          date: '2026-06-01',
          isGlobal: true,
          projectIds: null,
        });
        return { id: id };
      },
    },
  ],
  'milestones/pin': [
    {
      name: 'none after one',
      params: async () => {
        await perform('milestones/pin', { milestoneId: milestone(), userId: userId() });
        return { milestoneId: null, userId: userId() };
      },
    },
  ],
  'sprints/updateConfig': [
    { name: 'name and colour', params: () => ({ id: runConfig(), name: 'Otherwise', color: 'red' }) },
  ],
  'sprints/updateSprint': [
    { name: 'name and goal', params: () => ({ id: sprint(), name: 'Named', description: 'Goal' }) },
    { name: 'completed', isFinal: true, params: () => ({ id: sprint(), complete: true }) },
  ],
  'resolvables/create': [
    {
      name: 'a block',
      params: () => ({
        cardId: cardThat(`"derivedStatus" IN ('assigned', 'unassigned')`),
        context: 'block',
        content: 'Waiting for art',
      }),
    },
  ],
  'resolvables/comment': [{ name: 'one', params: () => ({ resolvableId: openThread(), content: 'Indeed' }) }],
  'resolvables/updateComment': [{ name: 'an own one', params: () => ({ entryId: ownComment(), content: 'Edited' }) }],
  'resolvables/close': [
    { name: 'a comment thread', params: () => ({ id: threadThat(`"isClosed" = 0 AND "context" = 'comment'`) }) },
    {
      name: 'a block, finishing the card',
      params: () => ({ id: threadThat(`"isClosed" = 0 AND "context" = 'block'`), markCardDone: true }),
    },
  ],
  'resolvables/reopen': [
    {
      name: 'a closed one',
      params: async () => {
        const id = openThread();
        await perform('resolvables/close', { id });
        return { id };
      },
    },
  ],
  'resolvables/updateParticipantDone': [
    {
      name: 'opted out',
      params: () => ({ resolvableId: openThread(), userId: userId(), done: true, status: 'active' }),
    },
  ],
  'resolvables/addReaction': [
    { name: 'an emoji', params: () => ({ entryId: ownComment(), value: { type: 'emoji', value: '🚀' } }) },
  ],
  'resolvables/removeReaction': [
    {
      name: 'an own one',
      params: async () => {
        const reaction = { entryId: ownComment(), value: { type: 'emoji', value: '🪁' } } as const;
        const id = await perform('resolvables/addReaction', reaction);
        return { reactionId: id };
      },
    },
  ],
  'watchings/addCard': [{ name: 'a card', params: () => ({ cardId: card(7) }) }],
  'watchings/removeCard': [
    {
      name: 'a watched card',
      params: async () => {
        await perform('watchings/addCard', { cardId: card(6) });
        return { cardId: card(6) };
      },
    },
  ],
  'watchings/addDeck': [{ name: 'a deck', params: () => ({ deckId: deck(1), userId: userId() }) }],
  'watchings/removeDeck': [
    {
      name: 'a watched deck',
      params: async () => {
        await perform('watchings/addDeck', { deckId: deck(), userId: userId() });
        return { deckId: deck(), userId: userId() };
      },
    },
  ],
  'account/update': [{ name: 'slots of a Hand', params: () => ({ maxHandSlotCount: 9 }) }],
  'projects/create': [{ name: 'one', params: () => ({ name: 'Side project' }) }],
  'projects/update': [{ name: 'a name', params: () => ({ id: project(), name: 'Renamed' }) }],
  'projects/setVisibility': [{ name: 'archived', params: () => ({ id: project(), visibility: 'archived' }) }],
  'projects/addTag': [{ name: 'a new one', params: () => ({ projectId: project(), tag: 'unheardOf' }) }],
  'projects/updateTag': [{ name: 'name and colour', params: () => ({ id: tag(), tag: 'renamed', color: '#445566' }) }],
  'projects/deleteTag': [{ name: 'one', params: () => ({ id: tag() }) }],
  'users/create': [{ name: 'one', params: () => ({ name: 'Newcomer' }) }],
  'users/remove': [{ name: 'somebody else', params: () => ({ id: person() }) }],
  'sprints/createConfig': [
    { name: 'one', params: () => ({ name: 'Fortnights', startDate: '2026-06-01', days: 14, isGlobal: true }) },
  ],
  'sprints/deleteConfig': [{ name: 'one', params: () => ({ id: runConfig() }) }],
  'workflowItems/create': [
    {
      name: 'a step',
      params: () => ({ deckId: journeyStep()?.deckId as string, content: 'One more step', targetDeckId: deck() }),
    },
  ],
  'workflowItems/update': [{ name: 'an effort', params: () => ({ id: journeyStep()?.itemId as string, effort: 8 }) }],
  'decks/renameZone': [
    {
      name: 'one with cards',
      params: () => {
        const [order] = rows().where('cardOrder', `"context" = 'deck' AND "label" IS NOT NULL ORDER BY "cardId"`);
        const id = rows().get('card', order?.cardId ?? '')?.deckId as string;
        return { id, label: order?.label as string, newLabel: 'Named anew' };
      },
    },
  ],
  'milestones/renameZone': [
    {
      name: 'an empty one',
      params: async () => {
        await perform('milestones/update', { id: milestone(), manualOrderLabels: ['Soon', 'Later'] });
        return { id: milestone(), label: 'Soon', newLabel: 'Now' };
      },
    },
  ],
  'sprints/renameZone': [
    {
      name: 'an empty one',
      params: async () => {
        await perform('sprints/updateSprint', { id: sprint(), manualOrderLabels: ['Soon', 'Later'] });
        return { id: sprint(), label: 'Soon', newLabel: 'Now' };
      },
    },
  ],
  'journeys/start': [
    {
      name: 'on a card',
      // Do not choose a snoozing card: no action can set this status again, so undo gives such a card the status
      // `started`.
      params: () => ({
        cardId: cardsIn(deck(), `"status" <> 'snoozing'`)[8] as string,
        deckId: journeyStep()?.deckId as string,
      }),
    },
  ],
};

const risingCounters = [
  'version',
  'lastUpdatedAt',
  'lastChangedAt',
  'sortValue',
  'sortIndex',
  'createdAt',
  'closedAt',
  'reopenedAt',
  'reopenedBy',
  'closedBy',
  'manualOrderLabels',
];

const snapshotModels = [
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
] as const;

/**
 * Returns the rows of the service that undo must restore, without fields that undo cannot restore, such as versions and
 * times (`risingCounters`). For the manual order, the result says only which zone each card is in.
 */
function snapshot(): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  const { rows: there } = world.service.engine;
  for (const model of snapshotModels)
    for (const row of there.find(model, {}) as Record<string, unknown>[])
      found[`${model} ${rowKey(models[model], row)}`] = Object.fromEntries(
        Object.entries(row).filter(([name]) => !risingCounters.includes(name)),
      );
  for (const { context, cardId, label } of there.find('cardOrder', {}, ['sortValue'])) {
    const field = context === 'deck' ? 'deckId' : context === 'sprint' ? 'sprintId' : 'milestoneId';
    const name = `order ${context} ${there.get('card', cardId)?.[field]} ${label}`;
    found[name] = { ...found[name], [cardId]: null };
  }
  const listOf = (model: 'cardSubscription' | 'deckSubscription' | 'pinnedMilestone' | 'deckGuardian') =>
    there.find(model, {}).map(({ id: _, ...row }: Record<string, unknown>) => JSON.stringify(row));
  found.watches = Object.fromEntries(
    [...listOf('deckSubscription'), ...listOf('pinnedMilestone')].map((row) => [row, null]),
  );
  found.guardians = Object.fromEntries(listOf('deckGuardian').map((row) => [row, null]));
  found.reactions = Object.fromEntries(
    there
      .find('resolvableEntryReaction', {})
      .map(({ entryId, userId, value }) => [`${entryId} ${userId} ${JSON.stringify(value)}`, null]),
  );
  found.bookmarks = Object.fromEntries(
    there
      .find('handCard', {}, ['userId', 'sortIndex'])
      .map(({ userId, cardId }, index) => [`${userId} ${index}`, cardId]),
  );
  found.hands = Object.fromEntries(
    there
      .find('queueEntry', { cardDoneAt: null }, ['userId', 'sortIndex'])
      .map(({ userId, cardId }, index) => [`${userId} ${index}`, cardId]),
  );
  for (const [name, list] of Object.entries(found))
    found[name] = Object.fromEntries(Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1)));
  return found;
}

/** Makes all queries fail after the first action is sent, so that the action is acknowledged but not read back. */
function failQueries(): void {
  let hasDispatched = false;
  device.network.fault = (path) => {
    if (path.startsWith('/dispatch/')) hasDispatched = true;
    else if (hasDispatched) return 'unreachable';
    return undefined;
  };
}

async function undoAndCompare(undo: Parameters<typeof device.replica.act>[0], before: ReturnType<typeof snapshot>) {
  const taken = device.replica.act(undo);
  if (!taken.ok) throw new Error(taken.failure.message);
  await device.idle();
  expect(device.replica.operations()).toEqual([]);
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
  const after = snapshot();
  // No action removes a card's position in manual order, so the check ignores cards that had no position before.
  for (const [name, order] of Object.entries(after))
    if (name.startsWith('order '))
      after[name] = Object.fromEntries(Object.entries(order).filter(([id]) => id in (before[name] ?? {})));
  // Undo does not remove rows that the action created, but marks them as deleted or closed. So compare only the rows
  // that existed before the action.
  const changed = Object.keys(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  expect(changed.map((key) => [key, before[key], after[key]])).toEqual([]);
}

/**
 * Returns the whole state as one text: all rows of both SQLite files, the state in memory, and how many events windows
 * have received. Two equal texts show that nothing changed in between.
 */
function stateText(): string {
  const { db } = device.replica.store.engine;
  const tables = ['main', 'durable'].flatMap((file) =>
    (
      db
        .prepare(`SELECT name FROM ${file}.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`)
        .pluck()
        .all() as string[]
    ).map((name) => [name, db.prepare(`SELECT * FROM ${file}."${name}"`).all()]),
  );
  const { outbox, images } = device.replica.store;
  const eventCounts = [device.patches, device.renamed, device.statuses, device.outboxes].map(({ length }) => length);
  return JSON.stringify([tables, outbox.revision, outbox.all.length, images.size, eventCounts]);
}

function expectPreviewLeavesNothing(action: string, params: Record<string, unknown>): void {
  device.replica.watch('decks', { _root: [{ account: [{ decks: ['title', { cards: ['title', 'status'] }] }] }] });
  const before = stateText();
  const previewed = device.replica.preview([{ action, params }]);
  expect(previewed).toMatchObject({ ok: true });
  expect(stateText() === before).toBe(true);
}

describe.each(actionNames)('%s', (action) => {
  const record: Action = allActions[action];
  const own: readonly Sample<ActionName>[] = samples[action] ?? [];

  test('has a sample for each case in its record', () => {
    expect(own.some(({ isFinal }) => !isFinal)).toBe(true);
    expect(own.some(({ isFinal }) => isFinal)).toBe(typeof record.undo === 'object' && 'unless' in record.undo);
  });

  test.each(own)(
    '$name: performed offline, shown, sent, read back and undone',
    async ({ params, isFinal, isUnseen }) => {
      const given = (await params()) as Record<string, unknown>;
      const before = snapshot();
      await device.offline();
      expectPreviewLeavesNothing(action, given);
      const acted = device.act([action, given]);
      if (!acted.ok) throw new Error(acted.failure.message);
      expect(device.replica.operations().map(({ state, failure }) => [state, failure])).toEqual([['queued', null]]);

      failQueries();
      device.replica.sync.refresh();
      await device.idle();
      const states = device.replica.operations().map(({ state }) => state);
      expect(states).toEqual(record.readBack === 'nothing' || isUnseen ? [] : ['acknowledged']);
      await device.online();
      expect(device.warnings).toEqual([]);
      expect(device.replica.operations()).toEqual([]);
      expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);

      const { undo } = acted.value;
      if (isFinal || (typeof record.undo === 'object' && 'never' in record.undo)) expect(undo).toBeNull();
      else {
        expect(undo?.steps.length).toBeGreaterThan(0);
        if (undo) await undoAndCompare(undo, before);
      }
    },
  );
});

// Setting only the former text would remove the tag: the service removes each tag that the replaced text contained.
test('undo of a text keeps the tag that the card had and that the new text contained', async () => {
  const name = String(rows().find('projectTag', { projectId: project() })[0]?.tag);
  const id = await perform('cards/create', { content: 'Harbour', deckId: deck(), masterTags: [name] });
  const before = snapshot();
  const acted = device.act(['cards/update', { id, content: `Harbour #${name}` }]);
  if (!acted.ok || !acted.value.undo) throw new Error('It is not undone');
  await device.idle();
  await undoAndCompare(acted.value.undo, before);
});

test('two steps of one act are undone together', async () => {
  const cardId = card(2);
  const before = snapshot();
  const acted = device.act(
    ['cardOrders/addBefore', { targetId: null, cardIds: [cardId], context: 'deck', label: null }],
    ['cards/update', { id: cardId, priority: 'c' }],
  );
  if (!acted.ok || !acted.value.undo) throw new Error('It is not undone');
  await device.idle();
  await undoAndCompare(acted.value.undo, before);
});
