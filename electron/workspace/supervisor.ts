/** Restarts the threads of one open workspace after a crash, a limited number of times. */
import type { Failure, Outcome } from '../../shared/contract/index.ts';
import { type Clock, pause } from '../client/clock.ts';
import type { RunningReplica } from './running.ts';

/** Pause before each restart after a crash. After the last one the person is asked. */
export const restartDelaysMs: readonly number[] = [250, 1_000, 4_000, 10_000, 30_000];
/** Older crashes do not count. */
const crashWindowMs = 10 * 60_000;

export type ThreadState =
  | { readonly phase: 'running' }
  /** The threads crashed and will restart. */
  | { readonly phase: 'restarting'; readonly failure: Failure }
  /** The threads crashed too often and start only with `startAgain`. */
  | { readonly phase: 'down'; readonly failure: Failure };

interface SupervisorOptions {
  readonly clock: Clock;
  /** Starts the threads. Calls `onEnd` once if they end by themselves later. */
  readonly start: (onEnd: (failure: Failure) => void) => Promise<Outcome<RunningReplica>>;
  /** Called after a crash, a restart and the last crash, but not after the first start. */
  readonly onChange: (state: ThreadState) => void;
}

export class Supervisor {
  #options: SupervisorOptions;
  #current: Promise<Outcome<RunningReplica>> | undefined;
  #state: ThreadState = { phase: 'running' };
  /** Times of recent crashes, in milliseconds of the clock. */
  #crashes: number[] = [];
  /** Counts crashes and starts, so that an outdated start under way does not change the state. */
  #generation = 0;
  #closing = new AbortController();

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get state(): ThreadState {
    return this.#state;
  }

  /** The running threads. Starts them at first use and waits for restarts; fails while they are down. */
  run(): Promise<Outcome<RunningReplica>> {
    this.#current ??= this.#startFirst();
    return this.#current;
  }

  /** The same, but starts nothing. */
  get current(): Promise<Outcome<RunningReplica>> | undefined {
    return this.#current;
  }

  /** Like `run`, but starts threads that are down, with a full number of restarts. */
  startAgain(): Promise<Outcome<RunningReplica>> {
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

  async #startFirst(): Promise<Outcome<RunningReplica>> {
    const generation = this.#generation;
    const started = await this.#start();
    // The next call tries again, since the cause may be gone by then.
    if (!started.ok && generation === this.#generation) this.#current = undefined;
    return started;
  }

  /** Never rejects, since nobody would handle the rejection of a restart. */
  async #start(): Promise<Outcome<RunningReplica>> {
    try {
      return await this.#options.start((failure) => {
        if (!this.#closing.signal.aborted) this.#crashed(failure);
      });
    } catch (error) {
      return {
        ok: false,
        failure: { kind: 'defect', message: error instanceof Error ? error.message : String(error) },
      };
    }
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
    // After `#current` is set: a listener that calls `run` has to wait for the new threads.
    this.#enter({ phase: 'restarting', failure });
  }

  async #restart(delayMs: number, failure: Failure): Promise<Outcome<RunningReplica>> {
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
    this.#options.onChange(state);
  }
}

const downFor = (failure: Failure): Failure => ({
  kind: 'defect',
  message: `The workspace stopped ${restartDelaysMs.length + 1} times in a row. What you did is stored. (${failure.message})`,
});
