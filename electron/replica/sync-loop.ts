/**
 * Sends all requests of a replica except those for files: actions first, then reads for the screen, then other reads.
 * Actions are sent one at a time; neither a read nor a search for a lost answer holds them up.
 */
import { defectFailure, type Query } from '../../shared/contract/index.ts';
import type { Operation } from './outbox/operation.ts';
import { FirstSync } from './pull/first-sync.ts';
import { backoffMs } from './pull/poll-intervals.ts';
import { PullSchedule } from './pull/pull-schedule.ts';
import { Puller } from './pull/puller.ts';
import { ServiceReader, type SyncJobResult, type SyncOptions } from './pull/service-reader.ts';
import { Pusher, type PushResult } from './push/push.ts';

interface Job {
  readonly name: string;
  readonly run: () => Promise<SyncJobResult>;
  /**
   * At most one job of each lane is in flight. `send`: sends a change of the person, or reads what must be known first.
   * `search`: looks for the effect of a request whose answer was lost.
   */
  readonly lane: 'read' | 'search' | 'send';
}

export class SyncLoop {
  readonly push: Pusher;
  readonly reader: ServiceReader;
  readonly schedule: PullSchedule;
  readonly firstSync: FirstSync;
  readonly puller: Puller;
  #options: SyncOptions;
  #isRunning = false;
  #isClosed = false;
  /** True after `closeWithoutWaiting`: the files are closed, so answers can no longer be stored. */
  #isClosedWithoutWaiting = false;
  #ended: Promise<void> = Promise.resolve();
  #stop = new AbortController();
  #wake: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;
  #idleWaiters: (() => void)[] = [];

  #failures = 0;
  #retryAt = 0;
  /** As `#retryAt`, for jobs of the outbox: a background read that fails does not delay the person's changes. */
  #outboxRetryAt = 0;
  #refreshes = 0;
  /** The time at which the loop last looked for a job, in milliseconds since 1970 by this computer's clock. */
  #lookedAt = 0;

  /** True while the person has switched offline work on. If the connection is lost, `offlineSince` is set instead. */
  isOfflineByPerson = false;
  isOutboxPaused = false;
  offlineSince: number | null = null;
  /** The jobs whose requests are in flight, the latest last. */
  #inFlight = new Map<Job['lane'], Job>();

  constructor(options: SyncOptions) {
    this.#options = options;
    const { signal } = this.#stop;
    this.push = new Pusher({ ...options, now: () => options.clock.now(), signal });
    this.reader = new ServiceReader({ ...options, signal });
    this.schedule = new PullSchedule(options);
    const parts = { ...options, reader: this.reader, schedule: this.schedule };
    this.firstSync = new FirstSync({ ...parts, signal });
    this.puller = new Puller({ ...parts, push: this.push });
  }

  get currentJob(): string | null {
    return [...this.#inFlight.values()].at(-1)?.name ?? null;
  }
  /** After failures, nothing is read before this time, in milliseconds since 1970 by this computer's clock. */
  get retryAt(): number {
    return this.#retryAt;
  }
  /** True if stored rows may be outdated because the service refuses reads or asks to wait. */
  get isFailing(): boolean {
    return this.reader.failure !== null && this.firstSync.isComplete && !this.#isFresh;
  }
  isAnswerLate(sentAt: number): boolean {
    return this.#now - sentAt >= lateAnswerMs;
  }
  get #now(): number {
    return this.#options.clock.now();
  }

  /** Reads the row sets (see read-back.ts) as soon as possible. */
  requestRowSets(rowSets: Iterable<string>): void {
    this.reader.rowSets.add(rowSets);
    this.wake();
  }

  /** Reads the rows of an on-demand query (see on-demand-models.ts) as soon as possible. */
  requestRows(query: Query): void {
    this.puller.requestedQueries.set(JSON.stringify(query), query);
    this.wake();
  }

  /** Makes the polls and the comparison of the decks on screen due now, and ends a pause after failures. */
  refresh(): void {
    Object.assign(this.schedule.dueAt, { deltaPoll: 0, fullPoll: 0, screenDigest: 0 });
    this.#refreshes += 1;
    this.#endPause();
    this.wake();
  }

