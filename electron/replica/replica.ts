/**
 * The offline copy of one service. It answers queries and actions at once, and one loop (sync.ts) exchanges changes
 * with the service.
 */

import type {
  ActAnswer,
  AppNotification,
  Effect,
  Operation as ShownOperation,
  Steps,
  SyncStatus,
} from '../../shared/bridge/index.ts';
import { conflict, type Failure, isUndoable, type Outcome, type Query, Refusal } from '../../shared/contract/index.ts';
import type { Client } from '../client/client.ts';
import type { ChangedRows } from '../engine/query/changed-rows.ts';
import type { Viewer } from '../engine/types.ts';
import type { RefusedChange } from './notifications/candidate-finder.ts';
import { effectsOf } from './outbox/effects.ts';
import type { Identity, OptimisticStore } from './outbox/optimistic-store.ts';
import { OthersChanges } from './outbox/others-changes.ts';
import { adopt, change, discard, retry, toDraft } from './outbox/outbox-choices.ts';
import { needsPerson, outboxCounts, shownOperations, shownStatus, titleOf } from './outbox/outbox-view.ts';
import { undoContextOf } from './outbox/previous-positions.ts';
import { undoStepsOf } from './outbox/undo-actions.ts';
import type { Uploads } from './outbox/uploads.ts';
import { type Activity, hasReturned } from './pull/activity.ts';
import { type ChangedKeys, unitsOfCommit } from './reads/commit-units.ts';
import { isReadOnDemand, onDemandQueryOf } from './reads/on-demand-models.ts';
import { Subscriptions } from './reads/subscriptions.ts';
import type { ReplicaEvents, ReplicaOptions } from './replica-options.ts';
import { ReplicaSession } from './replica-session.ts';
import { StatusBroadcaster } from './status-broadcaster.ts';
import type { Drafts } from './store/drafts.ts';
import { containsLocalIds } from './store/local-ids.ts';
import { isCorrupt, storageFailure } from './store/replica-files.ts';
import { markCacheDamaged, openStorage, removeCache, type Storage } from './store/storage.ts';
import type { StoredValues } from './store/stored-values.ts';
import type { Sync } from './sync.ts';

export type { ReplicaEvents, ReplicaOptions };

const replicaViewer: Viewer = { userId: null, projects: 'all', scopes: 'all' };
/** When a rebuilt cache is damaged again within so many milliseconds, the disk is not reliable. */
const minRebuildIntervalMs = 60_000;

export function openReplica(options: ReplicaOptions): Outcome<Replica> {
  const { directory } = options;
  const opened = openStorage(directory);
  if (!opened.ok) return opened;
  try {
    return { ok: true, value: new Replica(options, opened.value) };
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    opened.value.close();
    removeCache(directory);
    const reopened = openStorage(directory);
    return reopened.ok ? { ok: true, value: new Replica(options, reopened.value) } : reopened;
  }
}

export class Replica {
  #options: ReplicaOptions;
  #files: ReplicaSession;
  #token: string;
  #watches: Subscriptions;
  #userId: string | null;
  #broadcaster: StatusBroadcaster;
  #rebuiltAt = Number.NEGATIVE_INFINITY;
  readonly othersChanges = new OthersChanges({
    store: () => this.store,
    act: (steps) => this.act(steps),
    demand: (query) => this.sync.demand(query),
    statusChanged: () => this.#tellStatus(),
  });

