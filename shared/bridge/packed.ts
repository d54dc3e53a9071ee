/**
 * The replica sends answers to windows in this compact JSON form: a row is a list of values, and rows with the same
 * fields share one list of field names. The JSON text of a large board is less than half as long.
 */
import { type AnswerRow, type QueryAnswer, rowMapOf } from '../contract/index.ts';
import type { WatchPatch } from './commands.ts';

/** The rows that one field list of a query selects share this object. */
export interface PackedFieldList {
  readonly names: readonly string[];
  /** The first values of each row form its key. */
  readonly keyLength: number;
  /**
   * Further names for the value at position `at`: the relation `deck` and its id field `deckId` have the same value.
   */
  readonly aliases: readonly (readonly [name: string, at: number])[];
}

export interface PackedAnswerRow {
  readonly shape: PackedFieldList;
  /** JSON texts of the values, separated by commas. */
  readonly values: string;
}

type PackedValues = readonly [shape: number, ...values: unknown[]];

interface Packed {
  readonly shapes: readonly PackedFieldList[];
  readonly rows: { readonly [model: string]: readonly PackedValues[] };
  readonly root?: PackedValues;
  /** In patches only. */
  readonly gone?: WatchPatch['gone'];
}

/** With `gone`, a patch. */
export function packAnswerRows(
  root: PackedAnswerRow | undefined,
  models: Iterable<readonly [model: string, rows: Iterable<PackedAnswerRow>]>,
  gone?: WatchPatch['gone'],
): string {
  const shapes = new Map<PackedFieldList, number>();
  const openRow = ({ shape, values }: PackedAnswerRow) => {
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
      parts.push(between + openRow(row), row.values);
      between = '],';
    }
    parts.push(between === '' ? ']' : ']]');
  }
  parts.push('}');
  if (root) parts.push(`,"root":${openRow(root)}${root.values}]`);
  if (gone) parts.push(`,"gone":${JSON.stringify(gone)}`);
  const known = [...shapes.keys()].map(({ names, keyLength, aliases }) => ({ names, keyLength, aliases }));
  parts.push(`,"shapes":${JSON.stringify(known)}}`);
  return parts.join('');
}

/** Rows copy an object with every key: V8 gives them one hidden class, whose fields it reads faster. */
function rowMaker({ names, aliases }: PackedFieldList): (packed: PackedValues) => AnswerRow {
  const blank: AnswerRow = Object.fromEntries([...names, ...aliases.map(([name]) => name)].map((name) => [name, null]));
  return (packed) => {
    const row = { ...blank };
    for (let at = 0; at < names.length; at++) row[names[at] as string] = packed[at + 1];
    for (const [name, at] of aliases) row[name] = packed[at + 1];
    return row;
  };
}

/** The id, or for a compound id the JSON text of the list of ids. */
const keyOf = ({ keyLength }: PackedFieldList, packed: PackedValues): string =>
  keyLength === 1 ? String(packed[1]) : JSON.stringify(packed.slice(1, keyLength + 1));

function rowsOf({ shapes, rows }: Packed): Record<string, Record<string, AnswerRow>> {
  const models: Record<string, Record<string, AnswerRow>> = {};
  const makers = shapes.map(rowMaker);
  for (const [model, all] of Object.entries(rows)) {
    const map = rowMapOf<AnswerRow>();
    for (const packed of all) {
      const [number] = packed;
      map[keyOf(shapes[number] as PackedFieldList, packed)] = (makers[number] as ReturnType<typeof rowMaker>)(packed);
    }
    models[model] = map;
  }
  return models;
}

const rootOf = ({ shapes, root }: Packed) => (root ? rowMaker(shapes[root[0]] as PackedFieldList)(root) : undefined);

export function unpackAnswer(text: string): QueryAnswer {
  const packed = JSON.parse(text) as Packed;
  return { _root: rootOf(packed) ?? {}, ...rowsOf(packed) };
}

export function unpackPatch(text: string): WatchPatch {
  const packed = JSON.parse(text) as Packed;
  const root = rootOf(packed);
  return { set: rowsOf(packed), gone: packed.gone ?? {}, ...(root ? { root } : {}) };
}
