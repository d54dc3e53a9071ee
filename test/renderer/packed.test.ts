/** Checks packing and unpacking of answers and patches (shared/bridge/packed.ts). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PackedAnswerRow, packAnswerRows, unpackAnswer, unpackPatch } from '../../shared/bridge/packed.ts';

const values = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.record({ total: fc.nat(), checked: fc.nat() }),
);
const names = fc.uniqueArray(fc.constantFrom('title', 'count:cards({"a":1})', 'effort', 'tags', '[]', 'a"b'), {
  maxLength: 6,
});

/**
 * Generates groups of packed rows. All rows of a group have the same fields. `keyLength` is the number of key fields of
 * a row.
 */
const sheets = fc.tuple(names, fc.integer({ min: 1, max: 2 })).chain(([others, keyLength]) =>
  fc.record({
    keyLength: fc.constant(keyLength),
    aliases: fc.constantFrom([], [['again', 0] as const]),
    names: fc.constant(['id', 'with'].slice(0, keyLength).concat(others)),
    rows: fc.array(
      fc.tuple(
        fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: keyLength, maxLength: keyLength }),
        fc.array(values, { minLength: others.length, maxLength: others.length }),
      ),
      { maxLength: 6 },
    ),
  }),
);

// Unpacking must put each value back into its field, also if texts contain brackets, values are lists, or keys have
// several fields.
test('unpacking returns the packed answer', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('card', 'deck', 'cardOrder'), fc.array(sheets, { maxLength: 3 })),
      (of) => {
        const expected: Record<string, Map<string, Record<string, unknown>>> = {};
        const packed = Object.entries(of).map(([model, parts]): readonly [string, PackedAnswerRow[]] => {
          expected[model] = new Map();
          const rows = parts.flatMap(({ names, keyLength, aliases, rows }) => {
            const shape = { names, keyLength, aliases };
            return rows.map(([key, rest]): PackedAnswerRow => {
              const all = [...key, ...rest];
              const row = Object.fromEntries(names.map((name, at) => [name, all[at]]));
              for (const [name, at] of aliases) row[name] = all[at];
              expected[model]?.set(keyLength === 1 ? (key[0] ?? '') : JSON.stringify(key), row);
              return { shape, values: JSON.stringify(all).slice(1, -1) };
            });
          });
          return [model, rows];
        });
        const models = Object.fromEntries(Object.entries(expected).map(([model, rows]) => [model, asRecord(rows)]));
        const root = { shape: { names: ['account'], keyLength: 0, aliases: [] }, values: '"a"' };
        expect(unpackAnswer(packAnswerRows(root, packed))).toEqual({ _root: { account: 'a' }, ...models });
        expect(unpackPatch(packAnswerRows(undefined, packed, { card: ['x'] }))).toEqual({
          set: models,
          gone: { card: ['x'] },
        });
      },
    ),
  );
});

const asRecord = (rows: ReadonlyMap<string, unknown>) => Object.fromEntries(rows);

test('rows without values are kept', () => {
  const nothing = { shape: { names: [], keyLength: 0, aliases: [] }, values: '' };
  expect(unpackAnswer(packAnswerRows(nothing, [['deck', []]]))).toEqual({ _root: {}, deck: {} });
});
