/** An operation: one action of the person, as the outbox stores it. */
import type { Failure } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { Base } from './intent.ts';

/** Fields that an operation writes, by `rowRef(model, key)`; `wholeRow` where it creates or deletes the row. */
export type Footprint = Readonly<Record<string, readonly string[]>>;

/**
 * As stored; the bridge's state `waiting` is derived. `sending` in the file at start means that the answer was lost.
 */
type StoredState = 'queued' | 'sending' | 'acknowledged' | 'rejected' | 'uncertain';

export interface Operation {
  readonly id: number;
  readonly key: string;
  /** Operations of one `act` have the same batch. */
  readonly batch: string;
  readonly action: string;
  /** As the person set them; `effective` contains the merged ones to send. */
  params: Readonly<Record<string, unknown>>;
  base: Base;
  readonly label: string;
  readonly at: string;
  state: StoredState;
  tries: number;
  failure: Failure | null;
  sentAt: number | null;
  /** The answer of the local action, with local ids. */
  answer: unknown;
  /** Created rows whose ids the answer does not contain (the first comment of a thread), as `rowRef(model, key)`. */
  readonly made: readonly string[];
  known: Readonly<Record<string, readonly string[]>> | null;
  needs: readonly string[] | null;
  /**
   * Fields written in any of its replays, so it only grows: once the service shows the effect a replay changes nothing,
   * but a repeated request still writes these fields.
   */
  footprint: Footprint;

  /** Set by the last replay; in memory only. */
  effective: Readonly<Record<string, unknown>>;
  /** Rows written, as `rowRef(model, key)`. */
  writes: ReadonlySet<string>;
  /** The rows of `made` with the values given by the operation, even after the service's own rows replaced them. */
  madeRows: ReadonlyMap<string, AnyRow>;
  /** Lists whose order it affects (send-order.ts). */
  orderedLists: ReadonlySet<string>;
  /** Rows that its params name. */
  names: ReadonlySet<string>;
  /** Why its effect is not shown; null while it is shown, and once the service's own rows show it. */
  unapplied: string | null;
  /** Stamp of the acknowledgement: only a read that began later can settle it. */
  acknowledgedAt: number;
}

export const rowRef = (model: string, key: string) => `${model}\t${key}`;
export function parseRowRef(text: string): { readonly model: string; readonly key: string } {
  const tab = text.indexOf('\t');
  return { model: text.slice(0, tab), key: text.slice(tab + 1) };
}
