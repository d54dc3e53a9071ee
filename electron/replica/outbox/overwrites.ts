/**
 * If two people change the same field, the service keeps the last value. This file finds and stores values of others
 * just before the person's changes overwrite them, so that the person can restore them.
 */
import type { OverwrittenValue } from '../../../shared/bridge/index.ts';
import {
  actionByName,
  filteredRelationKey,
  nonNullableTypeOf,
  type Query,
  rootKeyById,
} from '../../../shared/contract/index.ts';
import type { AnyRow, RowStore, StoredRow } from '../../engine/store/rows.ts';
import { fieldsToPull } from '../pull/selections.ts';
import type { BeforeImages } from '../store/before-images.ts';
import type { NamedValueStore } from '../store/stored-values.ts';
import { everyFieldMarker } from './dependencies.ts';
import type { MergeBase } from './merge-params.ts';
import { type Operation, rowRef } from './operation.ts';
import type { Outbox } from './outbox.ts';
import { type FieldsSetOnRow, fieldsSetByAction } from './set-fields.ts';

/** Keys in `base`: the values that the person saw, and those of others that the operation overwrites. */
const seenKey = '~seen';
const theirsKey = '~theirs';
type Fields = Readonly<Record<string, unknown>>;

/** Only the newest overwritten values are stored, at most this many. */
const maxStoredOverwrites = 100;
const storedName = 'overwritten';

/** Where the new value replaces the old one. Lists, records and long texts are merged instead. */
function lastWriterFieldsOf(action: string, params: Fields): FieldsSetOnRow[] {
  const optional = actionByName(action)?.params.optional ?? {};
  return fieldsSetByAction(action, params).flatMap(({ fields, ...target }) => {
    const single = fields.filter((field) => {
      const type = optional[field];
      return type && field !== 'content' && !['list', 'record'].includes(nonNullableTypeOf(type).kind);
    });
    return single.length > 0 ? [{ ...target, fields: single }] : [];
  });
}

/** By row. They become part of the operation's base. */
export function seenValuesOfOverwrittenFields(rows: RowStore, action: string, params: Fields): MergeBase {
  const seenValues = lastWriterFieldsOf(action, params).flatMap(({ model, key, fields }) => {
    const row = rows.get(model, key) as AnyRow | undefined;
    return row ? [[key, Object.fromEntries(fields.map((field) => [field, row[field] ?? null]))] as const] : [];
  });
  return seenValues.length > 0 ? { [seenKey]: Object.fromEntries(seenValues) } : {};
}

export const replacedRowValuesOf = ({ base }: Operation, key: string): Fields =>
  (base[seenKey] as Readonly<Record<string, Fields>> | undefined)?.[key] ?? {};

/**
 * If the person changed a field twice, the later operation can be settled while the earlier one is only acknowledged.
 * Removes the field from the earlier base, so that the later value does not count as a value of others. Returns only
 * the changed bases.
 */
export function removeLaterChangesFromMergeBases(
  settled: readonly Operation[],
  outbox: Outbox,
): { readonly operation: Operation; readonly base: MergeBase }[] {
  const changedRows = new Set(settled.flatMap(({ footprint }) => Object.keys(footprint)));
  const earlier = new Set([...changedRows].flatMap((name) => outbox.linked(`change ${name}`)));
  for (const one of settled) earlier.delete(one);
  const acknowledged = [...earlier].filter((one) => one.state === 'acknowledged' && one.base[seenKey]);
  return acknowledged.flatMap((operation) => {
    const rows = operation.base[seenKey] as Readonly<Record<string, Fields>>;
    const later = settled.filter(({ id }) => id > operation.id);
    const remaining = Object.entries(rows).map(([key, fields]) => {
      const set = new Set(later.flatMap((one) => Object.keys(replacedRowValuesOf(one, key))));
      return [key, Object.fromEntries(Object.entries(fields).filter(([field]) => !set.has(field)))] as const;
    });
    const isLess = remaining.some(([key, fields]) => Object.keys(fields).length < Object.keys(rows[key] ?? {}).length);
    return isLess ? [{ operation, base: { ...operation.base, [seenKey]: Object.fromEntries(remaining) } }] : [];
  });
}

export const hasMergedParams = ({ base }: Operation): boolean => Object.keys(base).some((key) => !key.startsWith('~'));

