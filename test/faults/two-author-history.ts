/**
 * Plays random sequences of changes by two authors, and checks that no last change is lost silently. The authors are
 * replicas: they change the same cards through a bad network, and are killed and restarted at random. Afterwards each
 * field must have the last value that one of the authors set, unless the outbox of an author shows a conflict on the
 * field.
 */
import { remotePollIntervals } from '../../electron/replica/pull/poll-intervals.ts';
import { createWorld, type World, type WorldReplica } from '../replica/support.ts';
import { networkFaults, type RandomHistoryOptions, setRandomDelays, simulateCrash, stepNumbers } from './history.ts';
import { createRandomSource, createSeededIdGenerator, type RandomSource } from './random.ts';

const intervals = { ...remotePollIntervals, backgroundDeltaPollMs: 60_000, wholeDigestMs: 120_000 };
const quietMinutes = 6;
/**
 * Number of cards that only the first author changes. The second author alone changes the same number of other cards,
 * and both authors change the same number of shared cards.
 */
const cardsPerAuthor = 2;
/** Each author has this number of decks and the same number of milestones. */
const targetsPerAuthor = 5;

type Value = string | number | null;

/** The last value that an author set in a field. */
interface LastValue {
  readonly value: Value;
  readonly author: number;
}

interface TwoAuthorHistory {
  readonly world: World;
  readonly replicas: WorldReplica[];
  /** Three lists of card ids: cards that only the first author changes, only the second author, and both authors. */
  readonly cards: readonly (readonly string[])[];
  readonly heroes: readonly string[];
  readonly deckIds: readonly (readonly string[])[];
  readonly milestoneIds: readonly (readonly string[])[];
  /**
   * For each field of a card, the last value of each author who set it. Keys are `<card id> <field>`. The id of a card
   * that an author created is its local id.
   */
  readonly lastValues: Map<string, LastValue[]>;
  /** Local ids of the cards that each author created as sub cards. */
  readonly made: string[][];
  count: number;
  faultiness: number;
}

export interface TwoAuthorHistoryCounts {
  readonly changes: number;
  readonly kills: number;
  readonly faults: number;
  /** Number of fields about which the outbox asks an author. */
  readonly asked: number;
}

/** Plays the steps. Throws an error if there are lost values, unfinished operations or warnings. */
export async function playTwoAuthorHistory({ seed, steps }: RandomHistoryOptions): Promise<TwoAuthorHistoryCounts> {
  const world = createWorld({ empty: true, newId: createSeededIdGenerator(seed + 1) });
  let [met, kills, changes] = [0, 0, 0];
  try {
    const authors = await createTwoAuthorHistory(world);
    for (let index = 0; index < 2; index += 1) {
      const luck = createRandomSource(seed + 1_000_003 * (index + 1));
      const replica = world.replica({ intervals, newKey: createSeededIdGenerator(seed + 2 + index) });
      await replica.start();
      replica.network.fault = () => {
        if (luck.next() >= authors.faultiness) return undefined;
        met += 1;
        return luck.pick(networkFaults);
      };
      setRandomDelays(replica.network, world, createRandomSource(seed + 2_000_003 * (index + 1)));
      authors.replicas.push(replica);
    }
    for (const step of steps) {
      const random = createRandomSource(seed * 31 + step * 7919);
      const kind = random.next();
      if (kind < 0.62) changes += makeChanges(authors, random.below(2), random);
      else if (kind < 0.72) await world.clock.advance(random.below(3000));
      else if (kind < 0.76) await world.clock.advance(random.below(90_000));
      else if (kind < 0.86) authors.faultiness = random.pick([0, 0.4, 0.8]);
      else if (kind < 0.94) random.pick(authors.replicas).replica.setOffline(random.next() < 0.5);
      else {
        await kill(authors, random.below(2), random);
        kills += 1;
      }
      // Wait for a random number of event loop turns, so that some requests start before the next change.
      for (let turns = random.below(30); turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
    }
    authors.faultiness = 0;
    for (const { replica } of authors.replicas) replica.setOffline(false);
    for (let minute = 0; minute < quietMinutes; minute += 1) {
      await world.clock.advance(60_000);
      for (const replica of authors.replicas) await replica.idle();
    }
    const { lost, asked } = lostValuesOf(authors);
    if (lost.length > 0) throw new Error(lost.join('\n'));
    return { changes, kills, faults: met, asked };
  } finally {
    await world.close();
  }
}

async function createTwoAuthorHistory(world: World): Promise<TwoAuthorHistory> {
  const make = async (action: 'decks/create' | 'milestones/create' | 'cards/create', params: object) =>
    String((await world.dispatch(action, params as never)).id);
  const accountId = world.service.accountId;
  const projectId = String((await world.dispatch('projects/create', { name: 'Project' })).id);
  const all = async (count: number, one: (index: number) => Promise<string>) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await one(index));
    return ids;
  };
  const deckIds = [];
  const milestoneIds = [];
  for (const author of [0, 1]) {
    deckIds.push(
      await all(targetsPerAuthor, (at) => make('decks/create', { title: `Deck ${author} ${at}`, projectId })),
    );
    const milestone = { accountId, color: 'blue', date: '2026-09-01', isGlobal: true, projectIds: null };
    milestoneIds.push(
      await all(targetsPerAuthor, (at) =>
        make('milestones/create', { ...milestone, name: `Milestone ${author} ${at}` }),
      ),
    );
  }
  const deckId = deckIds[0]?.[0];
  const cards = [];
  for (const owner of ['0', '1', 'both'])
    cards.push(await all(cardsPerAuthor, (at) => make('cards/create', { content: `Card ${owner} ${at}`, deckId })));
  const heroes = await all(2, (at) => make('cards/create', { content: `Hero ${at}`, deckId }));
  for (const parentCardId of heroes) await make('cards/create', { content: 'Sub card', deckId, parentCardId });
  return {
    world,
    replicas: [],
    cards,
    heroes,
    deckIds,
    milestoneIds,
    lastValues: new Map(),
    made: [[], []],
    count: 0,
    faultiness: 0,
  };
}

