/** Runs a compiled plan and puts the answer together. */
import type { AnswerRow, QueryAnswer } from '../../../shared/contract/index.ts';
import type { Viewer } from '../types.ts';
import type { CompiledLink, CompiledNode, CompiledPlan, Source } from './compile.ts';
import type { RawRow } from './row-maker.ts';
import { Inquiry, keyOfRow, type Statements } from './statements.ts';

type RowMap = Record<string, AnswerRow>;

/** Rows of one node as shown, and their keys. No key occurs twice. */
interface Batch {
  readonly node: CompiledNode;
  readonly keys: readonly string[];
  readonly rows: readonly AnswerRow[];
  /** Distinct values at the node's `gathered` positions. */
  readonly gathered: ReadonlyMap<number, ReadonlySet<unknown>>;
}

export class Run {
  readonly #inquiry: Inquiry;
  readonly #maps = new Map<string, RowMap>();
  /** Batches whose links are still to be followed, in order of depth. */
  readonly #pending: Batch[] = [];
  /** Models whose maps hold rows. */
  readonly #filled = new Set<string>();

  constructor(statements: Statements, viewer: Viewer) {
    this.#inquiry = new Inquiry(statements, viewer);
  }

  answer(plan: CompiledPlan): QueryAnswer {
    const start: AnswerRow = {};
    for (const model of plan.models) this.#map(model);
    for (const root of plan.roots) {
      if (root.kind === 'row') this.#load(root.source, root.id);
      else this.#begin(root.source, start);
    }
    for (let next = 0; next < this.#pending.length; next += 1) {
      const batch = this.#pending[next] as Batch;
      for (const link of batch.node.links) this.#follow(batch, link);
    }
    return { _root: start, ...Object.fromEntries(this.#maps) };
  }

  /** Maps have no prototype: ids are any text. */
  #map(model: string): RowMap {
    let map = this.#maps.get(model);
    if (!map) {
      map = Object.create(null) as RowMap;
      this.#maps.set(model, map);
    }
    return map;
  }

  #begin({ statement, node }: Source, start: AnswerRow): void {
    const raw = this.#inquiry.all(statement)[0] ?? [];
    node.maker.write(raw, start);
    const gathered = new Map(node.gathered.map((at) => [at, new Set([raw[at]])]));
    this.#pending.push({ node, keys: [''], rows: [start], gathered });
  }

  /** Loads rows into the answer, and answers the key of every raw row, repeats included. */
  #load({ statement, node }: Source, values: Readonly<Record<string, unknown>>, repeats = false): Loaded {
    const raw = this.#inquiry.rows(statement, values);
    const map = this.#map(node.model);
    // Nothing to look for in a map that no rows have gone into; keys looked up in vain are what a board costs most.
    const isFirst = !repeats && !this.#filled.has(node.model);
    if (raw.length > 0) this.#filled.add(node.model);
    const make = node.maker.forRows(raw.length);
    const keys: string[] = [];
    const rows: AnswerRow[] = [];
    // Gathered on the way, while the row is at hand in the processor's cache.
    const sets = node.gathered.map(() => new Set<unknown>());
    for (const source of raw) {
      const key = keyOfRow(node, source);
      for (let place = 0; place < sets.length; place += 1) sets[place]?.add(source[node.gathered[place] as number]);
      let row = isFirst ? undefined : map[key];
      if (row) node.maker.write(source, row);
      else {
        row = make(source);
        map[key] = row;
      }
      keys.push(key);
      rows.push(row);
    }
    const gathered = new Map(node.gathered.map((at, place) => [at, sets[place] ?? new Set()]));
    if (node.links.length > 0 && rows.length > 0)
      this.#pending.push(repeats ? withoutRepeats({ node, keys, rows, gathered }) : { node, keys, rows, gathered });
    return { keys, raw };
  }

  #follow(batch: Batch, link: CompiledLink): void {
    if (link.kind === 'held') this.#followHeld(batch, link);
    else this.#followList(batch, link);
  }

  #followList(batch: Batch, link: Extract<CompiledLink, { kind: 'list' }>): void {
    if (link.shared || batch.rows.length === 1) {
      const ids = this.#load(link.one, { parent: batch.keys[0] }).keys;
      for (const row of batch.rows) row[link.key] = link.first ? (ids[0] ?? null) : ids;
      return;
    }
    const lists = new Map<string, string[]>();
    for (const [index, row] of batch.rows.entries()) {
      const ids: string[] = [];
      lists.set(batch.keys[index] as string, ids);
      row[link.key] = ids;
    }
    const { parentAt } = link.many.node;
    const { keys, raw } = this.#load(link.many, { parents: JSON.stringify(batch.keys) }, link.repeats);
    for (const [index, key] of keys.entries()) lists.get(raw[index]?.[parentAt] as string)?.push(key);
    if (link.first) for (const row of batch.rows) row[link.key] = (row[link.key] as string[])[0] ?? null;
  }

  /** The ids are on the rows already; what may not be seen is taken out, and the rows are loaded if asked for. */
  #followHeld(batch: Batch, link: Extract<CompiledLink, { kind: 'held' }>): void {
    if (!link.source && !link.hidden) return;
    const ids = new Set<unknown>(batch.gathered.get(link.at));
    if (link.isList) for (const row of batch.rows) for (const id of row[link.key] as string[]) ids.add(id);
    ids.delete(null);
    if (ids.size === 0) return;
    if (link.hidden) {
      const hidden = new Set(
        this.#inquiry.all(link.hidden, { parents: JSON.stringify([...ids]) }).map(([id]) => id as string),
      );
      if (hidden.size > 0) {
        for (const row of batch.rows) {
          const held = row[link.key];
          if (link.isList) row[link.key] = (held as string[]).filter((id) => !hidden.has(id));
          else if (hidden.has(held as string)) row[link.key] = null;
        }
        for (const id of hidden) ids.delete(id);
      }
    }
    if (!link.source) return;
    if (ids.size === 1) this.#load(link.source.only, { parent: [...ids][0] });
    else this.#load(link.source, { parents: JSON.stringify([...ids]) });
  }
}

interface Loaded {
  readonly keys: readonly string[];
  readonly raw: readonly RawRow[];
}

/** Rows that several parents list, once each. */
function withoutRepeats(batch: Batch): Batch {
  const places = [...new Map(batch.keys.map((key, index) => [key, index])).values()];
  return {
    ...batch,
    keys: places.map((place) => batch.keys[place] as string),
    rows: places.map((place) => batch.rows[place] as AnswerRow),
  };
}
