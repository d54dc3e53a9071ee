/** Checks the completions of the query editor. `|` is the position of the cursor. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type QuerySuggestionData,
  queryOperatorsOfType,
  querySuggestionsAt,
} from '../../../../renderer/views/query/completions.ts';
import { validateQueryText } from '../../../../renderer/views/query/validate.ts';
import { fieldTypeOf, modelByName, models, queryOperators } from '../../../../shared/contract/index.ts';

const names: QuerySuggestionData = {
  rows: (model) =>
    model === 'deck' ? [{ id: 'd-1', name: 'Backlog' }] : model === 'user' ? [{ id: 'u1', name: 'Ida' }] : [],
  tags: () => ['bug', 'two words'],
  today: () => '2026-11-20',
};
const at = (marked: string) => {
  const pos = marked.indexOf('|');
  return querySuggestionsAt(marked.replace('|', ''), pos, names);
};
const labels = (marked: string) => at(marked)?.suggestions.map(({ label }) => label) ?? [];
const cards = (query: string) => `_root: [account: [cards({ ${query}`;

describe('the query editor offers', () => {
  test('models at the start', () => {
    expect(labels('|')).toEqual(Object.keys(models));
    expect(labels('{ _r|')).toContain('_root');
  });
  test('fields, relations and aggregates of the model in a field list', () => {
    expect(labels('_root: [account: [|')).toEqual(expect.arrayContaining(['name', 'cards', 'count:cards']));
    expect(labels('_root: [{ "account": [{ "cards": ["|')).toEqual(expect.arrayContaining(['title', 'assignee']));
    expect(labels('_root: [account: [cards({ status: done }): [title, |')).not.toContain('title');
    expect(labels('_root: [account: [count:|')).toContain('count:decks');
    expect(labels('_root: [account: [count:|')).not.toContain('name');
    expect(labels('_root: [account: [cards: [assignee: [name], |')).toContain('dueDate');
    expect(labels('_root: [account: [{ |')).not.toContain('name');
  });
  test('fields, relations and special keys in a query', () => {
    expect(labels(cards('|'))).toEqual(expect.arrayContaining(['status', 'deck', '!resolvables', '$order', '$or']));
    expect(labels(cards('status: done, |'))).not.toContain('status');
    expect(labels(cards('deck: { |'))).toContain('projectId');
    expect(labels(cards('deck: { |'))).not.toContain('$limit');
    expect(labels(cards('$or: [{ |'))).toContain('status');
    expect(labels(`_root: [account: [decks: [count:cards({ |`)).toContain('status');
  });
  test('values that fit the type of the field', () => {
    expect(labels(cards('status: |'))).toEqual(expect.arrayContaining(['not_started', 'done']));
    expect(labels(cards('priority: |'))).toContain('null');
    expect(labels(cards('isDoc: t|'))).toContain('true');
    expect(at(cards('dueDate: |'))?.suggestions[0]).toMatchObject({ label: 'today', insert: '2026-11-20' });
    expect(labels(cards('$order: |'))).toEqual(expect.arrayContaining(['dueDate', '-dueDate']));
    expect(labels(cards('$order: |'))).not.toContain('tags');
  });
  test('ids by name', () => {
    expect(at(cards('deckId: |'))?.suggestions[0]).toMatchObject({ label: 'Backlog', insert: '"d-1"' });
    expect(at(cards('deckId: "|'))?.suggestions[0]).toMatchObject({ label: 'Backlog', insert: 'd-1' });
    expect(at(cards('assigneeId: { op: in, value: [|'))?.suggestions[0]).toMatchObject({ label: 'Ida' });
    expect(at('deck(|')?.suggestions[0]).toMatchObject({ label: 'Backlog' });
  });
  test('operators that the type accepts, and values that fit the operator', () => {
    expect(labels(cards('effort: { op: |'))).toEqual(expect.arrayContaining(['eq', 'gt']));
    expect(labels(cards('effort: { op: |'))).not.toContain('contains');
    expect(labels(cards('tags: { op: has, value: |'))).toEqual(expect.arrayContaining(['bug']));
    expect(labels(cards('status: { op: in, value: |'))).toEqual(['[]']);
  });
  test('nothing in comments and for unknown names', () => {
    expect(at('// |')).toBeNull();
    expect(at('_root: [nothing: [|')).toBeNull();
  });
});

describe('every completion', () => {
  test('of an operator is accepted by the contract', () => {
    for (const name of Object.keys(modelByName('card')?.fields ?? {})) {
      const type = fieldTypeOf(modelByName('card') as NonNullable<ReturnType<typeof modelByName>>, name);
      if (!type) continue;
      const taken = queryOperatorsOfType(type);
      for (const op of queryOperators) {
        const { problems } = validateQueryText(`_root: [account: [cards({ ${name}: { op: ${op}, value: [] } }): []]]`);
        const refused = problems.some(({ message }) => message.includes('works on'));
        expect(`${name} ${op} ${!refused}`).toBe(`${name} ${op} ${taken.includes(op)}`);
      }
    }
  });
  test('is inserted at the cursor, in any text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      ':',
      ',',
      '"',
      ' ',
      '_root',
      'account',
      'cards',
      'status',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.nat(), (pieces, place) => {
        const text = pieces.join('');
        const pos = place % (text.length + 1);
        const found = querySuggestionsAt(text, pos, names);
        if (found) expect(found.from).toBeLessThanOrEqual(pos);
      }),
    );
  });
});