/** Simulates a crash of a replica's program, and starts the replica again on copies of its files. */
async function kill({ world, replicas }: TwoAuthorHistory, index: number, random: RandomSource): Promise<void> {
  const old = replicas[index] as WorldReplica;
  const directory = simulateCrash(world, old);
  await old.close();
  const fresh = world.replica({
    directory,
    network: old.network,
    intervals,
    newKey: createSeededIdGenerator(random.below(2 ** 30)),
  });
  fresh.replica.start();
  replicas[index] = fresh;
}

/**
 * Makes up to three random changes of one kind: sets values, creates a sub card, or moves a sub card. Returns the
 * number of performed changes.
 */
function makeChanges(authors: TwoAuthorHistory, author: number, random: RandomSource): number {
  const roll = random.next();
  if (roll < 0.6) return setValues(authors, author, random);
  if (roll < 0.78) return createSubCard(authors, author, random);
  return moveSubCard(authors, author, random);
}

function setValues(authors: TwoAuthorHistory, author: number, random: RandomSource): number {
  const isShared = random.next() < 0.25;
  const cards = authors.cards[isShared ? 2 : author] ?? [];
  const id = random.pick(cards);
  const field = random.pick(['milestoneId', 'deckId', 'effort', 'dueDate', 'milestoneId', 'deckId']);
  let done = 0;
  // Set the field up to three times without waiting, so that earlier values are unconfirmed when the next one is set.
  for (let times = random.pick([1, 2, 3]); times > 0; times -= 1) {
    const value = valueFor(authors, { author, field, random });
    const ids = !isShared && random.next() < 0.2 ? [...cards] : [id];
    const [first] = ids;
    const params = { [field]: value };
    const acted =
      ids.length === 1
        ? act(authors, author, ['cards/update', { id: first, ...params }])
        : act(authors, author, ['cards/bulkUpdate', { ids, ...params }]);
    if (!acted) continue;
    for (const card of ids) noteValue(authors, `${card} ${field}`, { author, value });
    done += 1;
  }
  return done;
}

function valueFor(
  authors: TwoAuthorHistory,
  { author, field, random }: { readonly author: number; readonly field: string; readonly random: RandomSource },
): Value {
  authors.count += 1;
  if (field === 'milestoneId') return random.pick(authors.milestoneIds[author] ?? []);
  if (field === 'deckId') return random.pick(authors.deckIds[author] ?? []);
  if (field === 'effort') return authors.count;
  return new Date(Date.UTC(2027, 0, 1) + authors.count * 24 * 3600_000).toISOString().slice(0, 10);
}

