/** One action that the person did, as the outbox holds it. */
import type { Failure } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { Base } from './intent.ts';

/** Fields that an operation writes, by `touch(model, key)`; `wholeRow` where it makes or removes the row. */
export type Footprint = Readonly<Record<string, readonly string[]>>;

/** As stored; `waiting` of the bridge is derived. `sending` on disk after a start means that the answer is lost. */
export type StoredState = 'queued' | 'sending' | 'acknowledged' | 'rejected' | 'uncertain';

export interface Operation {
  readonly id: number;
  readonly key: string;
  /** Operations of one `act` share it. */
  readonly batch: string;
  readonly action: string;
  /** As the person did it; `effective` is what to send. */
  params: Readonly<Record<string, unknown>>;
  base: Base;
  readonly label: string;
  readonly at: string;
  state: StoredState;
  tries: number;
  failure: Failure | null;
  sentAt: number | null;
  /** The answer given here, with local ids. */
  answer: unknown;
  /** Rows made whose ids the answer does not give (the first comment of a thread), as `touch(model, key)`. */
  readonly made: readonly string[];
  known: Readonly<Record<string, readonly string[]>> | null;
  needs: readonly string[] | null;
  /**
   * Fields that any performance of it wrote. It only grows: once the service shows the effect, a performance changes
   * nothing, but a repeated request still writes these fields.
   */
  footprint: Footprint;

  /** In memory only, made by the last performance. */
  effective: Readonly<Record<string, unknown>>;
  /** Rows written, as `touch(model, key)`. */
  writes: ReadonlySet<string>;
  /** The rows of `made` as it makes them, also once the service's own rows have come and hide its effect. */
  madeRows: ReadonlyMap<string, AnyRow>;
  /** Lists whose order it has a part in (lines.ts). */
  lines: ReadonlySet<string>;
  /** Rows that its params name. */
  names: ReadonlySet<string>;
  /** Why its effect is not shown; null while it is, or once the service's own rows show it. */
  unapplied: string | null;
  /** Stamp of the acknowledgement: only a read that began later can settle it. */
  acknowledgedAt: number;
}

export const touch = (model: string, key: string) => `${model}\t${key}`;
export function touched(text: string): { readonly model: string; readonly key: string } {
  const tab = text.indexOf('\t');
  return { model: text.slice(0, tab), key: text.slice(tab + 1) };
}
