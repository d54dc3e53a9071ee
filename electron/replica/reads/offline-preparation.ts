/**
 * Counts stored and missing rows and files of the Hand and pinned decks (decks that the person wants offline), and
 * fetches the missing ones. `sync-loop.ts` reads the rows; the workspace's file cache downloads the files.
 */
import type {
  OfflineCardListReadiness,
  OfflineFileReadiness,
  OfflinePreparationProgress,
  OfflineReadiness,
} from '../../../shared/bridge/index.ts';
import { defectFailure, type Failure, type Outcome } from '../../../shared/contract/index.ts';
import { type Clock, resolveAfter } from '../../client/clock.ts';
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import { cacheValueStore, type NamedValueStore } from '../store/stored-values.ts';
import type { SyncLoop } from '../sync-loop.ts';

interface FileStore {
  storedFiles(): ReadonlyMap<string, { readonly bytes: number; readonly storedAt: number }>;
  /** Maximum size of a stored file in bytes. Larger files are shown only online. */
  readonly maxFileBytes: number;
  download(fileId: string): Promise<Outcome<unknown>>;
}

interface ReadinessOptions {
  readonly store: OptimisticStore;
  readonly sync: SyncLoop;
  readonly clock: Clock;
  /** Contains the pinned decks, and for the Hand and each deck the time when it was last prepared. */
  readonly storedValues: NamedValueStore;
  readonly userId: () => string | null;
  readonly missingScopes: () => readonly string[];
  readonly files: FileStore;
  readonly changed: (readiness: OfflineReadiness) => void;
}

interface OfflineTarget {
  /** `all`: every card that is not deleted. */
  readonly kind: 'hand' | 'deck' | 'all';
  readonly deckId: string | null;
}

interface FileRow {
  readonly id: string;
  readonly size: number | null;
}

const maxRowSetsPerRequest = 200;
/** Each round finds and reads missing rows. Attachments of one round refer to files that the next one finds. */
const maxRounds = 5;
const maxNamedFiles = 10;
const otherCoversSql = ['deck', 'milestone', 'sprint', 'project']
  .map((table) => ` UNION SELECT "coverFileId" FROM "${table}"`)
  .concat(' UNION SELECT "profileImageId" FROM "user"')
  .join('');

export class OfflinePreparation {
  #options: ReadinessOptions;
  #preparing: OfflinePreparationProgress | null = null;
  #failure: Failure | null = null;
  #stop: AbortController | undefined;
  /**
   * Row sets (see read-back.ts) requested since `start`, and `file:<id>` for each refused download. Rows still missing
   * do not exist at the service, for example because a file was deleted, so they are neither requested again nor
   * counted as missing.
   */
  #requestedRowSets = new Set<string>();

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  get pinned(): readonly string[] {
    const { storedValues, store } = this.#options;
    return ((storedValues.get('pinnedDecks') as string[] | undefined) ?? []).map((id) => store.ids.renamed(id));
  }

  pin(deckId: string, pinned: boolean): void {
    const others = this.pinned.filter((id) => id !== deckId);
    this.#options.storedValues.set('pinnedDecks', pinned ? [...others, deckId] : others);
    this.#reportReadiness();
  }

