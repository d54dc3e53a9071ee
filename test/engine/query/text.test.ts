/** Checks that the JSON text of answers is correct for any stored strings and any keys of queries. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filteredRelationKey, type QueryAnswer, rootKeyById } from '../../../shared/contract/index.ts';
import { ReferenceEvaluator, type ReferenceRows } from '../../support/reference-evaluator.ts';
import { comparableAnswer } from './comparable-answer.ts';
import { createReaderWithRows, unrestrictedViewer } from './database.ts';

const hostile = fc.oneof(
  fc.constantFrom('', '"', '\\', '\\"', "'", '\0', '\u001f', '\u007f', '\u2028', '\ud800', '\udc00x', '}', '{"a":1}'),
  fc.constantFrom('null', '__proto__', '10', '🂡', 'é', '\n\r\t\b\f', '</script>', '@v0', '%s'),
  fc.string({ unit: 'binary' }),
);
const strings = fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join(''));
/**
 * Excludes keys that begin with a backslash: after such a key, V8 parses other keys with escapes wrongly
 * (github.com/nodejs/node/issues/63785).
 */
const isParsedRight = (key: string) => !key.startsWith('\\');
const ids = strings.filter((id) => id !== '' && id.isWellFormed() && !id.includes('\0') && isParsedRight(id));
const storedValues = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"\\\\'));

const seesAll = { userId: null, projects: 'all', canReadOwnPersonalFields: true, seesEverything: true } as const;

/** Replaces lone surrogates in texts, as SQLite does in text columns. JSON columns keep lone surrogates as escapes. */
const asStored = (world: ReferenceRows): ReferenceRows =>
  Object.fromEntries(
    Object.entries(world).map(([model, rows]) => [
      model,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value]),
        ),
      ),
    ]),
  );

describe('an answer in text', () => {
  test('contains any string unchanged, as value, as id and within stored JSON', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(ids, { minLength: 2, maxLength: 6 }),
        fc.array(strings, { minLength: 6, maxLength: 6 }),
        storedValues,
        (cardIds, texts, stored) => {
          const card = cardIds.map((cardId, index) => ({
            cardId,
            deckId: 'd',
            title: texts[index % texts.length],
            content: texts[(index + 1) % texts.length],
            tags: texts,
            checkboxStats: stored,
            creatorId: 'u',
            parentCardId: index === 0 ? null : cardIds[0],
            childCards: index === 0 ? cardIds.slice(1) : [],
            isDoc: index % 2 === 0,
          }));
          const world = {
            deck: [{ id: 'd', title: texts[0] }],
            card,
            user: [{ id: 'u', name: texts[1] }],
          };
          const reader = createReaderWithRows(world);
          const fields = ['title', 'content', 'tags', 'checkboxStats', 'isDoc', 'effort', 'parentCardId'];
          const query = {
            [rootKeyById('deck', 'd')]: [
              'title',
              {
                [filteredRelationKey('cards', { $order: 'cardId' })]: [
                  ...fields,
                  { creator: ['name'] },
                  { childCards: ['title', 'status', { parentCard: ['content'] }] },
                ],
              },
              ...texts.map(
                (value) => `count:cards(${JSON.stringify({ title: value.toWellFormed().replaceAll('\0', '') })})`,
              ),
            ],
            [rootKeyById('card', cardIds[0] as string)]: [
              'priority',
              { [filteredRelationKey('resolvables', { $order: 'id', $limit: 2 })]: ['context'] },
            ],
          };
          const text = reader.answerText(query, unrestrictedViewer);
          const answer = JSON.parse(text) as QueryAnswer;
          const expected = new ReferenceEvaluator(asStored(world), seesAll).answer(query);
          expect(comparableAnswer(answer)).toEqual(
            comparableAnswer(JSON.parse(JSON.stringify(expected)) as QueryAnswer),
          );
          expect(text.length).toBe(JSON.stringify(answer).length);
          expect(Buffer.from(reader.answerBytes(query, unrestrictedViewer)).equals(Buffer.from(text))).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('can have more values per row than an SQLite function accepts', () => {
    const reader = createReaderWithRows({ deck: [{ id: 'd' }], card: [{ cardId: 'c', deckId: 'd', effort: 7 }] });
    const counts = Array.from({ length: 600 }, (_, effort) => `count:cards({"effort":${effort}})`);
    const answer = reader.answerText({ [rootKeyById('deck', 'd')]: counts }, unrestrictedViewer);
    expect(JSON.parse(answer)).toEqual({
      _root: {},
      deck: { d: { id: 'd', ...Object.fromEntries(counts.map((key, effort) => [key, effort === 7 ? 1 : 0])) } },
    });
  });

  test('is refused for unknown fields and missing scopes', () => {
    const reader = createReaderWithRows({});
    const viewer = { userId: null, projects: 'all', scopes: new Set<string>() } as const;
    expect(() => reader.answerText({ _root: [{ account: ['nothing'] }] }, unrestrictedViewer)).toThrow('nothing');
    expect(() => reader.answerText({ _root: [{ account: ['name'] }] }, viewer)).toThrow('_root:read');
  });
});
