/**
 * Decides what a rebase has to do with rows that were read from the service; a pure function. Tables contain confirmed
 * rows with the effects of pending operations; `images` are the confirmed rows below these.
 */
export interface PendingOperation {
  readonly id: number;
  /** Stamp of the service's acknowledgement; undefined before it. */
  readonly acknowledgedAt: number | undefined;
  /** Rows that it wrote or names, as `rowRef(model, key)`. */
  readonly touches: ReadonlySet<string>;
  /** Units (read-back.ts) whose reading would show its effect. */
  readonly needs: readonly string[];
}

export interface PulledAnswer {
  /** Stamp taken before the request was sent. */
  readonly startedAt: number;
  readonly generation: number;
  /** Rows of the answer, as `rowRef(model, key)`. */
  readonly rows: ReadonlySet<string>;
  /** Models of which the answer contains complete lists: stored rows may be deleted. */
  readonly completeModels: ReadonlySet<string>;
  readonly units: ReadonlySet<string>;
}

export interface ReplicaState {
  readonly generation: number;
  /** Start of the newest read that was applied. Older reads are ignored, since they would bring back old values. */
  readonly appliedStart: number;
  readonly pending: readonly PendingOperation[];
  /** Rows with a confirmed image, as `rowRef(model, key)`. */
  readonly images: ReadonlySet<string>;
}

type Decision =
  | { readonly kind: 'discard'; readonly why: 'generation' | 'older' }
  /** No pending change is concerned: write the rows directly. */
  | { readonly kind: 'apply' }
  /** Restore the images, write the rows, replay the remaining operations. */
  | {
      readonly kind: 'rebase';
      /** Operations whose effect has been read back. */
      readonly settled: readonly number[];
      /** Units still to be read for each acknowledged operation. */
      readonly needs: ReadonlyMap<number, readonly string[]>;
    };

export function decideRebase(shown: ReplicaState, pulled: PulledAnswer): Decision {
  if (pulled.generation !== shown.generation) return { kind: 'discard', why: 'generation' };
  if (pulled.startedAt < shown.appliedStart) return { kind: 'discard', why: 'older' };
  const settled: number[] = [];
  const needs = new Map<number, readonly string[]>();
  for (const { id, acknowledgedAt, needs: wanted } of shown.pending) {
    if (acknowledgedAt === undefined || pulled.startedAt <= acknowledgedAt) continue;
    const remaining = wanted.filter((unit) => !pulled.units.has(unit));
    if (remaining.length === 0) settled.push(id);
    else if (remaining.length < wanted.length) needs.set(id, remaining);
  }
  const meets =
    [...pulled.rows].some((row) => shown.images.has(row)) ||
    [...shown.images].some((row) => pulled.completeModels.has(row.slice(0, row.indexOf('\t')))) ||
    shown.pending.some(({ touches }) => [...touches].some((row) => pulled.rows.has(row)));
  if (settled.length === 0 && needs.size === 0 && !meets) return { kind: 'apply' };
  return { kind: 'rebase', settled, needs };
}
