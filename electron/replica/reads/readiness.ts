/**
 * Prepares decks and the Hand for use offline: counts the rows and files that are stored, and fetches missing ones.
 * Rows are read by the loop in `sync.ts`, files by the workspace's file cache. The dialog "Ready to go offline" shows
 * it.
 */
import type { FileReadiness, PlaceReadiness, Preparing, Readiness } from '../../../shared/bridge/index.ts';
import type { Failure, Outcome } from '../../../shared/contract/index.ts';
import { type Clock, pause } from '../../client/clock.ts';
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import { cacheState, type StoredValues } from '../store/stored-values.ts';
import type { Sync } from '../sync.ts';

/** The workspace's stored files. */
interface FileStore {
  kept(): ReadonlyMap<string, { readonly bytes: number; readonly storedAt: number }>;
  /** Largest file that is stored, in bytes; larger ones are only shown online. */
  readonly largest: number;
  /** Downloads the file and stores it. */
  fetch(fileId: string): Promise<Outcome<unknown>>;
}

interface ReadinessOptions {
  readonly store: OptimisticStore;
  readonly sync: Sync;
  readonly clock: Clock;
  /** Stores the person's choices. */
  readonly storedValues: StoredValues;
  readonly userId: () => string | null;
  /** Models whose rows this token may not read. */
  readonly missingScopes: () => readonly string[];
  readonly files: FileStore;
  readonly changed: (readiness: Readiness) => void;
}

interface Target {
  readonly kind: 'hand' | 'deck';
  readonly deckId: string | null;
}

interface FileRow {
  readonly id: string;
  readonly size: number | null;
}

/** Units per request at most; see `maxIds` in read-back.ts. */
const maxUnits = 200;
/**
 * Rounds of reading at most, so that reading ends. Each round can find new rows to read: attachments refer to files, files
 * have covers.
 */
const maxRounds = 5;

export class OfflinePreparation {
  #options: ReadinessOptions;
  #preparing: Preparing | null = null;
  #failure: Failure | null = null;
  #stop: AbortController | undefined;
  /**
   * Rows that were asked for and do not exist (threads without comments, deleted files), so that they are not asked for
   * again.
   */
  #asked = new Set<string>();

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  // ---- pins

  get pinned(): readonly string[] {
    const { storedValues, store } = this.#options;
    return ((storedValues.get('pinnedDecks') as string[] | undefined) ?? []).map((id) => store.ids.renamed(id));
  }

  pin(deckId: string, pinned: boolean): void {
    const others = this.pinned.filter((id) => id !== deckId);
    this.#options.storedValues.set('pinnedDecks', pinned ? [...others, deckId] : others);
    this.#tell();
  }

