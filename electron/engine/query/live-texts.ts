/** Rows of live answers: the text of their values, and the names of the values. */
import type { PackedRow, Shape } from '../../../shared/bridge/packed.ts';

export interface RowShape extends Shape {
  readonly has: ReadonlySet<string>;
}

/** A row in one part of an answer. */
export interface Shown extends PackedRow {
  readonly shape: RowShape;
}

/** An answer by rows: `_root`, and rows by model and key. */
export interface AnswerTexts {
  readonly root: Shown;
  readonly models: ReadonlyMap<string, ReadonlyMap<string, Shown>>;
}

export const shapeOf = (names: readonly string[], width: number, also: Shape['also'] = []): RowShape => ({
  names,
  width,
  also,
  has: new Set([...names, ...also.map(([name]) => name)]),
});

export const emptyRow: Shown = { shape: shapeOf([], 0), values: '' };

export function sameShown(a: Shown | undefined, b: Shown | undefined): boolean {
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

/** Every name with the position of its value. */
const namesOf = ({ names, also }: RowShape): readonly (readonly [name: string, at: number])[] => [
  ...names.map((name, at) => [name, at] as const),
  ...also,
];

/** Merges a row that two parts of an answer contain. Both were read in one transaction, so shared values are equal. */
export function mergedRow(a: Shown, b: Shown): Shown {
  if (isWithin(b.shape, a.shape)) return a;
  if (isWithin(a.shape, b.shape)) return b;
  const { shape, added } = jointly(a.shape, b.shape);
  const values = JSON.parse(`[${b.values}]`) as unknown[];
  const addedTexts = added.map((at) => JSON.stringify(values[at]));
  return { shape, values: [...(a.values === '' ? [] : [a.values]), ...addedTexts].join(',') };
}

function isWithin(some: RowShape, all: RowShape): boolean {
  if (some === all) return true;
  if (some.has.size > all.has.size) return false;
  for (const name of some.has) if (!all.has.has(name)) return false;
  return true;
}

interface Joint {
  readonly shape: RowShape;
  /** Positions in the second shape of values that the first lacks. */
  readonly added: readonly number[];
}
const joints = new WeakMap<RowShape, WeakMap<RowShape, Joint>>();

/** One shape for all rows that the same two parts contain. */
function jointly(a: RowShape, b: RowShape): Joint {
  const known = joints.get(a) ?? new WeakMap<RowShape, Joint>();
  joints.set(a, known);
  let joint = known.get(b);
  if (!joint) {
    const more = namesOf(b).filter(([name]) => !a.has.has(name));
    joint = {
      shape: shapeOf([...a.names, ...more.map(([name]) => name)], a.width, a.also),
      added: more.map(([, at]) => at),
    };
    known.set(b, joint);
  }
  return joint;
}
