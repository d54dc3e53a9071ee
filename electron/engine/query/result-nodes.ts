/** The nodes of a live answer: their rows, the rows that list or refer to them, and how they are updated. */
import type { ChangedRows } from './changed-rows.ts';
import type { CompiledNode } from './compile.ts';
import {
  compareOrder,
  type LiveList,
  type LiveNode,
  type LiveRef,
  type LiveRoot,
  type LiveRow,
  rowsFrom,
} from './live-plan.ts';
import { keyText, type RunSql, reachedBy } from './live-reads.ts';
import { type RowShape, type Shown, shapeOf } from './live-texts.ts';
import type { Inquiry } from './statements.ts';

/** One reading of the database, for a new answer or an update. */
export interface Moment {
  readonly inquiry: Inquiry;
  readonly runSql: RunSql;
  readonly changed: ChangedRows;
  /** Marks a row that differs, was added or was removed. */
  touch(model: string, key: string): void;
}

abstract class ResultNode {
  readonly node: LiveNode;
  readonly rows = new Map<string, LiveRow>();
  readonly refs: readonly RefNode[];
  readonly lists: readonly ListNode[];
  readonly #shape: RowShape;
  /** A key that occurs twice is written once. */
  readonly #written: readonly ListNode[];

  constructor(node: LiveNode, compiled: CompiledNode) {
    this.node = node;
    const lists = node.lists.map(({ key }) => key);
    this.#shape = shapeOf([...new Set([...compiled.names, ...lists])], compiled.keyWidth, compiled.also);
    this.refs = node.refs.map((ref) => new RefNode(ref));
    this.lists = node.lists.map((list) => new ListNode(list, this));
    this.#written = [...new Map(this.lists.map((child) => [child.key, child])).values()];
  }

  /** This node and those below. */
  *all(): Generator<ResultNode> {
    yield this;
    for (const child of this.refs) yield* child.all();
    for (const child of this.lists) yield* child.all();
  }

  protected abstract follow(moment: Moment): void;

  /** Updates the rows of this node and of those below. */
  update(moment: Moment): void {
    this.follow(moment);
    for (const child of this.lists) child.update(moment);
    for (const child of this.refs) child.update(moment);
  }

  protected put(row: LiveRow, moment: Moment): void {
    const { key } = row;
    const before = this.rows.get(key);
    this.rows.set(key, row);
    if (before?.values !== row.values) moment.touch(this.node.model, key);
    for (let index = 0; index < this.refs.length; index += 1) {
      const child = this.refs[index] as RefNode;
      const old = before?.refs[index] ?? null;
      const now = row.refs[index] ?? null;
      if (old === now) continue;
      child.want(now);
      child.unwant(old);
    }
    for (const child of this.lists) {
      if (before) child.parentChanged();
      else child.addParent(key);
    }
  }

  protected drop(key: string, moment: Moment): void {
    const row = this.rows.get(key);
    if (!row) return;
    this.rows.delete(key);
    moment.touch(this.node.model, key);
    for (const [index, child] of this.refs.entries()) child.unwant(row.refs[index] ?? null);
    for (const child of this.lists) child.removeParent(key);
  }

