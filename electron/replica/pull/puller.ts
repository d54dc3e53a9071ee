/**
 * The jobs that read from the service after the first sync. A job sends at most one query; only the first job sends a
 * second one after a refusal. `sync-loop.ts` decides which job is next.
 */
import type { Failure, FieldSelection, Query } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { type Operation, parseRowRef } from '../outbox/operation.ts';
import type { Pusher } from '../push/push.ts';
import { selectsWholeRowsOf } from '../reads/on-demand-models.ts';
import { deltaPollRowSet, type RowSetsRequest, requestForRowSets, rowSetsOfRow } from '../reads/read-back.ts';
import { isLocalId } from '../store/local-ids.ts';
import { hasAccountList } from './answers.ts';
import { nextBackgroundRefetch, nextRefetchAtMs, refetchOptionsOf } from './background-refetch.ts';
import { createDigestRequest, deckIdsPerDigestRequest } from './digest.ts';
import { createDeltaPoll, createFullPoll, type DeltaPollCursors, firstDeltaPollCursors } from './polls.ts';
import type { PullSchedule } from './pull-schedule.ts';
import { accountQuery, fieldsToPull } from './selections.ts';
import type { ServiceReader, SyncJobResult, SyncOptions } from './service-reader.ts';

interface PullerOptions extends SyncOptions {
  readonly push: Pusher;
  readonly reader: ServiceReader;
  readonly schedule: PullSchedule;
}

export class Puller {
  #options: PullerOptions;
  #reader: ServiceReader;
  #schedule: PullSchedule;
  /** Queries to send as soon as possible, by their JSON text. They request rows that no poll reads. */
  readonly requestedQueries = new Map<string, Query>();
  /** The steps until all decks are compared, each a list of deck ids; null means the private cards. */
  #digestQueue: (string | null)[][] = [];
  /** Number of requests that are needed to compare the cards of all decks with the service. */
  #digestStepCount = 1;
  /** Ids of people that the next full polls read again. */
  #peopleQueue: string[] = [];
  hasProbedOrder = false;
  /** Null before the first answer. */
  showsOrder: boolean | null;
  /** Null after a successful full poll. */
  fullPollRefusal: Failure | null = null;

  constructor(options: PullerOptions) {
    this.#options = options;
    this.#reader = options.reader;
    this.#schedule = options.schedule;
    this.showsOrder = (options.store.storedValues.get('showsOrder') as boolean | undefined) ?? null;
  }

