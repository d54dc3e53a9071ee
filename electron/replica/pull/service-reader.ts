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
import { RowSetReadQueue } from './row-set-read-queue.ts';

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

  /**
   * `asked` is the query without the parts that the service refused. `startedAt` is the order number of the request's
   * start (`nextStamp`).
   */
  async query(
    query: Query,
    priority: RequestPriority,
    use: (answer: QueryAnswer, asked: Query, startedAt: number) => void,
  ): Promise<SyncJobResult> {
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
   * If another organization answers at the same address, its rows must not be written, and the person's changes must
   * not be sent to it.
   */
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
      generation: store.generation,
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
