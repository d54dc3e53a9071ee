/**
 * The offline copy of one service: queries and actions are answered from it at once, and one loop keeps it and the
 * service together.
 */
import type {
  ActAnswer,
  BridgeEvents,
  Overwritten,
  Operation as ShownOperation,
  Steps,
  SyncStatus,
} from '../../shared/bridge/index.ts';
import { type Failure, type Outcome, type Query, Refusal } from '../../shared/contract/index.ts';
import type { Budget } from '../client/budget.ts';
import { type Client, createClient, type Send } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import type { Refused } from '../client/refused.ts';
import { createFinder, type Finder } from '../engine/query/find.ts';
import { createReader, type Reader } from '../engine/query/reader.ts';
import type { AnyRow } from '../engine/rows.ts';
import type { Viewer } from '../engine/types.ts';
import type { Cadence } from './cadence.ts';
import { demandOf, isReadOnDemand } from './demand.ts';
import { Drafts } from './drafts.ts';
import { formerPlaces } from './former-places.ts';
import { HandedUndos } from './handed-undos.ts';
import { inverseOf } from './inverse.ts';
import { type Identity, Ledger } from './ledger.ts';
import { holdsLocalIds } from './local-ids.ts';
import { groupOf } from './merged-edits.ts';
import { forgetOverwrite, overwrites } from './overwrites.ts';
import { isPlanningModel, unitsOf } from './reads.ts';
import { outboxCounts, shownOperations, shownOverwrites, shownStatus, titleOf } from './shown.ts';
import { backUp, condemnCache, isCorrupt, openStorage, removeCache, type Storage, storageFailure } from './storage.ts';
import { cacheState, facts, type StoredValues } from './stored-values.ts';
import { Sync } from './sync.ts';
import { Uploads } from './uploads.ts';
import { Watches } from './watches.ts';

export interface ReplicaEvents {
  patched(patch: BridgeEvents['data/patch']): void;
  renamed(renamed: BridgeEvents['data/renamed']): void;
  status(status: SyncStatus): void;
  outbox(counts: BridgeEvents['outbox/changed']): void;
}

export interface ReplicaOptions {
  /** Folder of its files. */
  readonly directory: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly send: Send;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly cadence: Cadence;
  /** Whose Hand and bookmarks are "mine"; null: the token's own user. */
  readonly userId: string | null;
  readonly events: ReplicaEvents;
  readonly log: (level: 'info' | 'warn', message: string, facts?: Record<string, unknown>) => void;
  readonly newKey?: () => string;
}

const everything: Viewer = { userId: null, projects: 'all', scopes: 'all' };
/** Commits that name more rows than this are followed by whole pulses instead. */
const mostNamedRows = 400;
const backupEvery = 10 * 60_000;

export function openReplica(options: ReplicaOptions): Outcome<Replica> {
  const opened = openStorage(options.directory);
  return opened.ok ? { ok: true, value: new Replica(options, opened.value) } : opened;
}

export class Replica {
  readonly sync: Sync;
  readonly ledger: Ledger;
  readonly drafts: Drafts;
  readonly uploads: Uploads;
  #options: ReplicaOptions;
  #storage: Storage;
  #client: Client;
  #reader: Reader;
  #finder: Finder | undefined;
  #facts: StoredValues;
  #watches: Watches;
  #userId: string | null;
  #lastStatus = '';
  #lastCounts = '';
  #undos: HandedUndos;
  #cancelBackup: (() => void) | undefined;