function act({ replicas }: TwoAuthorHistory, author: number, ...steps: [string, Record<string, unknown>][]) {
  const outcome = replicas[author]?.act(...steps);
  return outcome?.ok ? outcome.value : undefined;
}

function noteValue({ lastValues }: TwoAuthorHistory, key: string, last: LastValue): void {
  lastValues.set(key, [...(lastValues.get(key) ?? []).filter(({ author }) => author !== last.author), last]);
}

const childrenOf = (replica: WorldReplica, hero: string): string[] =>
  replica.replica.store.rows.get('card', hero)?.childCards.map(String) ?? [];

function createSubCard(authors: TwoAuthorHistory, author: number, random: RandomSource): number {
  const replica = authors.replicas[author] as WorldReplica;
  const hero = random.pick(authors.heroes);
  const deckId = authors.deckIds[author]?.[0] ?? null;
  authors.count += 1;
  const content = `Sub card ${authors.count} of ${author}`;
  const isNamed = random.next() < 0.5;
  const acted = act(authors, author, ['cards/create', { content, deckId, ...(isNamed ? { parentCardId: hero } : {}) }]);
  const made = acted?.answers[0]?.id;
  if (typeof made !== 'string') return 0;
  authors.made[author]?.push(made);
  noteValue(authors, `${made} parentCardId`, { author, value: isNamed ? hero : null });
  if (isNamed) return 1;
  const list = [...childrenOf(replica, hero), made];
  const joined =
    random.next() < 0.5
      ? act(authors, author, ['cards/update', { id: hero, childCards: list }])
      : act(authors, author, ['cards/update', { id: made, parentCardId: hero }]);
  if (!joined) return 1;
  noteValue(authors, `${made} parentCardId`, { author, value: hero });
  return 2;
}

/**
 * Chooses a card that the author created as a sub card. If the card still has a hero card, removes it from this hero
 * card. If not, adds it to a hero card.
 */
function moveSubCard(authors: TwoAuthorHistory, author: number, random: RandomSource): number {
  const replica = authors.replicas[author] as WorldReplica;
  const made = authors.made[author] ?? [];
  if (made.length === 0) return 0;
  const local = random.pick(made.slice(-3));
  const id = replica.replica.store.ids.renamed(local);
  const row = replica.replica.store.rows.get('card', id);
  if (!row) return 0;
  const hero = row.parentCardId ?? random.pick(authors.heroes);
  const list = childrenOf(replica, hero);
  const isIn = list.includes(id);
  const next = isIn ? list.filter((other) => other !== id) : [...list, id];
  const acted =
    random.next() < 0.7
      ? act(authors, author, ['cards/update', { id: hero, childCards: next }])
      : act(authors, author, ['cards/update', { id, parentCardId: isIn ? null : hero }]);
  if (!acted) return 0;
  noteValue(authors, `${local} parentCardId`, { author, value: isIn ? null : hero });
  return 1;
}

function lostValuesOf({ world, replicas, lastValues }: TwoAuthorHistory): {
  readonly lost: string[];
  readonly asked: number;
} {
  const lost: string[] = [];
  let asked = 0;
  const waiting = replicas.map(({ replica }) => JSON.stringify(replica.operations()));
  for (const [key, values] of lastValues) {
    const [named = '', field = ''] = key.split(' ');
    const id = values.reduce((now, { author }) => replicas[author]?.replica.store.ids.renamed(now) ?? now, named);
    if (values.some(({ author }) => waiting[author]?.includes(id) || waiting[author]?.includes(named))) {
      asked += 1;
      continue;
    }
    const row = world.service.engine.rows.get('card', id) as Record<string, unknown> | undefined;
    const value = row?.[field] ?? null;
    if (!values.some((last) => last.value === value))
      lost.push(`${key} is ${value}, set was ${values.map((last) => `${last.value} by ${last.author}`).join(', ')}`);
  }
  for (const [index, { replica, warnings }] of replicas.entries()) {
    for (const { state, action, failure } of replica.operations())
      if (state !== 'rejected' && state !== 'waiting')
        lost.push(`${index}: ${action} is ${state} ${JSON.stringify(failure)}`);
    lost.push(...warnings.map((warning) => `${index}: ${warning}`));
  }
  return { lost, asked };
}

/** The steps of a history, for tests and soak runs. */
export const twoAuthorStepNumbers = stepNumbers(60);
