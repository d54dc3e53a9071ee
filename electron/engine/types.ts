/** What the engine's parts say to each other and to its two hosts, the embedded service and the replica. */
import type { ActionName, Answer, Id, Params, Timestamp } from '../../shared/contract/index.ts';
import type { Rows } from './store/rows.ts';

/** `service`: holds the whole truth. `replica`: a missing row is unknown, never null and never "not found". */
export type EngineRole = 'service' | 'replica';

/** Who reads: what they may see. On a replica everything stored is theirs. */
export interface Viewer {
  readonly userId: Id<'user'> | null;
  readonly projects: 'all' | ReadonlySet<string>;
  readonly scopes: 'all' | ReadonlySet<string>;
}

/** Who acts. */
export interface Actor extends Viewer {
  readonly userId: Id<'user'>;
  /** False for an organization token's user: it never becomes an owner by itself. */
  readonly isPerson: boolean;
  /** Producer and admin level: may do what guardians guard. */
  readonly isProducer: boolean;
}

/** Everything an action's effect may depend on besides rows and params. The same context replays to the same rows. */
export interface ActionContext {
  readonly rows: Rows;
  readonly role: EngineRole;
  /** The moment of the action; the service's clock, or on a replica the moment it was done here. */
  readonly at: Timestamp;
  /** As `Call.notBefore`. */
  readonly notBefore?: Timestamp;
  readonly actor: Actor;
  readonly accountId: Id<'account'>;
  /**
   * The id of a row to be created: `purpose` names the row within the action ("card", `queueEntry:<userId>:<cardId>`), so that
   * a replay creates the same rows under the same ids whatever else changed.
   */
  newId(purpose: string): string;
}

/**
 * The date of a change to a row last changed at `last`: cursors would miss a change that is dated before what they have
 * seen of the row.
 */
export function dateOf({ at, notBefore = '' }: ActionContext, last: Timestamp): Timestamp {
  const dated = at > notBefore ? at : notBefore;
  return dated > last ? dated : last;
}

/**
 * One action. `check` runs on the service only, before anything changes: scope, access, plan, guardians, limits that
 * need the whole truth; it throws a Refusal. `certain` runs in both roles and refuses what is certain from the rows at
 * hand. `effect` makes the changes the interface promises. `serviceOnly` does bookkeeping nobody should speculate on.
 */
export interface Handler<A extends ActionName = ActionName> {
  readonly check?: (context: ActionContext, params: Params<A>) => void;
  readonly certain?: (context: ActionContext, params: Params<A>) => void;
  readonly effect: (context: ActionContext, params: Params<A>) => Answer<A>;
  readonly serviceOnly?: (context: ActionContext, params: Params<A>, answer: Answer<A>) => void;
}

/** A handler for every action; the compiler names the missing ones. */
export type Handlers = { readonly [A in ActionName]: Handler<A> };
