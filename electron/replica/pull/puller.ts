/**
 * Performs the jobs that read from the service. The jobs are: ask whether the service has manual order, a step of the
 * first sync, a delta poll or full poll, read again the rows that are known to have changed, send a query that a window
 * needs, compare decks, and read some of all cards again. A job sends at most one request; only the first job sends
 * another one after a refusal. `Puller` also stores when each kind of job is due; `sync.ts` decides which job is next.
 */
import type { Failure, Query, QueryAnswer, Selection } from '../../../shared/contract/index.ts';
import type { RequestPriority } from '../../client/budget.ts';
import type { Client } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { StoredModel } from '../../engine/store/schema.ts';
import { type Operation, parseRowRef } from '../outbox/operation.ts';
import type { OptimisticStore, TokenIdentity } from '../outbox/optimistic-store.ts';
import type { Pusher, PushResult } from '../push/push.ts';
import { hasWholeRowsOf } from '../reads/on-demand-models.ts';
import { deltaPollUnit, requestForUnits, type UnitsRequest, unitsOfRow } from '../reads/read-back.ts';
import { isLocalId } from '../store/local-ids.ts';
import { buildAllIndexes } from '../store/storage.ts';
import { hasIndexes, markIndexesBuilt, type StoredValues } from '../store/stored-values.ts';
import { type ComputerActivity, fullActivity } from './activity.ts';
import { nextRefetch, nextRefetchAtMs, type RefetchOptions, restartRefetch } from './background-refetch.ts';
import { deckIdsOfDigestSteps, digestRequest } from './digest.ts';
import {
  type FirstSyncState,
  firstSyncRequest,
  initialFirstSyncState,
  unknownDeckIds,
  unknownPersonIds,
  writeAnswerInBulk,
} from './first-sync.ts';
import { batteryFactor, type PollIntervals } from './poll-intervals.ts';
import { type Cursors, deltaPoll, firstCursors, fullPoll } from './polls.ts';
import { accountQuery, fieldsToPull } from './selections.ts';

/** How a job ended. `refused`: the service would refuse the same request again. */
export type JobResult = PushResult | 'done' | 'refused';

export interface SyncOptions {
  readonly store: OptimisticStore;
  readonly clock: Clock;
  readonly intervals: PollIntervals;
  readonly client: () => Client;
  /** Cursors and the progress of the first sync. Stored in the cache file, so they are deleted with the cache. */
  readonly state: StoredValues;
  /** The user whose Hand and bookmarks are shown as "mine". */
  readonly userId: () => string | null;
  readonly identity: () => TokenIdentity | undefined;
  /** Called when the organization and user of the token are known. Returns a failure to stop the sync. */
  readonly identified: (identity: TokenIdentity) => Failure | undefined;
  /** Queries of windows for models that no poll reads (see on-demand-models.ts). */
  readonly openOnDemandQueries: () => readonly Query[];
  readonly statusChanged: () => void;
  /** Returns the failure to show for a disk error or a damaged file; undefined for other errors. */
  readonly failureOf: (error: unknown) => Failure | undefined;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}

interface PullerOptions extends SyncOptions {
  readonly push: Pusher;
  /** Aborts when the replica is closed. */
  readonly signal: AbortSignal;
}

