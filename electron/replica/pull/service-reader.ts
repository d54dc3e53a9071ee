/** Sends the queries of the jobs that read from the service, and writes the rows of the answers. */
import type { Failure, Query, QueryAnswer } from '../../../shared/contract/index.ts';
import type { RequestPriority } from '../../client/budget.ts';
import type { ServiceClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import type { OptimisticStore, TokenIdentity } from '../outbox/optimistic-store.ts';
import type { PushResult } from '../push/push.ts';
import type { RowSetsRequest } from '../reads/read-back.ts';
import type { NamedValueStore } from '../store/stored-values.ts';
import type { PollIntervals } from './poll-intervals.ts';

/** The row sets (see read-back.ts) to read again, and those that the service refuses to read. */
class RowSetReadQueue {
  #store: OptimisticStore;
  #requested = new Set<string>();
  /** These differ from the service, which may have been restored, so lower versions are written, too. */
  #differing = new Set<string>();
  /**
   * Maximum number of row sets in the next request, infinite until a refusal. Then each request reads fewer, until one
   * has only the refused row set, which is dropped. Meanwhile polls read no row sets, because the service would refuse
   * the whole poll.
   */
  #maxCount = Number.POSITIVE_INFINITY;
  /** Row sets that the service has refused to read. `addReferred` does not request them again. */
  #refused = new Set<string>();

  constructor(store: OptimisticStore) {
    this.#store = store;
  }

  add(rowSets: Iterable<string>): void {
    for (const rowSet of rowSets) this.#requested.add(rowSet);
  }
  /** Requests the row sets to which rows of an answer refer, except refused row sets. */
  addReferred(rowSets: Iterable<string>): void {
    for (const rowSet of rowSets) if (!this.#refused.has(rowSet)) this.#requested.add(rowSet);
  }
  /** Requests a row set, after a comparison found that its rows differ from the service. */
  addDiffering(rowSet: string): void {
    this.#requested.add(rowSet);
    this.#differing.add(rowSet);
  }
  has(rowSet: string): boolean {
    return this.#requested.has(rowSet);
  }
  delete(rowSets: Iterable<string>): void {
    for (const rowSet of rowSets) this.#requested.delete(rowSet);
  }
  /** Returns true if some of these row sets are marked as differing from the service, and removes the marks. */
  takeDiffering(rowSets: ReadonlySet<string>): boolean {
    return [...rowSets].filter((rowSet) => this.#differing.delete(rowSet)).length > 0;
  }

  /** What acknowledged operations need, and the requested row sets; after a refusal, only some of them. */
  next(): string[] {
    const acknowledged = this.#store.outbox.linked('state acknowledged');
    return [...new Set([...acknowledged.flatMap(({ needs }) => needs ?? []), ...this.#requested])].slice(
      0,
      this.#maxCount,
    );
  }

  /** True while requests read only some of the row sets, to find the row set that the service refuses. */
  get isLimited(): boolean {
    return Number.isFinite(this.#maxCount);
  }
  limitTo(maxCount: number): void {
    this.#maxCount = maxCount;
  }
  endLimit(): void {
    this.#maxCount = Number.POSITIVE_INFINITY;
  }
  /** Call it only after a request for this row set alone; otherwise it is not known which one was refused. */
  refuse(rowSet: string): void {
    this.#requested.delete(rowSet);
    this.#differing.delete(rowSet);
    this.#refused.add(rowSet);
  }
  /** Allows refused row sets to be requested again, because another token may be allowed to read them. */
  forgetRefusals(): void {
    this.#refused.clear();
  }
}

/** Of the request loop (sync-loop.ts) and its jobs. */
export interface SyncOptions {
  readonly store: OptimisticStore;
  readonly clock: Clock;
  readonly intervals: PollIntervals;
  readonly client: () => ServiceClient;
  /** Cursors and the progress of the first sync. Stored in the cache file, so they are deleted with the cache. */
  readonly state: NamedValueStore;
  /** Whose Hand and bookmarks are shown as "mine". */
  readonly userId: () => string | null;
  readonly identity: () => TokenIdentity | undefined;
  /** Called when the token's organization and user are known. If it fails, the sync stops. */
  readonly identified: (identity: TokenIdentity) => Failure | undefined;
  /** For models that no poll reads (see on-demand-models.ts). */
  readonly openOnDemandQueries: () => readonly Query[];
  readonly statusChanged: () => void;
  /** Returns the failure to show for a disk error or a damaged file; undefined for other errors. */
  readonly failureOf: (error: unknown) => Failure | undefined;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}

/**
 * `refused`: the service refused the query; the loop then pauses, longer after each refusal. `overtaken`: a read that
 * began later is already written; the job is still due.
 */
export type SyncJobResult = PushResult | 'done' | 'refused' | 'overtaken';

interface ServiceReaderOptions extends SyncOptions {
  /** Aborts when the replica is closed. */
  readonly signal: AbortSignal;
}

export class ServiceReader {
  #options: ServiceReaderOptions;
  #sending: Promise<unknown> = Promise.resolve();
  readonly rowSets: RowSetReadQueue;
  /**
   * Why nothing is sent until `SyncLoop.resume`: there is no token, the service refuses it, or the token or service
   * belongs to another organization. Null while requests are sent.
   */
  tokenRefusal: Failure | null = null;
  /** The last failure of a query, or an error that stopped a job; null after a later job has succeeded. */
  failure: Failure | null = null;

  constructor(options: ServiceReaderOptions) {
    this.#options = options;
    this.rowSets = new RowSetReadQueue(options.store);
  }

  /**
   * Holds answers of reads in flight back until a request that began beside them has ended: they can contain a row that
   * the request creates, and only its answer tells the row's id.
   */
  holdAnswersUntil(sending: Promise<unknown>): void {
    this.#sending = sending;
  }

  /** `asked`: without refused parts. `startedAt`: the order number of the request's start (`nextStamp`). */
  async query(
    query: Query,
    priority: RequestPriority,
    use: (answer: QueryAnswer, asked: Query, startedAt: number) => void,
  ): Promise<SyncJobResult> {
    const { store } = this.#options;
    let startedAt = 0;
    const client = this.#options.client();
    const outcome = await client.query(query, {
      priority,
      signal: this.#options.signal,
      onStart: () => {
        startedAt = store.nextStamp();
      },
    });
    if (outcome.ok) await this.#sending;
    // The workspace has another token now. The job is still due and is performed again with the new token.
    if (client !== this.#options.client()) return 'stopped';
    if (outcome.ok) {
      const otherOrganization = this.#otherOrganizationIn(outcome.value.answer);
      if (otherOrganization) {
        this.tokenRefusal = otherOrganization;
        return 'stopped';
      }
      if (startedAt < store.appliedStart) return 'overtaken';
      use(outcome.value.answer, outcome.value.query, startedAt);
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

  /** Neither are another organization's rows written, nor the person's changes sent to it. */
  #otherOrganizationIn(answer: QueryAnswer): Failure | undefined {
    const known = this.#options.identity();
    const accountId = known && Object.keys(answer.account ?? {}).find((id) => id !== known.accountId);
    return known && accountId ? this.#options.identified({ ...known, accountId }) : undefined;
  }

  /** Writes the rows of an answer, and requests the related rows to read next (`FollowUpRowSets`). */
  apply(
    request: Pick<RowSetsRequest, 'lists' | 'rowSets'>,
    answer: QueryAnswer,
    asked: Query,
    startedAt: number,
    more: { readonly alsoInTransaction?: () => void; readonly isFirstSync?: boolean } = {},
  ): void {
    const { store } = this.#options;
    const acceptsLowerVersions = this.rowSets.takeDiffering(request.rowSets);
    const followUps = store.applyRead({
      ...more,
      acceptsLowerVersions,
      answer,
      lists: request.lists(answer, asked),
      rowSets: request.rowSets,
      startedAt,
    });
    this.rowSets.addReferred(followUps ?? []);
  }

  readonly mayRead = (model: string): boolean => {
    const { refused } = this.#options.client();
    return (
      !refused.scopes.includes(`${model}:read`) && !refused.items.some((item) => item.endsWith(`.${relationTo[model]}`))
    );
  };

  /** Stores the organization and the user of the token. Returns the reason if the token cannot be used. */
  identify(answer: QueryAnswer): Failure | undefined {
    const root = answer._root as { account?: string | null; loggedInUser?: string | null } | undefined;
    const user = (answer.user?.[root?.loggedInUser ?? ''] ?? {}) as { kind?: string };
    if (!root?.account) return { kind: 'auth', code: 'no_account', message: 'This token can see no organization.' };
    return this.#options.identified({
      accountId: root.account,
      actorId: root.loggedInUser ?? '',
      isPerson: user.kind === 'human',
    });
  }
}

/** By model: the relation by which queries read its rows. Other models are refused only by their scope. */
const relationTo: Record<string, string> = {
  resolvable: 'resolvables',
  resolvableEntry: 'entries',
  queueEntry: 'queueEntries',
};
