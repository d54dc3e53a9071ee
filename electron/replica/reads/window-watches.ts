/** Keeps the answers of windows' watches up to date. After each commit, a watch with changed rows gets a patch. */
import type { WatchPatch } from '../../../shared/bridge/index.ts';
import { type PackedAnswerRow, packAnswerRows } from '../../../shared/bridge/packed.ts';
import { type Query, Refusal } from '../../../shared/contract/index.ts';
import { ChangedRows } from '../../engine/query/changed-rows.ts';
import { type AnswerPatch, answerPatchBetween, type LiveAnswer } from '../../engine/query/live-answer.ts';

interface Watch {
  readonly query: Query;
  answer: LiveAnswer;
  revision: number;
  /** `#readings` when the answer was read; if it is higher now, the answer must be read again. */
  reading: number;
}

interface WindowWatchesOptions {
  readonly live: (query: Query) => LiveAnswer;
  /** Returns the time by this computer's clock, in milliseconds since 1970. */
  readonly now: () => number;
  readonly patched: (patch: { readonly watchId: string; readonly base: number; readonly text: string }) => void;
}

/** As compact JSON for the bridge (packed.ts). */
export function packCompleteAnswer({ texts: { root, models } }: LiveAnswer): string {
  return packAnswerRows(
    root,
    [...models].map(([model, rows]) => [model, rows.values()]),
  );
}

/** The watches of all windows, and the watches of the main process for the tray. */
export class WatchedWindowQueries {
  #options: WindowWatchesOptions;
  #watches = new Map<string, Watch>();
  #stale = new Set<string>();
  /** Commits with `mayWait` update the answers only after this time, in milliseconds since 1970. */
  #nextRefresh = 0;
  /** Number of calls of `readAllAgain`. */
  #readings = 0;

  constructor(options: WindowWatchesOptions) {
    this.#options = options;
  }

  get queries(): readonly Query[] {
    return [...this.#watches.values()].map(({ query }) => query);
  }

  /** Starts a watch and returns its answer as compact JSON (packed.ts). The patches that follow are numbered from 0. */
  watch(watchId: string, query: Query): string {
    const answer = this.#options.live(query);
    this.#watches.set(watchId, { query, answer, revision: 0, reading: this.#readings });
    return packCompleteAnswer(answer);
  }

  /** Undefined if there is no such watch. */
  unwatch(watchId: string): Query | undefined {
    const query = this.#watches.get(watchId)?.query;
    this.#watches.delete(watchId);
    return query;
  }

  /** Call it after an update has failed. */
  readAllAgain(): void {
    this.#readings += 1;
  }

  /**
   * `mayWait` is true for pages of a first sync: without most indexes, queries get slower with each page. To take at
   * most a fifth of the worker thread's time, some updates wait for a later page.
   */
  updateAfterCommit(changed: ChangedRows, mayWait: boolean): void {
    const began = this.#options.now();
    if (mayWait && began < this.#nextRefresh) {
      for (const model of changed.models) this.#stale.add(model);
      return;
    }
    const all = this.#stale.size === 0 ? changed : new ChangedRows([...this.#stale, ...changed.models]);
    this.#stale.clear();
    this.#sendPatches(all);
    const ended = this.#options.now();
    this.#nextRefresh = ended + 4 * (ended - began);
  }

  /** Sends patches of the newest watches first, because they belong to the view on screen. */
  #sendPatches(changed: ChangedRows): void {
    for (const [watchId, watch] of [...this.#watches].reverse()) {
      const patch = this.#patchOf(watch, changed);
      if (!patch) continue;
      const base = watch.revision;
      // Counted before the sending: if a patch cannot be sent, the window sees by the next one that it lacks this one.
      watch.revision += 1;
      this.#options.patched({ watchId, base, text: patchText(patch) });
    }
  }

  /**
   * Undefined if nothing changed, or if the answer has become too large: the window keeps its outdated answer, and a
   * new watch of the same query returns the error.
   */
  #patchOf(watch: Watch, changed: ChangedRows): AnswerPatch | undefined {
    try {
      return watch.reading === this.#readings ? watch.answer.update(changed) : this.#readAgain(watch);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  #readAgain(watch: Watch): AnswerPatch | undefined {
    const before = watch.answer.texts;
    watch.answer = this.#options.live(watch.query);
    watch.reading = this.#readings;
    return answerPatchBetween(before, watch.answer.texts);
  }
}

/** Returns the patch as compact JSON (packed.ts): the text of a `WatchPatch` of the bridge. */
function patchText({ root, models }: AnswerPatch): string {
  const set: [string, PackedAnswerRow[]][] = [];
  const gone: Record<string, string[]> = {};
  for (const [model, rows] of models) {
    const written: PackedAnswerRow[] = [];
    const removedKeys: string[] = [];
    for (const [key, shown] of rows) {
      if (shown) written.push(shown);
      else removedKeys.push(key);
    }
    if (written.length > 0) set.push([model, written]);
    if (removedKeys.length > 0) gone[model] = removedKeys;
  }
  return packAnswerRows(root, set, gone satisfies WatchPatch['gone']);
}
