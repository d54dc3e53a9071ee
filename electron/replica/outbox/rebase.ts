/**
 * Decides how to write rows that were read from the service; optimistic-store.ts writes them. The tables show the
 * effects of pending operations; before-images contain the confirmed rows.
 */
interface AcknowledgedOperation {
  readonly id: number;
  /** Order number of the acknowledgement (`nextStamp` in optimistic-store.ts). */
  readonly acknowledgedAt: number;
  /** Row sets (see read-back.ts) to read before the operation is settled. */
  readonly needs: readonly string[];
}

export interface PulledAnswer {
  /** Order number of the request's start (`nextStamp` in optimistic-store.ts). A higher number means a later start. */
  readonly startedAt: number;
  /** Rows of the answer, and rows that its complete lists may lack, as `rowRef(model, key)`. */
  readonly rows: ReadonlySet<string>;
  readonly rowSets: ReadonlySet<string>;
}

export interface StateToRebase {
  /**
   * Order number of the newest applied read, from its start. Earlier reads are ignored, because their values are older.
   */
  readonly appliedStart: number;
  readonly acknowledged: readonly AcknowledgedOperation[];
  /** True if a pending operation changed or names the row. */
  readonly isPending: (row: string) => boolean;
}

type Decision =
  | { readonly kind: 'discard' }
  /** The answer concerns no pending operation, so its rows are written directly. */
  | { readonly kind: 'apply' }
  /** Restores before-images, writes the rows, and performs the remaining operations again that they concern. */
  | {
      readonly kind: 'rebase';
      /** Operations whose row sets have all been read. */
      readonly settled: readonly number[];
      /** The row sets still to be read, by id of the acknowledged operation. */
      readonly needs: ReadonlyMap<number, readonly string[]>;
    };

export function decideRebase(shown: StateToRebase, pulled: PulledAnswer): Decision {
  if (pulled.startedAt < shown.appliedStart) return { kind: 'discard' };
  const settled: number[] = [];
  const needs = new Map<number, readonly string[]>();
  for (const { id, acknowledgedAt, needs: wanted } of shown.acknowledged) {
    if (pulled.startedAt <= acknowledgedAt) continue;
    const remaining = wanted.filter((rowSet) => !pulled.rowSets.has(rowSet));
    if (remaining.length === 0) settled.push(id);
    else if (remaining.length < wanted.length) needs.set(id, remaining);
  }
  if (settled.length === 0 && needs.size === 0 && ![...pulled.rows].some(shown.isPending)) return { kind: 'apply' };
  return { kind: 'rebase', settled, needs };
}
