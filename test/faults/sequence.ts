/**
 * One random history: two replicas and a direct client work against one service while the network fails and programs
 * end; then it grows quiet. What follows must hold whatever happened before.
 */

import type { AnyRow } from '../../electron/engine/rows.ts';
import { remoteCadence } from '../../electron/replica/cadence.ts';
import type { ActionName } from '../../shared/contract/index.ts';
import { differences } from '../replica/comparison.ts';
import { createWorld, type World, type WorldReplica } from '../replica/support.ts';
import type { Fault } from './network.ts';
import { type Random, seeded, seededIds } from './random.ts';

const faults: readonly Fault[] = [
  'dropBefore',
  'dropAfter',
  'unreachable',
  'throttle',
  'error500',
  'error500After',
  'html',
  'htmlAfter',
  'truncate',
];

/** What cursors miss is found within two minutes here, so that a history need not last a quarter of an hour. */
const cadence = { ...remoteCadence, backgroundPulse: 60_000, wholeDigest: 120_000 };

interface Play {
  readonly world: World;
  readonly random: Random;
  readonly replicas: WorldReplica[];
  /** Contents that somebody asked for exactly once. */
  readonly contents: Set<string>;
  faultiness: number;
  made: number;
}

/** Throws with what differs. Answers what the history was made of. */
export async function playSequence(
  seed: number,
  steps = 24,
): Promise<{ readonly operations: number; readonly faults: number }> {
  const world = createWorld({ empty: true, newId: seededIds(seed + 1) });
  const random = seeded(seed);
  const play: Play = { world, random, replicas: [], contents: new Set(), faultiness: 0, made: 0 };
  let met = 0;
  let operations = 0;
  try {
    await furnish(play);
    for (let index = 0; index < 2; index += 1) {
      const replica = world.replica({ cadence, newKey: seededIds(seed + 2 + index) });
      replica.network.fault = () => {
        if (random.next() >= play.faultiness) return undefined;
        met += 1;
        return random.pick(faults);
      };
      replica.replica.start();
      await replica.idle();
      play.replicas.push(replica);
    }
    for (let step = 0; step < steps; step += 1) operations += await take(play, step);
    play.faultiness = 0;
    for (const replica of play.replicas) replica.replica.setOffline(false);
    // Past backoff, the longest late arrival, and a slow pulse.
    for (let minute = 0; minute < 5; minute += 1) {
      await world.clock.advance(60_000);
      for (const replica of play.replicas) await replica.idle();
    }
    check(play);
    return { operations, faults: met };
  } finally {
    await world.close();
  }
}

async function furnish({ world, random }: Play): Promise<void> {
  const project = String((await world.dispatch('projects/create', { name: 'Project' })).id);
  for (const title of ['To do', 'Doing']) {
    const deckId = String((await world.dispatch('decks/create', { title, projectId: project })).id);
    const cards = Array.from({ length: 4 }, (_, index) => ({ content: `${title} ${index}` }));
    await world.dispatch('cards/createMany', { cards, deckId });
  }
  await world.clock.advance(random.below(5000));
}

async function take(play: Play, step: number): Promise<number> {
  const { world, random, replicas } = play;
  const [one, two] = replicas as [WorldReplica, WorldReplica];
  const kind = random.next();
  if (kind < 0.5) {
    const replica = random.pick([one, two]);
    return act(play, replica) ? 1 : 0;
  }
  if (kind < 0.62) await actDirectly(play);
  else if (kind < 0.82) {
    await world.clock.advance(random.below(4000));
    for (const replica of replicas) await replica.idle();
  } else if (kind < 0.88) play.faultiness = random.pick([0, 0, 0.3, 0.8]);
  else if (kind < 0.93) random.pick(replicas).replica.setOffline(random.next() < 0.5);
  else if (kind < 0.97) await restart(play, random.below(2));
  else await world.clock.advance(random.below(120_000));
  if (step % 5 === 0) await random.pick(replicas).idle();
  return 0;
}

async function restart({ world, replicas, random }: Play, index: number): Promise<void> {
  const old = replicas[index] as WorldReplica;
  const { directory, network } = old;
  await old.close();
  const fresh = world.replica({ directory, network, cadence, newKey: seededIds(random.below(2 ** 30)) });
  fresh.replica.start();
  replicas[index] = fresh;
}

