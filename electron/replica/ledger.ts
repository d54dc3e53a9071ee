/**
 * The replica's rows and what is pending on them. Everything that changes rows goes through here, one transaction each:
 * what the person does, what the service acknowledged, what was read.
 */
import { randomBytes } from 'node:crypto';
import type { ActionName, Failure, QueryAnswer, Timestamp } from '../../shared/contract/index.ts';
import { Refusal } from '../../shared/contract/index.ts';
import { type Call, createEngine, type Engine, type Performed } from '../engine/engine.ts';
import type { AnyRow } from '../engine/rows.ts';
import type { StoredModel } from '../engine/schema.ts';
import type { Actor } from '../engine/types.ts';
import { type FollowUps, removeAbsent, type WholeList, writeRows } from './answers.ts';
import { Images } from './images.ts';
import { baseOf, mergeIntent } from './intent.ts';
import { idsInParams, LocalIds, localIdsIn, pairAnswers, type Renaming } from './local-ids.ts';
import { naturalTwin } from './natural-keys.ts';
import { type Operation, Outbox, touch, touched } from './outbox.ts';
import { unitsOf } from './reads.ts';
import { decide } from './rebase.ts';
import type { Storage } from './storage.ts';
import { facts } from './stored-values.ts';

/** Models that no query shows: their rows are what was last set from here. */
const neverShown = new Set<string>([
  'cardSubscription',
  'deckSubscription',
  'deckGuardian',
  'pinnedMilestone',
  'resolvableParticipant',
  'lockedCard',
]);

export interface Identity {
  readonly accountId: string;
  /** The token's own user: who acts. */
  readonly actorId: string;
  readonly isPerson: boolean;
}

export interface LedgerOptions {
  readonly storage: Storage;
  readonly now: () => number;
  /** Undefined before the service has answered once. */
  readonly identity: () => Identity | undefined;
  /** Whether the service shows manual order. */
  readonly showsOrder: () => boolean;
  /** After each commit: which models changed, and which rows have new names. */
  readonly committed: (models: ReadonlySet<string>, renamed: readonly Renaming[]) => void;
  readonly newKey?: () => string;
}

export interface ActStep {
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface RowChange {
  readonly model: StoredModel;
  readonly key: string;
  readonly before: AnyRow | undefined;
  readonly after: AnyRow | undefined;
}

export interface Acted {
  readonly operations: readonly Operation[];
  readonly answers: readonly Record<string, unknown>[];
  readonly changes: readonly RowChange[];
}

export interface Read {
  readonly answer: QueryAnswer;
  readonly lists: readonly WholeList[];
  readonly units: ReadonlySet<string>;
  readonly startedAt: number;
  readonly generation: number;
  readonly mayGoBack?: boolean;
  /** Within the same transaction, after the rows: cursors. */
  readonly also?: () => void;
}

export class Ledger {
  readonly engine: Engine;
  readonly outbox: Outbox;
  readonly ids: LocalIds;
  readonly images: Images;
  /** Rises with every event that reads and acknowledgements are ordered by. */
  #stamp = 0;
  #appliedStart = 0;
  generation = 0;
  #options: LedgerOptions;
  #storage: Storage;
  #isSpeculating = false;
  /** Rows as they were before the act in hand. */
  #befores: Map<string, AnyRow | undefined> | undefined;
  #changedModels = new Set<string>();
  #renamings: Renaming[] = [];

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#storage = options.storage;
    const { db } = options.storage;
    this.images = new Images(db);
    this.outbox = new Outbox(db);
    this.ids = new LocalIds(db);
    this.engine = createEngine(db, 'replica', {
      beforeWrite: (model, key, before) => {
        if (this.#isSpeculating) this.images.keep(model, key, before);
        const name = touch(model, key);
        if (this.#befores && !this.#befores.has(name)) this.#befores.set(name, before);
      },
    });
  }

  get rows() {
    return this.engine.rows;
  }

  stamp(): number {
    this.#stamp += 1;
    return this.#stamp;
  }

  /** A restored service or another token: answers to what was asked before are worth nothing. */
  startGeneration(): void {
    this.generation += 1;
  }

  /** Whole or not at all; afterwards tells who watches. */
  commit<T>(work: () => T): T {
    try {
      const value = this.#storage.transaction(() => {
        const result = work();
        this.rows.flushText();
        this.#note(this.rows.takeChanges().keys());
        return result;
      });
      const models = this.#changedModels;
      const renamed = this.#renamings;
      this.#changedModels = new Set();
      this.#renamings = [];
      if (models.size > 0 || renamed.length > 0) this.#options.committed(models, renamed);
      return value;
    } catch (error) {
      this.rows.forget();
      this.images.reload();
      this.outbox.reload();
      this.ids.reload();
      this.#changedModels = new Set();
      this.#renamings = [];
      throw error;
    }
  }

