import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileNames, livingFileText, livingHeadings, readLivingFile } from '../../shared/domain/card-folder.ts';

const text = fc
  .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('---', '---\nStatus: x\n---', '\r\n', '"', '# a', "'", '\\n'))
  .map((each) => each.replaceAll('\0', ''));
const fields = fc.record(
  Object.fromEntries(livingHeadings.map((heading) => [heading, text.map((each) => each.trim())])),
) as fc.Arbitrary<Record<(typeof livingHeadings)[number], string>>;
const own = fc
  .array(fc.constantFrom(['aliases: [a, b]'], ['# note'], ['list:', '  - one', '- two'], ['x: "y"']), { maxLength: 3 })
  .map((entries) => entries.flat());

test('a file of a card is read as it was written, with the lines that Decktop does not know', () => {
  fc.assert(
    fc.property(
      fields,
      fc.array(fc.stringMatching(/^[a-zß日-]{1,9}$/), { maxLength: 3 }),
      text,
      own,
      (given, tags, content, lines) => {
        const written = livingFileText(given, tags, content, lines);
        const file = readLivingFile(written);
        expect(file.content).toBe(content);
        expect(file.fault).toBeNull();
        expect(file.fields).toEqual({ ...given, Tags: tags.join(', ') });
        expect(file.otherLines).toEqual(lines);
      },
    ),
  );
});

test('ends of lines of other systems, a byte order mark and removed fields are understood', () => {
  const file = readLivingFile('\ufeff---\r\nstatus: Done\r\nmine: 1\r\n---\r\nA\r\n\r\nB\r\n');
  expect(file).toMatchObject({ content: 'A\n\nB', otherLines: ['mine: 1'], hasFields: true, fault: null });
  expect(file.fields.Status).toBe('Done');
  expect(readLivingFile('A\n')).toMatchObject({ content: 'A', hasFields: false, otherLines: [] });
  expect(readLivingFile('---\nStatus: [\n---\nA').fault).toContain('line 2');
});

test('ten thousand cards of one title get names of their own, whatever files are there', () => {
  const names = new FileNames(['same 3.MD']);
  const taken = Array.from({ length: 10_000 }, () => names.take('Same', '.md'));
  expect(taken.slice(0, 3)).toEqual(['Same.md', 'Same 2.md', 'Same 4.md']);
  expect(new Set(taken).size).toBe(taken.length);
});
