/**
 * The one loop that talks to the service: what the person did goes first, then what is on screen, then the rest. One
 * request at a time, so that what was read and what was acknowledged have one order.
 */
import type { Failure, Query, QueryAnswer } from '../../shared/contract/index.ts';
import type { RequestPriority } from '../client/budget.ts';
import type { Client } from '../client/client.ts';
import { type Clock, pause } from '../client/clock.ts';
import type { AnyRow } from '../engine/rows.ts';
import { backoff, type Cadence } from './cadence.ts';
import { isDemanded } from './demand.ts';
import { digestOf } from './digest.ts';
import { type FirstSyncState, firstSyncStep, startOfSync, unknownPeople, writeBulk } from './first-sync.ts';
import type { Identity, Ledger } from './ledger.ts';
import { type Operation, touched } from './outbox.ts';
import { type Cursors, fastPulse, slowPulse, startCursors } from './pulse.ts';
import { Push, type PushResult } from './push.ts';
import { type Reading, readingOf, unitsOf } from './reads.ts';
import { accountQuery, everyField } from './selections.ts';
import { finishTables } from './storage.ts';
import type { StoredValues } from './stored-values.ts';

export interface SyncOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly cadence: Cadence;
  readonly client: () => Client;
  /** Cursors and the progress of the first sync; gone with the cache. */
  readonly state: StoredValues;
  /** Whose Hand and bookmarks are "mine". */
  readonly userId: () => string | null;
  readonly identity: () => Identity | undefined;
  /** The service said who it is and who we are. */
  readonly identified: (identity: Identity) => Failure | undefined;
  readonly statusChanged: () => void;
  readonly log: (level: 'info' | 'warn', message: string, facts?: Record<string, unknown>) => void;
}

type JobResult = PushResult | 'done' | 'refused';
interface Job {
  readonly name: string;
  readonly run: () => Promise<JobResult>;
}

export class Sync {
  readonly push: Push;
  #options: SyncOptions;
  #isRunning = false;
  #isClosed = false;
  #ended: Promise<void> = Promise.resolve();
  #stop = new AbortController();
  #wake: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;
  #idleWaiters: (() => void)[] = [];

  /** Units to read as soon as may be, and queries of windows to pass on. */
  #units = new Set<string>();
  #demands = new Map<string, Query>();
  #due = { pulse: 0, slow: 0, screen: 0, whole: 0 };
  #wholeQueue: (string | null)[] = [];
  #isFresh = false;
  #failures = 0;
  #retryAt = 0;
  #probedOrder = false;

  focus: { deckIds: readonly string[]; cardId: string | null } = { deckIds: [], cardId: null };
  isWatched = true;
  isOffline = false;
  isOutboxPaused = false;
  showsOrder: boolean | null = null;
  freshAt: number | null = null;
  offlineSince: number | null = null;
  stopped: Failure | null = null;
  failure: Failure | null = null;
  current: string | null = null;

