/**
 * The value types of the service API, as data. Each `ValueType` is the source of a TypeScript type (`ValueOf`), of a
 * validator (check.ts), of columns of the engine's tables, and of texts of the reference page.
 */

/**
 * Any text. `__model` exists only at compile time; it prevents the use of one model's id as the id of another model.
 */
export type Id<M extends string = string> = string & { readonly __model?: M };

/** Services can add values. Clients must show, sort and write back unknown values. */
export type OpenEnum<V extends string> = V | (string & Record<never, never>);

/** An instant as ISO 8601 text in UTC, with milliseconds and a trailing Z. */
export type Timestamp = string;
/** A calendar day as text: `YYYY-MM-DD`. */
export type Day = string;
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

export type ValueType = TypeCore & TypeMarks;

type TypeCore =
  | { readonly kind: 'string' | 'int32' | 'boolean' | 'timestamp' | 'day' | 'json' }
  | { readonly kind: 'id'; readonly model: string }
  /** `neutral` replaces a value that is no text (neutral.ts), by default the first of `values`. */
  | { readonly kind: 'enum'; readonly values: readonly string[]; readonly neutral?: string }
  | { readonly kind: 'nullable'; readonly of: ValueType }
  | { readonly kind: 'list'; readonly of: ValueType }
  /** An object with values of one type. `keys` is the type of its keys, by default any text. */
  | { readonly kind: 'record'; readonly of: ValueType; readonly keys?: ValueType }
  | { readonly kind: 'object'; readonly required: ValueTypesByName; readonly optional: ValueTypesByName };

interface TypeMarks {
  /** The field or param is still in preview: it can change in any release of the service API. */
  readonly preview?: true;
  /** The scope needed to read the field, if it is not `<model>:read`. */
  readonly scope?: string;
  /** The field is a person's own setting. On the rows of other people, it reads as null. */
  readonly personal?: true;
  /** The operator `search` works on the field. */
  readonly searchable?: true;
  /** Only the embedded service has the field; clients must work without it. */
  readonly extension?: true;
}

export interface ValueTypesByName {
  readonly [name: string]: ValueType;
}

export type ValueOf<T> = T extends { kind: 'nullable'; of: infer U }
  ? ValueOf<U> | null
  : T extends { kind: 'id'; model: infer M extends string }
    ? Id<M>
    : T extends { kind: 'enum'; values: readonly (infer V extends string)[] }
      ? OpenEnum<V>
      : T extends { kind: 'list'; of: infer U }
        ? ValueOf<U>[]
        : T extends { kind: 'record'; of: infer U }
          ? Record<string, ValueOf<U>>
          : T extends { kind: 'object'; required: infer R; optional: infer O }
            ? { [K in keyof R]: ValueOf<R[K]> } & { [K in keyof O as string extends K ? never : K]?: ValueOf<O[K]> }
            : T extends { kind: 'int32' }
              ? number
              : T extends { kind: 'boolean' }
                ? boolean
                : T extends { kind: 'json' }
                  ? Json
                  : T extends { kind: 'string' | 'timestamp' | 'day' }
                    ? string
                    : never;

export const string = { kind: 'string' } as const;
export const int32 = { kind: 'int32' } as const;
export const boolean = { kind: 'boolean' } as const;
export const timestamp = { kind: 'timestamp' } as const;
export const day = { kind: 'day' } as const;
export const json = { kind: 'json' } as const;
export const id = <const M extends string>(model: M) => ({ kind: 'id', model }) as const;
export const oneOf = <const V extends readonly string[]>(...values: V) => ({ kind: 'enum', values }) as const;
export const withNeutral = <const T extends ValueType & { kind: 'enum' }>(type: T, neutral: T['values'][number]) =>
  ({ ...type, neutral }) as const;
export const nullable = <const T extends ValueType>(of: T) => ({ kind: 'nullable', of }) as const;
export const list = <const T extends ValueType>(of: T) => ({ kind: 'list', of }) as const;
export const record = <const T extends ValueType>(of: T, keys?: ValueType) =>
  ({ kind: 'record', of, ...(keys && { keys }) }) as const;
export const object = <const R extends ValueTypesByName, const O extends ValueTypesByName = Record<never, never>>(
  required: R,
  optional?: O,
) => ({ kind: 'object', required, optional: (optional ?? {}) as O }) as const;

export const markTypeAsPreview = <const T extends ValueType>(type: T) => ({ ...type, preview: true }) as const;

export function nonNullableTypeOf(type: ValueType): ValueType {
  return type.kind === 'nullable' ? type.of : type;
}

/** Columns store such values as JSON text, and queries cannot sort by them. */
export function isStructuredType(type: ValueType): boolean {
  const { kind } = nonNullableTypeOf(type);
  return kind === 'list' || kind === 'record' || kind === 'object' || kind === 'json';
}

export function isOrderedType(type: ValueType): boolean {
  const { kind } = nonNullableTypeOf(type);
  return kind === 'int32' || kind === 'timestamp' || kind === 'day' || kind === 'string' || kind === 'enum';
}

/** Such as `card id[]`. With `as` `json`, the text says what a value looks like in JSON, such as `string[]`. */
export function describeType(type: ValueType, as: 'model' | 'json' = 'model'): string {
  const inner = (of: ValueType) => describeType(of, as);
  switch (type.kind) {
    case 'id':
      return as === 'json' ? 'string' : `${type.model} id`;
    case 'enum':
      return type.values.join(' | ');
    case 'nullable':
      return `${inner(type.of)} or null`;
    case 'list':
      return `${type.of.kind === 'enum' ? `(${inner(type.of)})` : inner(type.of)}[]`;
    case 'record':
      return `object of ${inner(type.of)}${type.keys ? ` by ${inner(type.keys)}` : ''}`;
    case 'object':
      return `{${[
        ...Object.entries(type.required).map(([name, t]) => `${name}: ${inner(t)}`),
        ...Object.entries(type.optional).map(([name, t]) => `${name}?: ${inner(t)}`),
      ].join(', ')}}`;
    case 'day':
      return as === 'json' ? 'string of the form YYYY-MM-DD' : type.kind;
    case 'timestamp':
      return as === 'json' ? 'string of ISO 8601' : type.kind;
    case 'json':
      return 'any';
    default:
      return type.kind;
  }
}