/** A random action with params made from the rows at hand; undefined where there is nothing to act on. */
function someAction(
  play: Play,
  rows: { find: (model: string) => AnyRow[] },
): [string, Record<string, unknown>] | undefined {
  const { random, world } = play;
  const cards = rows.find('card').filter(({ visibility }) => visibility === 'default');
  const decks = rows.find('deck').filter(({ isDeleted }) => !isDeleted);
  const threads = rows.find('resolvable').filter(({ isClosed }) => !isClosed);
  if (cards.length === 0 || decks.length === 0) return undefined;
  const card = () => String(random.pick(cards).cardId);
  const deck = () => String(random.pick(decks).id);
  const userId = world.userId;
  const content = () => {
    play.made += 1;
    return `made ${play.made}`;
  };
  const once = () => {
    const text = content();
    play.contents.add(text);
    return text;
  };
  const choices: (() => [string, Record<string, unknown>] | undefined)[] = [
    () => ['cards/create', { content: once(), deckId: deck(), putInQueue: random.next() < 0.2 }],
    () => ['cards/createMany', { cards: [{ content: once() }, { content: once() }], deckId: deck() }],
    () => ['cards/update', { id: card(), content: content() }],
    () => ['cards/update', { id: card(), deckId: deck(), priority: random.pick(['a', 'b', null]) }],
    () => ['cards/update', { id: card(), status: random.pick(['not_started', 'started', 'done']) }],
    () => ['cards/update', { id: card(), assigneeId: random.pick([userId, null]) }],
    () => ['cards/bulkUpdate', { ids: [card(), card()], effort: random.below(9) }],
    () => ['cards/update', { id: card(), visibility: random.pick(['archived', 'deleted']) }],
    () => ['cards/update', { id: card(), parentCardId: card() }],
    () => ['cards/update', { id: card(), inDeps: [card()] }],
    () => ['handQueue/addCardsToHand', { cardIds: [card()], userId }],
    () => ['handQueue/removeCards', { cardIds: [card()], userId }],
    () => ['handQueue/setCardOrders', { cardIds: [card(), card()], draggedCardIds: [card()], userId }],
    () => ['bookmarks/addCards', { ids: [card()], userId }],
    () => ['bookmarks/removeCards', { ids: [card()], userId }],
    () => [
      'cardOrders/addAfter',
      { targetId: random.pick([card(), null]), cardIds: [card()], context: 'deck', label: null },
    ],
    () => [
      'cardOrders/addBefore',
      { targetId: random.pick([card(), null]), cardIds: [card()], context: 'deck', label: null },
    ],
    () => ['decks/update', { id: deck(), title: content() }],
    () => [
      'resolvables/create',
      { cardId: card(), context: random.pick(['comment', 'review', 'block']), content: once() },
    ],
    () =>
      threads.length > 0
        ? ['resolvables/comment', { resolvableId: random.pick(threads).id, content: once() }]
        : undefined,
    () => (threads.length > 0 ? ['resolvables/close', { id: random.pick(threads).id }] : undefined),
    () => ['decks/create', { title: content(), projectId: random.pick(decks).projectId }],
  ];
  return random.pick(choices)();
}

/** Local refusals are the app's right: nothing happened then. */
function act(play: Play, replica: WorldReplica): boolean {
  const contents = new Set(play.contents);
  const chosen = someAction(play, {
    find: (model) => replica.replica.ledger.rows.find(model as 'card', {}) as AnyRow[],
  });
  if (!chosen) return false;
  const outcome = replica.act(chosen);
  if (outcome.ok && outcome.value.undo && play.random.next() < 0.1) {
    const undone = replica.replica.act(outcome.value.undo);
    // Taken back before it was sent: it must not arrive at all.
    if (undone.ok && undone.value.operationIds.length === 0) restore(play.contents, contents);
  }
  if (!outcome.ok) restore(play.contents, contents);
  return outcome.ok;
}

function restore(set: Set<string>, before: ReadonlySet<string>): void {
  for (const item of set) if (!before.has(item)) set.delete(item);
}

async function actDirectly(play: Play): Promise<void> {
  const contents = new Set(play.contents);
  const chosen = someAction(play, {
    find: (model) => play.world.service.engine.rows.find(model as 'card', {}) as AnyRow[],
  });
  if (!chosen) return;
  try {
    await play.world.dispatch(chosen[0] as ActionName, chosen[1] as never);
  } catch (error) {
    if (!String((error as Error).message).includes('was refused')) throw error;
    restore(play.contents, contents);
  }
}

function check({ world, replicas, contents }: Play): void {
  const problems: string[] = [];
  const rejected = new Set<string>();
  for (const [index, { replica, warnings }] of replicas.entries()) {
    for (const { state, params, failure, action } of replica.operations()) {
      // A refusal waits for the person, and what is built upon it; nothing else may be left.
      if (state !== 'rejected' && state !== 'waiting')
        problems.push(`${index}: ${action} is ${state} ${JSON.stringify(failure)}`);
      for (const text of textsIn(params)) rejected.add(text);
    }
    problems.push(...warnings.map((warning) => `${index}: ${warning}`));
    // Refused and waiting effects are shown by this replica alone.
    if (replica.operations().length === 0)
      problems.push(...differences(replica, world.service, world.userId).map((line) => `${index}: ${line}`));
  }
  const { rows } = world.service.engine;
  for (const text of contents) {
    const history = rows.where('cardHistory', `"diff" LIKE ?`, `%${text}%`).length;
    const found =
      new Set([
        ...rows.where('card', '"content" = ?', text).map(({ cardId }) => cardId),
        ...rows.where('cardHistory', `json_extract("diff", '$.content[1]') = ?`, text).map(({ cardId }) => cardId),
      ]).size + rows.where('resolvableEntry', '"content" = ?', text).length;
    if (found > 1) problems.push(`'${text}' happened ${found} times`);
    if (found === 0 && !rejected.has(text) && history === 0) problems.push(`'${text}' was lost`);
  }
  if (problems.length > 0) throw new Error(problems.slice(0, 12).join('\n'));
}

function textsIn(params: unknown): string[] {
  return JSON.stringify(params).match(/made \d+/g) ?? [];
}
