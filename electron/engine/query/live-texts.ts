/** The rows of live answers as texts: the values as JSON, and a shape with their names. */
import type { PackedAnswerRow, PackedFieldList } from '../../../shared/bridge/packed.ts';

export interface RowShape extends PackedFieldList {
  readonly has: ReadonlySet<string>;
}

/** The values as JSON, separated by commas. */
export interface SerializedRow extends PackedAnswerRow {
  readonly shape: RowShape;
}

/** `root` is the row `_root`; `models` has the other rows by model, then by key. */
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

/** Each with the index of its value. */
const namesOf = ({ names, aliases }: RowShape): readonly (readonly [name: string, at: number])[] => [
  ...names.map((name, at) => [name, at] as const),
  ...aliases,
];

/** Both texts were read in one transaction, so their common names have equal values. */
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
  /** Indexes of the values that only the second shape has. */
  readonly added: readonly number[];
}
const mergedShapes = new WeakMap<RowShape, WeakMap<RowShape, MergedShape>>();

/** The names of `a`, then those that only `b` has. Cached: the same `a` and `b` always return the same object. */
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
