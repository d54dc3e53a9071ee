/** Types that the engine shares with its two hosts, the embedded service and the replica. */
import type { ActionName, Answer, Id, Params, Timestamp } from '../../shared/contract/index.ts';
import type { Rows } from './store/rows.ts';

/** `service`: has all rows. `replica`: has some rows; a missing row is unknown, never null and never "not found". */
export type EngineRole = 'service' | 'replica';

/** One action with its params, not yet checked. */
export interface ActStep {
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a reader may see. On a replica the person may see everything that is stored. */
export interface Viewer {
  readonly userId: Id<'user'> | null;
  readonly projects: 'all' | ReadonlySet<string>;
  readonly scopes: 'all' | ReadonlySet<string>;
}

/** The person or token that acts. */
export interface Actor extends Viewer {
  readonly userId: Id<'user'>;
  /** False for an organization token's user, which never becomes an owner by itself. */
  readonly isPerson: boolean;
  /** Producer or admin: may make the changes that guarded decks restrict. */
  readonly isProducer: boolean;
}

/** Everything an action's effect may depend on besides rows and params, so that a replay makes the same rows. */
export interface ActionContext {
  readonly rows: Rows;
  readonly role: EngineRole;
  /** The time of the action: by the service's clock, or on a replica when it was first performed here. */
  readonly at: Timestamp;
  /** See `Call.notBefore`. */
  readonly notBefore?: Timestamp;
  readonly actor: Actor;
  readonly accountId: Id<'account'>;
  /**
   * The id of a new row. `purpose` names the row within the action ("card", `queueEntry:<userId>:<cardId>`), so that
   * a replay creates the same rows with the same ids, whatever else changed.
   */
  newId(purpose: string): string;
}

/**
 * The date of a change to a row last changed at `last`, never before it: cursors would miss a change that is older than
 * the last one they have read.
 */
export function dateOf({ at, notBefore = '' }: ActionContext, last: Timestamp): Timestamp {
  const dated = at > notBefore ? at : notBefore;
  return dated > last ? dated : last;
}

/**
 * The handler of one action. `check` runs on the service only, before anything changes: scope, access, plan, guardians,
 * limits that need all rows; it throws a Refusal. `certain` runs in both roles and refuses what the stored rows already
 * rule out. `effect` makes the changes. `serviceOnly` updates internal rows that replicas do not have.
 * `previewOnly` runs in previews after `effect`: the part of `serviceOnly` that a person must know before they act.
 */
export interface Handler<A extends ActionName = ActionName> {
  readonly check?: (context: ActionContext, params: Params<A>) => void;
  readonly certain?: (context: ActionContext, params: Params<A>) => void;
  readonly effect: (context: ActionContext, params: Params<A>) => Answer<A>;
  readonly serviceOnly?: (context: ActionContext, params: Params<A>, answer: Answer<A>) => void;
  readonly previewOnly?: (context: ActionContext, params: Params<A>) => void;
}

/** A handler for every action; the compiler names the missing ones. */
export type Handlers = { readonly [A in ActionName]: Handler<A> };
