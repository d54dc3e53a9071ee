/** Performs actions on one SQLite database, for the service and for replicas. */
import type { Database } from 'better-sqlite3';
import {
  type ActionName,
  type Answer,
  actionByName,
  type Params,
  Refusal,
  validateActionParams,
} from '../../shared/contract/index.ts';
import { actionHandlers } from './actions/index.ts';
import { recordCardHistory } from './rules/card-history.ts';
import { updateDerivedColumns } from './rules/derive.ts';
import { ChangeJournal } from './store/journal.ts';
import { type ChangedKeys, type RowChange, RowStore, type RowStoreOptions } from './store/rows.ts';
import type { ActionContext, ActionHandler, ActStep, EngineRole } from './types.ts';

/** Who acts, at what time, and with which ids for new rows. */
export interface EngineCallContext extends Omit<ActionContext, 'rows' | 'role'> {
  /** Changes by the service itself: their history names no person. */
  readonly isAutomatic?: boolean;
}

export interface ActionResult<A extends ActionName = ActionName> {
  /** Empty if the contract defines no response. */
  readonly answer: Answer<A>;
  /** Includes rows of which only derived columns changed. */
  readonly changes: ChangedKeys;
}

export interface Engine {
  readonly db: Database;
  readonly rows: RowStore;
  readonly role: EngineRole;
  /**
   * Runs in a transaction, or in a savepoint of the caller's. The caller must check the scopes first; the handler only
   * checks those that depend on the changed rows.
   * @throws Refusal; the database is then unchanged
   */
  perform<A extends ActionName>(name: A, params: unknown, call: EngineCallContext): ActionResult<A>;
  /**
   * Performs the steps in order, and rolls them back. Returns the changed rows, also those of
   * `ActionHandler.previewOnly`. Does not call the option `beforeWrite` of `createEngine`.
   * @param answered receives the answer of each step before the next one is taken, so that a step can name new rows
   * @throws Refusal when a step is refused
   */
  preview(
    steps: Iterable<ActStep>,
    callOf: (index: number) => EngineCallContext,
    answered?: (answer: Record<string, unknown>) => void,
  ): RowChange[];
  /** Runs `work` in a transaction, without an action: for the scheduler and demo data. */
  change<T>(
    call: EngineCallContext,
    work: (context: ActionContext) => T,
  ): { readonly value: T; readonly changes: ChangedKeys };
}

/** Ends a preview: better-sqlite3 rolls back a transaction whose function throws. */
const previewRollback = new Error('The preview is over');

export function createEngine(db: Database, role: EngineRole, options: RowStoreOptions = {}): Engine {
  let journal: ChangeJournal | undefined;
  let previewJournal: ChangeJournal | undefined;
  const rows = new RowStore(db, {
    beforeWrite(model, key, before) {
      journal?.recordBefore(model, key, before);
      if (previewJournal) previewJournal.recordBefore(model, key, before);
      else options.beforeWrite?.(model, key, before);
    },
  });

  /** Updates derived columns, the history (service only) and the full-text index (not in a preview). */
  function inTransaction<T>(
    call: EngineCallContext,
    work: (context: ActionContext) => T,
  ): { value: T; changes: ChangedKeys } {
    if (journal) throw new Error('An action cannot be performed within another one');
    if (!previewJournal) rows.flushText();
    const earlierChanges = rows.drainChanges();
    const current = new ChangeJournal();
    const context: ActionContext = { rows, role, ...call };
    const run = db.transaction(() => {
      journal = current;
      const value = work(context);
      if (value instanceof Promise) throw new TypeError('An action must finish within its transaction');
      updateDerivedColumns(context, current);
      if (role === 'service') recordCardHistory(context, current, call.isAutomatic ? null : call.actor.userId);
      if (!previewJournal) rows.flushText();
      return value;
    });
    try {
      // Takes the write lock first: after a read, writing fails at once if another connection writes.
      const value = rows.withRowCache(() => run.immediate());
      const changes = rows.drainChanges();
      return { value, changes };
    } catch (error) {
      rows.discardChanges();
      throw error;
    } finally {
      journal = undefined;
      rows.addChanges(earlierChanges);
    }
  }

  function perform<A extends ActionName>(name: A, body: unknown, call: EngineCallContext): ActionResult<A> {
    const action = actionByName(name);
    const handler = actionHandlers[name] as ActionHandler<A> | undefined;
    if (!action || !handler)
      throw new Refusal(404, { error: 'unknown_action', message: `There is no action '${name}'.` });
    const params = validateActionParams(action.params, body) as Params<A>;
    const { value, changes } = inTransaction(call, (context) => {
      if (role === 'service') handler.check?.(context, params);
      handler.refuseCertain?.(context, params);
      const answer = (handler.effect(context, params) ?? {}) as Answer<A>;
      if (role === 'service' && handler.serviceOnly && journal) {
        // `serviceOnly` reads derived columns. `inTransaction` updates them again afterwards.
        updateDerivedColumns(context, journal);
        handler.serviceOnly(context, params, answer);
      }
      if (previewJournal) handler.previewOnly?.(context, params);
      return answer;
    });
    return { answer: value, changes };
  }

  const preview: Engine['preview'] = (steps, callOf, answered) => {
    if (journal || previewJournal) throw new Error('A preview cannot run within an action or another preview');
    rows.flushText();
    const earlierChanges = rows.drainChanges();
    const before = new ChangeJournal();
    previewJournal = before;
    let changes: RowChange[] = [];
    const run = db.transaction(() => {
      let index = 0;
      for (const { action, params } of steps) {
        const { answer } = perform(action as ActionName, params, callOf(index));
        answered?.(answer as Record<string, unknown>);
        index += 1;
      }
      changes = before.changes(rows);
      throw previewRollback;
    });
    try {
      rows.withRowCache(() => run.immediate());
    } catch (error) {
      if (error !== previewRollback) throw error;
    } finally {
      previewJournal = undefined;
      rows.discardChanges();
      rows.addChanges(earlierChanges);
    }
    return changes;
  };

  return { db, rows, role, perform, preview, change: inTransaction };
}
