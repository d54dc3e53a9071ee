/**
 * Keeps values of other people that a change from here replaces, since at the service the last writer wins. The check runs
 * just before a change is sent; the outbox view lists the replaced values, and the person can restore them.
 */
import type { Overwritten } from '../../../shared/bridge/index.ts';
import { actionNamed, bare, byId, type Query, related } from '../../../shared/contract/index.ts';
import type { AnyRow, Rows, StoredRow } from '../../engine/store/rows.ts';
import { everyField } from '../pull/selections.ts';
import type { BeforeImages } from '../store/before-images.ts';
import type { StoredValues } from '../store/stored-values.ts';
import { wholeRow } from './dependencies.ts';
import type { Base } from './intent.ts';
import { type Operation, rowRef } from './operation.ts';
import { fieldsSetBy, type SetFields } from './set-fields.ts';

/** Keys in an operation's base: the fields as the person saw them, and as others had changed them when it was sent. */
const seen = '~seen';
const theirs = '~theirs';
type Fields = Readonly<Record<string, unknown>>;

/** When there are more, the oldest are deleted. */
const maxStored = 100;
const name = 'overwritten';

/**
 * The rows that the action changes, with the fields where the last writer wins. Lists, records and long texts are
 * merged instead.
 */
function targetsOf(action: string, params: Fields): SetFields[] {
  const optional = actionNamed(action)?.params.optional ?? {};
  return fieldsSetBy(action, params).flatMap(({ fields, ...target }) => {
    const single = fields.filter((field) => {
      const type = optional[field];
      return type && field !== 'content' && !['list', 'record'].includes(bare(type).kind);
    });
    return single.length > 0 ? [{ ...target, fields: single }] : [];
  });
}

/** The fields that the action sets as the person saw them, by row; stored with its base. */
export function baseOfSeenFields(rows: Rows, action: string, params: Fields): Base {
  const seenValues = targetsOf(action, params).flatMap(({ model, key, fields }) => {
    const row = rows.get(model, key) as AnyRow | undefined;
    return row ? [[key, Object.fromEntries(fields.map((field) => [field, row[field] ?? null]))] as const] : [];
  });
  return seenValues.length > 0 ? { [seen]: Object.fromEntries(seenValues) } : {};
}

/** The row's fields that the operation sets, as the person saw them. */
export const seenFieldsOfRow = ({ base }: Operation, key: string): Fields =>
  (base[seen] as Readonly<Record<string, Fields>> | undefined)?.[key] ?? {};

/**
 * New bases for acknowledged operations: values set by an operation that is settled now are removed, since nobody has
 * to restore these. Contains only bases that change.
 */
export function basesWithoutSettledValues(
  settled: readonly Operation[],
  all: readonly Operation[],
): { readonly operation: Operation; readonly base: Base }[] {
  const acknowledged = all.filter((one) => one.state === 'acknowledged' && one.base[seen] && !settled.includes(one));
  return acknowledged.flatMap((operation) => {
    const rows = operation.base[seen] as Readonly<Record<string, Fields>>;
    const later = settled.filter(({ id }) => id > operation.id);
    const remaining = Object.entries(rows).map(([key, fields]) => {
      const set = new Set(later.flatMap((one) => Object.keys(seenFieldsOfRow(one, key))));
      return [key, Object.fromEntries(Object.entries(fields).filter(([field]) => !set.has(field)))] as const;
    });
    const isLess = remaining.some(([key, fields]) => Object.keys(fields).length < Object.keys(rows[key] ?? {}).length);
    return isLess ? [{ operation, base: { ...operation.base, [seen]: Object.fromEntries(remaining) } }] : [];
  });
}

/** Whether the operation is merged with what others wrote. */
export const isMerged = ({ base }: Operation): boolean => Object.keys(base).some((key) => !key.startsWith('~'));

