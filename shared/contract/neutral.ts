/** What stands in for a value of a wrong type, so that a wrong answer damages only that field. */
import { isDay, isRecord, maxInt32 } from './check.ts';
import type { ValueType } from './type.ts';

/**
 * Returns the value itself if it is of the type, otherwise the value that replaces it. The type decides what that is:
 * null where null is allowed, else an empty text, list or object, 0, false, the start of 1970, or the enumeration's
 * `neutral` value. Lists and records lose only their wrong items.
 */
export type ValueCorrection = (value: unknown) => unknown;

const neutralDay = '1970-01-01';
export const neutralTimestamp = `${neutralDay}T00:00:00.000Z`;

// No `Date.parse`: this check runs for each timestamp of a first sync.
const timestampPattern =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;
/** Longest id that actions accept, too (check.ts). */
const maxIdLength = 200;
/** Values of any form are kept up to this depth: far deeper ones cannot be written as JSON again. */
const maxJsonDepth = 64;

export function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < maxJsonDepth && Object.values(value).every((item) => isShallow(item, depth + 1));
}

const checked =
  (isRight: (value: unknown) => boolean, neutral: unknown): ValueCorrection =>
  (value) =>
    isRight(value) ? value : neutral;

/** Make it once per field: it is called for each row. */
export function correctionOf(type: ValueType): ValueCorrection {
  // A service answers null for what the token may not read, and for what is another person's own setting.
  if (type.kind !== 'nullable' && (type.scope || type.personal)) {
    const { scope: _scope, personal: _personal, ...rest } = type;
    return correctionOf({ kind: 'nullable', of: rest as ValueType });
  }
  switch (type.kind) {
    case 'nullable': {
      const inner = strictCorrectionOf(type.of);
      return (value) => (value === null ? null : inner(value));
    }
    default:
      return requiredCorrectionOf(type);
  }
}

/** As `correctionOf`, but a value that is wrong as a whole becomes null. */
function strictCorrectionOf(type: ValueType): ValueCorrection {
  const inner = correctionOf(type);
  const isWhole =
    type.kind === 'list' ? Array.isArray : type.kind === 'record' || type.kind === 'object' ? isRecord : null;
  if (isWhole) return (value) => (isWhole(value) ? inner(value) : null);
  // An empty id is wrong, and yet neutral where an id must be.
  const isEmptyId = (value: unknown) => type.kind === 'id' && value === '';
  return (value) => (inner(value) === value && !isEmptyId(value) ? value : null);
}

function requiredCorrectionOf(type: Exclude<ValueType, { kind: 'nullable' }>): ValueCorrection {
  switch (type.kind) {
    case 'string':
      return checked((value) => typeof value === 'string', '');
    case 'id':
      return checked((value) => typeof value === 'string' && value !== '' && value.length <= maxIdLength, '');
    case 'int32':
      return checked((value) => Number.isInteger(value) && Math.abs(value as number) <= maxInt32, 0);
    case 'boolean':
      return checked((value) => typeof value === 'boolean', false);
    case 'timestamp':
      return checked((value) => typeof value === 'string' && timestampPattern.test(value), neutralTimestamp);
    case 'day':
      return checked(isDay, neutralDay);
    // A value that the contract does not name is right: services can add values. Names of what every object has, such as
    // `constructor`, would be found in each table of labels by value.
    case 'enum':
      return checked(
        (value) => typeof value === 'string' && value !== '' && !(value in Object.prototype),
        type.neutral ?? type.values[0],
      );
    case 'json':
      return checked(isShallow, null);
    case 'list': {
      const item = correctionOf(type.of);
      const isRight = (value: unknown) => item(value) === value;
      return (value) => {
        if (!Array.isArray(value)) return [];
        return value.every(isRight) ? value : value.filter(isRight);
      };
    }
    case 'record': {
      const item = correctionOf(type.of);
      return (value) => {
        if (!isRecord(value)) return {};
        const entries = Object.entries(value);
        const right = entries.filter(([, one]) => item(one) === one);
        return right.length === entries.length ? value : Object.fromEntries(right);
      };
    }
    case 'object': {
      const required = Object.entries(type.required).map(([name, of]) => [name, correctionOf(of)] as const);
      const optional = Object.entries(type.optional).map(([name, of]) => [name, correctionOf(of)] as const);
      return (value) => {
        const source = isRecord(value) ? value : {};
        const wrong = [...required, ...optional.filter(([name]) => source[name] !== undefined)]
          .map(([name, item]) => [name, item(source[name])] as const)
          .filter(([name, right]) => right !== source[name]);
        return wrong.length === 0 && source === value ? value : { ...source, ...Object.fromEntries(wrong) };
      };
    }
  }
}
