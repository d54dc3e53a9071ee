/**
 * The one loop that talks to the service: what the person did goes first, then what is on screen, then the rest. One
 * request at a time, so that what was read and what was acknowledged have one order.
 */
import type { Query } from '../../shared/contract/index.ts';
import { backoff } from './pull/poll-intervals.ts';
import { type JobResult, Puller, type SyncOptions } from './pull/puller.ts';
import { Push, type PushResult } from './push/push.ts';

export type { SyncOptions };

interface Job {
  readonly name: string;
  readonly run: () => Promise<JobResult>;
}

export class Sync {
  readonly push: Push;
  readonly intake: Puller;
  #options: SyncOptions;
  #isRunning = false;
  #isClosed = false;
  /** The files are closed already: nothing that comes back can be put anywhere. */
  #isAbandoned = false;
  #ended: Promise<void> = Promise.resolve();
  #stop = new AbortController();
  #wake: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;
  #idleWaiters: (() => void)[] = [];

  #failures = 0;
  #retryAt = 0;

  isOffline = false;
  isOutboxPaused = false;
  offlineSince: number | null = null;
  current: string | null = null;

  constructor(options: SyncOptions) {
    this.#options = options;
    this.push = new Push({ ...options, now: () => options.clock.now(), signal: this.#stop.signal });
    this.intake = new Puller({ ...options, push: this.push, signal: this.#stop.signal });
  }

  /** Local milliseconds before which nothing is asked, after failures. */
  get retryAt(): number {
    return this.#retryAt;
  }
  get #now(): number {
    return this.#options.clock.now();
  }

  /** Rows that something says have changed. */
  want(units: Iterable<string>): void {
    for (const unit of units) this.intake.units.add(unit);
    this.wake();
  }

  demand(query: Query): void {
    this.intake.demands.set(JSON.stringify(query), query);
    this.wake();
  }

  /** Everything is asked for again, now. */
  refresh(): void {
    this.intake.due = { ...this.intake.due, pulse: 0, slow: 0, screen: 0 };
    this.#retryAt = 0;
    this.wake();
  }

  /** After a time apart: what others did is read before anything is sent. */
  catchUp(): void {
    this.intake.isFresh = false;
    this.refresh();
  }

  /** Another token: sending goes on. */
  resume(): void {
    this.intake.stopped = null;
    this.intake.hasProbedOrder = false;
    // Who answers to the new token is seen before anything is sent with it.
    this.catchUp();
  }

  startOver(): void {
    this.#options.ledger.startGeneration();
    this.#options.state.remove('firstSync');
    this.#options.state.remove('cursors');
    this.#options.state.remove('freshAt');
    this.wake();
  }

  wake(): void {
    this.#wake?.();
    if (!this.#isRunning && !this.#isClosed) this.#ended = this.#run();
  }

  /** Ends after the request under way; a request that takes long is given up, and looked for at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake?.();
    if (!this.#isRunning) return;
    // A timer that is left would keep the thread alive.
    const cancelTimeout = this.#options.clock.after(closingTimeoutMs, () => this.#stop.abort());
    await this.#ended;
    cancelTimeout();
    this.#stop.abort();
  }

  abandon(): void {
    this.#isClosed = true;
    this.#isAbandoned = true;
    this.#stop.abort();
    this.#wake?.();
  }

  /** Resolves when there is nothing to do before some time passes. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
      this.wake();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (!this.#isClosed) {
      // What is due is read from the files too, and these may be damaged.
      let job: Job | undefined;
      try {
        job = this.#nextJob();
        if (job) await this.#perform(job);
        else await this.#rest();
      } catch (error) {
        if (this.#isAbandoned) break;
        const what = job?.name ?? 'Looking for what is due';
        this.#options.log('warn', `${what} failed`, { error: String((error as Error).stack ?? error) });
        this.intake.failure = this.#options.failureOf(error) ?? {
          kind: 'defect',
          message: error instanceof Error ? error.message : String(error),
        };
        this.#after('refused');
        this.current = null;
      }
    }
    this.#isRunning = false;
    this.#answerIdle();
  }

  async #perform(job: Job): Promise<void> {
    this.current = job.name;
    this.#options.statusChanged();
    this.#after(await job.run());
    this.current = null;
    this.#options.statusChanged();
  }

  #answerIdle(): void {
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  async #rest(): Promise<void> {
    this.#answerIdle();
    await new Promise<void>((resolve) => {
      const end = () => {
        this.#wake = undefined;
        this.#cancelTimer?.();
        this.#cancelTimer = undefined;
        resolve();
      };
      this.#wake = end;
      const at = this.#nextTime();
      if (at !== undefined) this.#cancelTimer = this.#options.clock.after(Math.max(at - this.#now, 1), end);
    });
  }

  #after(result: JobResult): void {
    if (result === 'offline' || result === 'refused') {
      this.#failures += 1;
      this.#retryAt = this.#now + backoff(this.#failures);
      if (result === 'offline') this.offlineSince ??= this.#now;
      this.intake.isFresh = false;
      return;
    }
    // The budget waits as long as the service said; this only keeps the loop from spinning.
    if (result === 'throttled') this.#retryAt = this.#now + throttlePause;
    if (result === 'stopped' || result === 'throttled') return;
    this.#failures = 0;
    this.offlineSince = null;
    this.intake.failure = null;
  }

  #nextTime(): number | undefined {
    if (this.isOffline || this.intake.stopped) return undefined;
    if (this.#now < this.#retryAt) return this.#retryAt;
    if (!this.intake.isComplete) return undefined;
    const push = this.isOutboxPaused ? undefined : this.push.nextTime();
    const { pulse, slow, screen, whole } = this.intake.due;
    return Math.min(
      pulse,
      slow,
      whole,
      this.intake.againAt,
      ...(this.intake.focus.deckIds.length > 0 ? [screen] : []),
      push ?? Number.POSITIVE_INFINITY,
    );
  }

  /** A computer that slept did not fail: only the clock tells that it was away. */
  get #isFresh(): boolean {
    const { isFresh, freshAt } = this.intake;
    return isFresh && freshAt !== null && this.#now - freshAt < 2 * this.#options.cadence.backgroundPulse + sleepMargin;
  }

  /** Most urgent first. */
  #nextJob(): Job | undefined {
    if (this.isOffline || this.intake.stopped || this.#now < this.#retryAt) return undefined;
    const now = this.#now;
    const first = this.intake.first;
    if (!this.#options.identity() || first.stage === 'hello')
      return { name: 'Getting to know the service', run: () => this.intake.firstSync() };
    if (!this.intake.hasProbedOrder) return { name: 'Asking for manual order', run: () => this.intake.probeOrder() };
    if (!this.isOutboxPaused) {
      const look = this.push.nextLook();
      if (look) return { name: 'Looking for a lost answer', run: () => this.#send(() => this.push.look(look)) };
      // After a time apart what others did is read before anything is sent.
      if (this.intake.isComplete && !this.#isFresh) return { name: 'Catching up', run: () => this.intake.pulse() };
      const unread =
        this.#options.cadence.readsBeforeSending && this.intake.isComplete ? this.push.unread() : undefined;
      if (unread) return { name: 'Reading before sending', run: () => this.intake.readFirst(unread) };
      const operation = this.push.next();
      if (operation) return { name: 'Sending', run: () => this.#send(() => this.push.send(operation)) };
    }
    if (!this.intake.isComplete) return { name: 'First sync', run: () => this.intake.firstSync() };
    if (this.intake.needs().length > 0) return { name: 'Reading back', run: () => this.intake.readBack() };
    const [demand] = this.intake.demands;
    if (demand) return { name: 'Reading what is open', run: () => this.intake.answerDemand(demand[0], demand[1]) };
    if (now >= this.intake.due.pulse) return { name: 'Pulse', run: () => this.intake.pulse() };
    if (now >= this.intake.due.slow) return { name: 'Slow pulse', run: () => this.intake.slowPulse() };
    if (now >= this.intake.due.screen && this.intake.focus.deckIds.length > 0)
      return {
        name: 'Comparing what is on screen',
        run: () => this.intake.digest(this.intake.focus.deckIds, 'screen'),
      };
    if (now >= this.intake.due.whole) return { name: 'Comparing', run: () => this.intake.digestNext() };
    if (now >= this.intake.againAt) return { name: 'Reading texts again', run: () => this.intake.readAgain() };
    return undefined;
  }

  async #send(work: () => Promise<PushResult>): Promise<PushResult> {
    const result = await work();
    if (result === 'stopped') this.intake.stopped = this.push.refusal;
    return result;
  }
}

/** Milliseconds that a pulse may take besides. */
const sleepMargin = 30_000;
/** How long closing waits for an answer under way. */
const closingTimeoutMs = 2_000;
const throttlePause = 1_000;
