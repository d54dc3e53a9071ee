/**
 * An answer that is updated after each commit: it reads only rows that the changed ones can affect, and returns those
 * of its rows that differ. It always equals a new answer to the query; lists without `$order` have any order.
 */
import { ceilings } from '../../../shared/contract/index.ts';
import { tooManyRows } from '../../../shared/contract/query-parse/refusals.ts';
import { ChangedRows } from './changed-rows.ts';
import type { LivePlan } from './live-plan.ts';
import { type AnswerTexts, emptyRow, mergedRow, type Shown, sameShown } from './live-texts.ts';
import { type Moment, type ResultNode, RootNode } from './result-nodes.ts';
import type { Inquiry } from './statements.ts';

/** Changed rows by model and key; null for removed ones. */
export interface AnswerPatch {
  readonly root: Shown | undefined;
  readonly models: ReadonlyMap<string, ReadonlyMap<string, Shown | null>>;
}

export interface LiveAnswer {
  /** The answer after the last update. */
  readonly texts: AnswerTexts;
  /**
   * Call after every commit with all its changes. Undefined when no row of the answer differs.
   * @throws Refusal 400 when the answer is too large; a later update includes the missed changes
   */
  update(changed: ChangedRows): AnswerPatch | undefined;
}

/** The difference between two answers. */
export function patchBetween(before: AnswerTexts, after: AnswerTexts): AnswerPatch | undefined {
  const models = new Map<string, Map<string, Shown | null>>();
  for (const model of new Set([...before.models.keys(), ...after.models.keys()])) {
    const [old, now] = [before.models.get(model) ?? noRows, after.models.get(model) ?? noRows];
    const differing = new Map<string, Shown | null>();
    for (const [key, shown] of now) if (!sameShown(old.get(key), shown)) differing.set(key, shown);
    for (const key of old.keys()) if (!now.has(key)) differing.set(key, null);
    if (differing.size > 0) models.set(model, differing);
  }
  const root = sameShown(before.root, after.root) ? undefined : after.root;
  return models.size > 0 || root !== undefined ? { root, models } : undefined;
}
const noRows: ReadonlyMap<string, Shown> = new Map();

/** With more changed rows than this the whole answer is read again. */
const maxChangedRows = 400;
const rootModel = '_root';

export class IncrementalQuery implements LiveAnswer {
  readonly #plan: LivePlan;
  readonly #inquire: () => Inquiry;
  #roots: readonly RootNode[] = [];
  /** By model. */
  #nodes = new Map<string, ResultNode[]>();
  #isLoaded = false;
  #root = emptyRow;
  readonly #models = new Map<string, Map<string, Shown>>();
  readonly #concerned: ReadonlySet<string>;

  constructor(plan: LivePlan, concerned: ReadonlySet<string>, inquire: () => Inquiry) {
    this.#plan = plan;
    this.#concerned = concerned;
    this.#inquire = inquire;
    for (const model of plan.models) this.#models.set(model, new Map());
    this.#load();
  }

  get texts(): AnswerTexts {
    return { root: this.#root, models: this.#models };
  }

  update(changed: ChangedRows): AnswerPatch | undefined {
    if (this.#isLoaded && ![...changed.models].some((model) => this.#concerned.has(model))) return undefined;
    const isUnknown = [...changed.unnamed].some((model) => this.#concerned.has(model));
    if (!this.#isLoaded || isUnknown || changed.size > maxChangedRows) return this.#load();
    this.#isLoaded = false;
    const patch = this.#update(changed);
    this.#isLoaded = true;
    return patch;
  }

  /** Reads the whole answer; the old texts stay for the comparison. */
  #load(): AnswerPatch | undefined {
    this.#isLoaded = false;
    this.#roots = this.#plan.roots.map((root) => new RootNode(root));
    this.#nodes = new Map();
    for (const root of this.#roots)
      for (const resultNode of root.all()) {
        const { model } = resultNode.node;
        this.#nodes.set(model, [...(this.#nodes.get(model) ?? []), resultNode]);
      }
    const known = new Map([...this.#models].map(([model, rows]) => [model, new Set(rows.keys())]));
    const patch = this.#update(new ChangedRows(), known);
    this.#isLoaded = true;
    return patch;
  }

  /** `also`: rows to compare besides the touched ones. */
  #update(changed: ChangedRows, also: ReadonlyMap<string, ReadonlySet<string>> = new Map()): AnswerPatch | undefined {
    const touched = new Map<string, Set<string>>([...also].map(([model, keys]) => [model, new Set(keys)]));
    const inquiry = this.#inquire();
    const moment: Moment = {
      inquiry,
      changed,
      runSql: (sql, bound) => inquiry.all({ sql, values: {} }, { keys: JSON.stringify(bound) }),
      touch(model, key) {
        const keys = touched.get(model);
        if (keys) keys.add(key);
        else touched.set(model, new Set([key]));
      },
    };
    for (const root of this.#roots) root.update(moment);
    this.#assertSize();
    return this.#writeTexts(touched);
  }

  #assertSize(): void {
    let rows = 0;
    for (const nodes of this.#nodes.values()) for (const resultNode of nodes) rows += resultNode.rows.size;
    if (rows > ceilings.rows) throw tooManyRows(ceilings.rows);
  }

  /** Writes the texts of touched rows and returns those that differ. */
  #writeTexts(touched: ReadonlyMap<string, ReadonlySet<string>>): AnswerPatch | undefined {
    let root: Shown | undefined;
    const models = new Map<string, Map<string, Shown | null>>();
    for (const [model, keys] of touched) {
      const nodes = this.#nodes.get(model) ?? [];
      if (model === rootModel) {
        const shown = shownIn(nodes, '') ?? emptyRow;
        if (!sameShown(shown, this.#root)) root = shown;
        continue;
      }
      const rows = this.#models.get(model) ?? new Map<string, Shown>();
      this.#models.set(model, rows);
      const differing = new Map<string, Shown | null>();
      for (const key of keys) {
        const shown = shownIn(nodes, key);
        if (sameShown(rows.get(key), shown)) continue;
        if (shown) rows.set(key, shown);
        else rows.delete(key);
        differing.set(key, shown ?? null);
      }
      if (differing.size > 0) models.set(model, differing);
    }
    if (root !== undefined) this.#root = root;
    return models.size > 0 || root !== undefined ? { root, models } : undefined;
  }
}

function shownIn(nodes: readonly ResultNode[], key: string): Shown | undefined {
  let all: Shown | undefined;
  for (const resultNode of nodes) {
    const shown = resultNode.shown(key);
    if (shown) all = all ? mergedRow(all, shown) : shown;
  }
  return all;
}
