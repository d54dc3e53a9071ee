/** Answers that stay right: windows watch queries, and after each commit hear which rows of them changed. */
import type { Patch } from '../../../shared/bridge/index.ts';
import { type PackedRow, pack } from '../../../shared/bridge/packed.ts';
import { Refusal } from '../../../shared/contract/index.ts';
import { ChangedRows } from '../../engine/query/changed-rows.ts';
import { type LiveAnswer, type Moved, movedBetween } from '../../engine/query/live-answer.ts';

interface Watch {
  readonly query: unknown;
  /** What the window has. */
  answer: LiveAnswer;
  revision: number;
  /** Which opening of the files the answer follows. */
  opening: number;
}

export interface SubscriptionsOptions {
  readonly live: (query: unknown) => LiveAnswer;
  /** Local milliseconds. */
  readonly now: () => number;
  readonly patched: (patch: { readonly watchId: string; readonly base: number; readonly text: string }) => void;
}

/** The answer as it crosses to the window that begins to watch it. */
export function openingText({ texts: { root, models } }: LiveAnswer): string {
  return pack(
    root,
    [...models].map(([model, rows]) => [model, rows.values()]),
  );
}

export class Subscriptions {
  #options: SubscriptionsOptions;
  #watches = new Map<string, Watch>();
  /** Models that changed since the answers were last moved on. */
  #stale = new Set<string>();
  /** Before then, a change that may wait does not move them. */
  #nextRefresh = 0;
  #opening = 0;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#watches.size;
  }
  get queries(): readonly unknown[] {
    return [...this.#watches.values()].map(({ query }) => query);
  }

  /** Answers the packed answer; patches follow, counted from base 0. */
  watch(watchId: string, query: unknown): string {
    const answer = this.#options.live(query);
    this.#watches.set(watchId, { query, answer, revision: 0, opening: this.#opening });
    return openingText(answer);
  }

  unwatch(watchId: string): void {
    this.#watches.delete(watchId);
  }

  /** Other files took the place of the ones that answers were read from: with the next change they are read anew. */
  reopened(): void {
    this.#opening += 1;
  }

  /**
   * Rows changed. A first sync commits page after page into tables with few indexes, where answering takes ever
   * longer: with `mayWait` windows see the newest page only when that takes a fifth of the time at most.
   */
  changed(changed: ChangedRows, mayWait: boolean): void {
    const began = this.#options.now();
    if (mayWait && began < this.#nextRefresh) {
      for (const model of changed.models) this.#stale.add(model);
      return;
    }
    const all = this.#stale.size === 0 ? changed : new ChangedRows([...this.#stale, ...changed.models]);
    this.#stale.clear();
    this.#move(all);
    const ended = this.#options.now();
    this.#nextRefresh = ended + 4 * (ended - began);
  }

  /** The newest watch is what is looked at, so it comes first. */
  #move(changed: ChangedRows): void {
    for (const [watchId, watch] of [...this.#watches].reverse()) {
      const moved = this.#movedOf(watch, changed);
      if (!moved) continue;
      this.#options.patched({ watchId, base: watch.revision, text: patchText(moved) });
      watch.revision += 1;
    }
  }

  /** An answer that grew too large stays as it was last; asked anew, it says so. */
  #movedOf(watch: Watch, changed: ChangedRows): Moved | undefined {
    try {
      return watch.opening === this.#opening ? watch.answer.move(changed) : this.#anew(watch);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  #anew(watch: Watch): Moved | undefined {
    const before = watch.answer.texts;
    watch.answer = this.#options.live(watch.query);
    watch.opening = this.#opening;
    return movedBetween(before, watch.answer.texts);
  }
}

/** A packed `Patch`. */
function patchText({ root, models }: Moved): string {
  const set: [string, PackedRow[]][] = [];
  const gone: Record<string, string[]> = {};
  for (const [model, rows] of models) {
    const written: PackedRow[] = [];
    const left: string[] = [];
    for (const [key, shown] of rows) {
      if (shown) written.push(shown);
      else left.push(key);
    }
    if (written.length > 0) set.push([model, written]);
    if (left.length > 0) gone[model] = left;
  }
  return pack(root, set, gone satisfies Patch['gone']);
}