  constructor(options: ReplicaOptions, storage: Storage) {
    this.#options = options;
    this.#token = options.token;
    this.#userId = options.userId;
    this.#broadcaster = new StatusBroadcaster(options.events);
    this.#watches = new Subscriptions({
      live: (query) => this.#files.reader.live(query, replicaViewer),
      patched: (patch) => options.events.patched(patch),
      now: () => options.clock.now(),
    });
    this.#files = this.#open(storage);
    this.#files.recover();
  }

  #open(storage: Storage): ReplicaSession {
    const files: ReplicaSession = new ReplicaSession(
      {
        replica: this.#options,
        storage,
        failureOf: (error: unknown) => this.failureOf(error),
        committed: (changed, renamed, origin) => {
          for (const renaming of renamed) this.#options.events.renamed(renaming);
          if (changed.models.has('cardHistory')) this.#broadcaster.historiesRead += 1;
          this.#changed(changed, origin === 'bulk' && !files.sync.puller.isComplete);
          files.notifications.committed(changed, renamed, origin === 'own' ? 'own' : 'service');
          this.#tellStatus();
        },
        userId: () => this.userId,
        demanded: () => this.#demanded(),
        refused: () => this.#refused(),
        statusChanged: () => this.#tellStatus(),
      },
      this.#token,
    );
    return files;
  }

  /** The commit succeeded, even where updating windows' answers finds damage. */
  #changed(changed: ChangedRows, mayWait: boolean): void {
    try {
      this.#watches.changed(changed, mayWait);
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      queueMicrotask(() => this.failureOf(error));
    }
  }

  get sync(): Sync {
    return this.#files.sync;
  }
  get store(): OptimisticStore {
    return this.#files.store;
  }
  get drafts(): Drafts {
    return this.#files.drafts;
  }
  get uploads(): Uploads {
    return this.#files.uploads;
  }
  get client(): Client {
    return this.#files.client;
  }
  get identity(): Identity | undefined {
    return this.#files.identity;
  }
  /** Stores the person's choices. */
  readonly storedValues: StoredValues = {
    get: (name) => this.#files.storedValues.get(name),
    set: (name, value) => this.#files.storedValues.set(name, value),
    remove: (name) => this.#files.storedValues.remove(name),
  };
  get userId(): string | null {
    return this.#userId ?? (this.identity?.isPerson ? this.identity.actorId : null);
  }

  start(): void {
    this.sync.wake();
  }

  /** Stored rows can still be read; nothing is sent until there is a token. */
  stopWithoutToken(failure: Failure): void {
    this.sync.puller.stopped = failure;
  }

  /** Copies the outbox file into the backup beside it. */
  backUp(): Outcome<null> {
    return this.#files.backUp();
  }

  reconnect(token: string): void {
    this.#token = token;
    this.#files.reconnect(token);
  }

  setUser(userId: string): void {
    this.#userId = userId;
    this.sync.refresh();
  }

  // ---- reading

  query(query: Query): string {
    const named = this.#named(query);
    return this.#reading(() => this.#files.reader.answerText(named, replicaViewer));
  }

  watch(watchId: string, query: Query): string {
    const named = this.#named(query);
    const text = this.#reading(() => this.#watches.watch(watchId, named));
    const demand = this.#onDemandQueryOf(named);
    if (demand) this.sync.demand(demand);
    return text;
  }

  /**
   * The query with the service's ids. A query with a local id was written before the renaming, such as a tab restored
   * at start.
   */
  #named(query: Query): Query {
    const { ids } = this.store;
    const named = ids.renamedIn(query);
    if (named !== query)
      for (const renaming of ids.renamingsIn(JSON.stringify(query))) this.#options.events.renamed(renaming);
    return named;
  }

  /** When the cache is damaged, `work` runs on its replacement: few rows at first, more by patches. */
  #reading<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      this.failureOf(error);
      return work();
    }
  }

  /** The query to send to the service for a window's query; undefined while it names rows that exist only here. */
  #onDemandQueryOf(query: Query): Query | undefined {
    const demand = onDemandQueryOf(query);
    return demand && !containsLocalIds(demand) ? demand : undefined;
  }

  #demanded(): Query[] {
    return this.#watches.queries
      .map((query) => this.#onDemandQueryOf(query as Query))
      .filter((demand): demand is Query => demand !== undefined);
  }

  unwatch(watchId: string): void {
    this.#watches.unwatch(watchId);
  }

  find(text: string, limit: number) {
    return this.#reading(() => this.#files.finder.find(text, limit));
  }

  /** Whether a window shows the workspace, which decides how often polls run, the next one included. */
  setWatched(isWatched: boolean): void {
    const { puller } = this.sync;
    if (isWatched === puller.isWatched) return;
    puller.isWatched = isWatched;
    this.#hurryPoll();
  }

  /** After sleep or a locked screen, changes of others are read at once. */
  setActivity(activity: Activity): void {
    const { puller } = this.sync;
    const before = puller.activity;
    puller.activity = activity;
    if (hasReturned(before, activity)) this.sync.catchUp();
    else this.#hurryPoll();
  }

  #hurryPoll(): void {
    const { puller } = this.sync;
    puller.due.deltaPoll = Math.min(puller.due.deltaPoll, this.#options.clock.now() + puller.deltaPollMs);
    this.sync.wake();
  }

  focus(deckIds: readonly string[], cardId: string | null): void {
    this.sync.puller.focus = { deckIds, cardId };
    this.sync.wake();
  }

  // ---- acting

  /** The change is on disk when this returns. */
  act({ label, steps }: Steps): Outcome<ActAnswer> {
    return this.#guard(() => {
      const withdrawn = this.#files.undos.withdraw({ label, steps });
      if (withdrawn) return withdrawn;
      const { operations, answers, changes } = this.store.act(label, steps);
      const mayUndo = steps.every(({ action }) => isUndoable(action));
      const inverse = mayUndo ? undoStepsOf(changes, undoContextOf(this.store.rows, changes)) : null;
      const undo = inverse ? { label: `Undo: ${label}`.slice(0, 200), steps: inverse } : null;
      const operationIds = operations.map(({ id }) => id);
      if (undo) this.#files.undos.remember(undo, { ids: operationIds, redo: { label, steps } });
      this.#tellStatus();
      this.sync.wake();
      return { operationIds, answers, undo };
    });
  }

  /** The rows that the steps would change. A failure where they are certain to be refused. */
  preview(steps: Steps['steps']): Outcome<readonly Effect[]> {
    return this.#guard(() => effectsOf(this.store.preview(steps)));
  }

  /** The failure to show for a damaged file or an error of the disk; undefined for other errors. */
  failureOf(error: unknown): Failure | undefined {
    if (!isCorrupt(error)) return storageFailure(error, this.#options.directory);
    const now = this.#options.clock.now();
    if (now - this.#rebuiltAt < minRebuildIntervalMs) return damagedAgain(this.#options.directory);
    this.#rebuiltAt = now;
    return this.#rebuild();
  }

  /** Replaces a damaged cache by a new one, which the service fills. The outbox stays the same. */
  #rebuild(): Failure {
    const { directory, log, onBroken } = this.#options;
    log('warn', 'The stored copy is damaged and fetched anew');
    const { sync, uploads, storage } = this.#files;
    const { stopped, isWatched, activity, focus } = sync.puller;
    markCacheDamaged(storage);
    this.#files.abandon();
    removeCache(directory);
    const opened = openStorage(directory);
    if (!opened.ok) {
      onBroken?.(opened.failure);
      return opened.failure;
    }
    this.#files = this.#open(opened.value);
    this.#watches.reopened();
    this.#files.recover();
    this.uploads.wake = uploads.wake;
    Object.assign(this.sync.puller, { stopped, isWatched, activity, focus });
    this.#tellStatus();
    this.sync.wake();
    return fetchedAnew;
  }

  #guard<T>(work: () => T): Outcome<T> {
    try {
      return { ok: true, value: work() };
    } catch (error) {
      if (error instanceof Refusal) {
        const { error: code, message, path } = error.body;
        return {
          ok: false,
          failure: { kind: 'rejected', code, message, status: error.status, ...(path ? { path } : {}) },
        };
      }
      const failure = this.failureOf(error);
      if (failure) return { ok: false, failure };
      throw error;
    }
  }

  // ---- the outbox

  operations(): ShownOperation[] {
    return [...shownOperations(this.store), ...this.#waitingUploads()];
  }

  #waitingUploads(): ShownOperation[] {
    return this.uploads.shown((cardId) => titleOf(this.store.rows, 'card', cardId));
  }

  /** Changes and files that wait for the person's decision. */
  #refused(): RefusedChange[] {
    const changes = this.store.outbox.all.filter(needsPerson);
    const hasFiles = this.uploads.counts().attention > 0;
    const files = hasFiles ? this.#waitingUploads().filter(({ state }) => state === 'rejected') : [];
    return [...changes, ...files];
  }

  /** What the person is notified of, newest first. */
  notifications(): readonly AppNotification[] {
    return this.#reading(() => this.#files.notifications.list());
  }

  markNotifications(keys: readonly string[], isRead: boolean): void {
    this.#files.notifications.mark(keys, isRead);
  }

  waitingFiles(cardId: string): ShownOperation[] {
    const id = this.store.ids.renamed(cardId);
    return this.#waitingUploads().filter(({ upload }) => upload?.cardId === id);
  }

  retry(id: number): void {
    retry(this.#files, id);
    this.#tellStatus();
  }

  discard(id: number): void {
    discard(this.#files, id);
    this.#tellStatus();
  }

  change(id: number, params: Readonly<Record<string, unknown>>): Outcome<null> {
    return this.#guard(() => {
      change(this.#files, id, params);
      return null;
    });
  }

  toDraft(id: number, key: string): Outcome<null> {
    const drafted = toDraft(this.#files, id, key);
    this.#tellStatus();
    return drafted;
  }

  adopt(id: number, rowId: string): void {
    adopt(this.#files, id, rowId);
  }

  pauseOutbox(paused: boolean): void {
    this.storedValues.set('outboxPaused', paused);
    this.sync.isOutboxPaused = paused;
    this.sync.wake();
    this.#tellStatus();
  }

  setOffline(offline: boolean): void {
    this.storedValues.set('offline', offline);
    this.sync.isOffline = offline;
    if (!offline) this.sync.catchUp();
    this.#tellStatus();
  }

  /** Asks for the rows that the embedded service reports as changed. */
  onServiceCommit(commit: ChangedKeys): void {
    if (!this.sync.puller.isComplete) return;
    if (Object.keys(commit).some(isReadOnDemand)) for (const demand of this.#demanded()) this.sync.demand(demand);
    const units = unitsOfCommit(commit, this.store.rows);
    if (units) this.sync.want(units);
    else this.sync.refresh();
  }

  // ---- status

  status(): SyncStatus {
    const unapplied = this.store.outbox.all.filter((operation) => operation.unapplied !== null).length;
    return shownStatus({ sync: this.sync, client: this.client, counts: this.#counts(), unapplied });
  }

  #counts(): { readonly waiting: number; readonly attention: number } {
    const changes = outboxCounts(this.store.outbox.all);
    const files = this.uploads.counts();
    return { waiting: changes.waiting + files.waiting, attention: changes.attention + files.attention };
  }

  #tellStatus(): void {
    this.#broadcaster.tell(this.status(), {
      counts: { ...this.#counts(), ...this.othersChanges.counts },
      outbox: this.store.outbox.revision,
      uploads: this.uploads.revision,
    });
    this.#files.notifications.statusChanged();
  }

  async close(): Promise<void> {
    await this.#files.close();
  }
}

const fetchedAnew: Failure = {
  kind: 'conflict',
  code: 'cache_corrupt',
  message:
    'The stored copy of the workspace was damaged and is being fetched anew; your waiting changes are safe. Try again.',
};

const damagedAgain = (directory: string) =>
  conflict(
    'cache_corrupt',
    `The stored copy was damaged again right after it was fetched anew. Check the disk that holds ${directory}.`,
  );
