/**
 * The one loop of requests to the service: the person's actions first, then what is on screen, then the rest. One
 * request at a time, so that reads and acknowledgements have one order.
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
  readonly puller: Puller;
  #options: SyncOptions;
  #isRunning = false;
  #isClosed = false;
  /** The files are closed: answers can no longer be stored. */
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
    this.puller = new Puller({ ...options, push: this.push, signal: this.#stop.signal });
  }

  /** Local milliseconds before which nothing is sent, after failures. */
  get retryAt(): number {
    return this.#retryAt;
  }
  get #now(): number {
    return this.#options.clock.now();
  }

  /** Units to read because their rows have changed. */
  want(units: Iterable<string>): void {
    for (const unit of units) this.puller.units.add(unit);
    this.wake();
  }

  demand(query: Query): void {
    this.puller.demands.set(JSON.stringify(query), query);
    this.wake();
  }

  /** Makes every poll due now. */
  refresh(): void {
    this.puller.due = { ...this.puller.due, deltaPoll: 0, fullPoll: 0, screen: 0 };
    this.#retryAt = 0;
    this.wake();
  }

  /** After a time without connection: changes of others are read before anything is sent. */
  catchUp(): void {
    this.puller.isFresh = false;
    this.refresh();
  }

  /** Resumes sending with another token. */
  resume(): void {
    this.puller.stopped = null;
    this.puller.hasProbedOrder = false;
    // The user of the new token is read before anything is sent.
    this.catchUp();
  }

  startOver(): void {
    this.#options.store.startGeneration();
    this.#options.state.remove('firstSync');
    this.#options.state.remove('cursors');
    this.#options.state.remove('freshAt');
    this.wake();
  }

  wake(): void {
    this.#wake?.();
    if (!this.#isRunning && !this.#isClosed) this.#ended = this.#run();
  }

  /** Closes after the request in flight. One that takes too long is aborted, and searched for at the next start. */
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

  /** Resolves when nothing is due at present. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
      this.wake();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (!this.#isClosed) {
      // Finding the next job reads the files, which may be damaged.
      let job: Job | undefined;
      try {
        job = this.#nextJob();
        if (job) await this.#perform(job);
        else await this.#rest();
      } catch (error) {
        if (this.#isAbandoned) break;
        const activity = job?.name ?? 'Looking for what is due';
        this.#options.log('warn', `${activity} failed`, { error: String((error as Error).stack ?? error) });
        this.puller.failure = this.#options.failureOf(error) ?? {
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
      this.puller.isFresh = false;
      return;
    }
    // The client waits as long as the service demanded; this pause only keeps the loop from spinning.
    if (result === 'throttled') this.#retryAt = this.#now + throttlePauseMs;
    if (result === 'stopped' || result === 'throttled') return;
    this.#failures = 0;
    this.offlineSince = null;
    this.puller.failure = null;
  }

  #nextTime(): number | undefined {
    const { stopped, activity } = this.puller;
    if (this.isOffline || stopped || activity.isAsleep) return undefined;
    if (this.#now < this.#retryAt) return this.#retryAt;
    if (!this.puller.isComplete) return undefined;
    const push = this.isOutboxPaused ? undefined : this.push.nextTime();
    if (activity.isLocked) return push;
    const { deltaPoll, fullPoll, screen, whole } = this.puller.due;
    return Math.min(
      deltaPoll,
      fullPoll,
      whole,
      this.puller.refetchAt,
      ...(this.puller.decksOnScreen.length > 0 ? [screen] : []),
      push ?? Number.POSITIVE_INFINITY,
    );
  }

  /** After sleep no request has failed: only the clock shows that the computer was away. */
  get #isFresh(): boolean {
    const { isFresh, freshAt, maxAgeMs } = this.puller;
    return isFresh && freshAt !== null && this.#now - freshAt < maxAgeMs + sleepMarginMs;
  }

  /** The most urgent job, or undefined when none is due. */
  #nextJob(): Job | undefined {
    const { stopped, activity } = this.puller;
    if (this.isOffline || stopped || activity.isAsleep || this.#now < this.#retryAt) return undefined;
    const now = this.#now;
    const first = this.puller.first;
    if (!this.#options.identity() || first.stage === 'hello')
      return { name: 'Getting to know the service', run: () => this.puller.firstSync() };
    if (!this.puller.hasProbedOrder) return { name: 'Asking for manual order', run: () => this.puller.probeOrder() };
    if (!this.isOutboxPaused) {
      const uncertain = this.push.nextSearch();
      if (uncertain)
        return { name: 'Looking for a lost answer', run: () => this.#send(() => this.push.searchLost(uncertain)) };
      // After a time without connection, changes of others are read before anything is sent.
      if (this.puller.isComplete && !this.#isFresh && (!activity.isLocked || this.push.next()))
        return { name: 'Catching up', run: () => this.puller.deltaPoll() };
      const unread =
        this.#options.intervals.readsBeforeSending && this.puller.isComplete ? this.push.unread() : undefined;
      if (unread) return { name: 'Reading before sending', run: () => this.puller.readBeforeSending(unread) };
      const operation = this.push.next();
      if (operation) return { name: 'Sending', run: () => this.#send(() => this.push.send(operation)) };
    }
    if (!this.puller.isComplete) return { name: 'First sync', run: () => this.puller.firstSync() };
    if (this.puller.needs().length > 0) return { name: 'Reading back', run: () => this.puller.readBack() };
    const [demand] = this.puller.demands;
    if (demand) return { name: 'Reading what is open', run: () => this.puller.readOnDemand(demand[0], demand[1]) };
    if (activity.isLocked) return undefined;
    if (now >= this.puller.due.deltaPoll) return { name: 'Delta poll', run: () => this.puller.deltaPoll() };
    if (now >= this.puller.due.fullPoll) return { name: 'Full poll', run: () => this.puller.fullPoll() };
    if (now >= this.puller.due.screen && this.puller.decksOnScreen.length > 0)
      return {
        name: 'Comparing what is on screen',
        run: () => this.puller.digest(this.puller.decksOnScreen, 'screen'),
      };
    if (now >= this.puller.due.whole) return { name: 'Comparing', run: () => this.puller.digestNext() };
    if (now >= this.puller.refetchAt) return { name: 'Reading texts again', run: () => this.puller.refetch() };
    return undefined;
  }

  async #send(work: () => Promise<PushResult>): Promise<PushResult> {
    const result = await work();
    if (result === 'stopped') this.puller.stopped = this.push.refusal;
    return result;
  }
}

/** Milliseconds that a poll may take on top of its interval. */
const sleepMarginMs = 30_000;
/** How long closing waits for a request in flight. */
const closingTimeoutMs = 2_000;
const throttlePauseMs = 1_000;