/** Performs the jobs that read from the service. */
export class Puller {
  #options: PullerOptions;
  /** Units (names of rows, see read-back.ts) to read as soon as possible. */
  readonly units = new Set<string>();
  /** Queries of windows to send as soon as possible, by their JSON text. */
  readonly requestedQueries = new Map<string, Query>();
  /**
   * Units whose rows a comparison found to differ from the service. These rows are written even if their version is
   * lower than the stored one, because the service may have been restored from a backup.
   */
  #differing = new Set<string>();
  /** When each kind of job is due, in milliseconds since 1970 by this computer's clock. */
  dueAt = { deltaPoll: 0, fullPoll: 0, screenDigest: 0, wholeDigest: 0 };
  /**
   * The steps that remain until all decks are compared: the deck ids of each step, where null means the private cards.
   */
  #digestQueue: (string | null)[][] = [];
  /** Number of steps in which all decks are compared. */
  #digestStepCount = 1;
  /**
   * Maximum number of units that the next request reads. Infinite, except after the service has refused to read units:
   * it then falls until the refused unit is alone and can be dropped. Meanwhile delta polls read no units, since the
   * refused unit would stop them too.
   */
  #maxUnits = Number.POSITIVE_INFINITY;
  /** Units that the service has refused to read. Rows of answers that refer to them do not request them again. */
  #refusedUnits = new Set<string>();
  /** Ids of people that the next full polls read again. */
  #peopleQueue: string[] = [];
  /** Ids of decks on screen whose cards the first sync has read early, before the pages that contain all cards. */
  #fetchedDecks = new Set<string>();
  /**
   * Whether a delta poll has read the changes that others made before the start of the app, or during the last
   * interruption, such as a lost connection or sleep.
   */
  isFresh = false;
  hasProbedOrder = false;
  focus: { deckIds: readonly string[]; cardId: string | null } = { deckIds: [], cardId: null };
  /** Whether a window watches queries of the workspace. */
  isWatched = true;
  activity: ComputerActivity = fullActivity;
  /** Whether the service supports manual order; null until the service has been asked. */
  showsOrder: boolean | null;
  /**
   * When the first sync or a delta poll was last completed, in milliseconds since 1970 by this computer's clock. This
   * may have been during an earlier start of the app. Null until the first sync is completed.
   */
  freshAt: number | null;
  /**
   * Why nothing is sent until `reconnect`: there is no token, the service refuses the token, or the token or service
   * belongs to another organization. Null while requests are sent.
   */
  tokenRefusal: Failure | null = null;
  /** The failure of the last job; null after a job succeeded. */
  failure: Failure | null = null;
  /** Why the service refused the last full poll; null after a full poll succeeded. */
  fullPollRefusal: Failure | null = null;

  constructor(options: PullerOptions) {
    this.#options = options;
    this.showsOrder = (options.store.storedValues.get('showsOrder') as boolean | undefined) ?? null;
    this.freshAt = (options.state.get('freshAt') as number | undefined) ?? null;
  }

