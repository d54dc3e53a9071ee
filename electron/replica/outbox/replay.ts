/**
 * Performs operations before the service has confirmed them, and again after confirmed rows have changed. Stores the
 * before-image of every row that an operation changes.
 */

import { type ActionName, Refusal, type Timestamp } from '../../../shared/contract/index.ts';
import { type ActionResult, createEngine, type Engine, type EngineCallContext } from '../../engine/engine.ts';
import { ChangedRows } from '../../engine/query/changed-rows.ts';
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import type { Actor } from '../../engine/types.ts';
import { BeforeImages } from '../store/before-images.ts';
import { type IdReplacement, idsInParams, LocalIdMap } from '../store/local-ids.ts';
import type { ReplicaStorage } from '../store/storage.ts';
import { cacheValueStore, hasIndexes } from '../store/stored-values.ts';
import { fieldsTouchedByChanges, fieldsTouchedByParams, mergeTouchedFields } from './dependencies.ts';
import { isCreationList, listsReorderedByAction } from './list-order-waits.ts';
import { mergeParams } from './merge-params.ts';
import { isUnreadable, type Operation, parseRowRef, rowRef, type TouchedFields } from './operation.ts';
import { Outbox } from './outbox.ts';

export interface TokenIdentity {
  readonly accountId: string;
  /** The token's user, in whose name the actions are performed. */
  readonly actorId: string;
  readonly isPerson: boolean;
}

interface OptimisticResult extends ActionResult {
  readonly footprint: TouchedFields;
}

export interface OperationReplayerOptions {
  readonly storage: ReplicaStorage;
  /** Undefined before the first answer of the service. */
  readonly identity: () => TokenIdentity | undefined;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}

export class OperationReplayer {
  readonly engine: Engine;
  readonly outbox: Outbox;
  readonly ids: LocalIdMap;
  readonly images: BeforeImages;
  /** Former values of the rows that the present action has changed, by `rowRef`. */
  #rowsBeforeAction = new Map<string, AnyRow | undefined>();
  /** By `rowRef`; undefined outside an `act` call. */
  rowsBeforeAct: Map<string, AnyRow | undefined> | undefined;
  #options: OperationReplayerOptions;
  #isOptimistic = false;
  /** Former values since the last `takeChanges`. Beyond `maxReportedRows`, only `#changedModels`. */
  #written = new Map<string, AnyRow | undefined>();
  #changedModels = new Set<string>();
  #renamings: IdReplacement[] = [];

