/**
 * Decides how to write rows that were read from the service; optimistic-store.ts writes them. The tables show the
 * effects of pending operations; before-images contain the confirmed rows.
 */
interface PendingOperation {
  readonly id: number;
  /** Order number of the acknowledgement (`nextStamp` in optimistic-store.ts); undefined before the acknowledgement. */
  readonly acknowledgedAt: number | undefined;
  /** Rows that the operation writes or names, as `rowRef(model, key)`. */
  readonly touches: ReadonlySet<string>;
  /** Row sets (see read-back.ts) to read before the operation is settled. */
  readonly needs: readonly string[];
}

export interface PulledAnswer {
  /** Order number of the request's start (`nextStamp` in optimistic-store.ts). A higher number means a later start. */
  readonly startedAt: number;
  readonly generation: number;
  /** Rows of the answer, as `rowRef(model, key)`. */
  readonly rows: ReadonlySet<string>;
  /** The answer has complete lists of these. Stored rows that such a list lacks are deleted or requested again. */
  readonly completeModels: ReadonlySet<string>;
  readonly rowSets: ReadonlySet<string>;
}

export interface StateToRebase {
  readonly generation: number;
  /**
   * Order number of the newest applied read, from its start. Earlier reads are ignored, because their values are older.
   */
  readonly appliedStart: number;
  readonly pending: readonly PendingOperation[];
  /** Rows with a before-image, as `rowRef(model, key)`. */
  readonly images: ReadonlySet<string>;
}

type Decision =
  | { readonly kind: 'discard' }
  /** The answer concerns no pending operation, so its rows are written directly. */
  | { readonly kind: 'apply' }
  /** Restores the before-images, writes the rows, and performs the remaining operations again. */
  | {
      readonly kind: 'rebase';
      /** Operations whose row sets have all been read. */
      readonly settled: readonly number[];
      /** The row sets still to be read, by id of the acknowledged operation. */
      readonly needs: ReadonlyMap<number, readonly string[]>;
    };

export function decideRebase(shown: StateToRebase, pulled: PulledAnswer): Decision {
  if (pulled.generation !== shown.generation || pulled.startedAt < shown.appliedStart) return { kind: 'discard' };
  const settled: number[] = [];
  const needs = new Map<number, readonly string[]>();
  for (const { id, acknowledgedAt, needs: wanted } of shown.pending) {
    if (acknowledgedAt === undefined || pulled.startedAt <= acknowledgedAt) continue;
    const remaining = wanted.filter((rowSet) => !pulled.rowSets.has(rowSet));
    if (remaining.length === 0) settled.push(id);
    else if (remaining.length < wanted.length) needs.set(id, remaining);
  }
  const concernsPending =
    [...pulled.rows].some((row) => shown.images.has(row)) ||
    [...shown.images].some((row) => pulled.completeModels.has(row.slice(0, row.indexOf('\t')))) ||
    shown.pending.some(({ touches }) => [...touches].some((row) => pulled.rows.has(row)));
  if (settled.length === 0 && needs.size === 0 && !concernsPending) return { kind: 'apply' };
  return { kind: 'rebase', settled, needs };
}
