/**
 * The offline copy of one service. It answers queries and actions of windows at once; sync-loop.ts exchanges changes.
 */
import type {
  ActAnswer,
  AppNotification,
  BridgeEvents,
  LabelledActionSteps,
  OutboxOperation,
  PreviewedChange,
  SyncStatus,
} from '../../shared/bridge/index.ts';
import {
  conflictFailure,
  type Failure,
  failureOfRefusal,
  isUndoableAction,
  type Outcome,
  type Query,
  Refusal,
} from '../../shared/contract/index.ts';
import type { ServiceClient } from '../client/client.ts';
import { ChangedRows } from '../engine/query/changed-rows.ts';
import type { Viewer } from '../engine/types.ts';
import type { ChangeAwaitingDecision } from './notifications/candidate-finder.ts';
import type { OptimisticStore, TokenIdentity } from './outbox/optimistic-store.ts';
import {
  acknowledgeWithChosenRow,
  discardOperation,
  moveEditToDraft,
  retryOperation,
  retryWithNewParams,
} from './outbox/outbox-choices.ts';
import { operationsToShow, outboxCounts, previewedChangesOf, rowTitleOf, syncStatusOf } from './outbox/outbox-view.ts';
import { RestorableConflicts } from './outbox/restorable-conflicts.ts';
import { isChange, undoStepsOf } from './outbox/undo-actions.ts';
import { undoLookupsOf } from './outbox/undo-lookups.ts';
import { undoLabelOf } from './outbox/undo-registry.ts';
import type { WaitingUploads } from './outbox/uploads.ts';
import { type ComputerActivity, hasSleepOrLockEnded } from './pull/poll-intervals.ts';
import { isReadOnDemand, queryForOnDemandRows } from './reads/on-demand-models.ts';
import { type ChangedKeysByModel, rowSetsOfCommit } from './reads/read-back.ts';
import { WatchedWindowQueries } from './reads/window-watches.ts';
import { type ReplicaEvents, type ReplicaOptions, ReplicaSession } from './replica-session.ts';
import type { FolderRecords } from './store/folder-records.ts';
import type { ImportRecords } from './store/import-records.ts';
import { containsLocalIds } from './store/local-ids.ts';
import { isCorruptionError, storageFailure } from './store/replica-files.ts';
import { markCacheDamaged, openReplicaStorage, type ReplicaStorage, removeCache } from './store/storage.ts';
import type { StoredDrafts } from './store/stored-drafts.ts';
import type { NamedValueStore } from './store/stored-values.ts';
import type { SyncLoop } from './sync-loop.ts';

export type { ReplicaEvents, ReplicaOptions };

const replicaViewer: Viewer = { userId: null, projects: 'all', scopes: 'all' };

/** Replaces a damaged cache by an empty one. Fails if the files cannot be used. */
export function openReplica(options: ReplicaOptions): Outcome<Replica> {
  const { directory } = options;
  const opened = openReplicaStorage(directory);
  if (!opened.ok) return opened;
  const { damagedOutbox } = opened.value;
  if (damagedOutbox)
    options.log(
      'notice',
      `The file of changes that wait was damaged. Its backup is used, which may lack the last minutes; the damaged file is kept as ${damagedOutbox}.`,
    );
  try {
    return { ok: true, value: new Replica(options, opened.value) };
  } catch (error) {
    if (!isCorruptionError(error)) throw error;
    opened.value.close();
    removeCache(directory);
    const reopened = openReplicaStorage(directory);
    return reopened.ok ? { ok: true, value: new Replica(options, reopened.value) } : reopened;
  }
}

export class Replica {
  #options: ReplicaOptions;
  #session: ReplicaSession;
  #token: string;
  #watches: WatchedWindowQueries;
  #userId: string | null;
  #broadcaster: StatusBroadcaster;
  #hasEnded = false;
  readonly restorableConflicts = new RestorableConflicts({
    store: () => this.store,
    act: (steps, alsoInTransaction) => this.act(steps, alsoInTransaction),
    requestRows: (query) => this.sync.requestRows(query),
    statusChanged: () => this.#broadcastStatus(),
  });

