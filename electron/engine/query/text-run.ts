/** Runs a plan that was compiled in the form `text`. */
import type { Viewer } from '../types.ts';
import type { CompiledList, CompiledNode, CompiledPlan, CompiledRef, RowSource } from './compile.ts';
import {
  idsIn,
  keyOfRow,
  type QueryTimeLimit,
  type RawRow,
  type StatementCache,
  StatementRunner,
} from './statements.ts';

/**
 * Rows of one node of the plan (a field list of the query), without duplicates. `keys`, `raw` and `texts` have the same
 * order. Each of the `texts` is a JSON object without its closing brace, so that relations can be appended.
 */
export interface QueryNodeRows {
  readonly node: CompiledNode;
  readonly keys: readonly string[];
  readonly raw: readonly RawRow[];
  readonly texts: string[];
  /** Already in the texts, so that each relation is appended only once. */
  readonly appendedRelations: Set<string>;
}

export class JsonAnswerReader {
  readonly #runner: StatementRunner;
  readonly #timeLimit: QueryTimeLimit | null;
  /** The models are in the order of the query. */
  readonly #rowsByModel = new Map<string, QueryNodeRows[]>();
  /** Nodes of lower depth first. */
  readonly #pending: QueryNodeRows[] = [];

  constructor(statements: StatementCache, viewer: Viewer, timeLimit: QueryTimeLimit | null) {
    this.#runner = new StatementRunner(statements, viewer, timeLimit);
    this.#timeLimit = timeLimit;
  }

  /** The rows by model, including `_root`. */
  answer(plan: CompiledPlan): ReadonlyMap<string, readonly QueryNodeRows[]> {
    this.#timeLimit?.start();
    for (const model of plan.models) this.#rowsByModel.set(model, []);
    for (const root of plan.roots) {
      if (root.kind === 'row') this.#load(root.source, root.id);
      else this.#add(nodeRowsOf(root.source.node, [''], this.#runner.all(root.source.statement)));
    }
    for (let next = 0; next < this.#pending.length; next += 1) {
      const nodeRows = this.#pending[next] as QueryNodeRows;
      for (const link of nodeRows.node.links) {
        if (this.#timeLimit) this.#timeLimit.reading = link.plan.name;
        if (link.kind === 'ref') this.#followRefs(nodeRows, link);
        else this.#followList(nodeRows, link);
      }
    }
    return this.#rowsByModel;
  }

  #add(nodeRows: QueryNodeRows): void {
    const { model, links } = nodeRows.node;
    const rowsOfModel = this.#rowsByModel.get(model);
    if (rowsOfModel) rowsOfModel.push(nodeRows);
    else this.#rowsByModel.set(model, [nodeRows]);
    if (links.length > 0 && nodeRows.keys.length > 0) this.#pending.push(nodeRows);
  }

  /** Adds each row once. Returns the keys of all raw rows; a key occurs once per parent with the row. */
  #load({ statement, node }: RowSource, values: Readonly<Record<string, unknown>>, repeats = false) {
    const raw = this.#runner.countedRows(statement, values);
    const keys = raw.map((row) => keyOfRow(node, row));
    if (repeats) {
      const rowsByKey = new Map(keys.map((key, index) => [key, raw[index] as RawRow]));
      this.#add(nodeRowsOf(node, [...rowsByKey.keys()], [...rowsByKey.values()]));
    } else this.#add(nodeRowsOf(node, keys, raw));
    return { keys, raw };
  }

  #followList(nodeRows: QueryNodeRows, link: CompiledList): void {
    const write = this.#writerOf(nodeRows, link.key);
    const textOf = (ids: readonly string[]) => JSON.stringify(link.first ? (ids[0] ?? null) : ids);
    if (link.shared || nodeRows.keys.length === 1) {
      const text = textOf(this.#load(link.one, { parent: nodeRows.keys[0] }).keys);
      for (const index of nodeRows.keys.keys()) write(index, text);
      return;
    }
    const lists = new Map<string, string[]>(nodeRows.keys.map((key) => [key, []]));
    const { parentAt } = link.many.node;
    const { keys, raw } = this.#load(link.many, { parents: JSON.stringify(nodeRows.keys) }, link.repeats);
    for (const [index, key] of keys.entries()) lists.get(raw[index]?.[parentAt] as string)?.push(key);
    for (const [index, key] of nodeRows.keys.entries()) write(index, textOf(lists.get(key) ?? []));
  }

  /**
   * If some rows can be invisible, the texts do not contain the ids yet, and the ids of the visible rows are appended
   * here.
   */
  #followRefs(nodeRows: QueryNodeRows, link: CompiledRef): void {
    const { source, hidden: hiddenAmong } = link;
    if (!source && !hiddenAmong) return;
    const refs = nodeRows.raw.map((row) => idsIn(row[link.at] as string | null, link.isList));
    const ids = new Set(refs.flat());
    if (hiddenAmong) {
      const raw = ids.size === 0 ? [] : this.#runner.all(hiddenAmong, { parents: JSON.stringify([...ids]) });
      const hidden = new Set(raw.map(([id]) => id as string));
      const write = this.#writerOf(nodeRows, link.key);
      for (const [index, list] of refs.entries()) {
        write(index, JSON.stringify(list.filter((id) => !hidden.has(id))));
      }
      for (const id of hidden) ids.delete(id);
    }
    if (!source || ids.size === 0) return;
    if (ids.size === 1) this.#load(source.single, { parent: [...ids][0] });
    else this.#load(source, { parents: JSON.stringify([...ids]) });
  }

  /**
   * Appends `key` with a value to the text of a row. If the query contains a key twice, the second function does
   * nothing.
   */
  #writerOf({ texts, appendedRelations }: QueryNodeRows, key: string): (index: number, value: string) => void {
    if (appendedRelations.has(key)) return () => undefined;
    appendedRelations.add(key);
    const label = `${JSON.stringify(key)}:`;
    this.#timeLimit?.countText(label.length * texts.length);
    return (index, value) => {
      const text = texts[index] as string;
      texts[index] = `${text}${text.length > 1 ? ',' : ''}${label}${value}`;
    };
  }
}

function nodeRowsOf(node: CompiledNode, keys: readonly string[], raw: readonly RawRow[]): QueryNodeRows {
  return { node, keys, raw, texts: raw.map((row) => row[node.textAt] as string), appendedRelations: new Set() };
}
