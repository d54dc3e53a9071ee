/**
 * Plays a random history: a random sequence of steps, in which two replicas and a client without a replica use one
 * service while the network fails and programs end. Then the faults stop, and the final checks of history-checks.ts
 * must find no problem. Each step has its own seed, so that shrinking can leave out steps without changing the others.
 */
import { cpSync } from 'node:fs';
import type { AnyRow } from '../../electron/engine/store/rows.ts';
import { remotePollIntervals } from '../../electron/replica/pull/poll-intervals.ts';
import type { ActionName } from '../../shared/contract/index.ts';
import { createWorld, type World, type WorldReplica } from '../replica/support.ts';
import { waitForCallbacks } from './clock.ts';
import { actionsAskedAbout, historyProblemsOf } from './history-checks.ts';
import type { RandomHistoryState } from './history-state.ts';
import type { FaultyNetwork, NetworkFault } from './network.ts';
import { createRandomSource, createSeededIdGenerator, type RandomSource } from './random.ts';
import { randomAction } from './random-actions.ts';

export const networkFaults: readonly NetworkFault[] = [
  'dropBefore',
  'dropAfter',
  'unreachable',
  'throttle',
  'error500',
  'error502After',
  'html',
  'htmlAfter',
  'truncate',
];

/**
 * Intervals of the replicas in a history. A history lasts only a few minutes, so replicas compare all decks with the
 * service every 2 minutes, not every 15 minutes as in the app. In the background they poll every 60 seconds, not every
 * 30 seconds.
 */
const intervals = { ...remotePollIntervals, backgroundDeltaPollMs: 60_000, wholeDigestMs: 120_000 };

export interface RandomHistoryOptions {
  readonly seed: number;
  /** Numbers of the steps to play, in order. */
  readonly steps: readonly number[];
  /**
   * If true, faults start with the first request, requests and answers are delayed, and some lost requests arrive
   * later.
   */
  readonly isRough?: boolean;
  /**
   * If true, half of the restarts are crashes: files are not closed, and a request that was being sent may still
   * arrive.
   */
  readonly crashes?: boolean;
}

const quietMinutes = 5;
/**
 * Maximum time after which a delayed request arrives. It must be less than `requestTimeoutMs` +
 * `maxArrivalAfterTimeoutMs`, because after that time the app assumes that a lost request never arrives.
 */
const maxArrivalDelayMs = 55_000;

export const stepNumbers = (count: number): number[] => Array.from({ length: count }, (_, step) => step);

export interface HistoryCounts {
  readonly operations: number;
  readonly faults: number;
  /** Actions whose answer was lost and for which the app asks the person whether the service performed them. */
  readonly questions: readonly string[];
}

/**
 * Plays a history: first its steps, then up to `quietMinutes` minutes without faults. Calls `look` after every step
 * and after each of these minutes. Returns counts of the history.
 * @throws an error with the first twelve problems
 */
export async function playHistory(
  { seed, steps, isRough = false, crashes = false }: RandomHistoryOptions,
  look: (replicas: readonly WorldReplica[]) => void = () => undefined,
): Promise<HistoryCounts> {
  const world = createWorld({ empty: true, newId: createSeededIdGenerator(seed + 1) });
  const play: RandomHistoryState = {
    world,
    replicas: [],
    createdTexts: new Set(),
    withdrawn: new Set(),
    faultiness: 0,
    crashes,
    made: 0,
  };
  let met = 0;
  let operations = 0;
  try {
    await createRows(play, createRandomSource(seed));
    if (isRough) play.faultiness = 0.3;
    for (let index = 0; index < 2; index += 1) {
      const luck = createRandomSource(seed + 1_000_003 * (index + 1));
      const replica = world.replica({ intervals, newKey: createSeededIdGenerator(seed + 2 + index) });
      replica.network.fault = () => {
        if (luck.next() >= play.faultiness) return undefined;
        met += 1;
        return luck.pick(networkFaults);
      };
      if (isRough) setRandomDelays(replica.network, world, createRandomSource(seed + 2_000_003 * (index + 1)));
      await replica.start();
      play.replicas.push(replica);
    }
    for (const step of steps) {
      operations += await playStep(play, step, createRandomSource(seed * 31 + step * 7919));
      look(play.replicas);
    }
    play.faultiness = 0;
    for (const replica of play.replicas) replica.replica.setOffline(false);
    // Every backoff, late request, poll and comparison ends within five minutes. Stop earlier if there are no problems.
    let problems: string[] = [];
    for (let minute = 1; minute <= quietMinutes; minute += 1) {
      await world.clock.advance(60_000);
      for (const replica of play.replicas) await replica.idle();
      look(play.replicas);
      if (minute === 1) continue;
      problems = historyProblemsOf(play);
      if (problems.length === 0) break;
    }
    if (problems.length > 0) throw new Error(problems.slice(0, 12).join('\n'));
    return { operations, faults: met, questions: actionsAskedAbout(play) };
  } finally {
    await world.close();
  }
}

