/**
 * Creates the demo's rows by actions at past times, in order. Calls the scheduler in between, so that, as in real use,
 * runs end, cards are snoozed and archived, and progress and history are recorded.
 */
import type { ActionName, Answer, Params } from '../../../../shared/contract/index.ts';
import type { Engine } from '../../../engine/engine.ts';
import { runScheduler } from '../../../engine/scheduler/index.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { type DemoUserName, demoPeople } from './studio.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

type Step = (replay: HistoryReplay) => void;

export class HistoryReplay {
  readonly engine: Engine;
  readonly chance: SeededRandom;
  readonly #accountId: string;
  readonly #users = new Map<DemoUserName, string>();
  readonly #steps: { readonly at: number; readonly step: Step }[] = [];
  /** In milliseconds since 1970. */
  #now: number;

  constructor(engine: Engine, accountId: string, chance: SeededRandom, from: number) {
    this.engine = engine;
    this.chance = chance;
    this.#accountId = accountId;
    this.#now = from;
  }

  get accountId(): string {
    return this.#accountId;
  }

  get now(): number {
    return this.#now;
  }

  addPerson(name: DemoUserName, id: string): void {
    this.#users.set(name, id);
  }

  user(name: DemoUserName): string {
    const id = this.#users.get(name);
    if (id === undefined) throw new Error(`Nobody in the studio is called ${name}`);
    return id;
  }

  /** Acts at the replay's current time. */
  act<A extends ActionName>(by: DemoUserName, action: A, params: Params<A>): Answer<A> {
    return this.engine.perform(action, params, this.#call(by)).answer;
  }

  /** Sets values that no action can set. */
  change(work: Parameters<Engine['change']>[1]): void {
    this.engine.change(this.#call('mara'), work);
  }

  /** Steps of the same time are performed in the order in which they were added. */
  plan(at: number, step: Step): void {
    this.#steps.push({ at, step });
  }

  /**
   * Performs the steps in the order of time, with the scheduler at every midnight (UTC) and at `until`. Throws an error
   * if a step is after `until`.
   */
  run(until: number): void {
    for (const { at, step } of this.#steps.toSorted((a, b) => a.at - b.at)) {
      if (at > until) throw new Error('A step of the demo lies in the future');
      this.#runSchedulerAtMidnights(at);
      this.#now = Math.max(this.#now, at);
      step(this);
    }
    this.#runSchedulerAtMidnights(until);
    this.#now = until;
    this.#runScheduler();
  }

  #runScheduler(): void {
    runScheduler(this.engine, {
      at: new Date(this.#now).toISOString(),
      accountId: this.#accountId,
      newId: () => this.chance.id(),
    });
  }

  #runSchedulerAtMidnights(until: number): void {
    for (let next = Math.floor(this.#now / dayMs + 1) * dayMs; next <= until; next += dayMs) {
      // The scheduler comes before the steps of the next day, so that a day's progress counts only changes of that day.
      this.#now = next;
      this.#runScheduler();
    }
  }

  #call(by: DemoUserName) {
    const { role } = demoPeople[by];
    return {
      at: new Date(this.#now).toISOString(),
      accountId: this.#accountId,
      newId: () => this.chance.id(),
      actor: {
        userId: this.user(by),
        projects: 'all',
        scopes: 'all',
        isPerson: true,
        isProducer: role !== ('write' as string),
      },
    } as const;
  }
}
