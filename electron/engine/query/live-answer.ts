/**
 * The answer to a query that the replica keeps up to date: `update` reads only the rows that a commit can affect, and
 * returns those that differ. The result equals a new answer, except for the order of lists without `$order`.
 */
import { embeddedServiceLimits } from '../../../shared/contract/index.ts';
import { createTooManyRowsRefusal } from '../../../shared/contract/query-parse/refusals.ts';
import { ChangedRows } from './changed-rows.ts';
import type { LivePlan } from './live-plan.ts';
import {
  isSameSerializedRow,
  mergeSerializedRows,
  type SerializedAnswer,
  type SerializedRow,
  serializedRowWithoutFields,
} from './live-texts.ts';
import { type AnswerUpdateContext, type ResultNode, RootResultNode } from './result-nodes.ts';
import type { StatementRunner } from './statements.ts';

/** By model and key; null for a removed row. */
export interface AnswerPatch {
  readonly root: SerializedRow | undefined;
  readonly models: ReadonlyMap<string, ReadonlyMap<string, SerializedRow | null>>;
}

export interface LiveAnswer {
  readonly texts: SerializedAnswer;
  /**
   * Must be called after every commit, with all its changes. Undefined if the answer stays the same.
   * @throws Refusal 400 if the answer has too many rows. The next update then reads the whole answer again.
   */
  update(changed: ChangedRows): AnswerPatch | undefined;
}

/** Undefined if the answers are equal. */
export function answerPatchBetween(before: SerializedAnswer, after: SerializedAnswer): AnswerPatch | undefined {
  const models = new Map<string, Map<string, SerializedRow | null>>();
  for (const model of new Set([...before.models.keys(), ...after.models.keys()])) {
    const [old, now] = [before.models.get(model) ?? noRows, after.models.get(model) ?? noRows];
    const differing = new Map<string, SerializedRow | null>();
    for (const [key, text] of now) if (!isSameSerializedRow(old.get(key), text)) differing.set(key, text);
    for (const key of old.keys()) if (!now.has(key)) differing.set(key, null);
    if (differing.size > 0) models.set(model, differing);
  }
  const root = isSameSerializedRow(before.root, after.root) ? undefined : after.root;
  return models.size > 0 || root !== undefined ? { root, models } : undefined;
}
const noRows: ReadonlyMap<string, SerializedRow> = new Map();

/** With more changed rows, the whole answer is read again. */
const maxChangedRows = 400;
const rootModel = '_root';

export class IncrementalAnswer implements LiveAnswer {
  readonly #plan: LivePlan;
  readonly #createRunner: () => StatementRunner;
  #roots: readonly RootResultNode[] = [];
  #nodes = new Map<string, ResultNode[]>();
  #isLoaded = false;
  #root = serializedRowWithoutFields;
  readonly #models = new Map<string, Map<string, SerializedRow>>();
  readonly #dependsOn: ReadonlySet<string>;

  constructor(plan: LivePlan, dependsOn: ReadonlySet<string>, createRunner: () => StatementRunner) {
    this.#plan = plan;
    this.#dependsOn = dependsOn;
    this.#createRunner = createRunner;
    for (const model of plan.models) this.#models.set(model, new Map());
    this.#load();
  }

  get texts(): SerializedAnswer {
    return { root: this.#root, models: this.#models };
  }

  update(changed: ChangedRows): AnswerPatch | undefined {
    if (this.#isLoaded && this.#dependsOn.isDisjointFrom(changed.models)) return undefined;
    const isUnknown = !this.#dependsOn.isDisjointFrom(changed.unknownModels);
    if (!this.#isLoaded || isUnknown || changed.size > maxChangedRows) return this.#load();
    return this.#update(changed, new Map());
  }

  /** Reads the whole answer again. Returns the difference. */
  #load(): AnswerPatch | undefined {
    this.#roots = this.#plan.roots.map((root) => new RootResultNode(root));
    const nodes = this.#roots.flatMap((root) => [...root.all()]);
    this.#nodes = Map.groupBy(nodes, ({ node }) => node.model);
    const known = new Map([...this.#models].map(([model, rows]) => [model, new Set(rows.keys())]));
    return this.#update(new ChangedRows(), known);
  }

  /**
   * Compares only the rows in `touched`, to which the nodes add rows with `touch`. After an error, the next update
   * reads the whole answer again.
   */
  #update(changed: ChangedRows, touched: Map<string, Set<string>>): AnswerPatch | undefined {
    this.#isLoaded = false;
    const runner = this.#createRunner();
    const context: AnswerUpdateContext = {
      runner,
      changed,
      runSql: (sql, bound) => runner.all({ sql, values: {} }, { keys: JSON.stringify(bound) }),
      touch(model, key) {
        const keys = touched.get(model);
        if (keys) keys.add(key);
        else touched.set(model, new Set([key]));
      },
    };
    for (const root of this.#roots) root.update(context);
    this.#assertSize();
    const patch = this.#writeTexts(touched);
    this.#isLoaded = true;
    return patch;
  }

  #assertSize(): void {
    let rows = 0;
    for (const nodes of this.#nodes.values()) for (const resultNode of nodes) rows += resultNode.rows.size;
    if (rows > embeddedServiceLimits.rows) throw createTooManyRowsRefusal(embeddedServiceLimits.rows);
  }

  #writeTexts(touched: ReadonlyMap<string, ReadonlySet<string>>): AnswerPatch | undefined {
    let root: SerializedRow | undefined;
    const models = new Map<string, Map<string, SerializedRow | null>>();
    for (const [model, keys] of touched) {
      const nodes = this.#nodes.get(model) ?? [];
      if (model === rootModel) {
        const text = mergedTextOf(nodes, '') ?? serializedRowWithoutFields;
        if (!isSameSerializedRow(text, this.#root)) root = text;
        continue;
      }
      const rows = this.#models.get(model) ?? new Map<string, SerializedRow>();
      this.#models.set(model, rows);
      const differing = new Map<string, SerializedRow | null>();
      for (const key of keys) {
        const text = mergedTextOf(nodes, key);
        if (isSameSerializedRow(rows.get(key), text)) continue;
        if (text) rows.set(key, text);
        else rows.delete(key);
        differing.set(key, text ?? null);
      }
      if (differing.size > 0) models.set(model, differing);
    }
    if (root !== undefined) this.#root = root;
    return models.size > 0 || root !== undefined ? { root, models } : undefined;
  }
}

function mergedTextOf(nodes: readonly ResultNode[], key: string): SerializedRow | undefined {
  let all: SerializedRow | undefined;
  for (const resultNode of nodes) {
    const text = resultNode.rowText(key);
    if (text) all = all ? mergeSerializedRows(all, text) : text;
  }
  return all;
}