  #targets(): Target[] {
    return [{ kind: 'hand', deckId: null }, ...this.pinned.map((deckId) => ({ kind: 'deck' as const, deckId }))];
  }

  // ---- what is there

  /** SQL subselect of the ids of the target's cards, with its one value. */
  #cardsOf({ kind, deckId }: Target): { sql: string; value: string } {
    return kind === 'deck'
      ? { sql: `SELECT "cardId" FROM "card" WHERE "deckId" = ? AND "visibility" <> 'deleted'`, value: deckId ?? '' }
      : {
          sql: 'SELECT "cardId" FROM "queueEntry" WHERE "userId" = ? AND "cardDoneAt" IS NULL',
          value: this.#options.userId() ?? '',
        };
  }

  #pluck<T>(sql: string, ...values: unknown[]): T[] {
    return this.#options.store.engine.db
      .prepare(sql)
      .pluck()
      .all(...values) as T[];
  }

  #count(sql: string, ...values: unknown[]): number {
    return this.#pluck<number>(sql, ...values)[0] ?? 0;
  }

  #mayRead(model: string): boolean {
    return !this.#options.missingScopes().includes(`${model}:read`);
  }

  /** Cards of the target that are not stored. Cards created here need no fetching. */
  #missingCards(target: Target): string[] {
    const { sql, value } = this.#cardsOf(target);
    return this.#pluck<string>(
      `SELECT id FROM (SELECT "cardId" AS id FROM (${sql})) WHERE id NOT IN (SELECT "cardId" FROM "card")`,
      value,
    );
  }

  /** Threads without a stored comment: comments of threads closed long ago are read only on demand. */
  #missingThreads(target: Target): string[] {
    if (!this.#mayRead('resolvable') || !this.#mayRead('resolvableEntry')) return [];
    const { sql, value } = this.#cardsOf(target);
    return this.#pluck<string>(
      `SELECT "id" FROM "resolvable" WHERE "cardId" IN (${sql})
       AND NOT EXISTS (SELECT 1 FROM "resolvableEntry" e WHERE e."resolvableId" = "resolvable"."id")`,
      value,
    ).filter((id) => !this.#asked.has(`thread:${id}`));
  }

  /** Cards with comments. Reactions to comments are otherwise read only on demand. */
  #discussedCards(target: Target): string[] {
    if (!this.#mayRead('resolvableEntry') || !this.#mayRead('resolvableEntryReaction')) return [];
    const { sql, value } = this.#cardsOf(target);
    return this.#pluck<string>(`SELECT DISTINCT "cardId" FROM "resolvableEntry" WHERE "cardId" IN (${sql})`, value);
  }

  /** Cards whose reactions were read; deleted with the cache. */
  get #reactionsRead(): ReadonlySet<string> {
    return new Set((cacheState(this.#options.store.engine.db).get('reactionsRead') as string[] | undefined) ?? []);
  }

  #noteReactions(cardIds: readonly string[]): void {
    if (cardIds.length === 0) return;
    const { db } = this.#options.store.engine;
    cacheState(db).set('reactionsRead', [...new Set([...this.#reactionsRead, ...cardIds])]);
  }

  /** Cards with attachments that are not stored. */
  #missingAttachments(target: Target): string[] {
    if (!this.#mayRead('attachment')) return [];
    const { sql, value } = this.#cardsOf(target);
    return this.#pluck<string>(
      `SELECT DISTINCT "card"."cardId" FROM "card", json_each("card"."attachments") a
       WHERE "card"."cardId" IN (${sql}) AND (
         NOT EXISTS (SELECT 1 FROM "attachment" t WHERE t."id" = a.value)
         OR EXISTS (SELECT 1 FROM "attachment" t WHERE t."id" = a.value AND t."fileId" NOT IN (SELECT "id" FROM "file")))`,
      value,
    ).filter((id) => !this.#asked.has(`attachments:${id}`));
  }

  /** Every file that the target shows: attachments, and covers of its cards and of the deck. */
  #filesOf(target: Target): FileRow[] {
    const { sql, value } = this.#cardsOf(target);
    return this.#options.store.engine.db
      .prepare(
        `SELECT DISTINCT named.id AS id, f."size" AS size FROM (
           SELECT "fileId" AS id FROM "attachment" WHERE "cardId" IN (${sql})
           UNION SELECT "coverFileId" FROM "card" WHERE "cardId" IN (${sql})
           UNION SELECT "coverFileId" FROM "deck" WHERE "id" = ?
         ) named LEFT JOIN "file" f ON f."id" = named.id WHERE named.id IS NOT NULL`,
      )
      .all(value, value, target.deckId ?? '') as FileRow[];
  }

  #filesReadiness(target: Target, kept: ReturnType<FileStore['kept']>): FileReadiness {
    const { largest } = this.#options.files;
    let [stored, missing, tooLarge, storedBytes, missingBytes] = [0, 0, 0, 0, 0];
    let oldest = Number.POSITIVE_INFINITY;
    for (const { id, size } of this.#filesOf(target)) {
      const file = kept.get(id);
      if (file) {
        stored += 1;
        storedBytes += file.bytes;
        oldest = Math.min(oldest, file.storedAt);
      } else if ((size ?? 0) > largest) tooLarge += 1;
      else if (!this.#asked.has(`file:${id}`)) {
        missing += 1;
        missingBytes += size ?? 0;
      }
    }
    missing += this.#missingAttachments(target).length;
    const oldestAt = Number.isFinite(oldest) ? new Date(oldest).toISOString() : null;
    return { stored, missing, tooLarge, storedBytes, missingBytes, oldestAt };
  }

  #readinessOf(target: Target, kept: ReturnType<FileStore['kept']>): PlaceReadiness {
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
        missing: sync.puller.isComplete ? missingCards : null,
      },
      comments: comments
        ? {
            stored: this.#count(`SELECT count(*) FROM "resolvableEntry" WHERE "cardId" IN (${sql})`, value),
            missing: this.#missingThreads(target).length,
          }
        : null,
      reactions: this.#reactions(target),
      files: this.#filesReadiness(target, kept),
      preparedAt: (storedValues.get(`prepared ${target.deckId ?? 'hand'}`) as string | undefined) ?? null,
    };
  }

  #reactions(target: Target): PlaceReadiness['reactions'] {
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

  readiness(): Readiness {
    const storedFiles = this.#options.files.kept();
    const { freshAt } = this.#options.sync.puller;
    return {
      places: this.#targets().map((target) => this.#readinessOf(target, storedFiles)),
      freshAt: freshAt === null ? null : new Date(freshAt).toISOString(),
      preparing: this.#preparing,
      failure: this.#failure,
    };
  }

  /** Files that must not be evicted from the file cache. */
  pinnedFileIds(): ReadonlySet<string> {
    return new Set(this.#targets().flatMap((target) => this.#filesOf(target).map(({ id }) => id)));
  }

  #tell(): void {
    this.#options.changed(this.readiness());
  }

  // ---- fetching

  /** Starts fetching what is missing. Does nothing while it is running. */
  start(): void {
    if (this.#stop) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#failure = null;
    this.#asked.clear();
    this.#preparing = { done: 0, total: 0, what: 'cards' };
    this.#tell();
    void this.#run(stop.signal)
      .catch((error: unknown) => {
        this.#failure = { kind: 'defect', message: error instanceof Error ? error.message : String(error) };
      })
      .then(() => {
        this.#stop = undefined;
        this.#preparing = null;
        this.#tell();
      });
  }

  /** Stops fetching. Fetched rows and files stay. */
  stop(): void {
    this.#stop?.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { sync, storedValues, clock, store } = this.#options;
    // The lists below must be current, not those of the last poll.
    sync.refresh();
    this.#failure =
      (await this.#settled(() => sync.puller.isComplete && sync.puller.due.deltaPoll > 0, signal)) ?? null;
    if (this.#failure || signal.aborted) return;
    const targets = this.#targets();
    this.#failure = (await this.#fetchRows(targets, signal)) ?? (await this.#fetchFiles(targets, signal)) ?? null;
    if (this.#failure || signal.aborted) return;
    const at = new Date(clock.now()).toISOString();
    store.engine.db.transaction(() => {
      for (const { deckId } of targets) storedValues.set(`prepared ${deckId ?? 'hand'}`, at);
    })();
  }

  async #fetchRows(targets: readonly Target[], signal: AbortSignal): Promise<Failure | undefined> {
    for (let round = 0; round < maxRounds; round += 1) {
      const units = this.#missingUnits(targets);
      for (let from = 0; from < units.length && !signal.aborted; from += maxUnits) {
        this.#progress({ done: from, total: units.length, what: 'comments' });
        const batch = units.slice(from, from + maxUnits);
        const failure = await this.#read(batch, signal);
        if (failure) return failure;
        for (const unit of batch) this.#asked.add(unit);
        this.#noteReactions(batch.flatMap((unit) => (unit.startsWith('talk:') ? [unit.slice('talk:'.length)] : [])));
      }
      if (units.length === 0 || signal.aborted) return undefined;
    }
    return undefined;
  }

  #missingUnits(targets: readonly Target[]): string[] {
    const units = new Set<string>();
    for (const target of targets) {
      for (const id of this.#missingCards(target)) units.add(`card:${id}`);
      for (const id of this.#missingThreads(target)) units.add(`thread:${id}`);
      for (const id of this.#discussedCards(target)) units.add(`talk:${id}`);
      for (const id of this.#missingAttachments(target)) units.add(`attachments:${id}`);
      // Rows of cover files are read separately, since cards contain only their ids.
      for (const { id, size } of this.#filesOf(target)) if (size === null) units.add(`ask:file:${id}`);
    }
    return [...units].filter((unit) => !this.#asked.has(unit) && !unit.includes('local-'));
  }

  /** Asks the loop for the units and waits until it has read them. */
  async #read(units: readonly string[], signal: AbortSignal): Promise<Failure | undefined> {
    const { sync } = this.#options;
    sync.want(units);
    const isRead = () => units.every((unit) => !sync.puller.units.has(unit));
    const failure = await this.#settled(isRead, signal);
    if (failure || signal.aborted) for (const unit of units) sync.puller.units.delete(unit);
    return failure;
  }

  /**
   * Waits until the loop is done. Without a connection it ends with a failure; a service that asks for a delay is
   * waited for.
   */
  async #settled(isDone: () => boolean, signal: AbortSignal): Promise<Failure | undefined> {
    const { sync, clock } = this.#options;
    for (;;) {
      await sync.idle();
      if (isDone() || signal.aborted) return undefined;
      if (sync.isOffline) return { kind: 'offline', message: 'You are working offline.', answerLost: false };
      const failure = sync.puller.stopped ?? sync.puller.failure;
      if (failure && failure.kind !== 'throttled') return failure;
      await pause(clock, retryCheckMs, signal);
    }
  }

  async #fetchFiles(targets: readonly Target[], signal: AbortSignal): Promise<Failure | undefined> {
    const { files } = this.#options;
    const storedFiles = files.kept();
    const all = targets.flatMap((target) => this.#filesOf(target));
    const missingFiles = [...new Map(all.map((file) => [file.id, file])).values()].filter(
      ({ id, size }) => !storedFiles.has(id) && size !== null && size <= files.largest,
    );
    for (const [done, { id }] of missingFiles.entries()) {
      if (signal.aborted) return undefined;
      this.#progress({ done, total: missingFiles.length, what: 'files' });
      const fetched = await files.fetch(id);
      if (fetched.ok) continue;
      // A missing file does not stop the others. Without a connection or disk space no file can be fetched.
      if (fetched.failure.kind !== 'rejected') return fetched.failure;
      this.#asked.add(`file:${id}`);
    }
    return undefined;
  }

  #progress(preparing: Preparing): void {
    this.#preparing = preparing;
    this.#tell();
  }
}

/** Milliseconds between checks whether all is read, for instance while the service throttles. */
const retryCheckMs = 1_000;