  constructor(options: ReplicaOptions, storage: Storage) {
    this.#options = options;
    this.#storage = storage;
    this.#userId = options.userId;
    const { db } = storage;
    this.#facts = facts(db);
    this.#reader = createReader(db, 'replica');
    this.#client = this.#createClient(options.token);
    this.drafts = new Drafts(db);
    this.ledger = new Ledger({
      storage,
      now: () => options.clock.now(),
      identity: () => this.identity,
      showsOrder: () => this.sync.intake.showsOrder === true,
      committed: (changed, renamed, isBulk) => {
        for (const renaming of renamed) options.events.renamed(renaming);
        this.#watches.changed(changed, isBulk && !this.sync.intake.isComplete);
        this.#tellStatus();
      },
      newKey: options.newKey,
    });
    this.#undos = new HandedUndos(this.ledger);
    this.uploads = new Uploads(db, this.ledger.ids, () => this.#tellStatus());
    this.#watches = new Watches({
      live: (query) => this.#reader.live(query, everything),
      patched: (patch) => options.events.patched(patch),
      now: () => options.clock.now(),
    });
    this.sync = new Sync({
      ledger: this.ledger,
      clock: options.clock,
      cadence: options.cadence,
      client: () => this.#client,
      state: cacheState(db),
      userId: () => this.userId,
      identity: () => this.identity,
      identified: (identity) => this.#identified(identity),
      demanded: () => this.#demanded(),
      statusChanged: () => this.#tellStatus(),
      failureOf: (error) => this.failureOf(error),
      log: options.log,
    });
    this.sync.isOutboxPaused = this.#facts.get('outboxPaused') === true;
    this.sync.isOffline = this.#facts.get('offline') === true;
    if (this.identity) this.ledger.recover();
    this.#scheduleBackup();
  }

  get identity(): Identity | undefined {
    return this.#facts.get('identity') as Identity | undefined;
  }
  get userId(): string | null {
    return this.#userId ?? (this.identity?.isPerson ? this.identity.actorId : null);
  }
  get client(): Client {
    return this.#client;
  }

  #createClient(token: string): Client {
    const { baseUrl, send, clock, budget } = this.#options;
    return createClient({
      baseUrl,
      token,
      send,
      clock,
      budget,
      refused: this.#facts.get('refused') as Refused | undefined,
      onRefused: (refused) => this.#facts.set('refused', refused),
    });
  }

  /** Another organization's answer is not taken: its rows would mix with this one's. */
  #identified(identity: Identity): Failure | undefined {
    const known = this.identity;
    if (known && known.accountId !== identity.accountId)
      return {
        kind: 'auth',
        code: 'token_account_mismatch',
        message:
          'The token belongs to another organization than this workspace. Nothing was sent; use one of this organization.',
      };
    this.#facts.set('identity', identity);
    return undefined;
  }

  start(): void {
    this.sync.wake();
  }

  /** Everything stored stays readable; nothing is sent until a token comes. */
  stopWithoutToken(): void {
    this.sync.intake.stopped = {
      kind: 'auth',
      code: 'no_token',
      message: 'The token of this workspace is not stored on this computer. Reconnect with it to go on.',
    };
  }

  /** Another token for the same service: what waits goes on. */
  reconnect(token: string): void {
    this.#facts.remove('refused');
    this.#client = this.#createClient(token);
    this.sync.resume();
  }

  setUser(userId: string): void {
    this.#userId = userId;
    this.sync.refresh();
  }

  // ---- reading

  query(query: Query): string {
    return this.#reader.answerText(this.ledger.ids.renamedIn(query), everything);
  }

  watch(watchId: string, query: Query): string {
    const renamed = this.ledger.ids.renamedIn(query);
    const text = this.#watches.watch(watchId, renamed);
    const demand = this.#demandOf(renamed);
    if (demand) this.sync.demand(demand);
    return text;
  }

  /** What the service is to be asked for a window's query; nothing while it names rows that only exist here. */
  #demandOf(query: Query): Query | undefined {
    const demand = demandOf(query);
    return demand && !holdsLocalIds(demand) ? demand : undefined;
  }

  #demanded(): Query[] {
    return this.#watches.queries
      .map((query) => this.#demandOf(query as Query))
      .filter((demand): demand is Query => demand !== undefined);
  }

  unwatch(watchId: string): void {
    this.#watches.unwatch(watchId);
  }

  find(text: string, limit: number) {
    this.#finder ??= createFinder(this.#storage.db);
    return this.#finder.find(text, limit);
  }

  /** Somebody looks, or nobody does: pulses come as often as that asks for, also the one that is due next. */
  setWatched(isWatched: boolean): void {
    const { intake } = this.sync;
    if (isWatched === intake.isWatched) return;
    intake.isWatched = isWatched;
    if (!isWatched) return;
    const { clock, cadence } = this.#options;
    intake.due.pulse = Math.min(intake.due.pulse, clock.now() + cadence.pulse);
    this.sync.wake();
  }

  focus(deckIds: readonly string[], cardId: string | null): void {
    this.sync.intake.focus = { deckIds, cardId };
    this.sync.wake();
  }

  // ---- acting

  /** The change is on the disk when this answers. */
  act({ label, steps }: Steps): Outcome<ActAnswer> {
    return this.#guard(() => {
      const taken = this.#undos.withdraw({ label, steps });
      if (taken) return taken;
      const { operations, answers, changes } = this.ledger.act(label, steps);
      const inverse = inverseOf(changes, formerPlaces(this.ledger.rows, changes));
      const undo = inverse ? { label: `Undo: ${label}`.slice(0, 200), steps: inverse } : null;
      const operationIds = operations.map(({ id }) => id);
      if (undo) this.#undos.remember(undo, { ids: operationIds, redo: { label, steps } });
      this.#tellStatus();
      this.sync.wake();
      return { operationIds, answers, undo };
    });
  }

  /** What a failing disk or a damaged file means for the person; undefined for errors of other kinds. */
  failureOf(error: unknown): Failure | undefined {
    if (!isCorrupt(error)) return storageFailure(error, this.#storage.directory);
    condemnCache(this.#storage);
    return corruptFailure;
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
    return [...shownOperations(this.ledger), ...this.#files()];
  }

  #files(): ShownOperation[] {
    return this.uploads.shown((cardId) => titleOf(this.ledger.rows, 'card', cardId));
  }

  waitingFiles(cardId: string): ShownOperation[] {
    const id = this.ledger.ids.renamed(cardId);
    return this.#files().filter(({ upload }) => upload?.cardId === id);
  }

  retry(id: number): void {
    if (id < 0) {
      this.uploads.retry(-id);
      return;
    }
    const operation = this.ledger.outbox.get(id);
    if (!operation || operation.state === 'acknowledged' || operation.state === 'sending') return;
    if (operation.failure?.kind === 'conflict' && operation.failure.code === 'content_clash')
      this.ledger.rebaseIntent(operation);
    this.ledger.mark(operation, 'queued', null);
    this.sync.push.forgetWaiting();
    this.sync.refresh();
  }

  discard(id: number): void {
    if (id < 0) {
      this.uploads.remove(-id);
      return;
    }
    const operation = this.ledger.outbox.get(id);
    // What the service has taken in cannot be discarded here.
    if (!operation || operation.state === 'acknowledged') return;
    const group = groupOf(id, this.ledger.outbox.all);
    for (const one of group) this.ledger.keepLostText(one);
    const wasSent = operation.state === 'sending' || operation.state === 'uncertain';
    this.ledger.withdraw(new Set(group.map((one) => one.id)));
    if (wasSent) this.sync.refresh();
    this.sync.wake();
    this.#tellStatus();
  }

  overwritten(): Overwritten[] {
    return shownOverwrites(this.ledger);
  }

  /** The other's value again, as a change of its own. */
  putBack(id: number): Outcome<ActAnswer> {
    const found = overwrites(this.ledger.facts).find((one) => one.id === id);
    if (!found) return { ok: false, failure: notThere };
    const { action, key, field, theirs } = found;
    const params = { id: this.ledger.ids.renamed(key), [field]: theirs };
    const acted = this.act({ label: `Put back: ${found.label}`.slice(0, 200), steps: [{ action, params }] });
    if (acted.ok) this.keepMine(id);
    return acted;
  }

  keepMine(id: number): void {
    forgetOverwrite(this.ledger.facts, id);
    this.#tellStatus();
  }

  pauseOutbox(paused: boolean): void {
    this.#facts.set('outboxPaused', paused);
    this.sync.isOutboxPaused = paused;
    this.sync.wake();
    this.#tellStatus();
  }

  setOffline(offline: boolean): void {
    this.#facts.set('offline', offline);
    this.sync.isOffline = offline;
    if (!offline) this.sync.catchUp();
    this.#tellStatus();
  }

  /** Rows that the service says it changed. */
  heardCommit(commit: Readonly<Record<string, readonly string[]>>): void {
    if (!this.sync.intake.isComplete) return;
    const units = new Set<string>();
    let named = 0;
    for (const [model, keys] of Object.entries(commit)) {
      if (isReadOnDemand(model)) {
        for (const demand of this.#demanded()) this.sync.demand(demand);
        continue;
      }
      named += keys.length;
      if (isPlanningModel(model)) units.add('planning');
      else if (named <= mostNamedRows)
        for (const key of keys) {
          const row = this.ledger.rows.get(model as 'card', key) as AnyRow | undefined;
          const known = unitsOf(model, key, row);
          // A row that is new here is found by the pulse, or by its own id where that is all it takes.
          for (const unit of known.length > 0 ? known : ['pulse']) units.add(unit);
        }
    }
    if (named > mostNamedRows) this.sync.refresh();
    else this.sync.want(units);
  }

  // ---- status

  status(): SyncStatus {
    return shownStatus({ sync: this.sync, client: this.#client, counts: this.#counts() });
  }

  #counts(): { readonly waiting: number; readonly attention: number } {
    const changes = outboxCounts(this.ledger.outbox.all);
    const files = this.uploads.counts();
    return { waiting: changes.waiting + files.waiting, attention: changes.attention + files.attention };
  }

  #tellStatus(): void {
    const status = this.status();
    const text = JSON.stringify({ ...status, budgetLeft: 0 });
    if (text !== this.#lastStatus) {
      this.#lastStatus = text;
      this.#options.events.status(status);
    }
    const counts = {
      ...this.#counts(),
      overwritten: overwrites(this.ledger.facts).length,
    };
    const countsText = JSON.stringify(counts);
    if (countsText === this.#lastCounts) return;
    this.#lastCounts = countsText;
    this.#options.events.outbox(counts);
  }

  #scheduleBackup(): void {
    this.#cancelBackup = this.#options.clock.after(backupEvery, () => {
      try {
        backUp(this.#storage);
      } catch (error) {
        this.#options.log('warn', 'The outbox could not be backed up', { error: String(error) });
      }
      this.#scheduleBackup();
    });
  }

  /** Waits for the request under way, so that its answer is not lost. */
  async close(): Promise<void> {
    await this.sync.close();
    this.#cancelBackup?.();
    try {
      backUp(this.#storage);
    } catch (error) {
      this.#options.log('warn', 'The outbox could not be backed up', { error: String(error) });
    }
    this.#storage.close();
  }
}

const notThere: Failure = {
  kind: 'conflict',
  code: 'not_there',
  message: 'That was put back or set aside already.',
};

const corruptFailure: Failure = {
  kind: 'conflict',
  code: 'cache_corrupt',
  message:
    'The stored copy of the workspace is damaged. Start Decktop again to fetch it anew; your waiting changes are safe.',
};

export { removeCache };
