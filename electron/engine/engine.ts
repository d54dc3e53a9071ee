/** The card engine: performs actions on one database, in either role, each one completely or not at all. */
import type { Database } from 'better-sqlite3';
import {
  type ActionName,
  type Answer,
  actionNamed,
  checkParams,
  type Id,
  type Params,
  Refusal,
  type Timestamp,
} from '../../shared/contract/index.ts';
import { handlers } from './actions/index.ts';
import { settle } from './rules/derive.ts';
import { record } from './rules/history.ts';
import { Journal } from './store/journal.ts';
import { type Changes, type RowChange, Rows, type RowsOptions } from './store/rows.ts';
import type { ActionContext, Actor, ActStep, EngineRole, Handler } from './types.ts';

/** The actor and the time of a call; see `ActionContext`. */
export interface Call {
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: Timestamp;
  readonly actor: Actor;
  readonly accountId: Id<'account'>;
  /** Must return the same id for the same purpose when the call is replayed. */
  readonly newId: (purpose: string) => string;
  /** The service acts by itself, so that history names nobody. */
  readonly isAutomatic?: boolean;
  /** Rows are dated no earlier than this. */
  readonly notBefore?: Timestamp;
}

export interface Performed<A extends ActionName = ActionName> {
  /** Empty where the action has no response. */
  readonly answer: Answer<A>;
  /** Rows that this call wrote, including derived ones. */
  readonly changes: Changes;
}

export interface Engine {
  readonly db: Database;
  readonly rows: Rows;
  readonly role: EngineRole;
  /**
   * Runs an action in its own transaction, or in a savepoint of the caller's. The caller checks the scopes of the
   * contract, unless the scope depends on the rows that change.
   * @throws Refusal, with nothing changed
   */
  perform<A extends ActionName>(name: A, params: unknown, call: Call): Performed<A>;
  /**
   * Performs the steps one after another and rolls them back. Returns the rows that they change, with each row before and
   * after. `beforeWrite` is not called. Also shows what the service alone does (`Handler.previewOnly`), on a replica too.
   * @throws Refusal when a step is refused.
   */
  preview(steps: readonly ActStep[], callOf: (index: number) => Call): RowChange[];
  /** Like `perform`, for changes without an action: the scheduler, demo data. */
  change<T>(call: Call, work: (context: ActionContext) => T): { readonly value: T; readonly changes: Changes };
}

/** Thrown to end the transaction of a preview. */
const rollBack = new Error('The preview is over');

export function createEngine(db: Database, role: EngineRole, options: RowsOptions = {}): Engine {
  let journal: Journal | undefined;
  /** Set while a preview runs. */
  let previewed: Journal | undefined;
  const rows = new Rows(db, {
    beforeWrite(model, key, before) {
      journal?.note(model, key, before);
      if (previewed) previewed.note(model, key, before);
      else options.beforeWrite?.(model, key, before);
    },
  });

  /** After a throw, the database, the change log and the text index are as before. */
  function inTransaction<T>(call: Call, work: (context: ActionContext) => T): { value: T; changes: Changes } {
    if (journal) throw new Error('An action cannot be performed within another one');
    rows.flushText();
    const earlier = rows.drainChanges();
    const current = new Journal();
    const context: ActionContext = { rows, role, ...call };
    const run = db.transaction(() => {
      journal = current;
      const value = work(context);
      if (value instanceof Promise) throw new TypeError('An action must finish within its transaction');
      settle(context, current);
      if (role === 'service') record(context, current, call.isAutomatic ? null : call.actor.userId);
      if (!previewed) rows.flushText();
      return value;
    });
    try {
      // A transaction that begins with a read cannot wait for another program's write.
      const value = rows.remembering(() => run.immediate());
      const changes = rows.drainChanges();
      return { value, changes };
    } catch (error) {
      rows.forget();
      throw error;
    } finally {
      journal = undefined;
      rows.addChanges(earlier);
    }
  }

  function perform<A extends ActionName>(name: A, body: unknown, call: Call): Performed<A> {
    const action = actionNamed(name);
    const handler = handlers[name] as Handler<A> | undefined;
    if (!action || !handler)
      throw new Refusal(404, { error: 'unknown_action', message: `There is no action '${name}'.` });
    const params = checkParams(action.params, body) as Params<A>;
    const { value, changes } = inTransaction(call, (context) => {
      if (role === 'service') handler.check?.(context, params);
      handler.certain?.(context, params);
      const answer = handler.effect(context, params);
      if (role === 'service' && handler.serviceOnly && journal) {
        // `serviceOnly` reads derived columns, so they must be up to date before it as well as after it.
        settle(context, journal);
        handler.serviceOnly(context, params, answer);
      }
      if (previewed) handler.previewOnly?.(context, params);
      return answer;
    });
    return { answer: value, changes };
  }

  function preview(steps: readonly ActStep[], callOf: (index: number) => Call): RowChange[] {
    if (journal || previewed) throw new Error('A preview cannot run within an action or another preview');
    rows.flushText();
    const earlier = rows.drainChanges();
    const before = new Journal();
    previewed = before;
    let changes: RowChange[] = [];
    const run = db.transaction(() => {
      for (const [index, { action, params }] of steps.entries()) perform(action as ActionName, params, callOf(index));
      changes = before.changes(rows);
      throw rollBack;
    });
    try {
      rows.remembering(() => run.immediate());
    } catch (error) {
      if (error !== rollBack) throw error;
    } finally {
      previewed = undefined;
      rows.forget();
      rows.addChanges(earlier);
    }
    return changes;
  }

  return { db, rows, role, perform, preview, change: inTransaction };
}
