/**
 * The service takes the last writer's value. Where the confirmed row shows, just before a change is sent, that somebody
 * else changed the same field since the person saw it, their value is kept: the person is told and can put it back.
 */

import type { Overwritten } from '../../shared/bridge/index.ts';
import { actionNamed, bare } from '../../shared/contract/index.ts';
import type { AnyRow, Rows } from '../engine/rows.ts';
import { type StoredModel, tables } from '../engine/schema.ts';
import type { Images } from './images.ts';
import type { Base } from './intent.ts';
import { type Operation, touch } from './outbox.ts';
import type { StoredValues } from './stored-values.ts';

/** Within an operation's base: fields as the person saw them, and as others had made them when it was sent. */
const seen = '~seen';
const theirs = '~theirs';
type Fields = Readonly<Record<string, unknown>>;

/** Kept at most; the oldest are forgotten. */
const most = 100;
const name = 'overwritten';

interface Target {
  readonly model: StoredModel;
  readonly key: string;
  readonly fields: readonly string[];
}

/** The one row that the action changes, and the single values among its params. */
function targetOf(action: string, params: Fields): Target | undefined {
  const shape = actionNamed(action)?.params;
  const identity = shape?.required.id;
  if (!shape || identity?.kind !== 'id' || typeof params.id !== 'string') return undefined;
  const table = tables.get(identity.model);
  if (!table) return undefined;
  const types = { ...shape.required, ...shape.optional };
  // Lists, records and texts are merged; the rest is the last writer's.
  const fields = Object.keys(params).filter((field) => {
    const type = types[field];
    if (field === 'id' || field === 'content' || !type || !table.byName.has(field)) return false;
    return !['list', 'record'].includes(bare(type).kind);
  });
  return fields.length > 0 ? { model: table.name, key: params.id, fields } : undefined;
}

/** What the person saw of the fields that the action sets, to be kept with its base. */
export function seenOf(rows: Rows, action: string, params: Fields): Base {
  const target = targetOf(action, params);
  const row = target && (rows.get(target.model, target.key) as AnyRow | undefined);
  if (!target || !row) return {};
  return { [seen]: Object.fromEntries(target.fields.map((field) => [field, row[field] ?? null])) };
}

/** Whether the operation is merged with what others wrote. */
export const isMerged = ({ base }: Operation): boolean => Object.keys(base).some((key) => !key.startsWith('~'));

/** The base with what the operation is about to overwrite; undefined when that is nothing anyone else wrote. */
export function meeting(operation: Operation, rows: Rows, images: Images, all: readonly Operation[]): Base | undefined {
  const saw = operation.base[seen] as Fields | undefined;
  const target = targetOf(operation.action, operation.effective);
  if (!saw || !target) return undefined;
  const row = touch(target.model, target.key);
  // What this person did before and the service has not shown yet is not somebody else's.
  if (all.some(({ id, writes }) => id < operation.id && writes.has(row))) return undefined;
  const confirmed = images.confirmed(rows, target.model, target.key);
  if (!confirmed) return undefined;
  const met = target.fields.flatMap((field) => {
    const there = confirmed[field] ?? null;
    const isTheirs = there !== (saw[field] ?? null) && there !== (operation.effective[field] ?? null);
    return isTheirs && field in saw ? [[field, there] as const] : [];
  });
  return met.length > 0 ? { ...operation.base, [theirs]: Object.fromEntries(met) } : undefined;
}

export interface StoredOverwrite extends Omit<Overwritten, 'title'> {
  readonly action: string;
}

export const overwrites = (facts: StoredValues): readonly StoredOverwrite[] =>
  (facts.get(name) as StoredOverwrite[] | undefined) ?? [];

/** The service has carried the operation out. */
export function noteOverwrites(facts: StoredValues, operation: Operation, at: string): void {
  const met = operation.base[theirs] as Fields | undefined;
  const target = targetOf(operation.action, operation.effective);
  if (!met || !target) return;
  const known = overwrites(facts);
  const last = known.at(-1)?.id ?? 0;
  const added = Object.entries(met).map(([field, value], index): StoredOverwrite => {
    const { model, key } = target;
    const { action, label } = operation;
    return {
      id: last + index + 1,
      model,
      key,
      field,
      theirs: value,
      mine: operation.effective[field] ?? null,
      at,
      action,
      label,
    };
  });
  facts.set(name, [...known, ...added].slice(-most));
}

export function forgetOverwrite(facts: StoredValues, id: number): void {
  facts.set(
    name,
    overwrites(facts).filter((one) => one.id !== id),
  );
}
