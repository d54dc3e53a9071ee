/**
 * Sends all requests of a replica except those for files: actions first, then reads for the screen, then other reads.
 * Actions are sent one at a time; a read in flight does not hold them up.
 */
import { defectFailure, type Query } from '../../shared/contract/index.ts';
import { FirstSync } from './pull/first-sync.ts';
import { backoffMs } from './pull/poll-intervals.ts';
import { PullSchedule } from './pull/pull-schedule.ts';
import { Puller } from './pull/puller.ts';
import { ServiceReader, type SyncJobResult } from './pull/service-reader.ts';
import type { SyncOptions } from './pull/sync-options.ts';
import { Pusher, type PushResult } from './push/push.ts';

interface Job {
  readonly name: string;
  readonly run: () => Promise<SyncJobResult>;
  /** True if the job sends a change of the person, or reads what must be known first. */
  readonly isForOutbox?: true;
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
  /** The jobs whose requests are in flight, the latest last: at most one read and one job of the outbox. */
  #inFlight = new Set<Job>();

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
    return [...this.#inFlight].at(-1)?.name ?? null;
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

  /**
   * Reads changes of others before the next change is sent. Call it after a time without polls, such as sleep, a locked
   * screen or offline work.
   */
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
    while (!this.#isClosed) {
      // `#nextJob` is inside the try block because it reads the files, which may be damaged.
      let job: Job | undefined;
      try {
        this.#noticeClockSetBack();
        job = this.#nextJob();
        if (!job) await this.#waitUntilDue();
        else if (job.isForOutbox) await this.#perform(job);
        else await this.#performBesideOutbox(job);
      } catch (error) {
        if (this.#isClosedWithoutWaiting) break;
        const activity = job?.name ?? 'Looking for what is due';
        this.#options.log('warn', `${activity} failed`, { error: String((error as Error).stack ?? error) });
        this.reader.failure = this.#options.failureOf(error) ?? defectFailure(error);
        this.#handleResult('refused', job);
      }
    }
    this.#isRunning = false;
    this.#resolveIdleWaiters();
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
    this.#inFlight.add(job);
    this.#options.statusChanged();
    const { clock, statusChanged } = this.#options;
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
    } finally {
      cancelCheck();
      this.#inFlight.delete(job);
    }
    this.#options.statusChanged();
  }

  async #performBesideOutbox(read: Job): Promise<void> {
    let isInFlight = true;
    const reading = this.#perform(read).finally(() => {
      isInFlight = false;
      this.#wake?.();
    });
    // The error is thrown by `await reading` below, maybe later than the runtime expects it to be handled.
    reading.catch(() => undefined);
    while (isInFlight && !this.#isClosed) {
      const job = this.#mayRequest(this.#outboxRetryAt) && this.#knowsService ? this.#nextOutboxJob() : undefined;
      if (job) await this.#perform(job);
      else {
        // An operation that is due may still have to wait for the read. A timer for it would end at once, again and again.
        const times = [this.#outboxRetryAt, this.push.nextDueTime() ?? 0];
        await this.#waitUntil(times.find((at) => at > this.#now));
      }
    }
    await reading;
  }

  #resolveIdleWaiters(): void {
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  async #waitUntilDue(): Promise<void> {
    this.#resolveIdleWaiters();
    await this.#waitUntil(this.#nextDueTime());
  }

  /** Resolves at the time, if there is one, or when the loop is woken. */
  async #waitUntil(at: number | undefined): Promise<void> {
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
      if (!job || job.isForOutbox) this.#outboxRetryAt = this.#retryAt;
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

  /**
   * `schedule.isFresh` alone stays true during sleep, because no request fails then, so the time of the last poll
   * counts too.
   */
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
    const job = (name: string, run: Job['run']): Job => ({ name, run, isForOutbox: true });
    const uncertain = this.push.nextToSearch();
    if (uncertain) return job('Looking for a lost answer', () => this.#send(() => this.push.searchLost(uncertain)));
    const operation = this.push.nextToSend();
    // Read changes of others before sending. The person's changes are then merged with the newest rows.
    const { isComplete } = firstSync;
    if (isComplete && !this.#isFresh && operation) return job('Catching up', () => puller.deltaPoll());
    const readsFirst = this.#options.intervals.readsBeforeSending || !isComplete;
    const unread = readsFirst ? this.push.nextToReadFirst(isComplete) : undefined;
    if (unread) return job('Reading before sending', () => puller.readBeforeSending(unread));
    return operation && job('Sending', () => this.#send(() => this.push.send(operation)));
  }

  #nextJob(): Job | undefined {
    const { reader, firstSync, puller } = this;
    const { activity, dueAt, decksOnScreen } = this.schedule;
    const now = this.#now;
    if (!this.#mayRequest(this.#outboxRetryAt)) return undefined;
    const runFirstSync = () => firstSync.run(puller.showsOrder === true);
    if (this.#knowsService) {
      const job = this.#nextOutboxJob();
      if (job) return job;
    }
    if (now < this.#retryAt) return undefined;
    if (firstSync.state.stage === 'hello') return { name: 'Getting to know the service', run: runFirstSync };
    if (!puller.hasProbedOrder) return { name: 'Asking for manual order', run: () => puller.probeOrder() };
    if (firstSync.isComplete && !this.#isFresh && !activity.isLocked)
      return { name: 'Catching up', run: () => puller.deltaPoll() };
    if (!firstSync.isComplete) return { name: 'First sync', run: runFirstSync };
    if (reader.rowSets.next().length > 0) return { name: 'Reading back', run: () => puller.readBack() };
    const [requested] = puller.requestedQueries;
    if (requested) return { name: 'Reading what is open', run: () => puller.readOnDemand(requested[0], requested[1]) };
    if (activity.isLocked) return undefined;
    if (now >= dueAt.deltaPoll) return { name: 'Delta poll', run: () => puller.deltaPoll() };
    if (now >= dueAt.fullPoll) return { name: 'Full poll', run: () => puller.fullPoll() };
    if (now >= dueAt.screenDigest && decksOnScreen.length > 0)
      return {
        name: 'Comparing what is on screen',
        run: () => puller.digest(decksOnScreen, 'screenDigest'),
      };
    if (now >= dueAt.wholeDigest) return { name: 'Comparing', run: () => puller.digestNext() };
    if (now >= puller.nextRefetchAtMs) return { name: 'Reading texts again', run: () => puller.refetch() };
    return undefined;
  }

  async #send(work: () => Promise<PushResult>): Promise<PushResult> {
    const sending = work();
    this.reader.holdAnswersUntil(sending.catch(() => undefined));
    const result = await sending;
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
