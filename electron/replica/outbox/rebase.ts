/**
 * What to do with rows that were read from the service while the person may have gone on acting: a pure decision.
 * Tables show confirmed rows with the pending operations' effects on top; `images` are the confirmed rows beneath.
 */
export interface Pending {
  readonly id: number;
  /** Stamp of the service's acknowledgement; undefined before it. */
  readonly acknowledgedAt: number | undefined;
  /** Rows it wrote or names, as `touch(model, key)`. */
  readonly touches: ReadonlySet<string>;
  /** Units (read-back.ts) whose reading would show its effect. */
  readonly needs: readonly string[];
}

export interface Pulled {
  /** Stamp of the moment before the request left. */
  readonly startedAt: number;
  readonly generation: number;
  /** Rows of the answer, as `touch(model, key)`. */
  readonly rows: ReadonlySet<string>;
  /** Models of which the answer holds whole lists: rows may vanish. */
  readonly wholeModels: ReadonlySet<string>;
  readonly units: ReadonlySet<string>;
}

export interface Shown {
  readonly generation: number;
  /** Start of the newest read that was applied: an older one would turn time back. */
  readonly appliedStart: number;
  readonly pending: readonly Pending[];
  /** Rows with a confirmed image beneath, as `touch(model, key)`. */
  readonly images: ReadonlySet<string>;
}

export type Decision =
  | { readonly kind: 'discard'; readonly why: 'generation' | 'older' }
  /** No pending effect is met: the rows go in as they are. */
  | { readonly kind: 'apply' }
  /** Restore the images, apply the rows, replay what remains pending. */
  | {
      readonly kind: 'rebase';
      /** Operations whose effect has been read back. */
      readonly settled: readonly number[];
      /** What each acknowledged operation still needs read. */
      readonly needs: ReadonlyMap<number, readonly string[]>;
    };

export function decide(shown: Shown, pulled: Pulled): Decision {
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
    [...shown.images].some((row) => pulled.wholeModels.has(row.slice(0, row.indexOf('\t')))) ||
    shown.pending.some(({ touches }) => [...touches].some((row) => pulled.rows.has(row)));
  if (settled.length === 0 && needs.size === 0 && !meets) return { kind: 'apply' };
  return { kind: 'rebase', settled, needs };
}
