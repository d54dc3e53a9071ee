import { Refusal } from './errors.ts';
import { describeType, type ValueType } from './type.ts';

/**
 * Each service has its own form of ids, and a client accepts any text as an id, including its own local ids. The
 * embedded service gives its rows UUIDs of version 4 in lower case, and refuses other forms.
 */
export type IdValidator = (id: string) => boolean;

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const hasEmbeddedServiceIdForm: IdValidator = (id) => uuid4.test(id);

export const embeddedServiceIdForm = 'a UUID of version 4 in lower case';

export const acceptAnyId: IdValidator = () => true;

const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
export const maxInt32 = 2 ** 31 - 1;

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const parts = dayPattern.exec(value);
  if (!parts) return false;
  const date = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
}

export function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && timestampPattern.test(value) && !Number.isNaN(Date.parse(value));
}

/** A character that JSON or SQLite cannot store: NUL, or half of a character outside the Basic Multilingual Plane. */
const unstorable = /\0|\p{Surrogate}/u;
const allUnstorable = new RegExp(unstorable, 'gu');

export const withoutUnstorable = (text: string): string => text.replace(allUnstorable, '');

function describeTextWithout(text: string, expected: string): string {
  const found = unstorable.exec(text);
  if (!found) return expected;
  const code = found[0].charCodeAt(0);
  const what = code === 0 ? 'U+0000 (NUL)' : `U+${code.toString(16).toUpperCase()}, which is half of a character`;
  return `${expected} without ${what} (at position ${found.index})`;
}

/** SQLite and JSON store a text unchanged if it has no lone surrogates and no NUL. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

/** False for arrays. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The first place where `value` is not of `type`: its path (`''` for `value` itself) and the expected type; undefined
 * if there is none.
 * @param open accepts unknown enumeration values, which clients must tolerate
 * @param isId checks the form of ids
 */
export function findTypeMismatch(
  type: ValueType,
  value: unknown,
  open = false,
  path = '',
  isId: IdValidator = acceptAnyId,
): { path: string; expected: string } | undefined {
  const mismatchAt = { path, expected: describeType(type, 'json') };
  switch (type.kind) {
    case 'nullable':
      return value === null ? undefined : inNullable(type.of, value, open, path, isId, mismatchAt);
    case 'string':
      if (isText(value)) return undefined;
      return typeof value === 'string'
        ? { path, expected: describeTextWithout(value, mismatchAt.expected) }
        : mismatchAt;
    case 'id':
      if (!isText(value) || value === '' || value.length > 200) return mismatchAt;
      return isId(value)
        ? undefined
        : { path, expected: `the id of a ${type.model}, which is ${embeddedServiceIdForm}` };
    case 'int32':
      return Number.isInteger(value) && Math.abs(value as number) <= maxInt32 ? undefined : mismatchAt;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : mismatchAt;
    case 'timestamp':
      return isTimestamp(value) ? undefined : mismatchAt;
    case 'day':
      return isDay(value) ? undefined : mismatchAt;
    case 'enum':
      return isText(value) && (open || type.values.includes(value)) ? undefined : mismatchAt;
    case 'json':
      return value === undefined ? mismatchAt : undefined;
    case 'list': {
      if (!Array.isArray(value)) return mismatchAt;
      for (const [index, item] of value.entries()) {
        const found = findTypeMismatch(type.of, item, open, `${path}[${index}]`, isId);
        if (found) return found;
      }
      return undefined;
    }
    case 'record': {
      if (!isRecord(value)) return mismatchAt;
      for (const [key, item] of Object.entries(value)) {
        if (!isText(key)) return mismatchAt;
        const badKey = type.keys && findTypeMismatch(type.keys, key, open, path, isId);
        if (badKey) return { path, expected: `an object whose keys are each ${badKey.expected}` };
        const found = findTypeMismatch(type.of, item, open, `${path}.${key}`, isId);
        if (found) return found;
      }
      return undefined;
    }
    case 'object': {
      if (!isRecord(value)) return mismatchAt;
      for (const [key, of] of Object.entries(type.required)) {
        const found = findTypeMismatch(of, value[key], open, path ? `${path}.${key}` : key, isId);
        if (found) return found;
      }
      for (const [key, of] of Object.entries(type.optional)) {
        if (value[key] === undefined) continue;
        const found = findTypeMismatch(of, value[key], open, path ? `${path}.${key}` : key, isId);
        if (found) return found;
      }
      return undefined;
    }
  }
}

/** `nullableMismatch` says that null is allowed, too; the mismatch of an id explains the form of ids. */
function inNullable(
  of: ValueType,
  value: unknown,
  open: boolean,
  path: string,
  isId: IdValidator,
  nullableMismatch: { readonly path: string; readonly expected: string },
) {
  const found = findTypeMismatch(of, value, open, path, isId);
  if (found && of.kind === 'string' && typeof value === 'string')
    return { path, expected: describeTextWithout(value, nullableMismatch.expected) };
  return found && of.kind === 'id' && typeof value === 'string' && value !== '' ? found : found && nullableMismatch;
}

/** Drops unknown params (rule `action.unknown-params`). @throws Refusal 400 that names the first wrong param. */
export function validateActionParams(
  type: Extract<ValueType, { kind: 'object' }>,
  body: unknown,
  isId: IdValidator = acceptAnyId,
): Record<string, unknown> {
  if (!isRecord(body)) throw invalidParam('the body must be a JSON object');
  const found = findTypeMismatch(type, body, false, '', isId);
  if (found) throw invalidParam(`field '${found.path}' in body must be ${found.expected}`);
  return dropUnknownKeys(type, body) as Record<string, unknown>;
}

function invalidParam(message: string): Refusal {
  return new Refusal(400, { error: 'invalid_param', message });
}

/** At every depth. */
function dropUnknownKeys(type: ValueType, value: unknown): unknown {
  if (type.kind === 'nullable') return value === null ? null : dropUnknownKeys(type.of, value);
  if (type.kind === 'list') return (value as unknown[]).map((item) => dropUnknownKeys(type.of, item));
  if (type.kind !== 'object') return value;
  const source = value as Record<string, unknown>;
  const known: Record<string, unknown> = {};
  for (const [key, of] of [...Object.entries(type.required), ...Object.entries(type.optional)])
    if (Object.hasOwn(source, key) && source[key] !== undefined) known[key] = dropUnknownKeys(of, source[key]);
  return known;
}
