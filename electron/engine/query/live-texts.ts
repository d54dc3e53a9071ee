/** Represents the rows of live answers as texts: a row's values as JSON, and a shape with the names of the values. */
import type { PackedAnswerRow, PackedFieldList } from '../../../shared/bridge/packed.ts';

/** The names of a row's values, in the order of the values in the row's text. */
export interface RowShape extends PackedFieldList {
  /** The names and the aliases, for a fast look-up. */
  readonly has: ReadonlySet<string>;
}

/** The text of a row: its values as JSON, separated by commas, and their names. */
export interface SerializedRow extends PackedAnswerRow {
  readonly shape: RowShape;
}

/**
 * All rows of an answer as JSON texts: `root` is the row `_root`; `models` has the other rows by model, then by key.
 */
export interface SerializedAnswer {
  readonly root: SerializedRow;
  readonly models: ReadonlyMap<string, ReadonlyMap<string, SerializedRow>>;
}

export const createRowShape = (
  names: readonly string[],
  keyLength: number,
  aliases: PackedFieldList['aliases'] = [],
): RowShape => ({
  names,
  keyLength,
  aliases,
  has: new Set([...names, ...aliases.map(([name]) => name)]),
});

/** The text of a row without values. */
export const serializedRowWithoutFields: SerializedRow = { shape: createRowShape([], 0), values: '' };

export function isSameSerializedRow(a: SerializedRow | undefined, b: SerializedRow | undefined): boolean {
  if (a === b) return true;
  return !!a && !!b && a.values === b.values && sameShape(a.shape, b.shape);
}

const sameShape = (a: RowShape, b: RowShape): boolean =>
  a === b ||
  (a.has.size === b.has.size &&
    namesOf(a).every(([name, at], index) => {
      const [other, there] = namesOf(b)[index] ?? [];
      return name === other && at === there;
    }));

/** Returns every name with the index of its value. */
const namesOf = ({ names, aliases }: RowShape): readonly (readonly [name: string, at: number])[] => [
  ...names.map((name, at) => [name, at] as const),
  ...aliases,
];

/**
 * Merges the texts of one row that two parts of the query have read. Both were read in one transaction, so their common
 * names have equal values.
 */
export function mergeSerializedRows(a: SerializedRow, b: SerializedRow): SerializedRow {
  if (b.shape.has.isSubsetOf(a.shape.has)) return a;
  if (a.shape.has.isSubsetOf(b.shape.has)) return b;
  const { shape, added } = mergeShapes(a.shape, b.shape);
  const values = JSON.parse(`[${b.values}]`) as unknown[];
  const addedTexts = added.map((at) => JSON.stringify(values[at]));
  return { shape, values: [...(a.values === '' ? [] : [a.values]), ...addedTexts].join(',') };
}

interface MergedShape {
  readonly shape: RowShape;
  /** The values that only the second shape has, as indexes in the second shape. */
  readonly added: readonly number[];
}
const mergedShapes = new WeakMap<RowShape, WeakMap<RowShape, MergedShape>>();

/**
 * Returns the shape of a row that is merged from a text of shape `a` and a text of shape `b`. The shape has the names
 * of `a` first, and then the names that only `b` has. Cached, so that the same `a` and `b` always return the same
 * object.
 */
function mergeShapes(a: RowShape, b: RowShape): MergedShape {
  const known = mergedShapes.get(a) ?? new WeakMap<RowShape, MergedShape>();
  mergedShapes.set(a, known);
  let merged = known.get(b);
  if (!merged) {
    const more = namesOf(b).filter(([name]) => !a.has.has(name));
    merged = {
      shape: createRowShape([...a.names, ...more.map(([name]) => name)], a.keyLength, a.aliases),
      added: more.map(([, at]) => at),
    };
    known.set(b, merged);
  }
  return merged;
}