  constructor(options: ReplicaOptions, storage: ReplicaStorage) {
    this.#options = options;
    this.#token = options.token;
    this.#userId = options.userId;
    this.#broadcaster = new StatusBroadcaster(options.events);
    this.#watches = new WatchedWindowQueries({
      live: (query) => this.#session.reader.live(query, replicaViewer),
      patched: (patch) => options.events.patched(patch),
      now: () => options.clock.now(),
    });
    this.#session = this.#openSession(storage);
    this.#session.recover();
  }

  #openSession(storage: ReplicaStorage): ReplicaSession {
    const session: ReplicaSession = new ReplicaSession(
      {
        replica: this.#options,
        storage,
        failureOf: (error: unknown) => this.failureOf(error),
        committed: (changed, renamed, origin) => {
          for (const renaming of renamed) this.#options.events.renamed(renaming);
          if (changed.models.has('cardHistory')) this.#broadcaster.historiesRead += 1;
          this.#watches.updateAfterCommit(changed, origin === 'bulk' && !session.sync.firstSync.isComplete);
          session.notifications.committed(changed, renamed, origin === 'own' ? 'own' : 'service');
          this.#options.events.committed?.(changed);
          this.#broadcastStatus();
        },
        failedAfterCommit: (error) => this.#failedAfterCommit(error),
        userId: () => this.userId,
        openOnDemandQueries: () => this.#openOnDemandQueries(),
        refused: () => this.#changesToDecide(),
        statusChanged: () => this.#broadcastStatus(),
      },
      this.#token,
    );
    return session;
  }

  /** The change stays valid, so the error is logged, and repaired when the present call is over. */
  #failedAfterCommit(error: unknown): void {
    const { log } = this.#options;
    log('warn', 'A change was stored, but what follows it failed', { error: String((error as Error)?.stack ?? error) });
    queueMicrotask(() => {
      try {
        if (isCorruptionError(error)) this.failureOf(error);
        else {
          this.#watches.readAllAgain();
          this.#watches.updateAfterCommit(new ChangedRows(), false);
          this.#broadcastStatus();
        }
      } catch (again) {
        log('warn', 'The answers of windows could not be read again', { error: String(again) });
      }
    });
  }

  /** Returns undefined if `work` fails, because only success can be answered after a stored change. */
  #afterCommit<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#failedAfterCommit(error);
      return undefined;
    }
  }

  get sync(): SyncLoop {
    return this.#session.sync;
  }
  get store(): OptimisticStore {
    return this.#session.store;
  }
  get drafts(): StoredDrafts {
    return this.store.drafts;
  }
  get uploads(): WaitingUploads {
    return this.#session.uploads;
  }
  get imports(): ImportRecords {
    return this.#session.imports;
  }
  get folders(): FolderRecords {
    return this.#session.folders;
  }
  get client(): ServiceClient {
    return this.#session.client;
  }
  get identity(): TokenIdentity | undefined {
    return this.#session.identity;
  }
  get storedValues(): NamedValueStore {
    return this.#session.storedValues;
  }
  get userId(): string | null {
    return this.#userId ?? (this.identity?.isPerson ? this.identity.actorId : null);
  }

  start(): void {
    this.sync.wake();
  }

  /** Stops requests until `reconnect` sets a token. Stored rows can still be read. */
  stopWithoutToken(failure: Failure): void {
    this.sync.reader.tokenRefusal = failure;
  }

  backUpOutbox(): Promise<Outcome<null>> {
    return this.#session.backUpOutbox();
  }

  reconnect(token: string): void {
    this.#token = token;
    this.#session.reconnect(token);
  }

  /** Polls even if the service asked to wait. A refused token is tried again: it may have new rights. */
  syncNow(): void {
    this.client.clearDeniedScopes();
    this.client.budget.endHold();
    if (this.#token !== '' && this.sync.reader.tokenRefusal) this.sync.resume();
    else this.sync.refresh();
  }

  setUser(userId: string): void {
    this.#userId = userId;
    this.sync.refresh();
  }

  query(query: Query): string {
    const named = this.#withServiceIds(query);
    return this.#session.reader.answerText(named, replicaViewer);
  }

  watch(watchId: string, query: Query): string {
    const named = this.#withServiceIds(query);
    const text = this.#watches.watch(watchId, named);
    const demand = this.#onDemandQueryFor(named);
    if (demand) this.sync.requestRows(demand);
    return text;
  }

  /** Also reports the new ids to windows. A restored tab, for example, can still contain a local id. */
  #withServiceIds(query: Query): Query {
    const { ids } = this.store;
    const named = ids.renamedIn(query);
    if (named !== query)
      for (const renaming of ids.renamingsIn(JSON.stringify(query))) this.#options.events.renamed(renaming);
    return named;
  }

  /** Undefined if polls read all rows of the query, or if it contains local ids, which the service does not know. */
  #onDemandQueryFor(query: Query): Query | undefined {
    const demand = queryForOnDemandRows(query);
    return demand && !containsLocalIds(demand) ? demand : undefined;
  }

  #openOnDemandQueries(): Query[] {
    return this.#watches.queries.map((query) => this.#onDemandQueryFor(query)).filter((demand) => demand !== undefined);
  }

  /**
   * Also drops the request for on-demand rows that no other watch needs. Otherwise the requests of all cards that were
   * opened offline pile up, and delay the polls when the connection is back.
   */
  unwatch(watchId: string): void {
    const query = this.#watches.unwatch(watchId);
    const { requestedQueries } = this.sync.puller;
    const demand = query && requestedQueries.size > 0 ? this.#onDemandQueryFor(query) : undefined;
    const text = JSON.stringify(demand);
    if (demand && !this.#openOnDemandQueries().some((other) => JSON.stringify(other) === text))
      requestedQueries.delete(text);
  }

  find(text: string, limit: number) {
    return this.#session.finder.find(text, limit);
  }

  /** Sets whether a window watches queries of the workspace. If no window does, polls are less frequent. */
  setHasWatches(hasWatches: boolean): void {
    const { schedule } = this.sync;
    if (hasWatches === schedule.hasWatches) return;
    schedule.hasWatches = hasWatches;
    this.#bringDeltaPollForward();
  }

  /** After sleep or a locked screen, changes of others are read at once. */
  setActivity(activity: ComputerActivity): void {
    const { schedule } = this.sync;
    const before = schedule.activity;
    schedule.activity = activity;
    if (hasSleepOrLockEnded(before, activity)) this.sync.catchUp();
    else this.#bringDeltaPollForward();
  }

  #bringDeltaPollForward(): void {
    const { dueAt, deltaPollMs } = this.sync.schedule;
    dueAt.deltaPoll = Math.min(dueAt.deltaPoll, this.#options.clock.now() + deltaPollMs);
    this.sync.wake();
  }

  focus(deckIds: readonly string[], cardId: string | null): void {
    this.sync.schedule.focus = { deckIds, cardId };
    this.sync.wake();
  }

  /** On disk at return. Steps that undo unsent operations remove these instead (undo-registry.ts). */
  act(
    { label, steps }: LabelledActionSteps,
    alsoInTransaction?: (answers: readonly Record<string, unknown>[]) => void,
  ): Outcome<ActAnswer> {
    return this.#toOutcome(() => {
      const { undos } = this.#session;
      const takenBack = undos.takeBackUnsent({ label, steps });
      if (takenBack) return takenBack;
      const correctionsOf = undos.correctionsFor({ label, steps });
      const { operations, answers, changes } = this.store.act(label, steps, { alsoInTransaction, correctionsOf });
      const operationIds = operations.map(({ id }) => id);
      const undo = this.#afterCommit(() => {
        const mayUndo = steps.every(({ action }) => isUndoableAction(action));
        const inverse = mayUndo ? undoStepsOf(changes, undoLookupsOf(this.store.rows, changes)) : null;
        const offered = inverse ? { label: undoLabelOf(label), steps: inverse } : null;
        if (offered) undos.remember(offered, { ids: operationIds, redo: { label, steps }, changes });
        return offered;
      });
      this.#broadcastStatus();
      this.sync.wake();
      return { operationIds, answers, undo: undo ?? null, isFinal: !undo && changes.some(isChange) };
    });
  }

  preview(steps: LabelledActionSteps['steps']): Outcome<readonly PreviewedChange[]> {
    return this.#toOutcome(() => previewedChangesOf(this.store.preview(steps)));
  }

  /** Undefined if the error is neither a damaged file nor a disk error. A damaged cache ends the replica. */
  failureOf(error: unknown): Failure | undefined {
    if (!isCorruptionError(error)) return storageFailure(error, this.#options.directory);
    this.#endWithDamagedCache();
    return cacheDamaged;
  }

  /** The next opening begins with an empty cache, which a first sync fills. The outbox stays the same. */
  #endWithDamagedCache(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#options.log('warn', 'The stored copy is damaged and fetched anew');
    markCacheDamaged(this.#session.storage);
    this.#session.closeWithoutWaiting();
    this.#options.onBroken?.(cacheDamaged);
  }

  #toOutcome<T>(work: () => T): Outcome<T> {
    try {
      return { ok: true, value: work() };
    } catch (error) {
      const failure = error instanceof Refusal ? failureOfRefusal(error) : this.failureOf(error);
      if (failure) return { ok: false, failure };
      throw error;
    }
  }

  operations(): OutboxOperation[] {
    return [...operationsToShow(this.store), ...this.#waitingUploads()];
  }

  #waitingUploads(): OutboxOperation[] {
    return this.uploads.operations((cardId) => rowTitleOf(this.store.rows, 'card', cardId));
  }

  #changesToDecide(): ChangeAwaitingDecision[] {
    const changes = this.store.outbox.linked('state toDecide');
    const hasFiles = this.uploads.counts().attention > 0;
    const files = hasFiles ? this.#waitingUploads().filter(({ state }) => state === 'rejected') : [];
    return [...changes, ...files];
  }

  /** Newest first. */
  notifications(): readonly AppNotification[] {
    return this.#session.notifications.list();
  }

  markNotifications(keys: readonly string[], isRead: boolean): void {
    this.#session.notifications.mark(keys, isRead);
  }

  waitingFiles(cardId: string): OutboxOperation[] {
    const id = this.store.ids.renamed(cardId);
    return this.#waitingUploads().filter(({ upload }) => upload?.cardId === id);
  }

  retry(id: number): void {
    retryOperation(this.#session, id);
    this.#broadcastStatus();
  }

  discard(id: number): void {
    discardOperation(this.#session, id);
    this.#broadcastStatus();
  }

  change(id: number, params: Readonly<Record<string, unknown>>): Outcome<null> {
    return this.#toOutcome(() => {
      retryWithNewParams(this.#session, id, params);
      return null;
    });
  }

  toDraft(id: number, key: string): Outcome<null> {
    const drafted = moveEditToDraft(this.#session, id, key);
    this.#broadcastStatus();
    return drafted;
  }

  resolveWithCreatedRow(id: number, rowId: string): void {
    acknowledgeWithChosenRow(this.#session, id, rowId);
  }

  pauseOutbox(paused: boolean): void {
    this.storedValues.set('outboxPaused', paused);
    this.sync.isOutboxPaused = paused;
    this.sync.wake();
    this.#broadcastStatus();
  }

  /**
   * Switching it off also resumes paused sending: the status shows both as `pausedByPerson`, so one switch ends both.
   */
  setOffline(offline: boolean): void {
    this.storedValues.set('offline', offline);
    this.sync.isOfflineByPerson = offline;
    if (!offline) {
      this.storedValues.set('outboxPaused', false);
      this.sync.isOutboxPaused = false;
      this.sync.catchUp();
    }
    this.#broadcastStatus();
  }

  /** Does nothing before the first sync is complete, because the first sync reads all rows. */
  onServiceCommit(commit: ChangedKeysByModel): void {
    if (!this.sync.firstSync.isComplete) return;
    if (Object.keys(commit).some(isReadOnDemand))
      for (const demand of this.#openOnDemandQueries()) this.sync.requestRows(demand);
    const rowSets = rowSetsOfCommit(commit, this.store.rows);
    if (rowSets) this.sync.requestRowSets(rowSets);
    else this.sync.refresh();
  }

  status(): SyncStatus {
    const unapplied = this.store.outbox.linked('state unapplied').length;
    return syncStatusOf({ sync: this.sync, client: this.client, counts: this.#outboxCounts(), unapplied });
  }

  #outboxCounts(): { readonly waiting: number; readonly attention: number } {
    const changes = outboxCounts(this.store);
    const files = this.uploads.counts();
    return { waiting: changes.waiting + files.waiting, attention: changes.attention + files.attention };
  }

  #broadcastStatus(): void {
    try {
      this.#broadcaster.broadcast(this.status(), {
        counts: { ...this.#outboxCounts(), ...this.restorableConflicts.counts },
        outbox: this.store.outbox.revision,
        uploads: this.uploads.revision,
      });
      this.#session.notifications.statusChanged();
    } catch (error) {
      // The status follows changes that are stored already, so an error must not look like a failed change. The next
      // change of the status is sent again.
      this.#options.log('warn', 'The status could not be sent', { error: String((error as Error)?.stack ?? error) });
      if (isCorruptionError(error)) queueMicrotask(() => this.failureOf(error));
    }
  }

  async close(): Promise<void> {
    await this.#session.close();
  }
}

const cacheDamaged = conflictFailure(
  'cache_corrupt',
  'The stored copy of the workspace was damaged and is being fetched anew; your waiting changes are safe. Try again.',
);

interface OutboxState {
  readonly counts: BridgeEvents['outbox/changed'];
  /** The counts alone stay the same when an acknowledged operation is settled. */
  readonly outbox: number;
  readonly uploads: number;
}

/** Sends the status of the sync and the counts of the outbox to windows, but only after a change. */
export class StatusBroadcaster {
  #events: Pick<ReplicaEvents, 'status' | 'outbox'>;
  #status = '';
  #outbox = '';
  /**
   * Commits with rows of card histories. If the outbox view lists conflicts, each causes an event, because the rows can
   * show who set an overwritten value, or who archived or deleted a card.
   */
  historiesRead = 0;

  constructor(events: Pick<ReplicaEvents, 'status' | 'outbox'>) {
    this.#events = events;
  }

  broadcast(status: SyncStatus, state: OutboxState): void {
    // The remaining budget changes with every request, so the comparison ignores it.
    const statusText = JSON.stringify({ ...status, budgetLeft: 0 });
    if (statusText !== this.#status) {
      this.#status = statusText;
      this.#events.status(status);
    }
    const { counts } = state;
    const outboxText = JSON.stringify([state, counts.overwritten + counts.putAway > 0 ? this.historiesRead : 0]);
    if (outboxText === this.#outbox) return;
    this.#outbox = outboxText;
    this.#events.outbox(counts);
  }
}
