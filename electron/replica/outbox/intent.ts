/**
 * Merges a person's change of a list or text with the changes of others: the difference from the value that the person
 * saw is applied to the newest value.
 */
import { bare, type Type } from '../../../shared/contract/index.ts';
import { reconcile } from '../../../shared/domain/text-merge.ts';
import { openHand } from '../../engine/rules/hand.ts';
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import { type StoredModel, tableOf } from '../../engine/store/schema.ts';
import { setterOf } from './set-fields.ts';

export type Base = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, unknown>>;

/** Params that replace links stored as rows of their own. */
const linkParams: Record<string, Record<string, { model: StoredModel; field: string }>> = {
  milestone: { projectIds: { model: 'milestoneProject', field: 'milestoneId' } },
  sprintConfig: { projectIds: { model: 'sprintProject', field: 'sprintConfigId' } },
};
/** Long texts, merged by lines. */
const texts: Record<string, string> = { card: 'content', resolvableEntry: 'content' };

interface Target {
  readonly model: StoredModel;
  readonly key: string;
  /** How to merge each param that is merged. */
  readonly params: ReadonlyMap<string, 'list' | 'record' | 'text' | 'links'>;
}

/**
 * The one row that the action changes, and which of its params are merged. Undefined for actions without such params.
 */
function targetOf(action: string, params: Params): Target | undefined {
  const setter = setterOf(action);
  const key = setter && params[setter.idParam];
  if (!setter || typeof key !== 'string') return undefined;
  const { model } = setter;
  const { byName } = tableOf(model);
  const found = new Map<string, 'list' | 'record' | 'text' | 'links'>();
  for (const [name, type] of Object.entries({ ...setter.params.required, ...setter.params.optional })) {
    const kind = kindOf(model, name, type, byName.has(name));
    if (kind && params[name] !== undefined && params[name] !== null) found.set(name, kind);
  }
  return { model, key, params: found };
}

function kindOf(model: string, name: string, type: Type, isColumn: boolean) {
  if (linkParams[model]?.[name]) return 'links';
  if (!isColumn) return undefined;
  const { kind } = bare(type);
  if (kind === 'list' || kind === 'record') return kind;
  return texts[model] === name ? 'text' : undefined;
}

function current(rows: Rows, target: Target, name: string): unknown {
  const { model, key } = target;
  const links = linkParams[model]?.[name];
  const row = rows.get(model, key) as AnyRow | undefined;
  if (!row) return undefined;
  // A missing list counts as empty.
  if (!links) return row[name] ?? (target.params.get(name) === 'list' ? [] : undefined);
  return rows.find(links.model, { [links.field]: key } as never).map((row) => (row as AnyRow).projectId);
}

const handOrderAction = 'handQueue/setCardOrders';
/** Ids of the cards in a Hand, in order. */
const handOrderOf = (rows: Rows, { userId }: Params): string[] =>
  openHand({ rows }, String(userId)).map(({ cardId }) => cardId);

/** The values of the merged params as the person saw them; stored with the operation. */
export function baseOf(rows: Rows, action: string, params: Params): Base {
  if (action === handOrderAction) return { handOrder: handOrderOf(rows, params) };
  const target = targetOf(action, params);
  if (!target) return {};
  const seenValues = [...target.params.keys()].map((name) => [name, current(rows, target, name)] as const);
  return Object.fromEntries(seenValues.filter(([, value]) => value !== undefined && value !== null));
}

interface Merged {
  readonly params: Params;
  /** Texts in which both sides changed the same lines, with the service's present text. */
  readonly clashes: readonly {
    readonly field: string;
    readonly model: string;
    readonly key: string;
    readonly theirs: string;
  }[];
}

/** The params to perform and to send, merged with the present rows. */
export function mergeIntent(rows: Rows, action: string, params: Params, base: Base): Merged {
  if (action === handOrderAction) {
    const theirs = handOrderOf(rows, params);
    // The base is missing in operations of older versions.
    if (base.handOrder === undefined || same(base.handOrder, theirs)) return { params, clashes: [] };
    const { cardIds, draggedCardIds } = params as { readonly [name: string]: readonly string[] };
    return { params: { ...params, cardIds: mergeHandOrder(cardIds ?? [], draggedCardIds ?? [], theirs) }, clashes: [] };
  }
  const target = targetOf(action, params);
  const clashes: Merged['clashes'][number][] = [];
  if (!target || Object.keys(base).length === 0) return { params, clashes };
  const merged: Record<string, unknown> = { ...params };
  for (const [name, kind] of target.params) {
    const baseValue = base[name];
    const theirValue = current(rows, target, name);
    if (baseValue === undefined || theirValue === undefined || theirValue === null || same(baseValue, theirValue))
      continue;
    const ownValue = params[name];
    if (kind === 'record') merged[name] = mergeRecord(baseValue as AnyRow, ownValue as AnyRow, theirValue as AnyRow);
    else if (kind !== 'text')
      merged[name] = mergeList(baseValue as unknown[], ownValue as unknown[], theirValue as unknown[]);
    else {
      const text = mergeText(String(baseValue), String(ownValue), String(theirValue));
      if (text === undefined)
        clashes.push({ field: name, model: target.model, key: target.key, theirs: String(theirValue) });
      else merged[name] = text;
    }
  }
  return { params: merged, clashes };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges two changes of the list `base`: additions and removals of both sides count. The order is mine if I changed it,
 * else theirs.
 */
export function mergeList(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const has = (list: readonly unknown[], item: unknown) => list.some((other) => same(other, item));
  const both = (list: readonly unknown[], other: readonly unknown[]) => list.filter((item) => has(other, item));
  const removed = base.filter((item) => !has(mine, item));
  const moved = !same(both(mine, base), both(base, mine));
  const notRemoved = theirs.filter((item) => !has(removed, item));
  if (!moved) return insertAll(notRemoved, mine, (item) => !has(base, item) && !has(theirs, item));
  const ordered = mine.filter((item) => has(notRemoved, item) || !has(base, item));
  return insertAll(ordered, notRemoved, (item) => !has(ordered, item));
}

/** The order of others with the dragged cards moved: each follows the card that it follows in my order. */
export const mergeHandOrder = (
  mine: readonly string[],
  dragged: readonly string[],
  theirs: readonly string[],
): unknown[] =>
  insertAll(
    theirs.filter((id) => !dragged.includes(id)),
    mine,
    (id) => dragged.includes(id as string),
  );

/** Adds the wanted elements of `source` to `list`, each after the element that it follows in `source`. */
function insertAll(
  list: readonly unknown[],
  source: readonly unknown[],
  wanted: (item: unknown) => boolean,
): unknown[] {
  const result = [...list];
  for (const [index, item] of source.entries()) {
    if (!wanted(item)) continue;
    let at = 0;
    for (let before = index - 1; before >= 0; before -= 1) {
      const found = result.findIndex((other) => same(other, source[before]));
      if (found < 0) continue;
      at = found + 1;
      break;
    }
    result.splice(at, 0, item);
  }
  return result;
}

export function mergeRecord(base: AnyRow, mine: AnyRow, theirs: AnyRow): AnyRow {
  const result: AnyRow = { ...theirs };
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    if (same(base[name], mine[name])) continue;
    if (Object.hasOwn(mine, name)) result[name] = mine[name];
    else delete result[name];
  }
  return result;
}

/** Merges line by line; undefined where both sides changed the same lines. */
export function mergeText(base: string, mine: string, theirs: string): string | undefined {
  const found = reconcile(base, mine, theirs);
  return found.kind === 'clash' ? undefined : found.text;
}