  get #now(): number {
    return this.#options.clock.now();
  }

  /**
   * Also finds out who the token's user is. A service without manual order refuses the query. If the refusal names
   * `cardOrders`, the client repeats the query without this list; if it names nothing, this method does.
   */
  async probeOrder(): Promise<SyncJobResult> {
    const result = await this.#probe({ [orderProbeKey]: fieldsToPull('cardOrder') });
    return result === 'refused' ? this.#probe() : result;
  }

  async #probe(...parts: FieldSelection[]): Promise<SyncJobResult> {
    const { _root: selections = [] } = accountQuery(...parts);
    const query = { _root: [...selections, { loggedInUser: fieldsToPull('user') }] };
    const result = await this.#reader.query(query, 'screen', (answer) => {
      this.#reader.tokenRefusal = this.#reader.identify(answer) ?? null;
      if (this.#reader.tokenRefusal) return;
      this.showsOrder = hasAccountList(answer, orderProbeKey);
      this.hasProbedOrder = true;
      this.#reader.rowSets.forgetRefusals();
      this.#options.store.storedValues.set('showsOrder', this.showsOrder);
    });
    return this.#reader.tokenRefusal ? 'stopped' : result;
  }

  async deltaPoll(): Promise<SyncJobResult> {
    const { state, userId } = this.#options;
    const rowSets = this.#reader.rowSets.isLimited
      ? []
      : this.#reader.rowSets.next().filter((rowSet) => rowSet !== 'planning' && rowSet !== deltaPollRowSet);
    const request = createDeltaPoll({
      // In a damaged file they can be missing. Then all changes are read again.
      cursors:
        (state.get('cursors') as DeltaPollCursors | undefined) ?? firstDeltaPollCursors(new Date(0).toISOString()),
      userId: userId(),
      showsOrder: this.showsOrder === true,
      mayRead: this.#reader.mayRead,
      rowSets,
    });
    const result = await this.#reader.query(
      request.query,
      this.#schedule.isShown ? 'screen' : 'background',
      (answer, asked, startedAt) => {
        const now = this.#now;
        const { cursors, more } = request.after(answer, now);
        const read = new Set(request.rowSets);
        // Only the last page settles operations that wait for the poll: a created card can be on it.
        if (more) read.delete(deltaPollRowSet);
        this.#reader.rowSets.delete(read);
        this.#reader.apply({ ...request, rowSets: read }, answer, asked, startedAt, {
          alsoInTransaction() {
            state.set('cursors', cursors);
            if (!more) state.set('freshAt', now);
          },
        });
        this.#compareCounts(request.counts(answer));
        this.#schedule.isFresh = !more;
        if (more) return;
        this.#schedule.freshAt = now;
        this.#schedule.dueAt.deltaPoll = now + this.#schedule.deltaPollMs;
      },
    );
    if (result !== 'refused' || rowSets.length === 0) return result;
    // Perhaps a row set was refused, not the poll. After `limitTo`, polls read none until it is found.
    this.#reader.rowSets.limitTo(rowSets.length);
    return 'done';
  }

  /**
   * No timestamp shows that a row has left these lists, so a list whose number differs is requested again. Does nothing
   * while changes are pending, because they can change the stored numbers.
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
    if (openEntries !== undefined && openEntries !== entries) this.#schedule.dueAt.fullPoll = 0;
    const threads = count('SELECT count(*) FROM "resolvable" WHERE "isClosed" = 0');
    if (openThreads !== undefined && openThreads !== threads) this.#reader.rowSets.add(['openThreads']);
  }

  async fullPoll(): Promise<SyncJobResult> {
    const { intervals } = this.#options;
    const request = createFullPoll({
      showsOrder: this.showsOrder === true,
      mayRead: this.#reader.mayRead,
      deckIds: this.#schedule.focusedDeckIds,
      userId: this.#options.userId(),
      peopleIds: this.#nextPeople(),
    });
    const result = await this.#reader.query(request.query, 'background', (answer, asked, startedAt) => {
      for (const query of this.#options.openOnDemandQueries()) this.requestedQueries.set(JSON.stringify(query), query);
      this.#reader.rowSets.delete(['planning']);
      this.#reader.apply(request, answer, asked, startedAt);
    });
    if (result !== 'done' && result !== 'refused') return result;
    this.#schedule.dueAt.fullPoll = this.#now + this.#schedule.slowerOnBattery(intervals.fullPollMs);
    this.fullPollRefusal = result === 'refused' ? this.#reader.failure : null;
    return 'done';
  }

  /** No poll requests a list of people, so each full poll reads a few by their ids. */
  #nextPeople(): string[] {
    if (this.#peopleQueue.length === 0)
      this.#peopleQueue = this.#options.store.engine.db.prepare('SELECT "id" FROM "user"').pluck().all() as string[];
    return this.#peopleQueue.splice(0, peoplePerPoll).filter((id) => !isLocalId(id));
  }

  async readBack(): Promise<SyncJobResult> {
    const { rowSets } = this.#reader;
    const needs = rowSets.next();
    if (needs.includes(deltaPollRowSet)) return this.deltaPoll();
    const request = requestForRowSets(needs, this.showsOrder === true);
    const result = await this.#reader.query(request.query, 'screen', (answer, asked, startedAt) => {
      rowSets.endLimit();
      rowSets.delete(request.rowSets);
      this.#reader.apply(request, answer, asked, startedAt);
    });
    if (result === 'refused') this.#handleRefusedRowSets(request.rowSets);
    return result;
  }

  /**
   * The next request reads half of the refused row sets. One that is refused alone is dropped, and operations that wait
   * for it are settled; polls and comparisons correct its rows later.
   */
  #handleRefusedRowSets(rowSets: ReadonlySet<string>): void {
    const { store, log } = this.#options;
    const toRead = this.#reader.rowSets;
    if (rowSets.size > 1) {
      toRead.limitTo(Math.ceil(rowSets.size / 2));
      return;
    }
    for (const rowSet of rowSets) toRead.refuse(rowSet);
    toRead.endLimit();
    log('warn', 'The service refused to show a row', { rowSets: [...rowSets], failure: this.#reader.failure?.message });
    store.applyRead({ answer: {}, lists: [], rowSets, startedAt: store.nextStamp() });
  }

  async readBeforeSending(operation: Operation): Promise<SyncJobResult> {
    const { store } = this.#options;
    const rowSets = [...operation.names].map(parseRowRef).flatMap(({ model, key }) => {
      const row = store.rows.get(model, key) as AnyRow | undefined;
      return rowSetsOfRow(model, key, row);
    });
    const request = requestForRowSets(new Set(rowSets), this.showsOrder === true);
    if (request.rowSets.size === 0) {
      this.#options.push.markRead(operation);
      return 'done';
    }
    const result = await this.#reader.query(request.query, 'action', (answer, asked, startedAt) => {
      this.#options.push.markRead(operation);
      this.#reader.apply(request, answer, asked, startedAt);
    });
    if (result === 'refused') this.#options.push.markRead(operation);
    return result === 'refused' ? 'done' : result;
  }

  async readOnDemand(text: string, query: Query): Promise<SyncJobResult> {
    const result = await this.#reader.query(query, 'screen', (answer, asked, startedAt) => {
      this.requestedQueries.delete(text);
      const rows = Object.fromEntries(Object.entries(answer).filter(([model]) => selectsWholeRowsOf(query, model)));
      this.#reader.apply(noCompleteLists, rows, asked, startedAt);
    });
    // The service refuses the window's query, so the window continues to show the stored rows.
    if (result === 'refused') this.requestedQueries.delete(text);
    return result === 'refused' ? 'done' : result;
  }

  async digest(deckIds: readonly (string | null)[], kind: 'screenDigest' | 'wholeDigest'): Promise<SyncJobResult> {
    const { store, intervals } = this.#options;
    const isThorough = kind === 'wholeDigest';
    const digest = createDigestRequest({ store, deckIds, showsOrder: this.showsOrder === true, isThorough });
    const result = await this.#reader.query(
      digest.query,
      kind === 'screenDigest' ? 'screen' : 'background',
      (answer) => {
        for (const rowSet of digest.differences(answer)) this.#reader.rowSets.addDiffering(rowSet);
      },
    );
    if (result !== 'done' && result !== 'refused') return result;
    this.#schedule.dueAt[kind] =
      this.#now +
      this.#schedule.slowerOnBattery(
        kind === 'screenDigest' ? intervals.screenDigestMs : intervals.wholeDigestMs / this.#digestStepCount,
      );
    return 'done';
  }

  async digestNext(): Promise<SyncJobResult> {
    if (this.#digestQueue.length === 0) {
      this.#digestQueue = deckIdsPerDigestRequest(this.#options.store.engine.db);
      this.#digestStepCount = this.#digestQueue.length;
    }
    const result = await this.digest(this.#digestQueue[0] ?? [null], 'wholeDigest');
    if (result === 'done' || result === 'refused') this.#digestQueue.shift();
    return result;
  }

  get nextRefetchAtMs(): number {
    const { state, intervals } = this.#options;
    return nextRefetchAtMs({ state, now: this.#now, periodMs: intervals.refetchAllMs });
  }

  async refetch(): Promise<SyncJobResult> {
    const { query, done, failed } = nextBackgroundRefetch(refetchOptionsOf(this.#options));
    const result = await this.#reader.query(query, 'background', (answer, asked, startedAt) =>
      this.#reader.apply(noCompleteLists, answer, asked, startedAt, { alsoInTransaction: () => done(answer) }),
    );
    if (result === 'refused') failed();
    return result === 'refused' ? 'done' : result;
  }
}

/** Passed with answers that contain no complete list, so that no stored row counts as deleted. */
const noCompleteLists: Pick<RowSetsRequest, 'lists' | 'rowSets'> = { lists: () => [], rowSets: new Set() };
const peoplePerPoll = 50;
const orderProbeKey = 'cardOrders({"$order":"cardId","$limit":1})';
