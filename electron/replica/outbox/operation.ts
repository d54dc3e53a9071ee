/** Defines an operation: one action of the person that the outbox stores until the service has shown its effect. */
import type { Failure } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { StoredModelName } from '../../engine/store/schema.ts';
import type { MergeBase } from './merge-params.ts';

/** By `rowRef(model, key)`. If the operation creates or deletes the row, the list contains `everyFieldMarker`. */
export type TouchedFields = Readonly<Record<string, readonly string[]>>;

/**
 * Windows show a queued operation as `waiting` if it waits for a rejected or uncertain one. The answer of an operation
 * that is `sending` when the program starts counts as lost.
 */
type StoredState = 'queued' | 'sending' | 'acknowledged' | 'rejected' | 'uncertain';

export interface Operation {
  readonly id: number;
  /** Random; the local ids of created rows are derived from it. */
  readonly key: string;
  /** Random; the same for all operations of one `act` call. */
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
  tries: number;
  failure: Failure | null;
  /** Time of the last sending by this computer's clock, in milliseconds since 1970; null if not sent or not known. */
  sentAt: number | null;
  /** The answer of the action on local rows. Its local ids are replaced when the service's ids are known. */
  answer: unknown;
  /** Created rows whose ids the answer omits, such as the first comment of a thread, as `rowRef(model, key)`. */
  readonly made: readonly string[];
  /** Values by which resolve-uncertain.ts can find the rows after a lost answer; null if there are none. */
  known: Readonly<Record<string, readonly string[]>> | null;
  /** Row sets (see read-back.ts) that must be read before the acknowledged operation is settled. */
  needs: readonly string[] | null;
  /** Written in any replay: one that changes nothing does not shrink it, as a repeat writes them again. */
  footprint: TouchedFields;

  /** The merged params to send. Set by each replay, like all properties below; not stored. */
  effective: Readonly<Record<string, unknown>>;
  /** As `rowRef(model, key)`. */
  writes: ReadonlySet<string>;
  /** Rows of `made` at creation. Kept after the service's rows replace them, so that each can be paired. */
  madeRows: ReadonlyMap<string, AnyRow>;
  /** Lists whose order the operation changes (list-order-waits.ts). */
  orderedLists: ReadonlySet<string>;
  /** The rows that the params name, as `rowRef(model, key)`. */
  names: ReadonlySet<string>;
  /** Why the rows do not show the operation's effect; null if they show it. */
  unapplied: string | null;
  /** Order number of the acknowledgement (`nextStamp`). Only a read with a higher one can settle the operation. */
  acknowledgedAt: number;
}

export const isUnsent = ({ state, tries }: Operation): boolean => state === 'queued' && tries === 0;

/** Code of the failure of an operation that cannot be read from the outbox file. It is never performed or sent. */
export const unreadableCode = 'unreadable';
export const isUnreadable = ({ failure }: Operation): boolean =>
  failure?.kind === 'conflict' && failure.code === unreadableCode;

export const needsPersonDecision = ({ state, failure }: Operation): boolean =>
  state === 'rejected' || (state === 'uncertain' && failure?.kind === 'conflict');

export const rowRef = (model: string, key: string) => `${model}\t${key}`;
export function parseRowRef(text: string): { readonly model: StoredModelName; readonly key: string } {
  const tab = text.indexOf('\t');
  return { model: text.slice(0, tab) as StoredModelName, key: text.slice(tab + 1) };
}