/**
 * Delays requests and answers, so that other clients can act during a request. Half of the lost requests arrive later.
 */
export function setRandomDelays(network: FaultyNetwork, { clock }: World, pace: RandomSource): void {
  network.delay = async () => {
    for (let turns = pace.below(12); turns > 0; turns -= 1) await waitForCallbacks();
  };
  network.late = (arrive) => {
    const isLate = pace.next() < 0.5;
    if (isLate) clock.after(pace.below(maxArrivalDelayMs), arrive);
    return isLate;
  };
}

async function createRows({ world }: RandomHistoryState, random: RandomSource): Promise<void> {
  const project = String((await world.dispatch('projects/create', { name: 'Project' })).id);
  for (const title of ['To do', 'Doing']) {
    const deckId = String((await world.dispatch('decks/create', { title, projectId: project })).id);
    const cards = Array.from({ length: 4 }, (_, index) => ({ content: `${title} ${index}` }));
    await world.dispatch('cards/createMany', { cards, deckId });
  }
  await world.dispatch('sprints/createConfig', { name: 'Weeks', startDate: '2026-03-02', days: 7 });
  await world.clock.advance(random.below(5000));
}

/** Plays one step. Returns the number of actions that replicas performed. */
async function playStep(play: RandomHistoryState, step: number, random: RandomSource): Promise<number> {
  const { world, replicas } = play;
  const kind = random.next();
  let done = 0;
  if (kind < 0.5) done = act(play, random.pick(replicas), random) ? 1 : 0;
  else if (kind < 0.62) await actDirectly(play, random);
  else if (kind < 0.82) {
    await world.clock.advance(random.below(4000));
    for (const replica of replicas) await replica.idle();
  } else if (kind < 0.88) play.faultiness = random.pick([0, 0, 0.3, 0.8]);
  else if (kind < 0.93) random.pick(replicas).replica.setOffline(random.next() < 0.5);
  else if (kind < 0.97) await restart(play, random.below(2), random);
  else await world.clock.advance(random.below(120_000));
  if (step % 5 === 0) await random.pick(replicas).idle();
  return done;
}

async function restart(
  { world, replicas, crashes }: RandomHistoryState,
  index: number,
  random: RandomSource,
): Promise<void> {
  const old = replicas[index] as WorldReplica;
  const newKey = createSeededIdGenerator(random.below(2 ** 30));
  const directory = crashes && random.next() < 0.5 ? simulateCrash(world, old) : old.directory;
  await old.close();
  const fresh = world.replica({ directory, network: old.network, intervals, newKey });
  fresh.replica.start();
  replicas[index] = fresh;
}

/**
 * Simulates a crash of the program: abandons the replica and returns a folder with a copy of its files, which were not
 * closed. A request that was being sent at the crash may still arrive.
 */
export function simulateCrash(world: World, { replica, directory }: WorldReplica): string {
  const left = world.directory();
  replica.sync.closeWithoutWaiting();
  cpSync(directory, left, { recursive: true });
  return left;
}

/** Returns a generator of texts that are unique in a history, and the list of the generated texts. */
function textsOf(play: RandomHistoryState): { readonly texts: string[]; readonly next: () => string } {
  const texts: string[] = [];
  const next = () => {
    play.made += 1;
    const text = `made ${play.made}`;
    texts.push(text);
    return text;
  };
  return { texts, next };
}

/** Performs a random action on a replica and sometimes undoes it. Returns false if the replica refused the action. */
function act(play: RandomHistoryState, { replica, act }: WorldReplica, random: RandomSource): boolean {
  const { texts, next } = textsOf(play);
  const find = (model: string) => replica.store.rows.find(model as 'card', {}) as AnyRow[];
  const chosen = randomAction({
    random,
    find,
    userId: play.world.userId,
    accountId: play.world.service.accountId,
    newText: next,
  });
  if (!chosen) return false;
  const outcome = act(chosen);
  if (!outcome.ok) return false;
  for (const text of texts) play.createdTexts.add(text);
  if (outcome.value.undo && random.next() < 0.1) {
    const undone = replica.act(outcome.value.undo);
    if (undone.ok && undone.value.operationIds.length === 0)
      for (const text of texts) {
        play.createdTexts.delete(text);
        play.withdrawn.add(text);
      }
  }
  return true;
}

async function actDirectly(play: RandomHistoryState, random: RandomSource): Promise<void> {
  const { world } = play;
  const find = (model: string) => world.service.engine.rows.find(model as 'card', {}) as AnyRow[];
  const chosen = randomAction({
    random,
    find,
    userId: world.userId,
    accountId: world.service.accountId,
    newText: textsOf(play).next,
  });
  if (!chosen) return;
  try {
    await world.dispatch(chosen[0] as ActionName, chosen[1] as never);
  } catch (error) {
    if (!String((error as Error).message).includes('was refused')) throw error;
  }
}
