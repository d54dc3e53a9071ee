/** Keeps the threads of one open workspace running: starts them again after a crash, a limited number of times. */
import type { Failure, Outcome } from '../../shared/contract/index.ts';
import { type Clock, pause } from '../client/clock.ts';
import type { Running } from './running.ts';

/** ms before each start that follows a crash. After the last one the person is asked. */
export const restartDelaysMs: readonly number[] = [250, 1_000, 4_000, 10_000, 30_000];
/** Crashes further back than this count no more. */
const crashWindowMs = 10 * 60_000;

export type ThreadState =
  | { readonly phase: 'running' }
  /** A crash happened; a start follows by itself. */
  | { readonly phase: 'restarting'; readonly failure: Failure }
  /** Nothing follows until `startAgain`. */
  | { readonly phase: 'down'; readonly failure: Failure };

export interface SupervisorOptions {
  readonly clock: Clock;
  /** Starts the threads. They call `onEnd` once if they end by themselves after that. */
  readonly start: (onEnd: (failure: Failure) => void) => Promise<Outcome<Running>>;
  /** Called after a crash and after what follows from it, not for the first start. */
  readonly changed: (state: ThreadState) => void;
}

export class Supervisor {
  #options: SupervisorOptions;
  #current: Promise<Outcome<Running>> | undefined;
  #state: ThreadState = { phase: 'running' };
  /** Times of recent crashes, in ms of the clock. */
  #crashes: number[] = [];
  /** Counts crashes and requests to start: a start under way that is out of date says nothing. */
  #generation = 0;
  #closing = new AbortController();

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get state(): ThreadState {
    return this.#state;
  }

  /** The running threads. Starts them at first use, waits for a restart, and fails once they are down for good. */
  run(): Promise<Outcome<Running>> {
    this.#current ??= this.#startFirst();
    return this.#current;
  }

  /** The same, without starting anything. */
  get current(): Promise<Outcome<Running>> | undefined {
    return this.#current;
  }

  /** Gives threads that are down another full number of tries. */
  startAgain(): Promise<Outcome<Running>> {
    if (this.#state.phase === 'down') {
      const { failure } = this.#state;
      this.#crashes = [];
      this.#startAfter(0, failure);
    }
    return this.run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const running = await this.#current;
    if (running?.ok) await running.value.close();
  }

  async #startFirst(): Promise<Outcome<Running>> {
    const generation = this.#generation;
    const started = await this.#start();
    // The next call tries again: what stood in the way may be gone by then.
    if (!started.ok && generation === this.#generation) this.#current = undefined;
    return started;
  }

  #start(): Promise<Outcome<Running>> {
    return this.#options.start((failure) => {
      if (!this.#closing.signal.aborted) this.#crashed(failure);
    });
  }

  #crashed(failure: Failure): void {
    const { clock } = this.#options;
    this.#crashes = [...this.#crashes.filter((at) => clock.now() - at < crashWindowMs), clock.now()];
    const delayMs = restartDelaysMs[this.#crashes.length - 1];
    if (delayMs !== undefined) {
      this.#startAfter(delayMs, failure);
      return;
    }
    this.#generation += 1;
    const down = downFor(failure);
    this.#current = Promise.resolve({ ok: false, failure: down });
    this.#enter({ phase: 'down', failure: down });
  }

  #startAfter(delayMs: number, failure: Failure): void {
    this.#generation += 1;
    this.#current = this.#restart(delayMs, failure);
    // Only now: whoever hears of it and calls is to wait for the new threads.
    this.#enter({ phase: 'restarting', failure });
  }

  async #restart(delayMs: number, failure: Failure): Promise<Outcome<Running>> {
    const generation = this.#generation;
    const { signal } = this.#closing;
    await pause(this.#options.clock, delayMs, signal);
    if (signal.aborted) return { ok: false, failure };
    const started = await this.#start();
    if (signal.aborted || generation !== this.#generation) return started;
    if (!started.ok) {
      this.#crashed(started.failure);
      return this.run();
    }
    this.#enter({ phase: 'running' });
    return started;
  }

  #enter(state: ThreadState): void {
    this.#state = state;
    this.#options.changed(state);
  }
}

const downFor = (failure: Failure): Failure => ({
  kind: 'defect',
  message: `The workspace stopped ${restartDelaysMs.length + 1} times in a row. What you did is stored. (${failure.message})`,
});
