/** Restarts the worker threads of one open workspace after a crash, a limited number of times. */
import { defectFailure, type Failure, type Outcome } from '../../shared/contract/index.ts';
import { type Clock, resolveAfter } from '../client/clock.ts';
import type { RunningReplica } from './worker-threads.ts';

/** The pause after the first crash, after the second, and so on. After more crashes there is no restart. */
export const restartDelaysMs: readonly number[] = [250, 1_000, 4_000, 10_000, 30_000];
/** The number of crashes within this time, in ms, selects the delay from `restartDelaysMs`. */
const crashWindowMs = 10 * 60_000;

/** Worker threads that were never started count as running. */
export type WorkerThreadsState =
  | { readonly phase: 'running' }
  | { readonly phase: 'restarting'; readonly failure: Failure }
  /** The worker threads have crashed too often. Only `startAgain` starts them. */
  | { readonly phase: 'down'; readonly failure: Failure };

interface SupervisorOptions {
  readonly clock: Clock;
  /** Starts the worker threads. If they later end by themselves, `onEnd` is called once. */
  readonly start: (onEnd: (failure: Failure) => void) => Promise<Outcome<RunningReplica>>;
  /** Called when the state changes. The first start does not change the state `running`. */
  readonly onChange: (state: WorkerThreadsState) => void;
}

export class WorkerThreadSupervisor {
  #options: SupervisorOptions;
  #current: Promise<Outcome<RunningReplica>> | undefined;
  #state: WorkerThreadsState = { phase: 'running' };
  /** Times of recent crashes, in milliseconds since 1970 by this computer's clock. */
  #crashes: number[] = [];
  /** Grows at each restart and at the end, so that late results of older starts change nothing. */
  #generation = 0;
  #closing = new AbortController();

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get state(): WorkerThreadsState {
    return this.#state;
  }

  /** At first use. Waits for a restart. Fails if they cannot start or crashed too often. */
  ensureRunning(): Promise<Outcome<RunningReplica>> {
    this.#current ??= this.#startFirst();
    return this.#current;
  }

  /** Undefined before the first start, and after a first start that failed. */
  get current(): Promise<Outcome<RunningReplica>> | undefined {
    return this.#current;
  }

  /** Like `ensureRunning`, but forgets the crashes if there were too many, and starts again. */
  startAgain(): Promise<Outcome<RunningReplica>> {
    if (this.#state.phase === 'down') {
      const { failure } = this.#state;
      this.#crashes = [];
      this.#startAfter(0, failure);
    }
    return this.ensureRunning();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const running = await this.#current;
    if (running?.ok) await running.value.close();
  }

  async #startFirst(): Promise<Outcome<RunningReplica>> {
    const generation = this.#generation;
    const started = await this.#start();
    // The next call starts the worker threads again: the cause of the failure may be gone by then.
    if (!started.ok && generation === this.#generation) this.#current = undefined;
    return started;
  }

  /** Never rejects, because nobody handles the rejection of a restart. */
  async #start(): Promise<Outcome<RunningReplica>> {
    try {
      return await this.#options.start((failure) => {
        if (!this.#closing.signal.aborted) this.#crashed(failure);
      });
    } catch (error) {
      return { ok: false, failure: defectFailure(error) };
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
    const down = downFailure(failure);
    this.#current = Promise.resolve({ ok: false, failure: down });
    this.#setState({ phase: 'down', failure: down });
  }

  #startAfter(delayMs: number, failure: Failure): void {
    this.#generation += 1;
    this.#current = this.#restart(delayMs, failure);
    // Only after `#current` is set, so that a listener that calls `ensureRunning` waits for the new worker threads.
    this.#setState({ phase: 'restarting', failure });
  }

  async #restart(delayMs: number, failure: Failure): Promise<Outcome<RunningReplica>> {
    const generation = this.#generation;
    const { signal } = this.#closing;
    await resolveAfter(this.#options.clock, delayMs, signal);
    if (signal.aborted) return { ok: false, failure };
    const started = await this.#start();
    if (signal.aborted || generation !== this.#generation) return started;
    if (!started.ok) {
      this.#crashed(started.failure);
      return this.ensureRunning();
    }
    this.#setState({ phase: 'running' });
    return started;
  }

  #setState(state: WorkerThreadsState): void {
    this.#state = state;
    this.#options.onChange(state);
  }
}

const downFailure = (failure: Failure): Failure => ({
  kind: 'defect',
  message: `The workspace stopped ${restartDelaysMs.length + 1} times in a row. What you did is stored. (${failure.message})`,
});