  #endPause(): void {
    this.#retryAt = 0;
    this.#outboxRetryAt = 0;
  }

  /** Reads others' changes before the next sending. For a time without polls, such as sleep. */
  catchUp(): void {
    this.schedule.isFresh = false;
    this.refresh();
  }

  resume(): void {
    this.reader.tokenRefusal = null;
    this.puller.hasProbedOrder = false;
    // Poll before anything is sent. The answer shows whether the token belongs to another organization.
    this.catchUp();
  }

  /** Starts the loop, or makes the waiting loop look for a due job now. */
  wake(): void {
    this.#wake?.();
    if (!this.#isRunning && !this.#isClosed) this.#ended = this.#runLoop();
  }

  /** Waits at most `closingTimeoutMs`. The next start searches for the effect of an aborted request. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake?.();
    if (!this.#isRunning) return;
    // `cancelTimeout` is called below, because an open timer keeps the worker thread alive.
    const cancelTimeout = this.#options.clock.after(closingTimeoutMs, () => this.#stop.abort());
    await this.#ended;
    cancelTimeout();
    this.#stop.abort();
  }

  closeWithoutWaiting(): void {
    this.#isClosed = true;
    this.#isClosedWithoutWaiting = true;
    this.#stop.abort();
    this.#wake?.();
  }

  /** Resolves when no job is due. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
      this.wake();
    });
  }

  async #runLoop(): Promise<void> {
    this.#isRunning = true;
    while (!this.#isClosed || this.#inFlight.size > 0) {
      // Inside the try block because these functions read the files, which may be damaged.
      try {
        const job = this.#isClosed ? undefined : this.#nextJob();
        if (job) void this.#perform(job);
        else await this.#waitUntilDue();
      } catch (error) {
        this.#handleError(error, undefined);
      }
    }
    this.#isRunning = false;
    this.#resolveIdleWaiters();
  }

  #handleError(error: unknown, job: Job | undefined): void {
    if (this.#isClosedWithoutWaiting) return;
    const activity = job?.name ?? 'Looking for what is due';
    this.#options.log('warn', `${activity} failed`, { error: String((error as Error).stack ?? error) });
    this.reader.failure = this.#options.failureOf(error) ?? defectFailure(error);
    this.#handleResult('refused', job);
  }

  /** After the clock was set back, stored due times are too far in the future, so everything becomes due now. */
  #noticeClockSetBack(): void {
    const isSetBack = this.#now < this.#lookedAt - clockStepMs;
    this.#lookedAt = this.#now;
    if (!isSetBack) return;
    this.push.clockSetBack();
    this.schedule.dueAt.wholeDigest = 0;
    this.catchUp();
  }

  async #perform(job: Job): Promise<void> {
    const { clock, statusChanged } = this.#options;
    this.#inFlight.set(job.lane, job);
    statusChanged();
    const lookAgain = (): (() => void) =>
      clock.after(lateAnswerCheckMs, () => {
        statusChanged();
        cancelCheck = lookAgain();
      });
    let cancelCheck = lookAgain();
    const refreshes = this.#refreshes;
    try {
      this.#handleResult(await job.run(), job);
      // A request that began before the refresh tells nothing about the connection since.
      if (refreshes !== this.#refreshes) this.#endPause();
    } catch (error) {
      this.#handleError(error, job);
    }
    cancelCheck();
    this.#inFlight.delete(job.lane);
    if (!this.#isClosedWithoutWaiting) statusChanged();
    this.#wake?.();
  }

  #resolveIdleWaiters(): void {
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  async #waitUntilDue(): Promise<void> {
    if (this.#inFlight.size === 0) this.#resolveIdleWaiters();
    const at = this.#isClosed ? undefined : this.#nextDueTime();
    await new Promise<void>((resolve) => {
      const end = () => {
        this.#wake = undefined;
        this.#cancelTimer?.();
        this.#cancelTimer = undefined;
        resolve();
      };
      this.#wake = end;
      if (at !== undefined) this.#cancelTimer = this.#options.clock.after(Math.max(at - this.#now, 1), end);
    });
  }

  #handleResult(result: SyncJobResult, job: Job | undefined): void {
    if (result === 'overtaken') return;
    if (result === 'offline' || result === 'refused') {
      this.#failures += 1;
      this.#retryAt = this.#now + backoffMs(this.#failures);
      if (job?.lane !== 'read') this.#outboxRetryAt = this.#retryAt;
      if (result === 'offline') this.offlineSince ??= this.#now;
      this.schedule.isFresh = false;
      return;
    }
    // The client waits for the time that the service asked for. This pause only prevents a busy loop.
    if (result === 'throttled') {
      this.#retryAt = this.#now + throttlePauseMs;
      this.#outboxRetryAt = this.#retryAt;
    }
    if (result === 'stopped' || result === 'throttled') return;
    this.#failures = 0;
    this.#outboxRetryAt = 0;
    this.offlineSince = null;
    this.reader.failure = null;
  }

  #nextDueTime(): number | undefined {
    const { reader, schedule, firstSync } = this;
    if (this.isOfflineByPerson || reader.tokenRefusal || schedule.activity.isAsleep) return undefined;
    if (this.#inFlight.size > 0) {
      // An operation that is due may still have to wait for the read. A timer for it would end at once, again and again.
      const times = [this.#outboxRetryAt, this.push.nextDueTime() ?? 0];
      return times.find((at) => at > this.#now);
    }
    if (this.#now < this.#retryAt) return this.#retryAt;
    if (!firstSync.isComplete) return undefined;
    const push = this.isOutboxPaused ? undefined : this.push.nextDueTime();
    if (schedule.activity.isLocked) return push;
    const { deltaPoll, fullPoll, screenDigest, wholeDigest } = schedule.dueAt;
    return Math.min(
      deltaPoll,
      fullPoll,
      wholeDigest,
      this.puller.nextRefetchAtMs,
      ...(schedule.decksOnScreen.length > 0 ? [screenDigest] : []),
      push ?? Number.POSITIVE_INFINITY,
    );
  }

  /** No request fails during sleep, so the time of the last poll counts beside `schedule.isFresh`. */
  get #isFresh(): boolean {
    const { isFresh, freshAt, maxAgeMs } = this.schedule;
    return isFresh && freshAt !== null && this.#now - freshAt < maxAgeMs + sleepMarginMs;
  }

  #mayRequest(retryAt: number): boolean {
    const { reader, schedule } = this;
    return !this.isOfflineByPerson && !reader.tokenRefusal && !schedule.activity.isAsleep && this.#now >= retryAt;
  }

  /** True after the requests without which nothing else can be asked or sent. */
  get #knowsService(): boolean {
    return this.firstSync.state.stage !== 'hello' && this.puller.hasProbedOrder;
  }

  #nextOutboxJob(): Job | undefined {
    const { firstSync, puller } = this;
    if (this.isOutboxPaused) return undefined;
    const job = (name: string, run: Job['run']): Job => ({ name, run, lane: 'send' });
    const uncertain = this.#inFlight.has('search') ? undefined : this.push.nextToSearch();
    if (uncertain)
      return {
        name: 'Looking for a lost answer',
        run: () => this.#stopIfRefused(this.push.searchLost(uncertain)),
        lane: 'search',
      };
    const operation = this.push.nextToSend();
    // Read changes of others before sending. The person's changes are then merged with the newest rows.
    const { isComplete } = firstSync;
    if (isComplete && !this.#isFresh && operation) return job('Catching up', () => puller.deltaPoll());
    const readsFirst = this.#options.intervals.readsBeforeSending || !isComplete;
    const unread = readsFirst ? this.push.nextToReadFirst(isComplete) : undefined;
    if (unread) return job('Reading before sending', () => puller.readBeforeSending(unread));
    return operation && job('Sending', () => this.#send(operation));
  }

  #nextJob(): Job | undefined {
    this.#noticeClockSetBack();
    const { reader, firstSync, puller } = this;
    const job = (name: string, run: Job['run']): Job => ({ name, run, lane: 'read' });
    const { activity, dueAt, decksOnScreen } = this.schedule;
    const now = this.#now;
    if (this.#inFlight.has('send') || !this.#mayRequest(this.#outboxRetryAt)) return undefined;
    const runFirstSync = () => firstSync.run(puller.showsOrder === true);
    if (this.#knowsService) {
      const outboxJob = this.#nextOutboxJob();
      if (outboxJob) return outboxJob;
    }
    if (now < this.#retryAt || this.#inFlight.size > 0) return undefined;
    if (firstSync.state.stage === 'hello') return job('Getting to know the service', runFirstSync);
    if (!puller.hasProbedOrder) return job('Asking for manual order', () => puller.probeOrder());
    if (firstSync.isComplete && !this.#isFresh && !activity.isLocked)
      return job('Catching up', () => puller.deltaPoll());
    if (!firstSync.isComplete) return job('First sync', runFirstSync);
    if (reader.rowSets.next().length > 0) return job('Reading back', () => puller.readBack());
    const [requested] = puller.requestedQueries;
    if (requested) return job('Reading what is open', () => puller.readOnDemand(requested[0], requested[1]));
    if (activity.isLocked) return undefined;
    if (now >= dueAt.deltaPoll) return job('Delta poll', () => puller.deltaPoll());
    if (now >= dueAt.fullPoll) return job('Full poll', () => puller.fullPoll());
    if (now >= dueAt.screenDigest && decksOnScreen.length > 0)
      return job('Comparing what is on screen', () => puller.digest(decksOnScreen, 'screenDigest'));
    if (now >= dueAt.wholeDigest) return job('Comparing', () => puller.digestNext());
    if (now >= puller.nextRefetchAtMs) return job('Reading texts again', () => puller.refetch());
    return undefined;
  }

  async #send(operation: Operation): Promise<PushResult> {
    const sending = this.push.send(operation);
    this.reader.holdAnswersUntil(sending.catch(() => undefined));
    return this.#stopIfRefused(sending);
  }

  async #stopIfRefused(work: Promise<PushResult>): Promise<PushResult> {
    const result = await work;
    if (result === 'stopped') this.reader.tokenRefusal = this.push.refusal;
    return result;
  }
}

/** Tolerance for late polls. If a poll is late by more than this, the computer probably slept. */
const sleepMarginMs = 30_000;
const closingTimeoutMs = 2_000;
const throttlePauseMs = 1_000;
/** Time after which a person is told that the service has not answered yet, and how often a running job looks for it. */
const lateAnswerMs = 1_500;
const lateAnswerCheckMs = 2_000;
/** If the clock is set back by less than this, due times are not corrected: jobs are then less than a second late. */
const clockStepMs = 1_000;
