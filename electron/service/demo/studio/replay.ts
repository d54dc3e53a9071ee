/**
 * Creates the demo's rows by performing actions at past times, in order, with the scheduler running in between. So runs
 * end, cards snooze and are archived, and progress and history are recorded, as in real use.
 */
import type { ActionName, Answer, Params } from '../../../../shared/contract/index.ts';
import type { Engine } from '../../../engine/engine.ts';
import { runClockwork } from '../../../engine/scheduler/index.ts';
import type { Chance } from '../chance.ts';
import { type PersonName, people } from './studio.ts';

export const hour = 3_600_000;
export const day = 24 * hour;

type Step = (replay: Replay) => void;

export class Replay {
  readonly engine: Engine;
  readonly chance: Chance;
  readonly #accountId: string;
  readonly #users = new Map<PersonName, string>();
  readonly #steps: { readonly at: number; readonly order: number; readonly step: Step }[] = [];
  /** Milliseconds since 1970: the present time of the replay. */
  #now: number;

  constructor(engine: Engine, accountId: string, chance: Chance, from: number) {
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

  addPerson(name: PersonName, id: string): void {
    this.#users.set(name, id);
  }

  user(name: PersonName): string {
    const id = this.#users.get(name);
    if (id === undefined) throw new Error(`Nobody in the studio is called ${name}`);
    return id;
  }

  /** Performs an action now, as one of the studio's people. */
  act<A extends ActionName>(by: PersonName, action: A, params: Params<A>): Answer<A> {
    return this.engine.perform(action, params, this.#call(by)).answer;
  }

  /** Changes rows that no action changes. */
  change(work: Parameters<Engine['change']>[1]): void {
    this.engine.change(this.#call('mara'), work);
  }

  /** Adds a step at a time; steps at the same time run in the order in which they were added. */
  plan(at: number, step: Step): void {
    this.#steps.push({ at, order: this.#steps.length, step });
  }

  /** Does everything planned up to `until`, the clockwork at every midnight (UTC). */
  run(until: number): void {
    const steps = this.#steps.toSorted((a, b) => a.at - b.at || a.order - b.order);
    for (const { at, step } of steps) {
      if (at > until) throw new Error('A step of the demo lies in the future');
      this.#passMidnights(at);
      this.#now = Math.max(this.#now, at);
      step(this);
    }
    this.#passMidnights(until);
    this.#now = until;
    this.#tick();
  }

  #tick(): void {
    runClockwork(this.engine, {
      at: new Date(this.#now).toISOString(),
      accountId: this.#accountId,
      newId: () => this.chance.id(),
    });
  }

  #passMidnights(until: number): void {
    for (let next = Math.floor(this.#now / day + 1) * day; next <= until; next += day) {
      // Ends the day before anything of the next one happens, so that its progress counts only its own changes.
      this.#now = next;
      this.#tick();
    }
  }

  #call(by: PersonName) {
    const { role } = people[by];
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
