/** Checks what a person may type as a tag, and the short name of the person of a new workspace. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chosenInitialContent } from '../../electron/service/seed.ts';
import { isMentionableName, tagFromTyped, tokensInText } from '../../shared/domain/text-tokens.ts';

test.each([
  ['big bug', 'big-bug'],
  ['#big  bug ', 'big-bug'],
  ['# urgent', 'urgent'],
  ['Jose\u0301', 'José'],
  ['अमित', 'अमित'],
  ['🚀', '🚀'],
  ['fafafa', 'fafafa'],
  ['1', null],
  ['a/b', null],
  ['', null],
])('%s typed as a tag is %s', (typed, tag) => {
  expect(tagFromTyped(typed)).toBe(tag);
});

test('a text can write every tag that a person can make', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (typed) => {
      const tag = tagFromTyped(typed);
      if (tag !== null) expect(tokensInText(`a #${tag} b`)).toMatchObject([{ kind: 'tag', value: tag }]);
    }),
  );
});

test.each([
  ['अमित कुमार', 'अमित'],
  ['กิตติ', 'กิตติ'],
  ['Jose\u0301 Pérez', 'josé'],
  ['Ada Lovelace', 'ada'],
  ['İrem Iğdır', 'irem'],
  ['!!!', 'me'],
])('the person %s is mentioned as @%s', (personName, short) => {
  expect(isMentionableName(short)).toBe(true);
  expect(chosenInitialContent({ personName } as never).personName).toBe(short);
});