  /** Rows written past the row store, where nothing pending can be met. */
  bulk(work: () => ReadonlySet<string>, also: () => void): void {
    this.commit(() => {
      this.#note(work());
      also();
    });
  }

  #note(models: Iterable<string>): void {
    for (const model of models) this.#changedModels.add(model);
  }

  #call(operation: { readonly key: string; readonly at: Timestamp }): Call {
    const identity = this.#options.identity();
    if (!identity) throw new Error('Nobody is known to act for: the first sync has not begun');
    const actor: Actor = {
      userId: identity.actorId,
      isPerson: identity.isPerson,
      // What guardians guard is the service's to refuse.
      isProducer: true,
      projects: 'all',
      scopes: 'all',
    };
    return {
      at: operation.at,
      actor,
      accountId: identity.accountId,
      newId: (purpose) => this.ids.idFor(operation.key, purpose),
    };
  }

  #speculate(action: string, params: unknown, call: Call): Performed {
    this.#isSpeculating = true;
    try {
      const performed = this.engine.perform(action as ActionName, params, call);
      this.#note(performed.changes.keys());
      return performed;
    } finally {
      this.#isSpeculating = false;
    }
  }

  /**
   * Does the steps on the rows and puts them into the outbox.
   * @throws Refusal when a step is certain to be refused; then nothing has changed.
   */
  act(label: string, steps: readonly ActStep[]): Acted {
    return this.commit(() => {
      this.#befores = new Map();
      try {
        const batch = this.#newKey();
        const at = new Date(this.#options.now()).toISOString();
        const operations = steps.map((step) => this.#actStep(step, { label, batch, at }));
        const changes = [...this.#befores].map(([name, before]): RowChange => {
          const { model, key } = touched(name);
          return {
            model: model as StoredModel,
            key,
            before,
            after: this.rows.get(model as StoredModel, key) as AnyRow,
          };
        });
        return { operations, answers: operations.map(({ answer }) => answer as Record<string, unknown>), changes };
      } finally {
        this.#befores = undefined;
      }
    });
  }

  #newKey(): string {
    return this.#options.newKey?.() ?? randomBytes(12).toString('base64url');
  }

  #actStep(step: ActStep, { label, batch, at }: { label: string; batch: string; at: string }): Operation {
    const params = this.ids.renamedIn(step.params);
    const base = baseOf(this.rows, step.action, params);
    const key = this.#newKey();
    const { answer, changes } = this.#speculate(step.action, params, this.#call({ key, at }));
    return this.outbox.add({
      key,
      batch,
      action: step.action,
      params,
      base,
      label,
      at,
      state: 'queued',
      tries: 0,
      failure: null,
      sentAt: null,
      answer: answer ?? {},
      known: null,
      needs: null,
      effective: params,
      writes: writesIn(changes),
      names: namesIn(step.action, params),
      acknowledgedAt: 0,
    });
  }

  /** Performs a pending operation on the rows as they are now. */
  #replay(operation: Operation): void {
    const params = this.ids.renamedIn(operation.params);
    const { params: merged, clashes } = mergeIntent(this.rows, operation.action, params, operation.base);
    operation.effective = merged;
    operation.names = namesIn(operation.action, merged);
    operation.writes = new Set();
    const [clash] = clashes;
    if (clash && operation.state === 'queued')
      this.outbox.change(operation, { state: 'rejected', failure: clashFailure(clash.theirs) });
    try {
      const { changes } = this.#speculate(operation.action, merged, this.#call(operation));
      operation.writes = writesIn(changes);
    } catch (error) {
      // Certain to be refused now, or its row has come from the service already: there is no effect to show.
      if (!(error instanceof Refusal) && !isPresent(error)) throw error;
      this.images.reload();
    }
  }

  /** Restores what is confirmed, lets `work` change it, and replays what is pending. Within a transaction. */
  #rebase(work: () => void): void {
    this.images.restoreAll(this.rows);
    work();
    this.rows.flushText();
    for (const operation of this.outbox.all) this.#replay(operation);
  }

  /** At the start: brings rows and outbox together, wherever the last run ended. */
  recover(): void {
    if (this.outbox.all.length === 0 && this.images.size === 0) return;
    this.commit(() => {
      for (const operation of this.outbox.all)
        if (operation.state === 'sending')
          this.outbox.change(operation, {
            state: 'uncertain',
            failure: lostFailure('Decktop ended before the answer came.'),
          });
      this.#rebase(() => undefined);
    });
  }

  /** Puts rows that only this side knows back into a new cache. */
  restoreKept(): void {
    const kept = this.#storage.db.prepare('SELECT model, row FROM durable.kept').all() as {
      model: string;
      row: string;
    }[];
    for (const { model, row } of kept) this.rows.put(model as StoredModel, this.ids.renamedIn(JSON.parse(row)));
  }

  /** Writes what was read; answers what to read next, or undefined when the answer came too late to count. */
  apply(read: Read): FollowUps | undefined {
    const pulledRows = new Set<string>();
    for (const [model, rows] of Object.entries(read.answer))
      if (model !== '_root') for (const key of Object.keys(rows)) pulledRows.add(touch(model, key));
    const decision = decide(
      {
        generation: this.generation,
        appliedStart: this.#appliedStart,
        images: this.images.keys,
        pending: this.outbox.all.map((operation) => ({
          id: operation.id,
          acknowledgedAt: operation.state === 'acknowledged' ? operation.acknowledgedAt : undefined,
          touches: new Set([...operation.writes, ...operation.names]),
          needs: operation.needs ?? [],
        })),
      },
      {
        startedAt: read.startedAt,
        generation: read.generation,
        rows: pulledRows,
        wholeModels: new Set(read.lists.map(({ model }) => model)),
        units: read.units,
      },
    );
    if (decision.kind === 'discard') return undefined;
    const followUps: FollowUps = new Set();
    const write = () => {
      for (const unit of writeRows(this.rows, read.answer, read.mayGoBack)) followUps.add(unit);
      for (const list of read.lists) for (const unit of removeAbsent(this.rows, list)) followUps.add(unit);
      read.also?.();
    };
    this.commit(() => {
      if (decision.kind === 'apply') write();
      else this.#settle(decision.settled, decision.needs, write);
    });
    this.#appliedStart = read.startedAt;
    return followUps;
  }

  #settle(settled: readonly number[], needs: ReadonlyMap<number, readonly string[]>, write: () => void): void {
    const done = this.outbox.all.filter(({ id }) => settled.includes(id));
    const made = done.flatMap((operation) =>
      [...operation.writes].map(touched).flatMap(({ model, key }) => {
        const row = this.rows.get(model as StoredModel, key) as AnyRow | undefined;
        return row && localIdsIn(key).length > 0 ? [{ model: model as StoredModel, key, row }] : [];
      }),
    );
    this.#rebase(() => {
      write();
      for (const { model, key, row } of made) {
        const twin = naturalTwin(this.rows, model, row, this.ids);
        if (twin) this.#rename({ model, from: key, to: twin });
      }
      for (const [id, remaining] of needs) {
        const operation = this.outbox.get(id);
        if (operation) this.outbox.change(operation, { needs: remaining });
      }
      this.outbox.remove(new Set(settled));
      this.#renameParams();
    });
  }

  #rename(renaming: Renaming): void {
    this.ids.rename(renaming);
    this.#renamings.push(renaming);
  }

  /** Params and drafts speak of rows by their new names. */
  #renameParams(): void {
    for (const operation of this.outbox.all) {
      const params = this.ids.renamedIn(operation.params);
      if (params !== operation.params)
        this.outbox.change(operation, {
          params,
          base: this.ids.renamedIn(operation.base),
          answer: this.ids.renamedIn(operation.answer),
          needs: this.ids.renamedIn(operation.needs),
        });
    }
    const { db } = this.#storage;
    for (const { key } of db.prepare(`SELECT key FROM durable.draft WHERE key LIKE '%local-%'`).all() as {
      key: string;
    }[])
      db.prepare('UPDATE OR REPLACE durable.draft SET key = ? WHERE key = ?').run(this.ids.renamed(key), key);
  }

  /** The request is about to leave. */
  markSending(operation: Operation, known: Operation['known']): void {
    this.commit(() =>
      this.outbox.change(operation, {
        state: 'sending',
        tries: operation.tries + 1,
        sentAt: this.#options.now(),
        known: operation.known ?? known,
      }),
    );
  }

  mark(operation: Operation, state: 'queued' | 'rejected' | 'uncertain', failure: Failure | null): void {
    this.commit(() => this.outbox.change(operation, { state, failure }));
  }

  /** The service has carried it out. */
  acknowledge(operation: Operation, answer: Record<string, unknown>): void {
    this.commit(() => {
      const renamings = pairAnswers(operation.action, operation.answer, answer);
      for (const renaming of renamings) this.#rename(renaming);
      this.outbox.change(operation, { state: 'acknowledged', failure: null });
      operation.acknowledgedAt = this.stamp();
      if (renamings.length > 0) {
        this.outbox.change(operation, { answer: this.ids.renamedIn(operation.answer) });
        this.#renameParams();
        this.#renameRows(renamings);
      }
      this.#confirmNeverShown(operation);
      const needs = this.#needsOf(operation, answer);
      if (needs.length === 0) this.#settle([operation.id], new Map(), () => undefined);
      else this.outbox.change(operation, { needs });
    });
  }

  #isShown(model: string): boolean {
    return !neverShown.has(model) && (model !== 'cardOrder' || this.#options.showsOrder());
  }

  /** What has to be read to see the effect. */
  #needsOf(operation: Operation, answer: Record<string, unknown>): string[] {
    const units = new Set<string>();
    for (const name of operation.writes) {
      const { model, key } = touched(name);
      if (!this.#isShown(model)) continue;
      if (localIdsIn(key).length > 0 && model === 'card') units.add('pulse');
      const row = (this.rows.get(model as StoredModel, key) ??
        this.images.confirmed(this.rows, model as StoredModel, key)) as AnyRow | undefined;
      for (const unit of unitsOf(model, key, row)) if (localIdsIn(unit).length === 0) units.add(unit);
    }
    // Rows not stored here have no effect to see yet, but will have changed.
    for (const { model, id } of idsInParams(operation.action, operation.effective))
      if (model === 'card' && !this.rows.get('card', id)) units.add(`card:${id}`);
    if (typeof answer.cardId === 'string') units.add(`card:${answer.cardId}`);
    return [...units];
  }

  /** Rows under local ids move to the ids given by the service, without a replay where that is possible. */
  #renameRows(renamings: readonly Renaming[]): void {
    const locals = new Set(renamings.map(({ from }) => from));
    const concerned = this.outbox.all.filter(({ writes, params }) =>
      [...writes, JSON.stringify(params)].some((text) => localIdsIn(text).some((id) => locals.has(id))),
    );
    const taken = renamings.some(({ model, to }) => !to.startsWith('[') && this.rows.get(model as StoredModel, to));
    if (taken) {
      this.#rebase(() => undefined);
      return;
    }
    const names = new Set([...this.outbox.all].flatMap(({ writes }) => [...writes]));
    for (const name of names) {
      const { model, key } = touched(name);
      const row = this.rows.get(model as StoredModel, key) as AnyRow | undefined;
      const text = row && JSON.stringify(row);
      if (!row || !text || !localIdsIn(text).some((id) => locals.has(id))) continue;
      const renamed = this.ids.renamedIn(row);
      const newKey = this.ids.renamed(key);
      if (newKey === key) {
        this.rows.put(model as StoredModel, renamed as never);
        continue;
      }
      this.rows.remove(model as StoredModel, key);
      this.rows.insert(model as StoredModel, renamed as never);
      this.images.drop(name);
      this.images.keep(model, newKey, undefined);
    }
    for (const operation of concerned) {
      operation.effective = this.ids.renamedIn(operation.effective);
      operation.names = namesIn(operation.action, operation.effective);
    }
    for (const operation of this.outbox.all)
      if ([...operation.writes].some((name) => localIdsIn(name).length > 0))
        operation.writes = new Set([...operation.writes].map((name) => this.ids.renamed(name)));
  }

  /** Effects that no query shows count as confirmed once acknowledged. */
  #confirmNeverShown(operation: Operation): void {
    const hidden = [...operation.writes].filter((name) => !this.#isShown(touched(name).model));
    if (hidden.length === 0) return;
    const others = this.outbox.all.filter((other) => other !== operation && other.state !== 'acknowledged');
    if (others.some(({ writes }) => hidden.some((name) => writes.has(name)))) {
      this.#confirmBeneath(operation, hidden);
      return;
    }
    for (const name of hidden) {
      this.images.drop(name);
      this.#keep(name);
    }
  }

  /** As `#confirmNeverShown` where later operations lie on top of the same rows. */
  #confirmBeneath(operation: Operation, hidden: readonly string[]): void {
    this.#rebase(() => {
      this.#replay(operation);
      const after = hidden.map((name) => {
        const { model, key } = touched(name);
        return {
          model: model as StoredModel,
          key,
          row: this.rows.get(model as StoredModel, key) as AnyRow | undefined,
        };
      });
      this.images.restoreAll(this.rows);
      for (const { model, key, row } of after) {
        if (row) this.rows.put(model, row as never);
        else this.rows.remove(model, key);
        this.#keep(touch(model, key));
      }
    });
  }

  #keep(name: string): void {
    const { model, key } = touched(name);
    const { db } = this.#storage;
    const row = this.rows.get(model as StoredModel, key);
    if (row) db.prepare('INSERT OR REPLACE INTO durable.kept VALUES (?, ?, ?)').run(model, key, JSON.stringify(row));
    else db.prepare('DELETE FROM durable.kept WHERE model = ? AND key = ?').run(model, key);
  }

  /** Takes operations back as if they had not been done. */
  withdraw(ids: ReadonlySet<number>): void {
    this.commit(() => {
      const gone = new Set(
        this.outbox.all
          .filter(({ id }) => ids.has(id))
          .flatMap((operation) => localIdsIn(JSON.stringify(operation.answer))),
      );
      this.outbox.remove(ids);
      for (const operation of this.outbox.all)
        if (localIdsIn(JSON.stringify(operation.params)).some((id) => gone.has(id)))
          this.outbox.change(operation, { state: 'rejected', failure: orphanFailure });
      this.#rebase(() => undefined);
    });
  }

  /** The person decided about a clash: their text goes on top of what the service has now. */
  rebaseIntent(operation: Operation): void {
    this.commit(() => {
      this.images.restoreAll(this.rows);
      const base = baseOf(this.rows, operation.action, operation.params);
      this.outbox.change(operation, { base: { ...operation.base, ...base } });
      this.#rebase(() => undefined);
    });
  }

  /** A text that will not be used, kept. */
  keepLostText(operation: Operation): void {
    const { db } = this.#storage;
    const text = operation.params.content;
    const [row] = operation.names;
    if (typeof text !== 'string' || !row) return;
    const { model, key } = touched(row);
    const at = new Date(this.#options.now()).toISOString();
    db.prepare('INSERT INTO durable.lostText (model, key, field, text, at) VALUES (?, ?, ?, ?, ?)').run(
      model,
      key,
      'content',
      text,
      at,
    );
  }

  get facts() {
    return facts(this.#storage.db);
  }
}

function writesIn(changes: Performed['changes']): Set<string> {
  const writes = new Set<string>();
  for (const [model, keys] of changes) for (const key of keys) writes.add(touch(model, key));
  return writes;
}

function namesIn(action: string, params: unknown): Set<string> {
  return new Set([...idsInParams(action, params)].map(({ model, id }) => touch(model, id)));
}

/** A replayed creation meets the row that the service made of it. */
function isPresent(error: unknown): boolean {
  return /^SQLITE_CONSTRAINT/.test(String((error as { code?: unknown }).code));
}

export const lostFailure = (message: string): Failure => ({ kind: 'offline', message, answerLost: true });

const orphanFailure: Failure = {
  kind: 'conflict',
  code: 'row_discarded',
  message: 'It belongs to something whose creation was discarded, so it cannot be carried out.',
};

const clashFailure = (theirs: string): Failure => ({
  kind: 'conflict',
  code: 'content_clash',
  message:
    'Somebody else changed the same lines meanwhile. Retry puts your text in place of theirs; discard keeps theirs.',
  theirs,
});
