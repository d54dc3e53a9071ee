/** The nodes of a live answer store their rows, and update them from the rows that a commit changed. */
import type { ChangedRows } from './changed-rows.ts';
import type { CompiledNode } from './compile.ts';
import {
  compareOrderValues,
  createLiveRowConverter,
  type LiveListNode,
  type LiveNode,
  type LiveReferencedNode,
  type LiveRootNode,
  type LiveRow,
} from './live-plan.ts';
import { keysOfAffectedRows, rowKeyFromColumnValues, type SqlRunner } from './live-reads.ts';
import { createRowShape, type RowShape, type SerializedRow } from './live-texts.ts';
import { idsIn, type StatementRunner } from './statements.ts';

export interface AnswerUpdateContext {
  readonly runner: StatementRunner;
  readonly runSql: SqlRunner;
  readonly changed: ChangedRows;
  touch(model: string, key: string): void;
}

export abstract class ResultNode {
  readonly node: LiveNode;
  readonly rows = new Map<string, LiveRow>();
  readonly refs: readonly RefNode[];
  readonly lists: readonly ListResultNode[];
  readonly #shape: RowShape;
  /** A list that is selected twice is once in the text. */
  readonly #listsInText: readonly ListResultNode[];

  constructor(node: LiveNode, compiled: CompiledNode) {
    this.node = node;
    const lists = node.lists.map(({ key }) => key);
    this.#shape = createRowShape([...new Set([...compiled.names, ...lists])], compiled.keyWidth, compiled.aliases);
    this.refs = node.refs.map((ref) => new RefNode(ref));
    this.lists = node.lists.map((list) => new ListResultNode(list, this));
    this.#listsInText = [...new Map(this.lists.map((child) => [child.key, child])).values()];
  }

  /** This node and all nodes below it. */
  *all(): Generator<ResultNode> {
    yield this;
    for (const child of this.refs) yield* child.all();
    for (const child of this.lists) yield* child.all();
  }

  protected abstract updateRows(context: AnswerUpdateContext): void;

  /** This node first, then all nodes below it. */
  update(context: AnswerUpdateContext): void {
    this.updateRows(context);
    for (const child of this.lists) child.update(context);
    for (const child of this.refs) child.update(context);
  }

  protected setRow(row: LiveRow, context: AnswerUpdateContext): void {
    const { key } = row;
    const before = this.rows.get(key);
    this.rows.set(key, row);
    if (before?.values !== row.values) context.touch(this.node.model, key);
    for (let index = 0; index < this.refs.length; index += 1) {
      const child = this.refs[index] as RefNode;
      const old = before?.refs[index] ?? null;
      const now = row.refs[index] ?? null;
      if (old === now) continue;
      child.addReference(now);
      child.removeReference(old);
    }
    for (const child of this.lists) {
      if (before) child.parentChanged();
      else child.addParent(key);
    }
  }

  protected removeRow(key: string, context: AnswerUpdateContext): void {
    const row = this.rows.get(key);
    if (!row) return;
    this.rows.delete(key);
    context.touch(this.node.model, key);
    for (const [index, child] of this.refs.entries()) child.removeReference(row.refs[index] ?? null);
    for (const child of this.lists) child.removeParent(key);
  }