/** Returns the base with the values of others that will be overwritten; undefined if there are none. */
export function addOverwritesToMergeBase(
  operation: Operation,
  rows: RowStore,
  images: BeforeImages,
  outbox: Outbox,
): MergeBase | undefined {
  const seenValues = operation.base[seenKey] as Readonly<Record<string, Fields>> | undefined;
  if (!seenValues) return undefined;
  const overwritten = lastWriterFieldsOf(operation.action, operation.effective).flatMap(({ model, key, fields }) => {
    const before = seenValues[key];
    const row = rowRef(model, key);
    if (!before) return [];
    // If an earlier operation of the person sets a field, the field's value is not a value of others.
    const own = new Set(
      outbox.linked(`change ${row}`).flatMap(({ id, footprint }) => (id < operation.id ? (footprint[row] ?? []) : [])),
    );
    const confirmed = images.confirmed(rows, model, key);
    if (!confirmed) return [];
    const changed = fields.flatMap((field) => {
      const confirmedValue = confirmed[field] ?? null;
      const isTheirs =
        !own.has(field) &&
        !own.has(everyFieldMarker) &&
        confirmedValue !== (before[field] ?? null) &&
        confirmedValue !== (operation.effective[field] ?? null);
      return isTheirs && field in before ? [[field, confirmedValue] as const] : [];
    });
    return changed.length > 0 ? [[key, Object.fromEntries(changed)] as const] : [];
  });
  return overwritten.length > 0 ? { ...operation.base, [theirsKey]: Object.fromEntries(overwritten) } : undefined;
}

interface StoredOverwrite extends Omit<OverwrittenValue, 'title' | 'by' | 'madeAt'> {
  /** The action that restores the value. It sets the field of one row. */
  readonly action: string;
}

/** Oldest first. */
export const storedOverwrites = (storedValues: NamedValueStore): readonly StoredOverwrite[] =>
  (storedValues.get(storedName) as StoredOverwrite[] | undefined) ?? [];

/** Call it when the service has carried out the operation. */
export function storeOverwrites(storedValues: NamedValueStore, operation: Operation, at: string): void {
  const overwritten = operation.base[theirsKey] as Readonly<Record<string, Fields>> | undefined;
  if (!overwritten) return;
  const known = storedOverwrites(storedValues);
  const { action, label, effective } = operation;
  const added = lastWriterFieldsOf(action, effective).flatMap(({ model, key }) =>
    Object.entries(overwritten[key] ?? {}).map(([field, value]) => ({ model, key, field, theirs: value })),
  );
  const last = known.at(-1)?.id ?? 0;
  const noted = added.map(
    (one, index): StoredOverwrite => ({
      ...one,
      id: last + index + 1,
      mine: effective[one.field] ?? null,
      at,
      action: one.model === 'card' ? 'cards/update' : action,
      label,
    }),
  );
  if (noted.length > 0) storedValues.set(storedName, [...known, ...noted].slice(-maxStoredOverwrites));
}

/** How many of a card's newest history entries are read to find who set an overwritten value. */
const maxHistoryEntries = 30;

export function cardHistoryQuery(cardId: string): Query {
  const newestEntries = filteredRelationKey('diffs', { $order: '-version', $limit: maxHistoryEntries });
  return { [rootKeyById('card', cardId)]: [{ [newestEntries]: fieldsToPull('cardHistory') }] };
}

/** Returns the newest change in a card's stored history that set the field to the value; undefined if there is none. */
export function historyEntryThatSetValue(
  rows: RowStore,
  { key, field, value }: { readonly key: string; readonly field: string; readonly value: unknown },
): StoredRow<'cardHistory'> | undefined {
  return rows.where('cardHistory', '"cardId" = ? ORDER BY "version" DESC', key).find(({ diff }) => {
    const pair = (diff as Fields | null)?.[field];
    return Array.isArray(pair) && (pair[1] ?? null) === (value ?? null);
  });
}

/** Returns who set the overwritten value and when; both are null if the stored history does not show it. */
export function authorAndTimeOfValue(
  rows: RowStore,
  { model, key, field, theirs: value }: Pick<StoredOverwrite, 'model' | 'key' | 'field' | 'theirs'>,
): Pick<OverwrittenValue, 'by' | 'madeAt'> {
  const change = model === 'card' ? historyEntryThatSetValue(rows, { key, field, value }) : undefined;
  if (!change) return { by: null, madeAt: null };
  const user = change.changerId ? rows.get('user', change.changerId) : undefined;
  return { by: user?.fullName || user?.name || null, madeAt: change.versionCreatedAt };
}

/** Only the service can set `snoozing`, so `started` replaces it. */
export const toSettableValue = (field: string, value: unknown): unknown =>
  field === 'status' && value === 'snoozing' ? 'started' : value;

export function deleteStoredOverwrite(storedValues: NamedValueStore, id: number): void {
  storedValues.set(
    storedName,
    storedOverwrites(storedValues).filter((one) => one.id !== id),
  );
}