  shown(key: string): Shown | undefined {
    const row = this.rows.get(key);
    if (!row) return undefined;
    let { values } = row;
    for (const child of this.#written) values += `${values === '' ? '' : ','}${child.textOf(key)}`;
    return { shape: this.#shape, values };
  }
}

export type { ResultNode };

/** `_root`, or a row selected by its id. */
export class RootNode extends ResultNode {
  readonly #root: LiveRoot;
  readonly #key: string;
  #isLoaded = false;

  constructor(root: LiveRoot) {
    super(root.node, root.source.node);
    this.#root = root;
    this.#key = root.kind === 'start' ? '' : keyText(Object.values(root.id));
  }

  protected follow(moment: Moment): void {
    if (this.#isLoaded && reachedBy(this.#root.reads, moment.changed, moment.runSql)?.has(this.#key) === false) return;
    this.#isLoaded = true;
    const { source } = this.#root;
    const from = rowsFrom(source.node);
    const [raw] =
      this.#root.kind === 'start'
        ? [...moment.inquiry.all(source.statement), []]
        : moment.inquiry.rows(source.statement, this.#root.id);
    if (raw) this.put({ ...from(raw), key: this.#key }, moment);
    else this.drop(this.#key, moment);
  }
}

const noIds: readonly string[] = [];

/** Rows that other rows refer to. */
class RefNode extends ResultNode {
  readonly #ref: LiveRef;
  /** Number of rows that refer to an id. */
  readonly #wanted = new Map<string, number>();
  readonly #new = new Set<string>();
  readonly #left = new Set<string>();

  constructor(ref: LiveRef) {
    super(ref.node, ref.source.node);
    this.#ref = ref;
  }

  #idsIn(refText: string | null): readonly string[] {
    if (refText === null || (this.#ref.isList && refText === '[]')) return noIds;
    return this.#ref.isList ? (JSON.parse(refText) as string[]) : [refText];
  }

  want(refText: string | null): void {
    for (const id of this.#idsIn(refText)) {
      const before = this.#wanted.get(id) ?? 0;
      this.#wanted.set(id, before + 1);
      if (before === 0 && !this.#left.delete(id)) this.#new.add(id);
    }
  }

  unwant(refText: string | null): void {
    for (const id of this.#idsIn(refText)) {
      const before = this.#wanted.get(id) ?? 0;
      if (before > 1) {
        this.#wanted.set(id, before - 1);
        continue;
      }
      this.#wanted.delete(id);
      if (!this.#new.delete(id)) this.#left.add(id);
    }
  }

  protected follow(moment: Moment): void {
    for (const id of this.#left) this.drop(id, moment);
    this.#left.clear();
    const ids = new Set(this.#new);
    this.#new.clear();
    if (this.#wanted.size > ids.size) {
      const reached = reachedBy(this.#ref.reads, moment.changed, moment.runSql);
      for (const id of reached ?? this.#wanted.keys()) if (this.#wanted.has(id)) ids.add(id);
    }
    if (ids.size === 0) return;
    const found = new Set<string>();
    for (const row of this.#load([...ids], moment)) {
      found.add(row.key);
      this.put(row, moment);
    }
    for (const id of ids) if (!found.has(id)) this.drop(id, moment);
  }

  #load(ids: readonly string[], { inquiry }: Moment): LiveRow[] {
    const { source } = this.#ref;
    const [only] = ids;
    if (ids.length === 1) return inquiry.rows(source.only.statement, { parent: only }).map(rowsFrom(source.only.node));
    return inquiry.rows(source.statement, { parents: JSON.stringify(ids) }).map(rowsFrom(source.node));
  }
}

/** Rows that the rows of another node list. */
export class ListNode extends ResultNode {
  readonly #list: LiveList;
  readonly #parent: ResultNode;
  #lists = new Map<string, string[]>();
  readonly #newParents = new Set<string>();
  readonly #goneParents = new Set<string>();
  #mustReload = false;

  constructor(list: LiveList, parent: ResultNode) {
    super(list.node, list.one.node);
    this.#list = list;
    this.#parent = parent;
  }

  get key(): string {
    return this.#list.key;
  }

  textOf(parent: string): string {
    const ids = this.#lists.get(parent) ?? noIds;
    if (ids.length === 0) return this.#list.first ? 'null' : '[]';
    return JSON.stringify(this.#list.first ? ids[0] : ids);
  }

  addParent(key: string): void {
    this.#newParents.add(key);
  }

  removeParent(key: string): void {
    if (!this.#newParents.delete(key)) this.#goneParents.add(key);
  }

  /** A row may list other rows now, if its own columns define the list. */
  parentChanged(): void {
    if (!this.#list.among) this.#mustReload = true;
  }

  protected follow(moment: Moment): void {
    this.#leaveParents(moment);
    const isSame = !this.#mustReload && (this.#lists.size === 0 || this.#followRows(moment));
    const parents = isSame ? [...this.#newParents] : [...this.#lists.keys(), ...this.#newParents];
    this.#mustReload = false;
    this.#newParents.clear();
    if (parents.length === 0) return;
    if (isSame) this.#begin(parents, moment);
    else this.#reload(parents, moment);
  }

  #leaveParents(moment: Moment): void {
    for (const parent of this.#goneParents) {
      const keys = this.#lists.get(parent) ?? [];
      this.#lists.delete(parent);
      if (this.#list.isShared || !this.#list.among) {
        // Other parents may still list these rows, so all lists are read again.
        this.#mustReload ||= !this.#list.isShared && keys.length > 0;
        if (this.#lists.size === 0) for (const key of [...this.rows.keys()]) this.drop(key, moment);
      } else for (const key of keys) if (this.rows.get(key)?.parent === parent) this.drop(key, moment);
    }
    this.#goneParents.clear();
  }

  /** Moves single rows; false where the lists must be read again. */
  #followRows(moment: Moment): boolean {
    const { among, order, isLimited } = this.#list;
    const reached = this.#reached(moment);
    if (!reached) return false;
    if (reached.size === 0) return true;
    if (!among || this.#list.isOffset) return false;
    const found = new Map<string, LiveRow>();
    const raw = moment.inquiry.all(among.statement, { keys: JSON.stringify([...reached]) });
    for (const row of raw.map(rowsFrom(among.node, order))) if (this.#listsOf(row).length > 0) found.set(row.key, row);
    if (isLimited && !this.#keepsPlaces(reached, found)) return false;
    for (const key of reached) {
      const [before, now] = [this.rows.get(key), found.get(key)];
      const stays = before && now && isInPlace(before, now);
      if (before && !stays) this.#unlist(before, moment);
      if (now) this.put(now, moment);
      else this.drop(key, moment);
      if (now && !stays) this.#enlist(now, moment);
    }
    return true;
  }

  /** Keys of the rows that the change may affect, among those that are or may be listed; undefined if unknown. */
  #reached({ changed, runSql }: Moment): Set<string> | undefined {
    const { reads, choice } = this.#list;
    const reached = reachedBy(reads, changed, runSql);
    if (!reached || reached.size === 0) return reached;
    const chosen = reachedBy(choice, changed, runSql);
    if (!chosen) return undefined;
    // Most changes of other boards' cards do not change which board they are on.
    for (const key of reached) if (!this.rows.has(key) && !chosen.has(key)) reached.delete(key);
    return reached;
  }

  /** Whether all changed rows of limited lists keep their positions, and no other row enters. */
  #keepsPlaces(reached: ReadonlySet<string>, found: ReadonlyMap<string, LiveRow>): boolean {
    for (const key of reached) {
      const [before, now] = [this.rows.get(key), found.get(key)];
      if ((before || now) && !(before && now && isInPlace(before, now))) return false;
    }
    return true;
  }

  /** The parents that list the row. */
  #listsOf({ parent }: LiveRow): string[] {
    if (this.#list.isShared) return [...this.#lists.keys()];
    return parent !== null && this.#lists.has(parent) ? [parent] : [];
  }

  #unlist(row: LiveRow, moment: Moment): void {
    for (const parent of this.#listsOf(row)) {
      const list = this.#lists.get(parent) as string[];
      const at = list.indexOf(row.key);
      if (at >= 0) list.splice(at, 1);
      moment.touch(this.#parent.node.model, parent);
    }
  }

  #enlist(row: LiveRow, moment: Moment): void {
    for (const parent of this.#listsOf(row)) {
      const list = this.#lists.get(parent) as string[];
      list.splice(this.#indexIn(list, row), 0, row.key);
      moment.touch(this.#parent.node.model, parent);
    }
  }

  #indexIn(list: readonly string[], row: LiveRow): number {
    const { order } = this.#list;
    if (order.length === 0) return list.length;
    let [from, to] = [0, list.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.rows.get(list[middle] as string) as LiveRow;
      if (compareOrder(order, other.orderValues, row.orderValues) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #begin(parents: readonly string[], moment: Moment): void {
    for (const parent of parents) this.#lists.set(parent, []);
    for (const row of this.#load(parents, moment)) {
      this.put(row, moment);
      for (const parent of this.#list.isShared ? parents : [row.parent as string])
        this.#lists.get(parent)?.push(row.key);
    }
  }

  #reload(parents: readonly string[], moment: Moment): void {
    const before = this.#lists;
    this.#lists = new Map();
    const previousKeys = new Set(this.rows.keys());
    const rows = this.#load(parents, moment);
    for (const { key } of rows) previousKeys.delete(key);
    for (const key of previousKeys) this.drop(key, moment);
    for (const parent of parents) this.#lists.set(parent, []);
    for (const row of rows) {
      this.put(row, moment);
      for (const parent of this.#list.isShared ? parents : [row.parent as string])
        this.#lists.get(parent)?.push(row.key);
    }
    for (const parent of parents) {
      const [old, now] = [before.get(parent), this.#lists.get(parent)];
      if (old?.length !== now?.length || old?.some((key, index) => key !== now?.[index]))
        moment.touch(this.#parent.node.model, parent);
    }
  }

  #load(parents: readonly string[], { inquiry }: Moment): LiveRow[] {
    const { one, many, isShared, order } = this.#list;
    const [only = null] = parents;
    if (isShared || parents.length === 1)
      return inquiry.rows(one.statement, { parent: only }).map(rowsFrom(one.node, order, isShared ? null : only));
    return inquiry.rows(many.statement, { parents: JSON.stringify(parents) }).map(rowsFrom(many.node, order));
  }
}

function isInPlace(before: LiveRow, now: LiveRow): boolean {
  return before.parent === now.parent && before.orderValues.every((value, index) => value === now.orderValues[index]);
}