  rowText(key: string): SerializedRow | undefined {
    const row = this.rows.get(key);
    if (!row) return undefined;
    let { values } = row;
    for (const child of this.#listsInText) values += `${values === '' ? '' : ','}${child.listText(key)}`;
    return { shape: this.#shape, values };
  }
}

/** `_root`, or one row that the query selects by its id. */
export class RootResultNode extends ResultNode {
  readonly #root: LiveRootNode;
  readonly #key: string;
  #isLoaded = false;

  constructor(root: LiveRootNode) {
    super(root.node, root.source.node);
    this.#root = root;
    this.#key = root.kind === 'start' ? '' : rowKeyFromColumnValues(Object.values(root.id));
  }

  protected updateRows(context: AnswerUpdateContext): void {
    if (
      this.#isLoaded &&
      keysOfAffectedRows(this.#root.reads, context.changed, context.runSql)?.has(this.#key) === false
    )
      return;
    this.#isLoaded = true;
    const { source } = this.#root;
    const from = createLiveRowConverter(source.node);
    const [raw] =
      this.#root.kind === 'start'
        ? [...context.runner.all(source.statement), []]
        : context.runner.countedRows(source.statement, this.#root.id);
    if (raw) this.setRow({ ...from(raw), key: this.#key }, context);
    else this.removeRow(this.#key, context);
  }
}

/** Rows referenced by id from the rows of the parent node. */
class RefNode extends ResultNode {
  readonly #ref: LiveReferencedNode;
  readonly #referenceCounts = new Map<string, number>();
  readonly #newIds = new Set<string>();
  readonly #unreferencedIds = new Set<string>();

  constructor(ref: LiveReferencedNode) {
    super(ref.node, ref.source.node);
    this.#ref = ref;
  }

  addReference(refText: string | null): void {
    for (const id of idsIn(refText, this.#ref.isList)) {
      const before = this.#referenceCounts.get(id) ?? 0;
      this.#referenceCounts.set(id, before + 1);
      if (before === 0 && !this.#unreferencedIds.delete(id)) this.#newIds.add(id);
    }
  }

  removeReference(refText: string | null): void {
    for (const id of idsIn(refText, this.#ref.isList)) {
      const before = this.#referenceCounts.get(id) ?? 0;
      if (before > 1) {
        this.#referenceCounts.set(id, before - 1);
        continue;
      }
      this.#referenceCounts.delete(id);
      if (!this.#newIds.delete(id)) this.#unreferencedIds.add(id);
    }
  }

  protected updateRows(context: AnswerUpdateContext): void {
    for (const id of this.#unreferencedIds) this.removeRow(id, context);
    this.#unreferencedIds.clear();
    const ids = new Set(this.#newIds);
    this.#newIds.clear();
    if (this.#referenceCounts.size > ids.size) {
      const reached = keysOfAffectedRows(this.#ref.reads, context.changed, context.runSql);
      for (const id of reached ?? this.#referenceCounts.keys()) if (this.#referenceCounts.has(id)) ids.add(id);
    }
    if (ids.size === 0) return;
    const found = new Set<string>();
    for (const row of this.#load([...ids], context)) {
      found.add(row.key);
      this.setRow(row, context);
    }
    for (const id of ids) if (!found.has(id)) this.removeRow(id, context);
  }

  #load(ids: readonly string[], { runner }: AnswerUpdateContext): LiveRow[] {
    const { source } = this.#ref;
    const [only] = ids;
    if (ids.length === 1)
      return runner
        .countedRows(source.single.statement, { parent: only })
        .map(createLiveRowConverter(source.single.node));
    return runner
      .countedRows(source.statement, { parents: JSON.stringify(ids) })
      .map(createLiveRowConverter(source.node));
  }
}

/** Rows in the lists of the parent node's rows. */
class ListResultNode extends ResultNode {
  readonly #list: LiveListNode;
  readonly #parent: ResultNode;
  #lists = new Map<string, string[]>();
  readonly #newParents = new Set<string>();
  readonly #removedParents = new Set<string>();
  #mustReload = false;

  constructor(list: LiveListNode, parent: ResultNode) {
    super(list.node, list.one.node);
    this.#list = list;
    this.#parent = parent;
  }

  get key(): string {
    return this.#list.key;
  }

  listText(parent: string): string {
    const ids = this.#lists.get(parent) ?? [];
    if (ids.length === 0) return this.#list.first ? 'null' : '[]';
    return JSON.stringify(this.#list.first ? ids[0] : ids);
  }

  addParent(key: string): void {
    this.#newParents.add(key);
  }

  removeParent(key: string): void {
    if (!this.#newParents.delete(key)) this.#removedParents.add(key);
  }

  /**
   * Called when a row of the parent changes. A `listed` relation (`amongKeys` is null) has the ids of its list in a
   * field of that row, which may have changed, so all lists are read again.
   */
  parentChanged(): void {
    if (!this.#list.amongKeys) this.#mustReload = true;
  }

  protected updateRows(context: AnswerUpdateContext): void {
    this.#removeParents(context);
    const isSame = !this.#mustReload && (this.#lists.size === 0 || this.#updateSingleRows(context));
    const parents = isSame ? [...this.#newParents] : [...this.#lists.keys(), ...this.#newParents];
    this.#mustReload = false;
    this.#newParents.clear();
    if (parents.length === 0) return;
    if (isSame) this.#fillLists(parents, this.#load(parents, context), context);
    else this.#reload(parents, context);
  }

  #removeParents(context: AnswerUpdateContext): void {
    for (const parent of this.#removedParents) {
      const keys = this.#lists.get(parent) ?? [];
      this.#lists.delete(parent);
      if (this.#list.shared || !this.#list.amongKeys) {
        // Other parents can list the same rows, so all lists are read again.
        this.#mustReload ||= !this.#list.shared && keys.length > 0;
        if (this.#lists.size === 0) for (const key of [...this.rows.keys()]) this.removeRow(key, context);
      } else for (const key of keys) if (this.rows.get(key)?.parent === parent) this.removeRow(key, context);
    }
    this.#removedParents.clear();
  }

  /** Returns false if the lists must be read again. */
  #updateSingleRows(context: AnswerUpdateContext): boolean {
    const { amongKeys, order, hasLimit } = this.#list;
    const reached = this.#affectedKeys(context);
    if (!reached) return false;
    if (reached.size === 0) return true;
    if (!amongKeys || this.#list.hasOffset) return false;
    const found = new Map<string, LiveRow>();
    const raw = context.runner.all(amongKeys.statement, { keys: JSON.stringify([...reached]) });
    for (const row of raw.map(createLiveRowConverter(amongKeys.node, order)))
      if (this.#parentsListing(row).length > 0) found.set(row.key, row);
    if (hasLimit && !this.#keepsPositions(reached, found)) return false;
    for (const key of reached) {
      const [before, now] = [this.rows.get(key), found.get(key)];
      const stays = before && now && hasSamePosition(before, now);
      if (before && !stays) this.#removeFromLists(before, context);
      if (now) this.setRow(now, context);
      else this.removeRow(key, context);
      if (now && !stays) this.#insertIntoLists(now, context);
    }
    return true;
  }

  /** Affected rows that are in a list, or can be after the change; undefined if unknown. */
  #affectedKeys({ changed, runSql }: AnswerUpdateContext): Set<string> | undefined {
    const { reads, selectionReads } = this.#list;
    const reached = keysOfAffectedRows(reads, changed, runSql);
    if (!reached || reached.size === 0) return reached;
    const chosen = keysOfAffectedRows(selectionReads, changed, runSql);
    if (!chosen) return undefined;
    // Omits rows outside the lists that the change cannot add, such as most cards of other boards.
    for (const key of reached) if (!this.rows.has(key) && !chosen.has(key)) reached.delete(key);
    return reached;
  }

  /** False if a row beyond the limit can move into a list, so that the lists must be read again. */
  #keepsPositions(reached: ReadonlySet<string>, found: ReadonlyMap<string, LiveRow>): boolean {
    for (const key of reached) {
      const [before, now] = [this.rows.get(key), found.get(key)];
      if ((before || now) && !(before && now && hasSamePosition(before, now))) return false;
    }
    return true;
  }

  /** Keys of the parents. */
  #parentsListing({ parent }: LiveRow): string[] {
    if (this.#list.shared) return [...this.#lists.keys()];
    return parent !== null && this.#lists.has(parent) ? [parent] : [];
  }

  #removeFromLists(row: LiveRow, context: AnswerUpdateContext): void {
    for (const parent of this.#parentsListing(row)) {
      const list = this.#lists.get(parent) as string[];
      const at = list.indexOf(row.key);
      if (at >= 0) list.splice(at, 1);
      context.touch(this.#parent.node.model, parent);
    }
  }

  #insertIntoLists(row: LiveRow, context: AnswerUpdateContext): void {
    for (const parent of this.#parentsListing(row)) {
      const list = this.#lists.get(parent) as string[];
      list.splice(this.#indexIn(list, row), 0, row.key);
      context.touch(this.#parent.node.model, parent);
    }
  }

  #indexIn(list: readonly string[], row: LiveRow): number {
    const { order } = this.#list;
    if (order.length === 0) return list.length;
    let [from, to] = [0, list.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.rows.get(list[middle] as string) as LiveRow;
      if (compareOrderValues(order, other.orderValues, row.orderValues) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Also sets the lists of the parents to these rows. */
  #fillLists(parents: readonly string[], rows: readonly LiveRow[], context: AnswerUpdateContext): void {
    for (const parent of parents) this.#lists.set(parent, []);
    for (const row of rows) {
      this.setRow(row, context);
      for (const parent of this.#list.shared ? parents : [row.parent as string]) this.#lists.get(parent)?.push(row.key);
    }
  }

  #reload(parents: readonly string[], context: AnswerUpdateContext): void {
    const before = this.#lists;
    this.#lists = new Map();
    const previousKeys = new Set(this.rows.keys());
    const rows = this.#load(parents, context);
    for (const { key } of rows) previousKeys.delete(key);
    for (const key of previousKeys) this.removeRow(key, context);
    this.#fillLists(parents, rows, context);
    for (const parent of parents) {
      const [old, now] = [before.get(parent), this.#lists.get(parent)];
      if (old?.length !== now?.length || old?.some((key, index) => key !== now?.[index]))
        context.touch(this.#parent.node.model, parent);
    }
  }

  #load(parents: readonly string[], { runner }: AnswerUpdateContext): LiveRow[] {
    const { one, many, shared, order } = this.#list;
    const [only = null] = parents;
    if (shared || parents.length === 1)
      return runner
        .countedRows(one.statement, { parent: only })
        .map(createLiveRowConverter(one.node, order, shared ? null : only));
    return runner
      .countedRows(many.statement, { parents: JSON.stringify(parents) })
      .map(createLiveRowConverter(many.node, order));
  }
}

function hasSamePosition(before: LiveRow, now: LiveRow): boolean {
  return before.parent === now.parent && before.orderValues.every((value, index) => value === now.orderValues[index]);
}
