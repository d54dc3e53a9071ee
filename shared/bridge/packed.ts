/**
 * The compact form in which watched answers cross to a window: rows are lists of values, and rows with the same fields
 * share one list of names. The answer of a large board has less than half the size.
 */
import type { AnswerRow, QueryAnswer } from '../contract/index.ts';
import type { Patch } from './commands.ts';

/** The fields that rows of one node of the query have. */
export interface Shape {
  readonly names: readonly string[];
  /** Number of values at the start that form the row's key. */
  readonly width: number;
  /** Second names of values by position: a relation shares its value with the field that stores it. */
  readonly also: readonly (readonly [name: string, at: number])[];
}

export interface PackedRow {
  readonly shape: Shape;
  /** JSON of the values, separated by commas. */
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

/** JSON text of the rows by model; with `gone` it is a patch. */
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

/** Makes rows of one shape. They are copies of a row with every key, so that all share one hidden class. */
function makerOf({ names, also }: Shape): (packed: PackedValues) => AnswerRow {
  const blank: AnswerRow = Object.fromEntries([...names, ...also.map(([name]) => name)].map((name) => [name, null]));
  return (packed) => {
    const row = { ...blank };
    for (let at = 0; at < names.length; at++) row[names[at] as string] = packed[at + 1];
    for (const [name, at] of also) row[name] = packed[at + 1];
    return row;
  };
}

/** The key of a row in an answer: its id, or the JSON text of the list of its ids. */
const keyOf = ({ width }: Shape, packed: PackedValues): string =>
  width === 1 ? String(packed[1]) : JSON.stringify(packed.slice(1, width + 1));

function rowsOf({ shapes, rows }: Packed): Record<string, Record<string, AnswerRow>> {
  const models: Record<string, Record<string, AnswerRow>> = {};
  const makers = shapes.map(makerOf);
  for (const [model, all] of Object.entries(rows)) {
    // No prototype, since an id may be any text.
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
