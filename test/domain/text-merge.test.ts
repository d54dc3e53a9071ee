import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeTexts, resolveMergeConflicts } from '../../shared/domain/text-merge.ts';

describe('a text that changed elsewhere while it was being written', () => {
  test('if only one side changed, its text is used', () => {
    expect(mergeTexts('a', 'a', 'b')).toEqual({ kind: 'theirs', text: 'b' });
    expect(mergeTexts('a', 'b', 'a')).toEqual({ kind: 'mine', text: 'b' });
    expect(mergeTexts('a', 'b', 'b')).toEqual({ kind: 'mine', text: 'b' });
  });
  test('changes at different places are merged', () => {
    expect(mergeTexts('1\n2\n3\n4', '1!\n2\n3\n4', '1\n2\n3\n4!')).toEqual({ kind: 'merged', text: '1!\n2\n3\n4!' });
  });
  // Two people who tick neighbouring boxes of a checklist change neighbouring lines.
  test('changes of neighbouring lines are merged', () => {
    expect(mergeTexts('[ ] a\n[ ] b', '[x] a\n[ ] b', '[ ] a\n[x] b')).toEqual({
      kind: 'merged',
      text: '[x] a\n[x] b',
    });
    expect(mergeTexts('t\na\nb\nc', 't\nb\nc', 't\na\nc')).toEqual({ kind: 'merged', text: 't\nc' });
    const found = mergeTexts('a\nb\nc', 'A\nB1\nc', 'a\nB2\nC');
    if (found.kind !== 'clash') throw new Error(found.kind);
    expect(resolveMergeConflicts(found.regions, ['mine'])).toBe('A\nB1\nC');
  });
  test('changes of the same line offer both for choice', () => {
    const found = mergeTexts('title\nbody\nend', 'title\nmine\nend', 'title\ntheirs\nend');
    if (found.kind !== 'clash') throw new Error(found.kind);
    expect(resolveMergeConflicts(found.regions, ['mine'])).toBe('title\nmine\nend');
    expect(resolveMergeConflicts(found.regions, ['theirs'])).toBe('title\ntheirs\nend');
    expect(resolveMergeConflicts(found.regions, [])).toBe('title\nmine\ntheirs\nend');
  });

  const text = fc
    .array(fc.constantFrom('', 'a', 'b', 'c', '- [ ] x'), { maxLength: 8 })
    .map((lines) => lines.join('\n'));
  test('choosing a side everywhere gives a text with every line that only that side wrote', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const found = mergeTexts(base, mine, theirs);
        if (found.kind !== 'clash') return;
        const clashes = found.regions.filter((region) => region.kind === 'clash');
        for (const side of ['mine', 'theirs'] as const) {
          const chosen = resolveMergeConflicts(
            found.regions,
            clashes.map(() => side),
          ).split('\n');
          for (const region of clashes) for (const line of region[side]) expect(chosen).toContain(line);
        }
        const both = resolveMergeConflicts(found.regions, []).split('\n');
        for (const region of clashes)
          for (const line of [...region.mine, ...region.theirs]) expect(both).toContain(line);
      }),
    );
  });
  test('without a change elsewhere the own text is kept', () => {
    fc.assert(
      fc.property(text, text, (base, mine) => {
        const found = mergeTexts(base, mine, base);
        expect(found).toEqual({ kind: 'mine', text: mine });
      }),
    );
  });
});
