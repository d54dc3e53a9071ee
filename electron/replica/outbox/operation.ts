/** Defines an operation: one action of the person that the outbox stores until the service has shown its effect. */
import type { Failure } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { StoredModelName } from '../../engine/store/schema.ts';
import type { MergeBase } from './merge-params.ts';

/**
 * The fields that an operation writes, by `rowRef(model, key)` of the row. If the operation creates or deletes the row,
 * its list of fields contains `everyFieldMarker`.
 */
export type TouchedFields = Readonly<Record<string, readonly string[]>>;

/**
 * The state of an operation in the outbox file. Windows show a queued operation as `waiting` if it waits for a rejected
 * or uncertain operation. If an operation is `sending` when the program starts, its answer counts as lost.
 */
type StoredState = 'queued' | 'sending' | 'acknowledged' | 'rejected' | 'uncertain';

export interface Operation {
  readonly id: number;
  /** A random key, from which the local ids of created rows are derived. */
  readonly key: string;
  /** A random key. All operations of one `act` call have the same batch. */
  readonly batch: string;
  readonly action: string;
  /** The params that the person set. `effective` contains the params to send, merged with changes of others. */
  params: Readonly<Record<string, unknown>>;
  /** Values that the person saw when acting (merge-params.ts, overwrites.ts, put-away.ts). */
  base: MergeBase;
  readonly label: string;
  /** Time at which the person acted, in ISO format. */
  readonly at: string;
  state: StoredState;
  /** How often the operation was sent. */
  tries: number;
  failure: Failure | null;
  /** Time of the last sending by this computer's clock, in milliseconds since 1970; null if not sent or not known. */
  sentAt: number | null;
  /**
   * The answer that the action returned when it was performed on local rows. The local ids in the answer are replaced
   * when the service's ids are known.
   */
  answer: unknown;
  /**
   * Rows that the operation created, but whose ids the answer omits, such as the first comment of a thread. Each text
   * is a `rowRef(model, key)`.
   */
  readonly made: readonly string[];
  /**
   * Values by which resolve-uncertain.ts can find the operation's rows if the answer is lost; null if there are none.
   */
  known: Readonly<Record<string, readonly string[]>> | null;
  /** Row sets (see read-back.ts) that must be read before the acknowledged operation is settled. */
  needs: readonly string[] | null;
  /**
   * All fields that the operation wrote in any replay. Fields are added and never removed: a replay on rows that
   * already show the effect changes nothing, but a repeated request still writes the fields.
   */
  footprint: TouchedFields;

  /** The merged params to send. Set by each replay, like all properties below; not stored. */
  effective: Readonly<Record<string, unknown>>;
  /** The rows that the operation wrote, as `rowRef(model, key)`. */
  writes: ReadonlySet<string>;
  /**
   * The rows of `made` with their values at creation. They stay here after the service's rows have replaced them in the
   * tables, so that each can be paired with its service row.
   */
  madeRows: ReadonlyMap<string, AnyRow>;
  /** Lists whose order the operation changes (list-order-waits.ts). */
  orderedLists: ReadonlySet<string>;
  /** The rows that the params name, as `rowRef(model, key)`. */
  names: ReadonlySet<string>;
  /** Why the rows do not show the operation's effect; null if they show it. */
  unapplied: string | null;
  /**
   * Order number of the acknowledgement (`nextStamp`). Only a read that starts later, with a higher order number, can
   * settle the operation.
   */
  acknowledgedAt: number;
}

/** Returns true if the operation was never sent. */
export const isUnsent = ({ state, tries }: Operation): boolean => state === 'queued' && tries === 0;

/** Code of the failure of an operation that cannot be read from the outbox file. It is never performed or sent. */
export const unreadableCode = 'unreadable';
export const isUnreadable = ({ failure }: Operation): boolean =>
  failure?.kind === 'conflict' && failure.code === unreadableCode;

/** Returns true if the operation waits for a decision by the person. */
export const needsPersonDecision = ({ state, failure }: Operation): boolean =>
  state === 'rejected' || (state === 'uncertain' && failure?.kind === 'conflict');

/** Returns a text that identifies a row. */
export const rowRef = (model: string, key: string) => `${model}\t${key}`;
/** Returns the model and key of a row from a text that `rowRef` returned. */
export function parseRowRef(text: string): { readonly model: StoredModelName; readonly key: string } {
  const tab = text.indexOf('\t');
  return { model: text.slice(0, tab) as StoredModelName, key: text.slice(tab + 1) };
}
