/** Answers that stay right: windows watch queries, and after each commit hear which rows of them changed. */
import type { Patch } from '../../shared/bridge/index.ts';
import { type AnswerTexts, joined } from '../engine/query/answer-text.ts';

type RowTexts = AnswerTexts['models'];

interface Watch {
  readonly query: unknown;
  readonly models: ReadonlySet<string>;
  /** JSON text per row, of the answer that the window has. */
  rows: RowTexts;
  root: string;
  revision: number;
}

export interface WatchesOptions {
  readonly answer: (query: unknown) => AnswerTexts;
  readonly modelsIn: (query: unknown) => ReadonlySet<string>;
  /** Local milliseconds. */
  readonly now: () => number;
  readonly patched: (patch: { readonly watchId: string; readonly base: number; readonly text: string }) => void;
}

export class Watches {
  #options: WatchesOptions;
  #watches = new Map<string, Watch>();
  /** Models that changed since the answers were last refreshed. */
  #stale = new Set<string>();
  /** Before then, a change that may wait does not refresh them. */
  #nextRefresh = 0;

  constructor(options: WatchesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#watches.size;
  }
  get queries(): readonly unknown[] {
    return [...this.#watches.values()].map(({ query }) => query);
  }

  /** Answers JSON text; patches follow, counted from base 0. */
  watch(watchId: string, query: unknown): string {
    const answer = this.#options.answer(query);
    this.#watches.set(watchId, {
      query,
      models: this.#options.modelsIn(query),
      rows: answer.models,
      root: answer.root,
      revision: 0,
    });
    return joined(answer);
  }

  unwatch(watchId: string): void {
    this.#watches.delete(watchId);
  }

  /**
   * Models changed. A first sync commits page after page into tables with few indexes, where answering takes ever
   * longer: with `mayWait` windows see the newest page only when that takes a fifth of the time at most.
   */
  changed(models: ReadonlySet<string>, mayWait: boolean): void {
    for (const model of models) this.#stale.add(model);
    const began = this.#options.now();
    if (mayWait && began < this.#nextRefresh) return;
    const stale = this.#stale;
    this.#stale = new Set();
    this.#refresh(stale);
    const ended = this.#options.now();
    this.#nextRefresh = ended + 4 * (ended - began);
  }

  /** Answers again what the changed models can have changed; the newest watch is what is looked at, so it comes first. */
  #refresh(changed: ReadonlySet<string>): void {
    for (const [watchId, watch] of [...this.#watches].reverse()) {
      if (![...watch.models].some((model) => changed.has(model))) continue;
      const { models: rows, root } = this.#options.answer(watch.query);
      const patch = difference(watch.rows, rows, root === watch.root ? undefined : root);
      watch.rows = rows;
      watch.root = root;
      if (!patch) continue;
      this.#options.patched({ watchId, base: watch.revision, text: patch });
      watch.revision += 1;
    }
  }
}

/** JSON text of a `Patch`, put together from the rows' texts; undefined when nothing differs. */
function difference(before: RowTexts, after: RowTexts, root: string | undefined): string | undefined {
  const set: string[] = [];
  const gone: Record<string, string[]> = {};
  for (const [model, rows] of after) {
    const known = before.get(model);
    const changed: string[] = [];
    for (const [key, text] of rows) if (known?.get(key) !== text) changed.push(`${JSON.stringify(key)}:${text}`);
    if (changed.length > 0) set.push(`${JSON.stringify(model)}:{${changed.join(',')}}`);
  }
  for (const [model, rows] of before) {
    const left = [...rows.keys()].filter((key) => !after.get(model)?.has(key));
    if (left.length > 0) gone[model] = left;
  }
  if (set.length === 0 && Object.keys(gone).length === 0 && root === undefined) return undefined;
  const rest = root === undefined ? '' : `,"root":${root}`;
  return `{"set":{${set.join(',')}},"gone":${JSON.stringify(gone satisfies Patch['gone'])}${rest}}`;
}
