/** Rows made by the compiled literal are the rows made key by key, whatever text the keys are. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Output, RowMaker } from '../../../electron/engine/query/row-maker.ts';

const hostile = fc.constantFrom(
  '',
  '"',
  '`',
  "'",
  '\\',
  '$' + '{x}',
  '\u2028',
  '\u2029',
  '\0',
  '*/',
  '//',
  '</script>',
  '\ud800',
  '\n',
  '});',
  'constructor',
  'cards({"a":"\\"})',
);
const keys = fc.uniqueArray(
  fc.array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 3 }).map((parts) => parts.join('')),
  { maxLength: 8 },
);

describe('RowMaker', () => {
  it('makes the same rows before and after it is compiled', () => {
    fc.assert(
      fc.property(keys, keys, fc.array(fc.jsonValue(), { minLength: 8, maxLength: 8 }), (drawn, later, raw) => {
        const outputs: Output[] = drawn
          // No field, relation or aggregate has this name.
          .filter((key) => key !== '__proto__')
          .map((key, at) => ({ key, at, decode: at % 2 === 0 ? undefined : (value) => [value] }));
        const maker = new RowMaker(
          outputs,
          later.filter((key) => key !== '__proto__'),
        );
        const first = maker.forRows(1)(raw);
        const compiled = maker.forRows(10_000)(raw);
        expect(compiled).toEqual(first);
        expect(Object.keys(compiled).toSorted()).toEqual(
          [...new Set([...outputs.map(({ key }) => key), ...later.filter((key) => key !== '__proto__')])].toSorted(),
        );
        const written = {};
        maker.write(raw, written);
        for (const { key } of outputs) expect((written as Record<string, unknown>)[key]).toEqual(first[key]);
      }),
      { numRuns: 300 },
    );
  });
});
