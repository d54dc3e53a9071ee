/**
 * Keeps the answers to windows' queries up to date: after each commit every watch gets a patch with its changed rows.
 */
import type { Patch } from '../../../shared/bridge/index.ts';
import { type PackedRow, pack } from '../../../shared/bridge/packed.ts';
import { Refusal } from '../../../shared/contract/index.ts';
import { ChangedRows } from '../../engine/query/changed-rows.ts';
import { type AnswerPatch, type LiveAnswer, patchBetween } from '../../engine/query/live-answer.ts';

interface Watch {
  readonly query: unknown;
  /** The answer as the window has it. */
  answer: LiveAnswer;
  revision: number;
  /** Number of the opening of the files that the answer was read from. */
  opening: number;
}

interface SubscriptionsOptions {
  readonly live: (query: unknown) => LiveAnswer;
  /** Local milliseconds. */
  readonly now: () => number;
  readonly patched: (patch: { readonly watchId: string; readonly base: number; readonly text: string }) => void;
}

/** The first answer of a watch, packed for the bridge. */
export function packedFirstAnswer({ texts: { root, models } }: LiveAnswer): string {
  return pack(
    root,
    [...models].map(([model, rows]) => [model, rows.values()]),
  );
}

export class Subscriptions {
  #options: SubscriptionsOptions;
  #watches = new Map<string, Watch>();
  /** Models changed since the answers were last updated. */
  #stale = new Set<string>();
  /** Local milliseconds; before then, a change with `mayWait` does not update the answers. */
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

  /** Returns the packed answer. Patches follow, numbered from 0. */
  watch(watchId: string, query: unknown): string {
    const answer = this.#options.live(query);
    this.#watches.set(watchId, { query, answer, revision: 0, opening: this.#opening });
    return packedFirstAnswer(answer);
  }

  unwatch(watchId: string): void {
    this.#watches.delete(watchId);
  }

  /** The cache was replaced: the next change reads all answers again. */
  reopened(): void {
    this.#opening += 1;
  }

  /**
   * Updates the answers after a commit. During a first sync pages follow each other and queries get slower; with
   * `mayWait` updates take at most a fifth of the time.
   */
  changed(changed: ChangedRows, mayWait: boolean): void {
    const began = this.#options.now();
    if (mayWait && began < this.#nextRefresh) {
      for (const model of changed.models) this.#stale.add(model);
      return;
    }
    const all = this.#stale.size === 0 ? changed : new ChangedRows([...this.#stale, ...changed.models]);
    this.#stale.clear();
    this.#update(all);
    const ended = this.#options.now();
    this.#nextRefresh = ended + 4 * (ended - began);
  }

  /** The newest watch is updated first, since it is the one on screen. */
  #update(changed: ChangedRows): void {
    for (const [watchId, watch] of [...this.#watches].reverse()) {
      const patch = this.#patchOf(watch, changed);
      if (!patch) continue;
      this.#options.patched({ watchId, base: watch.revision, text: patchText(patch) });
      watch.revision += 1;
    }
  }

  /** An answer that grew too large is not updated any more. A new watch of it returns the error. */
  #patchOf(watch: Watch, changed: ChangedRows): AnswerPatch | undefined {
    try {
      return watch.opening === this.#opening ? watch.answer.update(changed) : this.#readAgain(watch);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  #readAgain(watch: Watch): AnswerPatch | undefined {
    const before = watch.answer.texts;
    watch.answer = this.#options.live(watch.query);
    watch.opening = this.#opening;
    return patchBetween(before, watch.answer.texts);
  }
}

/** A packed `Patch`. */
function patchText({ root, models }: AnswerPatch): string {
  const set: [string, PackedRow[]][] = [];
  const gone: Record<string, string[]> = {};
  for (const [model, rows] of models) {
    const written: PackedRow[] = [];
    const removedKeys: string[] = [];
    for (const [key, shown] of rows) {
      if (shown) written.push(shown);
      else removedKeys.push(key);
    }
    if (written.length > 0) set.push([model, written]);
    if (removedKeys.length > 0) gone[model] = removedKeys;
  }
  return pack(root, set, gone satisfies Patch['gone']);
}
