/** Types that the engine shares with its hosts, the embedded service and the replica. */
import type { ActionName, Answer, Id, Params, Timestamp } from '../../shared/contract/index.ts';
import type { RowStore } from './store/rows.ts';

/** A replica has only some rows: one that it lacks is neither null nor "not found". */
export type EngineRole = 'service' | 'replica';

/** The params are still unchecked. */
export interface ActStep {
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** By param, the values from which the new ones were computed. Only for replicas. */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
}

/** Who sends a query, and what it can read. On a replica, the person can read all stored rows. */
export interface Viewer {
  readonly userId: Id<'user'> | null;
  readonly projects: 'all' | ReadonlySet<string>;
  readonly scopes: 'all' | ReadonlySet<string>;
}

/** The person or token that performs an action, with its rights. */
export interface Actor extends Viewer {
  readonly userId: Id<'user'>;
  /** False for the user of an organization's token, who does not become the owner of cards that it starts. */
  readonly isPerson: boolean;
  /** Producers and admins can change guarded decks without being their guardians. */
  readonly isProducer: boolean;
}

/** All that an effect reads besides its params, so that a replay on a replica makes the same rows. */
export interface ActionContext {
  readonly rows: RowStore;
  readonly role: EngineRole;
  /** By the service's clock; on a replica, when the person acted. ISO 8601 in UTC with milliseconds. */
  readonly at: Timestamp;
  /**
   * If set, no changed row gets a date before this time, because polls would miss the row (see `dateForChangedRow`).
   */
  readonly notBefore?: Timestamp;
  readonly actor: Actor;
  readonly accountId: Id<'account'>;
  /** `purpose` names the new row within the action, such as `card`. A replay gets the same id for it. */
  newId(purpose: string): string;
}

/**
 * The date for a changed row: the time of the action, but not before the row's previous date `last` and `notBefore`. A
 * poll reads changes since a date, so it would miss an earlier date.
 */
export function dateForChangedRow({ at, notBefore = '' }: ActionContext, last: Timestamp): Timestamp {
  const dated = at > notBefore ? at : notBefore;
  return dated > last ? dated : last;
}

/** The answer to the action, or nothing if the answer has no fields. */
type EffectAnswer<A extends ActionName> = A extends ActionName
  ? keyof Answer<A> extends never
    ? undefined
    : Answer<A>
  : never;

/** The functions run in the order of this interface. */
export interface ActionHandler<A extends ActionName = ActionName> {
  /**
   * On the service only, because only it has all rows.
   * @throws Refusal for unknown or invisible rows, missing rights, features that the subscription plan lacks, and
   * values that other rows forbid, such as a name that is taken
   */
  readonly check?: (context: ActionContext, params: Params<A>) => void;
  /** In both roles. @throws Refusal if the stored rows already show that the service will refuse the action */
  readonly refuseCertain?: (context: ActionContext, params: Params<A>) => void;
  /** In both roles: changes rows. */
  readonly effect: (context: ActionContext, params: Params<A>) => EffectAnswer<A>;
  /** On the service only: changes that replicas cannot make, such as new runs and notices. */
  readonly serviceOnly?: (context: ActionContext, params: Params<A>, answer: Answer<A>) => void;
  /** In previews only: the changes of `serviceOnly` that a person should see before acting. */
  readonly previewOnly?: (context: ActionContext, params: Params<A>) => void;
}

export type ActionHandlers = { readonly [A in ActionName]: ActionHandler<A> };
