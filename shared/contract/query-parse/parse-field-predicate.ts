import { foldCase, fullTextExpression, searchPhrases, searchWordCount } from '../../domain/search-text.ts';
import {
  describeType,
  findTypeMismatch,
  type IdValidator,
  isOrderedType,
  isStructuredType,
  nonNullableTypeOf,
  type ValueType,
} from '../index.ts';
import type { FieldPredicate, StoredValue } from './plan.ts';
import { createQueryRefusal } from './refusals.ts';
import { canonicalJson, maxSearchWords } from './text.ts';

const maxValueDepth = 64;

function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit === 0) return 1;
  let deepest = 0;
  for (const item of Object.values(value)) {
    deepest = Math.max(deepest, depthOf(item, limit - 1));
    if (deepest >= limit) break;
  }
  return deepest + 1;
}

/** Columns store lists and objects as canonical JSON text. */
function toStoredValue(type: ValueType, value: unknown, path: string, isId: IdValidator): StoredValue {
  if (value === null) return null;
  const found = findTypeMismatch(nonNullableTypeOf(type), value, true, '', isId);
  if (found)
    throw createQueryRefusal(
      'invalid_value',
      path,
      `'${path}' takes ${nonNullableTypeOf(type).kind === 'id' ? found.expected : describeType(nonNullableTypeOf(type))}${found.path ? `; its '${found.path}' is not ${found.expected}` : ''}`,
    );
  if (isStructuredType(type)) {
    if (depthOf(value, maxValueDepth) >= maxValueDepth)
      throw createQueryRefusal('invalid_value', path, `'${path}' takes values of at most ${maxValueDepth} levels`);
    return canonicalJson(value);
  }
  if (typeof value === 'boolean') return value ? 1 : 0;
  // Columns store timestamps with milliseconds and compare them as text. So the value must have milliseconds, too;
  // `toISOString` adds them if they are missing.
  if (nonNullableTypeOf(type).kind === 'timestamp') return new Date(value as string).toISOString();
  return value as string | number;
}

function requireList(value: unknown, path: string, op: string): readonly unknown[] {
  if (!Array.isArray(value)) throw createQueryRefusal('invalid_value', path, `'${op}' at '${path}' takes a list`);
  return value;
}

function unsupportedFieldType(op: string, path: string, what: string, hint?: unknown) {
  return createQueryRefusal('invalid_value', path, `'${op}' at '${path}' works on ${what} only`, hint);
}

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** @throws Refusal `invalid_value` if the operator or the value does not fit the field's type */
export function parseFieldPredicate(
  type: ValueType,
  op: string,
  value: unknown,
  path: string,
  isId: IdValidator,
): FieldPredicate {
  switch (op) {
    case 'eq':
    case 'neq':
      return { kind: 'is', value: toStoredValue(type, value, path, isId), negated: op === 'neq' };
    case 'in':
    case 'notIn':
    case 'inOrNull': {
      const hint = isStructuredType(type) ? 'Use has or overlaps to look inside lists' : undefined;
      const values = requireList(value, path, op).map((item) => {
        if (hint && item !== null && findTypeMismatch(nonNullableTypeOf(type), item, true))
          throw createQueryRefusal(
            'invalid_value',
            path,
            `'${path}' takes a list of ${describeType(nonNullableTypeOf(type))}`,
            hint,
          );
        return toStoredValue(type, item, path, isId);
      });
      return { kind: 'among', values: op === 'inOrNull' ? [...values, null] : values, negated: op === 'notIn' };
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      if (!isOrderedType(type)) throw unsupportedFieldType(op, path, 'numbers, texts, days and timestamps');
      const bound = toStoredValue(type, value, path, isId);
      if (bound === null)
        throw createQueryRefusal('invalid_value', path, `'${op}' at '${path}' takes a value, not null`);
      return { kind: 'compare', sign: signs[op], value: bound };
    }
    case 'contains': {
      if (nonNullableTypeOf(type).kind !== 'string') throw unsupportedFieldType(op, path, 'text fields');
      const text = toStoredValue(type, value, path, isId);
      if (text === null) throw createQueryRefusal('invalid_value', path, `'contains' at '${path}' takes a text`);
      return { kind: 'contains', folded: foldCase(String(text)) };
    }
    case 'has':
    case 'overlaps': {
      const element = nonNullableTypeOf(type);
      if (element.kind !== 'list') throw unsupportedFieldType(op, path, 'list fields');
      const elements = op === 'has' ? [value] : requireList(value, path, op);
      const values = elements.map((item) => {
        if (item === null && element.of.kind !== 'nullable')
          throw createQueryRefusal('invalid_value', path, `'${path}' holds ${describeType(element.of)}, never null`);
        return toStoredValue(element.of, item, path, isId);
      });
      return { kind: 'holds', values };
    }
    case 'search': {
      if (!type.searchable) throw unsupportedFieldType(op, path, 'searchable fields', 'Searchable: card.content');
      if (typeof value !== 'string')
        throw createQueryRefusal('invalid_value', path, `'search' at '${path}' takes a text`);
      const phrases = searchPhrases(value);
      if (searchWordCount(phrases) > maxSearchWords)
        throw createQueryRefusal('invalid_value', path, `'search' at '${path}' takes at most ${maxSearchWords} words`);
      return { kind: 'search', match: fullTextExpression(phrases) };
    }
    default:
      throw new Error(`Operator '${op}' has no test`);
  }
}