  constructor(options: SyncOptions) {
    this.#options = options;
    this.push = new Push({ ...options, now: () => options.clock.now(), signal: this.#stop.signal });
    this.showsOrder = (options.ledger.facts.get('showsOrder') as boolean | undefined) ?? null;
  }

  get first(): FirstSyncState {
    return (this.#options.state.get('firstSync') as FirstSyncState | undefined) ?? startOfSync;
  }
  get isComplete(): boolean {
    return this.first.stage === 'done';
  }
  get nextPulseAt(): number {
    return this.#due.pulse;
  }
  get #now(): number {
    return this.#options.clock.now();
  }

  /** Rows that something says have changed. */
  want(units: Iterable<string>): void {
    for (const unit of units) this.#units.add(unit);
    this.wake();
  }

  demand(query: Query): void {
    this.#demands.set(JSON.stringify(query), query);
    this.wake();
  }

  /** Everything is asked for again, now. */
  refresh(): void {
    this.#due = { ...this.#due, pulse: 0, slow: 0, screen: 0 };
    this.#retryAt = 0;
    this.wake();
  }

  /** Another token: sending goes on. */
  resume(): void {
    this.stopped = null;
    this.#probedOrder = false;
    this.refresh();
  }

  startOver(): void {
    this.#options.ledger.startGeneration();
    this.#options.state.remove('firstSync');
    this.#options.state.remove('cursors');
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
    await Promise.race([this.#ended, pause(this.#options.clock, closingPatience)]);
    this.#stop.abort();
    await this.#ended;
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
      const job = this.#nextJob();
      if (!job) {
        await this.#rest();
        continue;
      }
      this.current = job.name;
      this.#options.statusChanged();
      try {
        this.#after(await job.run());
      } catch (error) {
        this.#options.log('warn', `${job.name} failed`, { error: String((error as Error).stack ?? error) });
        this.failure = { kind: 'defect', message: error instanceof Error ? error.message : String(error) };
        this.#after('offline');
      }
      this.current = null;
      this.#options.statusChanged();
    }
    this.#isRunning = false;
    this.#answerIdle();
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
      this.#isFresh = false;
      return;
    }
    if (result === 'stopped' || result === 'throttled') return;
    this.#failures = 0;
    this.offlineSince = null;
    this.failure = null;
  }

  #nextTime(): number | undefined {
    if (this.isOffline || this.stopped) return undefined;
    if (this.#now < this.#retryAt) return this.#retryAt;
    if (!this.isComplete) return undefined;
    const push = this.isOutboxPaused ? undefined : this.push.nextTime();
    const { pulse, slow, screen, whole } = this.#due;
    return Math.min(
      pulse,
      slow,
      whole,
      ...(this.focus.deckIds.length > 0 ? [screen] : []),
      push ?? Number.POSITIVE_INFINITY,
    );
  }

  /** Most urgent first. */
  #nextJob(): Job | undefined {
    if (this.isOffline || this.stopped || this.#now < this.#retryAt) return undefined;
    const now = this.#now;
    const first = this.first;
    if (!this.#options.identity() || first.stage === 'hello')
      return { name: 'Getting to know the service', run: () => this.#firstSync() };
    if (!this.#probedOrder) return { name: 'Asking for manual order', run: () => this.#probeOrder() };
    if (!this.isOutboxPaused) {
      const look = this.push.nextLook();
      if (look) return { name: 'Looking for a lost answer', run: () => this.#send(() => this.push.look(look)) };
      // After a time apart what others did is read before anything is sent.
      if (this.isComplete && !this.#isFresh) return { name: 'Catching up', run: () => this.#pulse() };
      const unread = this.#options.cadence.readsBeforeSending && this.isComplete ? this.push.unread() : [];
      if (unread.length > 0) return { name: 'Reading before sending', run: () => this.#readFirst(unread) };
      const operation = this.push.next();
      if (operation) return { name: 'Sending', run: () => this.#send(() => this.push.send(operation)) };
    }
    if (!this.isComplete) return { name: 'First sync', run: () => this.#firstSync() };
    if (this.#needs().length > 0) return { name: 'Reading back', run: () => this.#readBack() };
    const [demand] = this.#demands;
    if (demand) return { name: 'Reading what is open', run: () => this.#answerDemand(demand[0], demand[1]) };
    if (now >= this.#due.pulse) return { name: 'Pulse', run: () => this.#pulse() };
    if (now >= this.#due.slow) return { name: 'Slow pulse', run: () => this.#slowPulse() };
    if (now >= this.#due.screen && this.focus.deckIds.length > 0)
      return { name: 'Comparing what is on screen', run: () => this.#digest(this.focus.deckIds, 'screen') };
    if (now >= this.#due.whole) return { name: 'Comparing', run: () => this.#digestNext() };
    return undefined;
  }

  async #send(work: () => Promise<PushResult>): Promise<PushResult> {
    const result = await work();
    if (result === 'stopped') this.stopped = this.push.refusal;
    return result;
  }

  /** Units of acknowledged operations, and of what was heard to have changed. */
  #needs(): string[] {
    const acknowledged = this.#options.ledger.outbox.all.filter(({ state }) => state === 'acknowledged');
    return [...new Set([...acknowledged.flatMap(({ needs }) => needs ?? []), ...this.#units])];
  }

  async #ask(
    query: Query,
    priority: RequestPriority,
    use: (answer: QueryAnswer, asked: Query, startedAt: number) => void,
  ): Promise<JobResult> {
    const { ledger } = this.#options;
    const { generation } = ledger;
    let startedAt = 0;
    const outcome = await this.#options.client().query(query, {
      priority,
      signal: this.#stop.signal,
      onStart: () => {
        startedAt = ledger.stamp();
      },
    });
    if (outcome.ok) {
      if (ledger.generation === generation && !this.#isClosed)
        use(outcome.value.answer, outcome.value.query, startedAt);
      return 'done';
    }
    const { failure } = outcome;
    this.failure = failure;
    if (failure.kind === 'throttled') return 'throttled';
    if (failure.kind === 'offline') return 'offline';
    if (failure.kind !== 'auth') return 'refused';
    this.stopped = failure;
    return 'stopped';
  }

  #apply(
    reading: Pick<Reading, 'lists' | 'units'>,
    answer: QueryAnswer,
    asked: Query,
    startedAt: number,
    also?: () => void,
  ): void {
    const { ledger } = this.#options;
    const followUps = ledger.apply({
      answer,
      lists: reading.lists(answer, asked),
      units: reading.units,
      startedAt,
      generation: ledger.generation,
      also,
    });
    for (const unit of followUps ?? []) this.#units.add(unit);
  }

  #mayRead = (model: string): boolean => {
    const { refused } = this.#options.client();
    return (
      !refused.scopes.includes(`${model}:read`) && !refused.items.some((item) => item.endsWith(`.${relationTo[model]}`))
    );
  };

  async #firstSync(): Promise<JobResult> {
    const { ledger, state } = this.#options;
    const first = this.first;
    if (first.stage === 'finish') return this.#finishFirstSync(first);
    const step = firstSyncStep(first, {
      showsOrder: this.showsOrder === true,
      focus: this.focus.deckIds,
      mayRead: this.#mayRead,
    });
    if (!step) return 'done';
    return this.#ask(
      step.query,
      first.stage === 'hello' || first.stage === 'deck' ? 'screen' : 'background',
      (answer, asked, startedAt) => {
        const next = step.next(answer);
        if (first.stage === 'hello') {
          const refusal = this.#identify(answer);
          if (refusal) {
            this.stopped = refusal;
            return;
          }
        }
        const store = () => state.set('firstSync', next);
        if (ledger.images.size > 0 || this.isIndexed)
          this.#apply({ lists: () => [], units: new Set() }, answer, asked, startedAt, store);
        else ledger.bulk(() => writeBulk(ledger, answer), store);
      },
    );
  }

  /** Indexes are there: rows go through the row store, which keeps the text index. */
  get isIndexed(): boolean {
    return this.#options.state.get('isIndexed') === true;
  }

  #identify(answer: QueryAnswer): Failure | undefined {
    const root = answer._root as { account?: string | null; loggedInUser?: string | null } | undefined;
    const user = (answer.user?.[root?.loggedInUser ?? ''] ?? {}) as { kind?: string };
    if (!root?.account)
      return { kind: 'auth', code: 'no_account', message: 'The service answers no organization to this token.' };
    return this.#options.identified({
      accountId: root.account,
      actorId: root.loggedInUser ?? '',
      isPerson: user.kind === 'human',
    });
  }

  async #finishFirstSync(first: FirstSyncState): Promise<JobResult> {
    const { ledger, state } = this.#options;
    ledger.bulk(
      () => {
        if (!this.isIndexed) finishTables(ledger.engine.db);
        return new Set(['card']);
      },
      () => {
        state.set('isIndexed', true);
        state.set('cursors', startCursors(first.startedFrom ?? new Date(0).toISOString()));
        state.set('firstSync', { ...first, stage: 'done' });
        ledger.restoreKept();
      },
    );
    const people = unknownPeople(ledger);
    for (const id of people) this.#units.add(`user:${id}`);
    return 'done';
  }

  async #probeOrder(): Promise<JobResult> {
    const key = 'cardOrders({"$order":"cardId","$limit":1})';
    const outcome = await this.#options
      .client()
      .query(accountQuery({ [key]: everyField('cardOrder') }), { priority: 'screen' });
    if (!outcome.ok) {
      this.failure = outcome.failure;
      if (outcome.failure.kind === 'auth') this.stopped = outcome.failure;
      return outcome.failure.kind === 'auth'
        ? 'stopped'
        : outcome.failure.kind === 'throttled'
          ? 'throttled'
          : 'offline';
    }
    const [account] = Object.values(outcome.value.answer.account ?? {}) as Record<string, unknown>[];
    this.showsOrder = Array.isArray(account?.[key]);
    this.#probedOrder = true;
    this.#options.ledger.facts.set('showsOrder', this.showsOrder);
    return 'done';
  }

  async #pulse(): Promise<JobResult> {
    const { state, cadence, userId } = this.#options;
    const pulse = fastPulse({
      cursors: state.get('cursors') as Cursors,
      userId: userId(),
      showsOrder: this.showsOrder === true,
      mayRead: this.#mayRead,
      units: this.#needs().filter((unit) => unit !== 'planning' && unit !== 'pulse'),
    });
    return this.#ask(pulse.query, this.isWatched ? 'screen' : 'background', (answer, asked, startedAt) => {
      const { cursors, more } = pulse.after(answer);
      for (const unit of pulse.units) this.#units.delete(unit);
      this.#apply(pulse, answer, asked, startedAt, () => state.set('cursors', cursors));
      this.#compareCounts(pulse.counts(answer));
      const now = this.#now;
      this.#isFresh = !more;
      if (more) return;
      this.freshAt = now;
      this.#due.pulse = now + (this.isWatched ? cadence.pulse : cadence.backgroundPulse);
    });
  }

  /** Rows that left a list leave no trace in time: counts show that something is missing. */
  #compareCounts({
    openEntries,
    openThreads,
  }: {
    openEntries: number | undefined;
    openThreads: number | undefined;
  }): void {
    const { ledger } = this.#options;
    if (ledger.images.size > 0) return;
    const count = (sql: string) => ledger.engine.db.prepare(sql).pluck().get() as number;
    const entries = count('SELECT count(*) FROM "queueEntry" WHERE "cardDoneAt" IS NULL');
    if (openEntries !== undefined && openEntries !== entries) this.#due.slow = 0;
    const threads = count('SELECT count(*) FROM "resolvable" WHERE "isClosed" = 0');
    if (openThreads !== undefined && openThreads !== threads) this.#units.add('openThreads');
  }

  async #slowPulse(): Promise<JobResult> {
    const { cadence } = this.#options;
    const reading = slowPulse({
      showsOrder: this.showsOrder === true,
      mayRead: this.#mayRead,
      deckIds: this.focus.deckIds,
    });
    return this.#ask(reading.query, 'background', (answer, asked, startedAt) => {
      this.#due.slow = this.#now + cadence.slowPulse;
      this.#units.delete('planning');
      this.#apply(reading, answer, asked, startedAt);
    });
  }

  async #readBack(): Promise<JobResult> {
    const needs = this.#needs();
    if (needs.includes('pulse')) return this.#pulse();
    const reading = readingOf(needs, this.showsOrder === true);
    return this.#ask(reading.query, 'screen', (answer, asked, startedAt) => {
      for (const unit of reading.units) this.#units.delete(unit);
      this.#apply(reading, answer, asked, startedAt);
    });
  }

  async #readFirst(operations: readonly Operation[]): Promise<JobResult> {
    const { ledger } = this.#options;
    const units = operations.flatMap(({ names }) =>
      [...names].map(touched).flatMap(({ model, key }) => {
        const row = ledger.rows.get(model as 'card', key) as AnyRow | undefined;
        return unitsOf(model, key, row);
      }),
    );
    const reading = readingOf(new Set(units), this.showsOrder === true);
    const result = await this.#ask(reading.query, 'action', (answer, asked, startedAt) => {
      this.push.markRead(operations);
      this.#apply(reading, answer, asked, startedAt);
    });
    if (result === 'refused') this.push.markRead(operations);
    return result === 'refused' ? 'done' : result;
  }

  async #answerDemand(text: string, query: Query): Promise<JobResult> {
    const result = await this.#ask(query, 'screen', (answer, asked, startedAt) => {
      this.#demands.delete(text);
      const rows = Object.fromEntries(Object.entries(answer).filter(([model]) => isDemanded(query, model)));
      this.#apply({ lists: () => [], units: new Set() }, rows, asked, startedAt);
    });
    // What the service does not answer to a window stays as it is here.
    if (result === 'refused') this.#demands.delete(text);
    return result === 'refused' ? 'done' : result;
  }

  async #digest(deckIds: readonly (string | null)[], what: 'screen' | 'whole'): Promise<JobResult> {
    const { ledger, cadence } = this.#options;
    const digest = digestOf(deckIds, this.showsOrder === true);
    return this.#ask(digest.query, what === 'screen' ? 'screen' : 'background', (answer) => {
      for (const unit of digest.differences(answer, ledger)) this.#units.add(unit);
      const decks = ledger.engine.db.prepare('SELECT count(*) FROM "deck"').pluck().get() as number;
      const batches = Math.max(Math.ceil((decks + 1) / decksAtOnce), 1);
      this.#due[what] = this.#now + (what === 'screen' ? cadence.screenDigest : cadence.wholeDigest / batches);
    });
  }

  #digestNext(): Promise<JobResult> {
    const { ledger } = this.#options;
    if (this.#wholeQueue.length === 0)
      this.#wholeQueue = [null, ...(ledger.engine.db.prepare('SELECT "id" FROM "deck"').pluck().all() as string[])];
    return this.#digest(this.#wholeQueue.splice(0, decksAtOnce), 'whole');
  }
}

const decksAtOnce = 20;
/** Milliseconds that closing waits for an answer under way. */
const closingPatience = 2_000;
const relationTo: Record<string, string> = {
  resolvable: 'resolvables',
  resolvableEntry: 'entries',
  queueEntry: 'queueEntries',
};