  #targets(): (OfflineTarget & { readonly kind: 'hand' | 'deck' })[] {
    return [{ kind: 'hand', deckId: null }, ...this.pinned.map((deckId) => ({ kind: 'deck' as const, deckId }))];
  }

  #cardsOf({ kind, deckId }: OfflineTarget): { sql: string; value: string } {
    if (kind === 'all') return { sql: `SELECT "cardId" FROM "card" WHERE "visibility" <> ?`, value: 'deleted' };
    return kind === 'deck'
      ? { sql: `SELECT "cardId" FROM "card" WHERE "deckId" = ? AND "visibility" <> 'deleted'`, value: deckId ?? '' }
      : {
          sql: 'SELECT "cardId" FROM "queueEntry" WHERE "userId" = ? AND "cardDoneAt" IS NULL',
          value: this.#options.userId() ?? '',
        };
  }

  #firstColumn<T>(sql: string, ...values: unknown[]): T[] {
    return this.#options.store.engine.db
      .prepare(sql)
      .pluck()
      .all(...values) as T[];
  }

  #count(sql: string, ...values: unknown[]): number {
    return this.#firstColumn<number>(sql, ...values)[0] ?? 0;
  }

  #mayRead(model: string): boolean {
    return !this.#options.missingScopes().includes(`${model}:read`);
  }

  #missingCards(target: OfflineTarget): string[] {
    const { sql, value } = this.#cardsOf(target);
    return this.#firstColumn<string>(
      `SELECT id FROM (SELECT "cardId" AS id FROM (${sql})) WHERE id NOT IN (SELECT "cardId" FROM "card")`,
      value,
    );
  }

  /** Threads without stored comments: the first sync skips those of threads that were closed long ago. */
  #missingThreads(target: OfflineTarget): string[] {
    if (!this.#mayRead('resolvable') || !this.#mayRead('resolvableEntry')) return [];
    const { sql, value } = this.#cardsOf(target);
    return this.#firstColumn<string>(
      `SELECT "id" FROM "resolvable" WHERE "cardId" IN (${sql})
       AND NOT EXISTS (SELECT 1 FROM "resolvableEntry" e WHERE e."resolvableId" = "resolvable"."id")`,
      value,
    ).filter((id) => !this.#requestedRowSets.has(`thread:${id}`));
  }

  /** Cards whose comments' reactions must be requested, because no poll reads reactions. */
  #discussedCards(target: OfflineTarget): string[] {
    if (!this.#mayRead('resolvableEntry') || !this.#mayRead('resolvableEntryReaction')) return [];
    const { sql, value } = this.#cardsOf(target);
    return this.#firstColumn<string>(
      `SELECT DISTINCT "cardId" FROM "resolvableEntry" WHERE "cardId" IN (${sql})`,
      value,
    );
  }

  /** Ids of cards whose reactions were read. Stored in the cache file, so they are deleted with the cache. */
  get #reactionsRead(): ReadonlySet<string> {
    return new Set((cacheValueStore(this.#options.store.engine.db).get('reactionsRead') as string[] | undefined) ?? []);
  }

  #noteReactions(cardIds: readonly string[]): void {
    if (cardIds.length === 0) return;
    const { db } = this.#options.store.engine;
    cacheValueStore(db).set('reactionsRead', [...new Set([...this.#reactionsRead, ...cardIds])]);
  }

  /** Cards with an attachment that lacks its row or `file` row. Omits cards whose attachments were requested. */
  #missingAttachments(target: OfflineTarget): string[] {
    if (!this.#mayRead('attachment')) return [];
    const { sql, value } = this.#cardsOf(target);
    return this.#firstColumn<string>(
      `SELECT DISTINCT "card"."cardId" FROM "card", json_each("card"."attachments") a
       WHERE "card"."cardId" IN (${sql}) AND (
         NOT EXISTS (SELECT 1 FROM "attachment" t WHERE t."id" = a.value)
         OR EXISTS (SELECT 1 FROM "attachment" t WHERE t."id" = a.value AND t."fileId" NOT IN (SELECT "id" FROM "file")))`,
      value,
    ).filter((id) => !this.#requestedRowSets.has(`attachments:${id}`));
  }

  /** Returns every file that the Hand or deck shows: attachments and covers of its cards, and the cover of the deck. */
  #filesOf(target: OfflineTarget): FileRow[] {
    const { sql, value } = this.#cardsOf(target);
    return this.#options.store.engine.db
      .prepare(
        `SELECT DISTINCT named.id AS id, f."size" AS size FROM (
           SELECT "fileId" AS id FROM "attachment" WHERE "cardId" IN (${sql})
           UNION SELECT "coverFileId" FROM "card" WHERE "cardId" IN (${sql})
           UNION SELECT "coverFileId" FROM "deck" WHERE "id" = ?${target.kind === 'all' ? otherCoversSql : ''}
         ) named LEFT JOIN "file" f ON f."id" = named.id WHERE named.id IS NOT NULL`,
      )
      .all(value, value, target.deckId ?? '') as FileRow[];
  }

  #filesReadiness(target: OfflineTarget, storedFiles: ReturnType<FileStore['storedFiles']>): OfflineFileReadiness {
    const { maxFileBytes } = this.#options.files;
    let [stored, missing, tooLarge, storedBytes, missingBytes] = [0, 0, 0, 0, 0];
    let oldest = Number.POSITIVE_INFINITY;
    for (const { id, size } of this.#filesOf(target)) {
      const file = storedFiles.get(id);
      if (file) {
        stored += 1;
        storedBytes += file.bytes;
        oldest = Math.min(oldest, file.storedAt);
      } else if ((size ?? 0) > maxFileBytes) tooLarge += 1;
      else if (!this.#requestedRowSets.has(`file:${id}`)) {
        missing += 1;
        missingBytes += size ?? 0;
      }
    }
    missing += this.#missingAttachments(target).length;
    const oldestAt = Number.isFinite(oldest) ? new Date(oldest).toISOString() : null;
    return { stored, missing, tooLarge, storedBytes, missingBytes, oldestAt };
  }

  #readinessOf(
    target: OfflineTarget & { readonly kind: 'hand' | 'deck' },
    storedFiles: ReturnType<FileStore['storedFiles']>,
  ): OfflineCardListReadiness {
    const { store, sync, storedValues } = this.#options;
    const { sql, value } = this.#cardsOf(target);
    const missingCards = this.#missingCards(target).length;
    const comments = this.#mayRead('resolvable') && this.#mayRead('resolvableEntry');
    const title =
      target.kind === 'hand' ? 'Hand' : (store.rows.get('deck', target.deckId ?? '')?.title ?? 'A deck that is gone');
    return {
      ...target,
      title,
      cards: {
        stored: this.#count(`SELECT count(*) FROM "card" WHERE "cardId" IN (${sql})`, value),
        missing: sync.firstSync.isComplete ? missingCards : null,
      },
      comments: comments
        ? {
            stored: this.#count(`SELECT count(*) FROM "resolvableEntry" WHERE "cardId" IN (${sql})`, value),
            missing: this.#missingThreads(target).length,
          }
        : null,
      reactions: this.#reactions(target),
      files: this.#filesReadiness(target, storedFiles),
      preparedAt: (storedValues.get(`prepared ${target.deckId ?? 'hand'}`) as string | undefined) ?? null,
    };
  }

  #reactions(target: OfflineTarget): OfflineCardListReadiness['reactions'] {
    if (!this.#mayRead('resolvableEntry') || !this.#mayRead('resolvableEntryReaction')) return null;
    const { sql, value } = this.#cardsOf(target);
    const read = this.#reactionsRead;
    return {
      stored: this.#count(
        `SELECT count(*) FROM "resolvableEntryReaction" WHERE "entryId" IN
         (SELECT "entryId" FROM "resolvableEntry" WHERE "cardId" IN (${sql}))`,
        value,
      ),
      missing: this.#discussedCards(target).filter((id) => !read.has(id)).length,
    };
  }

  readiness(): OfflineReadiness {
    const storedFiles = this.#options.files.storedFiles();
    const { freshAt } = this.#options.sync.schedule;
    return {
      cardLists: this.#targets().map((target) => this.#readinessOf(target, storedFiles)),
      freshAt: freshAt === null ? null : new Date(freshAt).toISOString(),
      preparing: this.#preparing,
      failure: this.#failure,
    };
  }

  /** Returns the ids of the files of the Hand and pinned decks. A full file cache deletes these files last. */
  pinnedFileIds(): ReadonlySet<string> {
    return new Set(this.#targets().flatMap((target) => this.#filesOf(target).map(({ id }) => id)));
  }

  #reportReadiness(): void {
    this.#options.changed(this.readiness());
  }

  /** Does nothing if an earlier call has not finished. */
  start(): void {
    if (this.#stop) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#failure = null;
    this.#requestedRowSets.clear();
    this.#preparing = { done: 0, total: 0, what: 'cards' };
    this.#reportReadiness();
    void this.#run(stop.signal)
      .catch((error: unknown) => {
        this.#failure = defectFailure(error);
      })
      .then(() => {
        this.#stop = undefined;
        this.#preparing = null;
        this.#reportReadiness();
      });
  }

  /**
   * Reads all rows and files that the token may read, for a copy of the workspace. Returns what could not be read, in
   * sentences. @param save returns a refusal for a file that cannot be read; any other failure ends the reading
   */
  async readEverything(
    save: (fileId: string) => Promise<Outcome<unknown>>,
    report: (progress: OfflinePreparationProgress) => void,
    signal: AbortSignal,
  ): Promise<Outcome<readonly string[]>> {
    const { sync, files, missingScopes } = this.#options;
    const everything = [{ kind: 'all', deckId: null }] as const;
    this.#requestedRowSets.clear();
    report({ done: 0, total: 0, what: 'cards' });
    sync.refresh();
    const failure =
      (await this.#waitForSync(() => sync.firstSync.isComplete && sync.schedule.dueAt.deltaPoll > 0, signal)) ??
      (await this.#fetchRows(everything, signal, report));
    if (failure) return { ok: false, failure };
    const scopes = missingScopes();
    const problems = scopes.length > 0 ? [`The token may not read everything: it lacks ${scopes.join(', ')}.`] : [];
    const all = this.#filesOf(everything[0]);
    const unread: string[] = [];
    for (const [done, { id, size }] of all.entries()) {
      if (signal.aborted) break;
      report({ done, total: all.length, what: 'files' });
      const saved = size !== null && size <= files.maxFileBytes ? await save(id) : null;
      if (saved?.ok) continue;
      if (saved && saved.failure.kind !== 'rejected') return saved;
      unread.push(this.#options.store.rows.get('file', id)?.name ?? id);
    }
    if (unread.length > 0)
      problems.push(
        `${unread.length} files could not be read: ${unread.slice(0, maxNamedFiles).join(', ')}${unread.length > maxNamedFiles ? ' …' : ''}`,
      );
    const threads = this.#missingThreadCount();
    if (threads > 0) problems.push(`The comments of ${threads} threads could not be read.`);
    return { ok: true, value: problems };
  }

  #missingThreadCount(): number {
    return this.#count(
      `SELECT count(*) FROM "resolvable" r JOIN "card" USING ("cardId") WHERE "visibility" <> 'deleted'
       AND NOT EXISTS (SELECT 1 FROM "resolvableEntry" e WHERE e."resolvableId" = r."id")`,
    );
  }

  /** Stops fetching. Rows and files that were already fetched stay stored. */
  stop(): void {
    this.#stop?.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { sync, storedValues, clock, store } = this.#options;
    // Poll first: only the service's current rows show which rows are missing.
    sync.refresh();
    this.#failure =
      (await this.#waitForSync(() => sync.firstSync.isComplete && sync.schedule.dueAt.deltaPoll > 0, signal)) ?? null;
    if (this.#failure || signal.aborted) return;
    const targets = this.#targets();
    this.#failure = (await this.#fetchRows(targets, signal)) ?? (await this.#fetchFiles(targets, signal)) ?? null;
    if (this.#failure || signal.aborted) return;
    const at = new Date(clock.now()).toISOString();
    store.engine.db.transaction(() => {
      for (const { deckId } of targets) storedValues.set(`prepared ${deckId ?? 'hand'}`, at);
    })();
  }

  async #fetchRows(
    targets: readonly OfflineTarget[],
    signal: AbortSignal,
    report = (progress: OfflinePreparationProgress) => this.#reportProgress(progress),
  ): Promise<Failure | undefined> {
    for (let round = 0; round < maxRounds; round += 1) {
      const rowSets = this.#missingRowSets(targets);
      for (let from = 0; from < rowSets.length && !signal.aborted; from += maxRowSetsPerRequest) {
        report({ done: from, total: rowSets.length, what: 'comments' });
        const batch = rowSets.slice(from, from + maxRowSetsPerRequest);
        const failure = await this.#readRowSets(batch, signal);
        if (failure) return failure;
        for (const rowSet of batch) this.#requestedRowSets.add(rowSet);
        this.#noteReactions(
          batch.flatMap((rowSet) => (rowSet.startsWith('talk:') ? [rowSet.slice('talk:'.length)] : [])),
        );
      }
      if (rowSets.length === 0 || signal.aborted) return undefined;
    }
    return undefined;
  }

  #missingRowSets(targets: readonly OfflineTarget[]): string[] {
    const rowSets = new Set<string>();
    for (const target of targets) {
      for (const id of this.#missingCards(target)) rowSets.add(`card:${id}`);
      for (const id of this.#missingThreads(target)) rowSets.add(`thread:${id}`);
      for (const id of this.#discussedCards(target)) rowSets.add(`talk:${id}`);
      for (const id of this.#missingAttachments(target)) rowSets.add(`attachments:${id}`);
      // Cards contain only the ids of cover files. So request the rows of these files by id.
      for (const { id, size } of this.#filesOf(target)) if (size === null) rowSets.add(`ask:file:${id}`);
    }
    return [...rowSets].filter((rowSet) => !this.#requestedRowSets.has(rowSet) && !rowSet.includes('local-'));
  }

  async #readRowSets(rowSets: readonly string[], signal: AbortSignal): Promise<Failure | undefined> {
    const { sync } = this.#options;
    sync.requestRowSets(rowSets);
    const isRead = () => rowSets.every((rowSet) => !sync.reader.rowSets.has(rowSet));
    const failure = await this.#waitForSync(isRead, signal);
    if (failure || signal.aborted) sync.reader.rowSets.delete(rowSets);
    return failure;
  }

  /**
   * Fails if the loop cannot continue, for example without a connection. If the service throttles, only waits longer.
   */
  async #waitForSync(isDone: () => boolean, signal: AbortSignal): Promise<Failure | undefined> {
    const { sync, clock } = this.#options;
    for (;;) {
      await sync.idle();
      if (isDone() || signal.aborted) return undefined;
      if (sync.isOfflineByPerson) return { kind: 'offline', message: 'You are working offline.', answerLost: false };
      const failure = sync.reader.tokenRefusal ?? sync.reader.failure;
      if (failure && failure.kind !== 'throttled') return failure;
      await resolveAfter(clock, retryCheckMs, signal);
    }
  }

  async #fetchFiles(targets: readonly OfflineTarget[], signal: AbortSignal): Promise<Failure | undefined> {
    const { files } = this.#options;
    const storedFiles = files.storedFiles();
    const all = targets.flatMap((target) => this.#filesOf(target));
    const missingFiles = [...new Map(all.map((file) => [file.id, file])).values()].filter(
      ({ id, size }) => !storedFiles.has(id) && size !== null && size <= files.maxFileBytes,
    );
    for (const [done, { id }] of missingFiles.entries()) {
      if (signal.aborted) return undefined;
      this.#reportProgress({ done, total: missingFiles.length, what: 'files' });
      const fetched = await files.download(id);
      if (fetched.ok) continue;
      // Skip a refused file. Other failures, such as a full disk, concern all files.
      if (fetched.failure.kind !== 'rejected') return fetched.failure;
      this.#requestedRowSets.add(`file:${id}`);
    }
    return undefined;
  }

  #reportProgress(preparing: OfflinePreparationProgress): void {
    this.#preparing = preparing;
    this.#reportReadiness();
  }
}

const retryCheckMs = 1_000;
