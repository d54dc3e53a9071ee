/** Applies the difference between the value that the person saw and the person's new value to the newest value. */
import { nonNullableTypeOf, type ValueType } from '../../../shared/contract/index.ts';
import { insertInSourceOrder, mergeList, mergeTexts } from '../../../shared/domain/text-merge.ts';
import { unfinishedHandEntries } from '../../engine/rules/hand.ts';
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import { type StoredModelName, tableDefinitionOf } from '../../engine/store/schema.ts';
import { fieldUpdateActionOf } from './set-fields.ts';

/** What the person saw, by param. `handOrder`: the old order. Keys with `~`: overwrites.ts, put-away.ts. */
export type MergeBase = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, unknown>>;

/**
 * By model, the param with the ids of all projects of a milestone or Run Config. Each link is a row of `model`, whose
 * column `field` has the id of the milestone or Run Config.
 */
const linkParams: Record<string, Record<string, { model: StoredModelName; field: string }>> = {
  milestone: { projectIds: { model: 'milestoneProject', field: 'milestoneId' } },
  sprintConfig: { projectIds: { model: 'sprintProject', field: 'sprintConfigId' } },
};
/** By model: the field that contains a long text. Such a text is merged line by line. */
const longTextField: Record<string, string> = { card: 'content', resolvableEntry: 'content' };

interface MergeTarget {
  readonly model: StoredModelName;
  readonly key: string;
  /** How to merge each param. Contains only the params to merge. */
  readonly params: ReadonlyMap<string, 'list' | 'record' | 'text' | 'links'>;
}

/** Undefined if the action does not set fields of exactly one row. */
function targetOf(action: string, params: Params): MergeTarget | undefined {
  const setter = fieldUpdateActionOf(action);
  const key = setter && params[setter.idParam];
  if (!setter || typeof key !== 'string') return undefined;
  const { model } = setter;
  const { byName } = tableDefinitionOf(model);
  const found = new Map<string, 'list' | 'record' | 'text' | 'links'>();
  for (const [name, type] of Object.entries({ ...setter.params.required, ...setter.params.optional })) {
    const kind = mergeKindOf(model, name, type, byName.has(name));
    if (kind && params[name] !== undefined && params[name] !== null) found.set(name, kind);
  }
  return { model, key, params: found };
}

function mergeKindOf(model: string, name: string, type: ValueType, isColumn: boolean) {
  if (linkParams[model]?.[name]) return 'links';
  if (!isColumn) return undefined;
  const { kind } = nonNullableTypeOf(type);
  if (kind === 'list' || kind === 'record') return kind;
  if (kind === 'object') return 'record';
  return longTextField[model] === name ? 'text' : undefined;
}

function currentValue(rows: RowStore, target: MergeTarget, name: string): unknown {
  const { model, key } = target;
  const links = linkParams[model]?.[name];
  const row = rows.get(model, key) as AnyRow | undefined;
  if (!row) return undefined;
  // A list without a value counts as empty, so that it can be merged.
  if (!links) return row[name] ?? (target.params.get(name) === 'list' ? [] : undefined);
  return rows.find(links.model, { [links.field]: key } as never).map((row) => (row as AnyRow).projectId);
}

const handOrderAction = 'handQueue/setCardOrders';
/** In order, without the done pile. */
const handOrderOf = (rows: RowStore, { userId }: Params): string[] =>
  unfinishedHandEntries({ rows }, String(userId)).map(({ cardId }) => cardId);

const bookmarkOrderAction = 'bookmarks/setOrders';
const bookmarkOrderOf = (rows: RowStore, { userId }: Params): string[] =>
  rows.find('handCard', { userId: userId as never }, ['sortIndex']).map(({ cardId }) => cardId);

/** The stored values of the params that are merged; they become the operation's base. */
export function mergeBaseOfParams(rows: RowStore, action: string, params: Params): MergeBase {
  if (action === bookmarkOrderAction) return { cardIds: bookmarkOrderOf(rows, params) };
  if (action === handOrderAction) return { handOrder: handOrderOf(rows, params) };
  const target = targetOf(action, params);
  if (!target) return {};
  const seenValues = [...target.params.keys()].map((name) => [name, currentValue(rows, target, name)] as const);
  return Object.fromEntries(seenValues.filter(([, value]) => value !== undefined && value !== null));
}