  constructor(options: OperationReplayerOptions) {
    this.#options = options;
    const { db } = options.storage;
    this.images = new BeforeImages(db);
    this.outbox = new Outbox(db);
    this.ids = new LocalIdMap(db);
    this.engine = createEngine(db, 'replica', {
      beforeWrite: (model, key, before) => {
        if (this.#isOptimistic) this.images.keepFirst(model, key, before);
        const name = rowRef(model, key);
        if (this.#isOptimistic && !this.#rowsBeforeAction.has(name)) this.#rowsBeforeAction.set(name, before);
        this.#noteWrite(model, name, before);
        if (this.rowsBeforeAct && !this.rowsBeforeAct.has(name)) this.rowsBeforeAct.set(name, before);
      },
    });
    this.rows.updatesTextIndex = hasIndexes(cacheValueStore(db));
  }

  get rows() {
    return this.engine.rows;
  }

  /** Records that SQL wrote rows of these models. SQL bypasses the row store, so the single rows are not known. */
  noteChangedModels(models: Iterable<string>): void {
    for (const model of models) this.#changedModels.add(model);
  }

  #noteWrite(model: string, name: string, before: AnyRow | undefined): void {
    if (this.#changedModels.has(model) || this.#written.has(name)) return;
    this.#written.set(name, before);
    if (this.#written.size <= maxReportedRows) return;
    for (const each of this.#written.keys()) this.#changedModels.add(parseRowRef(each).model);
    this.#written.clear();
  }

  takeChanges(): { readonly changed: ChangedRows; readonly renamed: readonly IdReplacement[] } {
    const [written, models, renamed] = [this.#written, this.#changedModels, this.#renamings];
    this.#forgetChanges();
    const changed = new ChangedRows(models);
    for (const [name, before] of written) {
      const { model, key } = parseRowRef(name);
      changed.add(model, key, before, this.rows.get(model, key) as AnyRow | undefined);
    }
    return { changed, renamed };
  }

  #forgetChanges(): void {
    this.#written = new Map();
    this.#changedModels = new Set();
    this.#renamings = [];
  }

  /** Call it after a rollback. @param operations the operations before the transaction */
  reload(operations: readonly Operation[]): void {
    this.rows.discardChanges();
    this.images.reload();
    this.outbox.reload(operations);
    this.ids.reload();
    this.#forgetChanges();
  }

  /** The same in each replay. */
  engineCall(operation: { readonly key: string; readonly at: Timestamp }): EngineCallContext {
    const identity = this.#options.identity();
    if (!identity) throw new Error('Nobody is known to act for: the first sync has not begun');
    const actor: Actor = {
      userId: identity.actorId,
      isPerson: identity.isPerson,
      // Only the service can check guardians. Here the actor counts as a producer, who passes the check.
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

  /** @throws Refusal if the action is certain to be refused. Then nothing has changed. */
  performOptimistically(action: string, params: Operation['params'], call: EngineCallContext): OptimisticResult {
    this.#isOptimistic = true;
    this.#rowsBeforeAction = new Map();
    try {
      const { answer, changes } = this.engine.perform(action as ActionName, params, call);
      const changed = fieldsTouchedByChanges(this.#rowsBeforeAction, (name) => {
        const { model, key } = parseRowRef(name);
        return this.rows.get(model, key) as AnyRow | undefined;
      });
      return { answer, changes, footprint: mergeTouchedFields(fieldsTouchedByParams(action, params), changed) };
    } finally {
      this.#isOptimistic = false;
    }
  }

  /**
   * First merges the params with changes of others. If the action fails, `operation.unapplied` has the reason. If
   * others changed the same lines of a text, a queued operation is rejected, and the person decides.
   */
  replay(operation: Operation): void {
    const params = this.ids.renamedIn(operation.params);
    const { params: merged, clashes } = mergeParams(this.rows, operation.action, params, operation.base);
    const reasonBefore = operation.unapplied;
    this.outbox.note(operation, {
      effective: merged,
      names: rowRefsInParams(operation.action, merged),
      writes: new Set(),
      orderedLists: new Set(),
      unapplied: isUnreadable(operation) ? 'It cannot be read.' : null,
    });
    if (operation.unapplied !== null) return;
    const [clash] = clashes;
    if (clash && operation.state === 'queued')
      this.outbox.change(operation, { state: 'rejected', failure: textClashFailure(clash.theirs) });
    try {
      const { changes, footprint } = this.performOptimistically(operation.action, merged, this.engineCall(operation));
      this.#noteFootprint(operation, footprint);
      const writes = writtenRowRefs(changes);
      this.outbox.note(operation, {
        writes,
        madeRows: new Map([...operation.madeRows, ...createdRowsStillPresent(this.rows, operation.made)]),
        orderedLists: listsReorderedByAction(this.rows, operation.action, writes),
      });
    } catch (error) {
      // Either the service will certainly refuse the action, or the row that the action creates exists already.
      if (!(error instanceof Refusal) && !isConstraintError(error)) throw error;
      // The engine has rolled the action back, and the before-images that it stored in the file.
      this.images.reload();
      // If the operation was sent before, the service has probably created the existing row for it.
      if (isConstraintError(error) && operation.tries > 0) return;
      this.outbox.note(operation, { unapplied: (error as Error).message });
      if (operation.unapplied === reasonBefore) return;
      const { id, action, state } = operation;
      const code = error instanceof Refusal ? error.body.error : (error as { code?: unknown }).code;
      // Do not show an error here: if the service refuses the operation, the person sees that refusal.
      this.#options.log(
        error instanceof Refusal ? 'info' : 'warn',
        'A waiting change could not be applied to the rows at hand',
        {
          operation: id,
          action,
          state,
          code,
          reason: operation.unapplied,
        },
      );
    }
  }

  #noteFootprint(operation: Operation, more: TouchedFields): void {
    const footprint = mergeTouchedFields(operation.footprint, more);
    if (JSON.stringify(footprint) !== JSON.stringify(operation.footprint)) this.outbox.change(operation, { footprint });
  }

  /**
   * Call it within a transaction. Only restores the images of `changed` and of the rows that the operations on them
   * write, and only performs these operations again; all of them without `changed`.
   * @param changed the rows that `work` writes, as `rowRef(model, key)`
   * @param performed called after each operation is performed again
   */
  rebase(work: () => void, changed?: Iterable<string>, performed?: (operation: Operation) => void): void {
    const concerned = changed && this.#concernedBy(changed);
    this.images.restore(this.rows, concerned?.rows);
    work();
    this.rows.flushText();
    for (const operation of concerned?.operations ?? this.outbox.all) {
      if (!this.outbox.get(operation.id)) continue;
      this.replay(operation);
      performed?.(operation);
    }
  }

  /**
   * The operations that write or name the rows, those that do so with rows which these operations write, those on the
   * same lists, and so on. The others stay as they are, so that the answer to one of many changes costs no more than
   * the answer to one of few.
   */
  #concernedBy(changed: Iterable<string>): { rows: ReadonlySet<string>; operations: readonly Operation[] } {
    const rows = new Set(changed);
    const operations = new Set<Operation>();
    const add = (operation: Operation) => {
      if (operations.has(operation)) return;
      operations.add(operation);
      for (const name of operation.writes) rows.add(name);
      for (const list of operation.orderedLists)
        if (!isCreationList(list)) for (const other of this.outbox.linked(`list ${list}`)) add(other);
    };
    for (const name of rows) for (const operation of this.outbox.linked(`row ${name}`)) add(operation);
    return { rows, operations: [...operations].toSorted((a, b) => a.id - b.id) };
  }

  rename(renaming: IdReplacement): void {
    this.ids.rename(renaming);
    this.#renamings.push(renaming);
  }

  operationsWith(renamings: readonly IdReplacement[]): readonly Operation[] {
    return [...new Set(renamings.flatMap(({ from }) => this.outbox.linked(`localId ${from}`)))];
  }

  /** Replaces local ids in operations and in the keys of drafts by the service's ids. */
  renameParams(operations: readonly Operation[]): void {
    for (const operation of operations) {
      // In every property: an id that the person removed from a list, for example, is only in `base`.
      const renamed = {
        params: this.ids.renamedIn(operation.params),
        base: this.ids.renamedIn(operation.base),
        answer: this.ids.renamedIn(operation.answer),
        needs: this.ids.renamedIn(operation.needs),
        footprint: this.ids.renamedIn(operation.footprint),
      };
      const isRenamed = (Object.keys(renamed) as (keyof typeof renamed)[]).some(
        (name) => renamed[name] !== operation[name],
      );
      if (isRenamed) this.outbox.change(operation, renamed);
    }
    const { db } = this.#options.storage;
    const drafts = db.prepare(`SELECT key FROM durable.draft WHERE key LIKE '%local-%'`).all() as { key: string }[];
    for (const { key } of drafts)
      db.prepare('UPDATE OR REPLACE durable.draft SET key = ? WHERE key = ?').run(this.ids.renamed(key), key);
  }
}

/** A commit that writes more rows than this reports only the models of the rows. */
const maxReportedRows = 400;

/** As `rowRef(model, key)`. */
export function writtenRowRefs(changes: ActionResult['changes']): Set<string> {
  const writes = new Set<string>();
  for (const [model, keys] of changes) for (const key of keys) writes.add(rowRef(model, key));
  return writes;
}

/** By `rowRef`. */
export function createdRowsStillPresent(rows: RowStore, made: readonly string[]): Map<string, AnyRow> {
  const found = made.flatMap((name) => {
    const { model, key } = parseRowRef(name);
    const row = rows.get(model, key) as AnyRow | undefined;
    return row ? [[name, row] as const] : [];
  });
  return new Map(found);
}

/** As `rowRef(model, key)`. */
export function rowRefsInParams(action: string, params: unknown): Set<string> {
  return new Set([...idsInParams(action, params)].map(({ model, id }) => rowRef(model, id)));
}

function isConstraintError(error: unknown): boolean {
  return /^SQLITE_CONSTRAINT/.test(String((error as { code?: unknown }).code));
}

const textClashFailure = (theirs: string) =>
  ({
    kind: 'conflict',
    code: 'content_clash',
    message:
      'Somebody else changed the same lines meanwhile. Retry puts your text in place of theirs; discard keeps theirs.',
    theirs,
  }) as const;