  /** True if somebody can see the workspace. */
  get isShown(): boolean {
    return this.isWatched && this.activity.isVisible;
  }
  /**
   * Ids of the decks that a person sees now; empty if no window shows the workspace. Their cards are compared more
   * often than others.
   */
  get decksOnScreen(): readonly string[] {
    return this.isShown ? this.#focusedDeckIds : [];
  }
  /** The decks of `focus` that the service knows: with its ids, and without decks that only this computer has yet. */
  get #focusedDeckIds(): readonly string[] {
    const { ids } = this.#options.store;
    return this.focus.deckIds.map((id) => ids.renamed(id)).filter((id) => !isLocalId(id));
  }
  /** Milliseconds between delta polls in the present activity. */
  get deltaPollMs(): number {
    const { deltaPollMs, backgroundDeltaPollMs } = this.#options.intervals;
    return this.#slowerOnBattery(this.isShown ? deltaPollMs : backgroundDeltaPollMs);
  }
  /** Age in milliseconds above which stored rows may be outdated. */
  get maxAgeMs(): number {
    return 2 * this.#slowerOnBattery(this.#options.intervals.backgroundDeltaPollMs);
  }
  #slowerOnBattery(intervalMs: number): number {
    return this.activity.isOnBattery ? intervalMs * batteryFactor : intervalMs;
  }

  get firstSyncState(): FirstSyncState {
    return (this.#options.state.get('firstSync') as FirstSyncState | undefined) ?? initialFirstSyncState;
  }
  get isComplete(): boolean {
    return this.firstSyncState.stage === 'done';
  }
  get #now(): number {
    return this.#options.clock.now();
  }

  /**
   * Returns the units (see read-back.ts) to read again: units that show the effects of acknowledged operations, and
   * units of rows that were reported as changed. After a refusal, returns only some of them.
   */
  unitsToReadBack(): string[] {
    const acknowledged = this.#options.store.outbox.all.filter(({ state }) => state === 'acknowledged');
    return [...new Set([...acknowledged.flatMap(({ needs }) => needs ?? []), ...this.units])].slice(0, this.#maxUnits);
  }

  async #query(
    query: Query,
    priority: RequestPriority,
    use: (answer: QueryAnswer, asked: Query, startedAt: number) => void,
  ): Promise<JobResult> {
    const { store } = this.#options;
    const { generation } = store;
    let startedAt = 0;
    const client = this.#options.client();
    const outcome = await client.query(query, {
      priority,
      signal: this.#options.signal,
      onStart: () => {
        startedAt = store.nextStamp();
      },
    });
    // The workspace got another token meanwhile. The job is still due, and is performed with the new token.
    if (client !== this.#options.client()) return 'stopped';
    if (outcome.ok) {
      const otherOrganization = this.#otherOrganizationIn(outcome.value.answer);
      if (otherOrganization) {
        this.tokenRefusal = otherOrganization;
        return 'stopped';
      }
      if (store.generation === generation) use(outcome.value.answer, outcome.value.query, startedAt);
      return 'done';
    }
    const { failure } = outcome;
    this.failure = failure;
    if (failure.kind === 'throttled') return 'throttled';
    if (failure.kind === 'offline') return 'offline';
    if (failure.kind !== 'auth') return 'refused';
    this.tokenRefusal = failure;
    return 'stopped';
  }

  /**
   * Returns a failure if the answer comes from another organization at the same address. Then the rows of the answer
   * must not be written, and the person's changes must not be sent to that organization.
   */
  #otherOrganizationIn(answer: QueryAnswer): Failure | undefined {
    const known = this.#options.identity();
    const accountId = known && Object.keys(answer.account ?? {}).find((id) => id !== known.accountId);
    return known && accountId ? this.#options.identified({ ...known, accountId }) : undefined;
  }

  #apply(
    request: Pick<UnitsRequest, 'lists' | 'units'>,
    answer: QueryAnswer,
    asked: Query,
    startedAt: number,
    more: { readonly alsoInTransaction?: () => void; readonly isFirstSync?: boolean } = {},
  ): void {
    const { store } = this.#options;
    const acceptsLowerVersions = [...request.units].filter((unit) => this.#differing.delete(unit)).length > 0;
    const followUps = store.applyRead({
      ...more,
      acceptsLowerVersions,
      answer,
      lists: request.lists(answer, asked),
      units: request.units,
      startedAt,
      generation: store.generation,
    });
    for (const unit of followUps ?? []) if (!this.#refusedUnits.has(unit)) this.units.add(unit);
  }

  #mayRead = (model: string): boolean => {
    const { refused } = this.#options.client();
    return (
      !refused.scopes.includes(`${model}:read`) && !refused.items.some((item) => item.endsWith(`.${relationTo[model]}`))
    );
  };

  async firstSync(): Promise<JobResult> {
    const { store, state } = this.#options;
    const syncState = this.firstSyncState;
    if (syncState.stage === 'finish') return this.#finishFirstSync(syncState);
    // Read the cards of the board on screen first, since the pages with these cards may come much later.
    const decksToReadFirst =
      syncState.stage === 'cards' ? this.#focusedDeckIds.filter((id) => !this.#fetchedDecks.has(id)) : [];
    const decksInStep = syncState.stage === 'deck' ? this.#focusedDeckIds : decksToReadFirst;
    const step = firstSyncRequest(decksToReadFirst.length > 0 ? { ...syncState, stage: 'deck' } : syncState, {
      showsOrder: this.showsOrder === true,
      focus: decksToReadFirst.length > 0 ? decksToReadFirst : this.#focusedDeckIds,
      mayRead: this.#mayRead,
    });
    if (!step) return 'done';
    const noteFetched = () => {
      for (const id of decksInStep) this.#fetchedDecks.add(id);
    };
    const result = await this.#query(
      step.query,
      syncState.stage === 'hello' || syncState.stage === 'deck' ? 'screen' : 'background',
      (answer, asked, startedAt) => {
        const next = step.next(answer);
        noteFetched();
        if (syncState.stage === 'hello') {
          const refusal = this.#identify(answer);
          if (refusal) {
            this.tokenRefusal = refusal;
            return;
          }
        }
        const noteStage = () => state.set('firstSync', next);
        if (store.images.size > 0 || this.isIndexed)
          this.#apply({ lists: () => [], units: new Set() }, answer, asked, startedAt, {
            alsoInTransaction: noteStage,
            isFirstSync: !this.isIndexed,
          });
        else store.commitBulk(() => writeAnswerInBulk(store, answer), noteStage);
      },
    );
    // If the service refuses the query for the decks on screen, it is not sent again: the pages of all cards contain
    // these cards too. In other stages, a refused query is sent again later.
    if (result === 'refused') {
      noteFetched();
      if (syncState.stage === 'deck') state.set('firstSync', { ...syncState, stage: 'cards' });
    }
    return result;
  }

  get isIndexed(): boolean {
    return hasIndexes(this.#options.state);
  }

  #identify(answer: QueryAnswer): Failure | undefined {
    const root = answer._root as { account?: string | null; loggedInUser?: string | null } | undefined;
    const user = (answer.user?.[root?.loggedInUser ?? ''] ?? {}) as { kind?: string };
    if (!root?.account) return { kind: 'auth', code: 'no_account', message: 'This token can see no organization.' };
    return this.#options.identified({
      accountId: root.account,
      actorId: root.loggedInUser ?? '',
      isPerson: user.kind === 'human',
    });
  }

  async #finishFirstSync(first: FirstSyncState): Promise<JobResult> {
    const { store, state, signal } = this.#options;
    if (!this.isIndexed) {
      const parts = buildAllIndexes(store.rows);
      for (let isDone = false; !isDone; ) {
        store.commitBulk(
          () => {
            isDone = parts.next().done === true;
            if (isDone) markIndexesBuilt(state);
            return new Set();
          },
          () => undefined,
        );
        store.rows.updatesTextIndex = isDone;
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) return 'stopped';
      }
    }
    store.commitBulk(
      () => new Set(['card']),
      () => {
        state.set('cursors', firstCursors(first.startedFrom ?? new Date(0).toISOString()));
        state.set('firstSync', { ...first, stage: 'done' });
        state.set('freshAt', this.#now);
        restartRefetch(this.#refetchOptions);
        store.restoreLocalRows();
      },
    );
    store.replayOutbox();
    this.freshAt = this.#now;
    const people = unknownPersonIds(store);
    for (const id of people) this.units.add(`user:${id}`);
    for (const id of unknownDeckIds(store)) this.units.add(`ask:deck:${id}`);
    return 'done';
  }

  /**
   * Asks whether the service has manual order, and who the token's user is. The client removes `cardOrders` from the
   * query if the refusal names it, so the answer then lacks the list. If the refusal names no part of the query, asks
   * again without manual order. A service without manual order must not stop all other requests.
   */
  async probeOrder(): Promise<JobResult> {
    const result = await this.#probe({ [orderProbeKey]: fieldsToPull('cardOrder') });
    return result === 'refused' ? this.#probe() : result;
  }

  async #probe(...parts: Selection[]): Promise<JobResult> {
    const { _root: selections = [] } = accountQuery(...parts);
    const query = { _root: [...selections, { loggedInUser: fieldsToPull('user') }] };
    const result = await this.#query(query, 'screen', (answer) => {
      this.tokenRefusal = this.#identify(answer) ?? null;
      if (this.tokenRefusal) return;
      const [account] = Object.values(answer.account ?? {}) as Record<string, unknown>[];
      this.showsOrder = Array.isArray(account?.[orderProbeKey]);
      this.hasProbedOrder = true;
      // Another token may be allowed to read them.
      this.#refusedUnits.clear();
      this.#options.store.storedValues.set('showsOrder', this.showsOrder);
    });
    return this.tokenRefusal ? 'stopped' : result;
  }

  async deltaPoll(): Promise<JobResult> {
    const { state, userId } = this.#options;
    const units = Number.isFinite(this.#maxUnits)
      ? []
      : this.unitsToReadBack().filter((unit) => unit !== 'planning' && unit !== deltaPollUnit);
    const request = deltaPoll({
      cursors: state.get('cursors') as Cursors,
      userId: userId(),
      showsOrder: this.showsOrder === true,
      mayRead: this.#mayRead,
      units,
    });
    const result = await this.#query(
      request.query,
      this.isShown ? 'screen' : 'background',
      (answer, asked, startedAt) => {
        const now = this.#now;
        const { cursors, more } = request.after(answer, now);
        const read = new Set(request.units);
        // A created card may be on a later page, so only the last page settles operations that wait for the poll.
        if (more) read.delete(deltaPollUnit);
        for (const unit of read) this.units.delete(unit);
        this.#apply({ ...request, units: read }, answer, asked, startedAt, {
          alsoInTransaction() {
            state.set('cursors', cursors);
            if (!more) state.set('freshAt', now);
          },
        });
        this.#compareCounts(request.counts(answer));
        this.isFresh = !more;
        if (more) return;
        this.freshAt = now;
        this.dueAt.deltaPoll = now + this.deltaPollMs;
      },
    );
    if (result !== 'refused' || units.length === 0) return result;
    // The service may have refused a unit and not the poll. So the next poll reads no units.
    this.#maxUnits = units.length;
    return 'done';
  }

  /**
   * Compares the stored numbers of open Hand entries and open threads with the service's numbers, and requests the list
   * again if they differ. If a row has left one of these lists, no timestamp shows that, but the numbers differ. Does
   * nothing while changes are pending, since these can change the stored numbers.
   */
  #compareCounts({
    openEntries,
    openThreads,
  }: {
    openEntries: number | undefined;
    openThreads: number | undefined;
  }): void {
    const { store } = this.#options;
    if (store.images.size > 0) return;
    const count = (sql: string) => store.engine.db.prepare(sql).pluck().get() as number;
    const entries = count('SELECT count(*) FROM "queueEntry" WHERE "cardDoneAt" IS NULL');
    if (openEntries !== undefined && openEntries !== entries) this.dueAt.fullPoll = 0;
    const threads = count('SELECT count(*) FROM "resolvable" WHERE "isClosed" = 0');
    if (openThreads !== undefined && openThreads !== threads) this.units.add('openThreads');
  }

  async fullPoll(): Promise<JobResult> {
    const { intervals } = this.#options;
    const request = fullPoll({
      showsOrder: this.showsOrder === true,
      mayRead: this.#mayRead,
      deckIds: this.#focusedDeckIds,
      userId: this.#options.userId(),
      peopleIds: this.#nextPeople(),
    });
    const result = await this.#query(request.query, 'background', (answer, asked, startedAt) => {
      for (const query of this.#options.openOnDemandQueries()) this.requestedQueries.set(JSON.stringify(query), query);
      this.units.delete('planning');
      this.#apply(request, answer, asked, startedAt);
    });
    if (result !== 'done' && result !== 'refused') return result;
    this.dueAt.fullPoll = this.#now + this.#slowerOnBattery(intervals.fullPollMs);
    this.fullPollRefusal = result === 'refused' ? this.failure : null;
    return 'done';
  }

  /**
   * Returns the ids of the people that the next full poll reads again. Polls request no list of people, so people are
   * read by their ids, some with each full poll.
   */
  #nextPeople(): string[] {
    if (this.#peopleQueue.length === 0)
      this.#peopleQueue = this.#options.store.engine.db.prepare('SELECT "id" FROM "user"').pluck().all() as string[];
    return this.#peopleQueue.splice(0, peoplePerPoll).filter((id) => !isLocalId(id));
  }

  async readBack(): Promise<JobResult> {
    const needs = this.unitsToReadBack();
    if (needs.includes(deltaPollUnit)) return this.deltaPoll();
    const request = requestForUnits(needs, this.showsOrder === true);
    const result = await this.#query(request.query, 'screen', (answer, asked, startedAt) => {
      this.#maxUnits = Number.POSITIVE_INFINITY;
      for (const unit of request.units) this.units.delete(unit);
      this.#apply(request, answer, asked, startedAt);
    });
    if (result === 'refused') this.#handleRefusedUnits(request.units);
    return result;
  }

  /**
   * Makes the next request read half of the refused units. Drops a unit that was refused alone: operations that wait for
   * it are settled without it, and polls and comparisons correct the rows later.
   */
  #handleRefusedUnits(units: ReadonlySet<string>): void {
    const { store, log } = this.#options;
    this.#maxUnits = Math.ceil(units.size / 2);
    if (units.size > 1) return;
    for (const unit of units) {
      this.units.delete(unit);
      this.#differing.delete(unit);
      this.#refusedUnits.add(unit);
    }
    this.#maxUnits = Number.POSITIVE_INFINITY;
    log('warn', 'The service refused to show a row', { units: [...units], failure: this.failure?.message });
    const { generation } = store;
    store.applyRead({ answer: {}, lists: [], units, startedAt: store.nextStamp(), generation });
  }

  async readBeforeSending(operation: Operation): Promise<JobResult> {
    const { store } = this.#options;
    const units = [...operation.names].map(parseRowRef).flatMap(({ model, key }) => {
      const row = store.rows.get(model as StoredModel, key) as AnyRow | undefined;
      return unitsOfRow(model as StoredModel, key, row);
    });
    const request = requestForUnits(new Set(units), this.showsOrder === true);
    if (request.units.size === 0) {
      this.#options.push.markRead(operation);
      return 'done';
    }
    const result = await this.#query(request.query, 'action', (answer, asked, startedAt) => {
      this.#options.push.markRead(operation);
      this.#apply(request, answer, asked, startedAt);
    });
    if (result === 'refused') this.#options.push.markRead(operation);
    return result === 'refused' ? 'done' : result;
  }

  async readOnDemand(text: string, query: Query): Promise<JobResult> {
    const result = await this.#query(query, 'screen', (answer, asked, startedAt) => {
      this.requestedQueries.delete(text);
      const rows = Object.fromEntries(Object.entries(answer).filter(([model]) => hasWholeRowsOf(query, model)));
      this.#apply(noCompleteLists, rows, asked, startedAt);
    });
    // If the service refuses a window's query, the window keeps showing the stored rows.
    if (result === 'refused') this.requestedQueries.delete(text);
    return result === 'refused' ? 'done' : result;
  }

  async digest(deckIds: readonly (string | null)[], kind: 'screenDigest' | 'wholeDigest'): Promise<JobResult> {
    const { store, intervals } = this.#options;
    const isThorough = kind === 'wholeDigest';
    const digest = digestRequest({ store, deckIds, showsOrder: this.showsOrder === true, isThorough });
    const result = await this.#query(digest.query, kind === 'screenDigest' ? 'screen' : 'background', (answer) => {
      for (const unit of digest.differences(answer)) {
        this.units.add(unit);
        this.#differing.add(unit);
      }
    });
    if (result !== 'done' && result !== 'refused') return result;
    this.dueAt[kind] =
      this.#now +
      this.#slowerOnBattery(
        kind === 'screenDigest' ? intervals.screenDigestMs : intervals.wholeDigestMs / this.#digestStepCount,
      );
    return 'done';
  }

  digestNext(): Promise<JobResult> {
    if (this.#digestQueue.length === 0) {
      this.#digestQueue = deckIdsOfDigestSteps(this.#options.store.engine.db);
      this.#digestStepCount = this.#digestQueue.length;
    }
    return this.digest(this.#digestQueue.shift() ?? [null], 'wholeDigest');
  }

  get #refetchOptions(): RefetchOptions {
    const { store, state, intervals } = this.#options;
    const total = store.engine.db.prepare('SELECT count(*) FROM "card"').pluck().get() as number;
    return { state, now: this.#now, periodMs: intervals.refetchAllMs, total };
  }
  get nextRefetchAtMs(): number {
    const { state, intervals } = this.#options;
    return nextRefetchAtMs({ state, now: this.#now, periodMs: intervals.refetchAllMs });
  }

  async refetch(): Promise<JobResult> {
    const { query, done, failed } = nextRefetch(this.#refetchOptions);
    const result = await this.#query(query, 'background', (answer, asked, startedAt) =>
      this.#apply(noCompleteLists, answer, asked, startedAt, { alsoInTransaction: () => done(answer) }),
    );
    if (result === 'refused') failed();
    return result === 'refused' ? 'done' : result;
  }
}

/** For answers that contain no complete list, so that no stored row is deleted. */
const noCompleteLists: Pick<UnitsRequest, 'lists' | 'units'> = { lists: () => [], units: new Set() };
const peoplePerPoll = 50;
const orderProbeKey = 'cardOrders({"$order":"cardId","$limit":1})';
/** For each model that a service may refuse to show: the relation by which queries read its rows. */
const relationTo: Record<string, string> = {
  resolvable: 'resolvables',
  resolvableEntry: 'entries',
  queueEntry: 'queueEntries',
};
