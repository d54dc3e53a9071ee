/** Types that the engine shares with its two hosts, the embedded service and the replica. */
import type { ActionName, Answer, Id, Params, Timestamp } from '../../shared/contract/index.ts';
import type { Rows } from './store/rows.ts';

/**
 * Where the engine runs. `service`: it has all rows. `replica`: it has some rows; a row that it lacks may exist at the
 * service, so handlers must not treat the row as null or as "not found".
 */
export type EngineRole = 'service' | 'replica';

/** One action with its params, which have not been checked yet. */
export interface ActStep {
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The rows and fields that the sender of a query may read. On a replica the person may read all stored rows. */
export interface Viewer {
  readonly userId: Id<'user'> | null;
  readonly projects: 'all' | ReadonlySet<string>;
  readonly scopes: 'all' | ReadonlySet<string>;
}

/** The person or token that performs an action, with their rights. */
export interface Actor extends Viewer {
  readonly userId: Id<'user'>;
  /** False for the user of an organization's token: a card that such a user starts does not get the user as owner. */
  readonly isPerson: boolean;
  /** True for producers and admins, who may change guarded decks without being their guardians. */
  readonly isProducer: boolean;
}

/**
 * All that an action's effect may read besides its params. So if a replica performs the action again (replay), the
 * effect makes the same rows.
 */
export interface ActionContext {
  readonly rows: Rows;
  readonly role: EngineRole;
  /** The time of the action by the service's clock; on a replica the time at which the person acted. */
  readonly at: Timestamp;
  /** Earliest date that changed rows get (see `nextChangeDate`). */
  readonly notBefore?: Timestamp;
  readonly actor: Actor;
  readonly accountId: Id<'account'>;
  /**
   * Returns the id for a new row. `purpose` identifies the row within the action ("card",
   * `queueEntry:<userId>:<cardId>`), so that a replay gives each row the same id as before.
   */
  newId(purpose: string): string;
}

/**
 * Returns the date for a changed row: the time of the action, but no earlier than `last`, the row's previous date, and
 * no earlier than `notBefore`. Polls read changes since a date, and would miss a row that gets an earlier date.
 */
export function nextChangeDate({ at, notBefore = '' }: ActionContext, last: Timestamp): Timestamp {
  const dated = at > notBefore ? at : notBefore;
  return dated > last ? dated : last;
}

/** The handler of one action. The functions run in the order of this interface. */
export interface ActionHandler<A extends ActionName = ActionName> {
  /**
   * Runs on the service only, since only the service has all rows.
   * @throws Refusal for unknown or invisible rows, for missing rights or features of the plan, and for values that
   *   other rows forbid, such as a name that is taken
   */
  readonly check?: (context: ActionContext, params: Params<A>) => void;
  /** Runs in both roles. @throws Refusal if the stored rows suffice to know that the service refuses the action */
  readonly certain?: (context: ActionContext, params: Params<A>) => void;
  /** Runs in both roles: changes rows and returns the answer. */
  readonly effect: (context: ActionContext, params: Params<A>) => Answer<A>;
  /** Runs on the service only: changes that replicas cannot make, such as new runs and notices. */
  readonly serviceOnly?: (context: ActionContext, params: Params<A>, answer: Answer<A>) => void;
  /** Runs in previews only: the changes of `serviceOnly` that a person should know before acting. */
  readonly previewOnly?: (context: ActionContext, params: Params<A>) => void;
}

/** A handler for every action; the compiler names the missing ones. */
export type ActionHandlers = { readonly [A in ActionName]: ActionHandler<A> };
