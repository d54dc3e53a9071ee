/** Rows that do not change keep their object identity, so that React does not render them again. */
import type { WatchPatch } from '../../shared/bridge/index.ts';
import { type AnswerRow, type QueryAnswer, rowMapOf } from '../../shared/contract/index.ts';

type RowMap = Record<string, AnswerRow>;

function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys)
    if (!Object.hasOwn(b, key) || !sameValue((a as AnswerRow)[key], (b as AnswerRow)[key])) return false;
  return true;
}

/** `row` if equal; otherwise a copy of `next` that reuses the equal values of `row`. */
function mergedRow(row: AnswerRow | undefined, next: AnswerRow): AnswerRow {
  if (!row) return next;
  const keys = Object.keys(next);
  // `next` can have fewer keys than `row`: if a part of a query no longer selects the row, the fields that only this
  // part selects are missing.
  let isSame = Object.keys(row).length === keys.length;
  const merged: AnswerRow = {};
  for (const key of keys) {
    const isEqual = sameValue(row[key], next[key]);
    merged[key] = isEqual ? row[key] : next[key];
    isSame &&= isEqual && Object.hasOwn(row, key);
  }
  return isSame ? row : merged;
}

/** The same object if nothing changes. */
export function applyPatch(answer: QueryAnswer, patch: WatchPatch): QueryAnswer {
  let result: Record<string, RowMap | AnswerRow> | null = null;
  const mapOf = (model: string): RowMap => (result?.[model] ?? answer[model] ?? rowMapOf()) as RowMap;
  const setModel = (model: string, map: RowMap | AnswerRow) => {
    result ??= { ...answer };
    result[model] = map;
  };
  for (const [model, rows] of Object.entries(patch.set)) {
    const map = mapOf(model);
    let copy: RowMap | null = null;
    for (const [key, next] of Object.entries(rows)) {
      const row = mergedRow(map[key], next);
      if (row === map[key]) continue;
      copy ??= rowMapOf(map);
      copy[key] = row;
    }
    if (copy) setModel(model, copy);
  }
  for (const [model, keys] of Object.entries(patch.gone)) {
    const map = mapOf(model);
    const present = keys.filter((key) => Object.hasOwn(map, key));
    if (present.length === 0) continue;
    const copy = rowMapOf(map);
    for (const key of present) delete copy[key];
    setModel(model, copy);
  }
  if (patch.root) {
    const root = mergedRow(answer._root as AnswerRow | undefined, patch.root);
    if (root !== answer._root) setModel('_root', root);
  }
  return result ?? answer;
}

/** `next` is the answer that was read again after `previous`; equal rows keep the object of `previous`. */
export function reuseEqualRows(previous: QueryAnswer, next: QueryAnswer): QueryAnswer {
  const result: Record<string, RowMap | AnswerRow> = {};
  let changed = Object.keys(previous).length !== Object.keys(next).length;
  for (const [model, rows] of Object.entries(next)) {
    const old = previous[model] as RowMap | undefined;
    if (!old || model === '_root') {
      result[model] = old && sameValue(old, rows) ? old : rows;
    } else {
      const map: RowMap = rowMapOf();
      let same = Object.keys(old).length === Object.keys(rows).length;
      for (const [key, row] of Object.entries(rows as RowMap)) {
        const merged = mergedRow(old[key], row);
        map[key] = merged;
        if (merged !== old[key]) same = false;
      }
      result[model] = same ? old : map;
    }
    if (result[model] !== old) changed = true;
  }
  return changed ? result : previous;
}