interface MergedParams {
  readonly params: Params;
  /** Texts in which the person and others changed the same lines; `theirs` is the service's text. */
  readonly clashes: readonly {
    readonly field: string;
    readonly model: string;
    readonly key: string;
    readonly theirs: string;
  }[];
}

/** The replica performs and sends the merged params. */
export function mergeParams(rows: RowStore, action: string, params: Params, base: MergeBase): MergedParams {
  if (action === handOrderAction) {
    const theirs = handOrderOf(rows, params);
    // Operations stored by older versions of the program have no base.
    if (base.handOrder === undefined || isEqual(base.handOrder, theirs)) return { params, clashes: [] };
    const { cardIds, draggedCardIds } = params as { readonly [name: string]: readonly string[] };
    return { params: { ...params, cardIds: mergeHandOrder(cardIds ?? [], draggedCardIds ?? [], theirs) }, clashes: [] };
  }
  if (action === bookmarkOrderAction) {
    const [seen, theirs] = [base.cardIds as readonly string[] | undefined, bookmarkOrderOf(rows, params)];
    if (seen === undefined || isEqual(seen, theirs)) return { params, clashes: [] };
    const top = params.cardIds as readonly string[];
    const mine = [...top, ...seen.filter((id) => !top.includes(id))];
    return { params: { ...params, cardIds: mergeList(seen, mine, theirs) }, clashes: [] };
  }
  const target = targetOf(action, params);
  const clashes: MergedParams['clashes'][number][] = [];
  if (!target || Object.keys(base).length === 0) return { params, clashes };
  const merged: Record<string, unknown> = { ...params };
  for (const [name, kind] of target.params) {
    const baseValue = base[name];
    const theirValue = currentValue(rows, target, name);
    if (baseValue === undefined || theirValue === undefined || theirValue === null || isEqual(baseValue, theirValue))
      continue;
    const ownValue = params[name];
    if (kind === 'record') merged[name] = mergeRecord(baseValue as AnyRow, ownValue as AnyRow, theirValue as AnyRow);
    else if (kind !== 'text')
      merged[name] = mergeListOrRows(baseValue as unknown[], ownValue as unknown[], theirValue as unknown[]);
    else {
      const text = mergeText(String(baseValue), String(ownValue), String(theirValue));
      if (text === undefined)
        clashes.push({ field: name, model: target.model, key: target.key, theirs: String(theirValue) });
      else merged[name] = text;
    }
  }
  return { params: merged, clashes };
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Objects with an `id`, such as spaces, are merged property by property. */
function mergeListOrRows(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const isRow = (item: unknown): item is AnyRow => typeof item === 'object' && item !== null && 'id' in item;
  if (![...base, ...mine, ...theirs].every(isRow)) return mergeList(base, mine, theirs);
  const byId = (list: readonly unknown[]) => new Map((list as readonly AnyRow[]).map((item) => [item.id, item]));
  const [was, own, other] = [byId(base), byId(mine), byId(theirs)];
  return mergeList([...was.keys()], [...own.keys()], [...other.keys()]).map((id) =>
    mergeRecord(was.get(id) ?? {}, own.get(id) ?? other.get(id) ?? {}, other.get(id) ?? own.get(id) ?? {}),
  );
}

/** Each dragged card is put after the card that precedes it in `mine`. */
export const mergeHandOrder = (
  mine: readonly string[],
  dragged: readonly string[],
  theirs: readonly string[],
): string[] =>
  insertInSourceOrder(
    theirs.filter((id) => !dragged.includes(id)),
    mine,
    (id) => dragged.includes(id),
  );

/** If both changed a property, `mine` wins. */
export function mergeRecord(base: AnyRow, mine: AnyRow, theirs: AnyRow): AnyRow {
  const result: AnyRow = { ...theirs };
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    if (isEqual(base[name], mine[name])) continue;
    if (Object.hasOwn(mine, name)) result[name] = mine[name];
    else delete result[name];
  }
  return result;
}

/** Line by line. Undefined if both changed the same lines. */
export function mergeText(base: string, mine: string, theirs: string): string | undefined {
  const found = mergeTexts(base, mine, theirs);
  return found.kind === 'clash' ? undefined : found.text;
}
