/**
 * Watched answers as they cross to a window: rows are lists of values, and what the values are called is said once for all
 * rows that have the same. Of a large board this leaves less than half to carry and to read.
 */
import type { AnswerRow, QueryAnswer } from '../contract/index.ts';
import type { Patch } from './commands.ts';

/** What rows of one place of an answer have. */
export interface Shape {
  readonly names: readonly string[];
  /** How many values, from the first on, are the row's key. */
  readonly width: number;
  /** Further names of values, by their positions: of a relation and of the field that holds it. */
  readonly also: readonly (readonly [name: string, at: number])[];
}

export interface PackedRow {
  readonly shape: Shape;
  /** JSON of the values with commas between. */
  readonly values: string;
}

type PackedValues = readonly [shape: number, ...values: unknown[]];

interface Packed {
  readonly shapes: readonly Shape[];
  readonly rows: { readonly [model: string]: readonly PackedValues[] };
  readonly root?: PackedValues;
  /** Of patches. */
  readonly gone?: Patch['gone'];
}

/** JSON text of the rows by model; `gone` makes a patch of it. */
export function pack(
  root: PackedRow | undefined,
  models: Iterable<readonly [model: string, rows: Iterable<PackedRow>]>,
  gone?: Patch['gone'],
): string {
  const shapes = new Map<Shape, number>();
  const opening = ({ shape, values }: PackedRow) => {
    let number = shapes.get(shape);
    if (number === undefined) {
      number = shapes.size;
      shapes.set(shape, number);
    }
    return values === '' ? `[${number}` : `[${number},`;
  };
  const parts = ['{"rows":{'];
  let nextModel = '';
  for (const [model, rows] of models) {
    parts.push(`${nextModel}${JSON.stringify(model)}:[`);
    nextModel = ',';
    let between = '';
    for (const row of rows) {
      parts.push(between + opening(row), row.values);
      between = '],';
    }
    parts.push(between === '' ? ']' : ']]');
  }
  parts.push('}');
  if (root) parts.push(`,"root":${opening(root)}${root.values}]`);
  if (gone) parts.push(`,"gone":${JSON.stringify(gone)}`);
  const known = [...shapes.keys()].map(({ names, width, also }) => ({ names, width, also }));
  parts.push(`,"shapes":${JSON.stringify(known)}}`);
  return parts.join('');
}

/** Makes rows of one shape. Copying a row that has every key gives them their final size, and one hidden class, at once. */
function makerOf({ names, also }: Shape): (packed: PackedValues) => AnswerRow {
  const blank: AnswerRow = Object.fromEntries([...names, ...also.map(([name]) => name)].map((name) => [name, null]));
  return (packed) => {
    const row = { ...blank };
    for (let at = 0; at < names.length; at++) row[names[at] as string] = packed[at + 1];
    for (const [name, at] of also) row[name] = packed[at + 1];
    return row;
  };
}

/** The key of a row in an answer: its id, or the JSON text of the ids it consists of. */
const keyOf = ({ width }: Shape, packed: PackedValues): string =>
  width === 1 ? String(packed[1]) : JSON.stringify(packed.slice(1, width + 1));

function rowsOf({ shapes, rows }: Packed): Record<string, Record<string, AnswerRow>> {
  const models: Record<string, Record<string, AnswerRow>> = {};
  const makers = shapes.map(makerOf);
  for (const [model, all] of Object.entries(rows)) {
    // Without a prototype: ids are any text.
    const map = Object.create(null) as Record<string, AnswerRow>;
    for (const packed of all) {
      const [number] = packed;
      map[keyOf(shapes[number] as Shape, packed)] = (makers[number] as ReturnType<typeof makerOf>)(packed);
    }
    models[model] = map;
  }
  return models;
}

const rootOf = ({ shapes, root }: Packed) => (root ? makerOf(shapes[root[0]] as Shape)(root) : undefined);

export function unpackAnswer(text: string): QueryAnswer {
  const packed = JSON.parse(text) as Packed;
  return { _root: rootOf(packed) ?? {}, ...rowsOf(packed) };
}

export function unpackPatch(text: string): Patch {
  const packed = JSON.parse(text) as Packed;
  const root = rootOf(packed);
  return { set: rowsOf(packed), gone: packed.gone ?? {}, ...(root ? { root } : {}) };
}