/** The base with the values of others that the operation is about to overwrite; undefined when there are none. */
export function baseWithOverwrites(
  operation: Operation,
  rows: Rows,
  images: BeforeImages,
  all: readonly Operation[],
): Base | undefined {
  const seenValues = operation.base[seen] as Readonly<Record<string, Fields>> | undefined;
  if (!seenValues) return undefined;
  const overwritten = targetsOf(operation.action, operation.effective).flatMap(({ model, key, fields }) => {
    const before = seenValues[key];
    const row = rowRef(model, key);
    if (!before) return [];
    // Pending changes of this person are not values of others.
    const own = new Set(all.flatMap(({ id, footprint }) => (id < operation.id ? (footprint[row] ?? []) : [])));
    const confirmed = images.confirmed(rows, model, key);
    if (!confirmed) return [];
    const changed = fields.flatMap((field) => {
      const confirmedValue = confirmed[field] ?? null;
      const isTheirs =
        !own.has(field) &&
        !own.has(wholeRow) &&
        confirmedValue !== (before[field] ?? null) &&
        confirmedValue !== (operation.effective[field] ?? null);
      return isTheirs && field in before ? [[field, confirmedValue] as const] : [];
    });
    return changed.length > 0 ? [[key, Object.fromEntries(changed)] as const] : [];
  });
  return overwritten.length > 0 ? { ...operation.base, [theirs]: Object.fromEntries(overwritten) } : undefined;
}

interface StoredOverwrite extends Omit<Overwritten, 'title' | 'by' | 'madeAt'> {
  /** The action that sets the field of this one row. */
  readonly action: string;
}

export const overwrites = (storedValues: StoredValues): readonly StoredOverwrite[] =>
  (storedValues.get(name) as StoredOverwrite[] | undefined) ?? [];

/** Stores the replaced values. Called when the service has carried out the operation. */
export function noteOverwrites(storedValues: StoredValues, operation: Operation, at: string): void {
  const overwritten = operation.base[theirs] as Readonly<Record<string, Fields>> | undefined;
  if (!overwritten) return;
  const known = overwrites(storedValues);
  const { action, label, effective } = operation;
  const added = targetsOf(action, effective).flatMap(({ model, key }) =>
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
  if (noted.length > 0) storedValues.set(name, [...known, ...noted].slice(-maxStored));
}

/** The change that set the replaced value is looked for among this many changes of the card. */
const newestChanges = 30;

/** The query that shows who set the replaced value, and when; undefined for models without a history. */
export const historyQuery = ({ model, key }: Pick<StoredOverwrite, 'model' | 'key'>): Query | undefined =>
  model === 'card'
    ? {
        [byId('card', key)]: [
          { [related('diffs', { $order: '-version', $limit: newestChanges })]: everyField('cardHistory') },
        ],
      }
    : undefined;

/** The newest change in the stored history of a card that set the field to this value; undefined where it shows none. */
export function historyEntryOf(
  rows: Rows,
  { key, field, value }: { readonly key: string; readonly field: string; readonly value: unknown },
): StoredRow<'cardHistory'> | undefined {
  return rows.where('cardHistory', '"cardId" = ? ORDER BY "version" DESC', key).find(({ diff }) => {
    const pair = (diff as Fields | null)?.[field];
    return Array.isArray(pair) && (pair[1] ?? null) === (value ?? null);
  });
}

/** Who set the replaced value, and when; undefined where the stored history does not show it. */
export function changeThatSet(
  rows: Rows,
  { model, key, field, theirs: value }: Pick<StoredOverwrite, 'model' | 'key' | 'field' | 'theirs'>,
): Pick<Overwritten, 'by' | 'madeAt'> {
  const change = model === 'card' ? historyEntryOf(rows, { key, field, value }) : undefined;
  if (!change) return { by: null, madeAt: null };
  const user = change.changerId ? rows.get('user', change.changerId) : undefined;
  return { by: user?.fullName || user?.name || null, madeAt: change.versionCreatedAt };
}

/** The value as an action accepts it: only the service sets `snoozing`. */
export const writableValue = (field: string, value: unknown): unknown =>
  field === 'status' && value === 'snoozing' ? 'started' : value;

export function forgetOverwrite(storedValues: StoredValues, id: number): void {
  storedValues.set(
    name,
    overwrites(storedValues).filter((one) => one.id !== id),
  );
}
