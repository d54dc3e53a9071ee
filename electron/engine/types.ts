/** Types that the engine shares with its two hosts, the embedded service and the replica. */
import type { ActionName, Answer, Id, Params, Timestamp } from '../../shared/contract/index.ts';
import type { RowStore } from './store/rows.ts';

/**
 * Where the engine runs. `service`: it has all rows. `replica`: it has only some rows. A row that a replica lacks can
 * exist on the service, so handlers must not treat it as null or as "not found".
 */
export type EngineRole = 'service' | 'replica';

/** One action with its params. The params are still unchecked. */
export interface ActStep {
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** By param, the values from which the new ones were computed. Only replicas use them. */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The sender of a query, with the rights that decide which rows and fields the sender can read. On a replica, the
 * person can read all stored rows.
 */
export interface Viewer {
  readonly userId: Id<'user'> | null;
  readonly projects: 'all' | ReadonlySet<string>;
  readonly scopes: 'all' | ReadonlySet<string>;
}

/** The person or token that performs an action, and what this person or token is allowed to do. */
export interface Actor extends Viewer {
  readonly userId: Id<'user'>;
  /**
   * False for the user of an organization's token. If such a user starts a card, the user does not become its owner.
   */
  readonly isPerson: boolean;
  /** True for producers and admins, who can change guarded decks without being their guardians. */
  readonly isProducer: boolean;
}

/**
 * The data that an action's effect reads besides its params. An effect reads nothing else, so that it makes the same
 * rows when a replica performs the action again (replay).
 */
export interface ActionContext {
  readonly rows: RowStore;
  readonly role: EngineRole;
  /**
   * The time of the action by the service's clock. On a replica, the time at which the person acted. ISO 8601 in UTC
   * with milliseconds.
   */
  readonly at: Timestamp;
  /**
   * If set, no changed row gets a date before this time, because polls would miss the row (see `dateForChangedRow`).
   */
  readonly notBefore?: Timestamp;
  readonly actor: Actor;
  readonly accountId: Id<'account'>;
  /**
   * Returns the id for a new row. `purpose` identifies the row within the action, such as `card` or
   * `queueEntry:<userId>:<cardId>`. A replay must get the same id for the same `purpose` as before.
   */
  newId(purpose: string): string;
}

/**
 * Returns the date for a changed row: the time of the action, but not before the row's previous date `last` and not
 * before `notBefore`. A poll reads changes since a date, so it misses a row that gets an earlier date.
 */
export function dateForChangedRow({ at, notBefore = '' }: ActionContext, last: Timestamp): Timestamp {
  const dated = at > notBefore ? at : notBefore;
  return dated > last ? dated : last;
}

/** What an effect returns: the answer to the action, or nothing if the answer has no fields. */
type EffectAnswer<A extends ActionName> = A extends ActionName
  ? keyof Answer<A> extends never
    ? undefined
    : Answer<A>
  : never;

/** The handler of one action. The functions run in the order of this interface. */
export interface ActionHandler<A extends ActionName = ActionName> {
  /**
   * Runs on the service only, because only the service has all rows.
   * @throws Refusal for unknown or invisible rows, for missing rights, for features that the subscription plan lacks,
   *   and for values that other rows forbid, such as a name that is taken
   */
  readonly check?: (context: ActionContext, params: Params<A>) => void;
  /**
   * Runs in both roles.
   * @throws Refusal if the stored rows already show that the service will refuse the action
   */
  readonly refuseCertain?: (context: ActionContext, params: Params<A>) => void;
  /** Runs in both roles: changes rows. */
  readonly effect: (context: ActionContext, params: Params<A>) => EffectAnswer<A>;
  /** Runs on the service only: changes that replicas cannot make, such as new runs and notices. */
  readonly serviceOnly?: (context: ActionContext, params: Params<A>, answer: Answer<A>) => void;
  /** Runs in previews only. Makes the changes of `serviceOnly` that a person should see before acting. */
  readonly previewOnly?: (context: ActionContext, params: Params<A>) => void;
}

/** A handler for every action. If a handler is missing, the compiler reports an error with the name of the action. */
export type ActionHandlers = { readonly [A in ActionName]: ActionHandler<A> };
