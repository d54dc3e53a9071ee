import { CompletionContext } from '@codemirror/autocomplete';
import { EditorSelection, EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import {
  type CompletionFacts,
  slashBeing,
  slashCommands,
  slashInsertion,
  slashSource,
  wordBeing,
  wordSource,
} from '../../../renderer/card/editor/completions.ts';
import { nextCheckbox, wrapWith } from '../../../renderer/card/editor/marks.ts';
import { matching } from '../../../renderer/search/matching.ts';
import { snippetParts } from '../../../renderer/search/snippet.ts';

const facts: CompletionFacts = {
  people: () => [
    { id: 'u1', name: 'ana', fullName: 'Ana Müller' },
    { id: 'u2', name: 'joana', fullName: null },
    { id: 'u3', name: 'bo', fullName: 'José Bo' },
  ],
  tags: () => [
    { tag: 'art', emoji: '🎨' },
    { tag: 'smart', emoji: null },
  ],
  cards: async (text) =>
    text === 'sh'
      ? [
          { code: '45j', title: 'Ship', deckTitle: 'Now' },
          { code: null, title: 'New', deckTitle: null },
        ]
      : [],
  today: () => '2026-11-20',
};

async function offered(text: string) {
  const state = EditorState.create({ doc: text });
  const result = await wordSource(facts)(new CompletionContext(state, text.length, false));
  return result?.options.map((option) => option.apply);
}

describe('what is offered while typing', () => {
  test('people by name and full name, those that begin with it first', async () => {
    expect(await offered('ask @ana')).toEqual(['@ana ', '@joana ']);
    expect(await offered('@jose')).toEqual(['@bo ']);
    expect(await offered('@mull')).toEqual(['@ana ']);
  });
  test('tags once a letter follows, so that headings stay headings', async () => {
    expect(await offered('#')).toBeUndefined();
    expect(await offered('#art')).toEqual(['#art ', '#smart ']);
  });
  test('cards that have a code', async () => {
    expect(await offered('see $sh')).toEqual(['$45j ']);
  });
  test('nothing inside words and addresses', () => {
    for (const text of ['a@ana', 'x#art', 'US$sh', 'mail a@b', 'plain']) expect(wordBeing(text), text).toBeNull();
  });
});

describe('slash commands', () => {
  test('at the start of a line or after a space only', () => {
    expect(slashBeing('/che')).toBe('che');
    expect(slashBeing('then /')).toBe('');
    expect(slashBeing('a/b')).toBeNull();
    expect(slashBeing('https://')).toBeNull();
  });
  test('found by their other names', () => {
    expect(matching(slashCommands, 'todo', ({ name, also }) => [name, ...also], 20).map(({ name }) => name)).toEqual([
      'checkbox',
    ]);
  });
  test('each puts the cursor inside what it inserts, and leaves no mark', () => {
    for (const command of slashCommands) {
      const { text, cursor } = slashInsertion(command, facts);
      expect(cursor, command.name).toBeGreaterThan(0);
      expect(cursor).toBeLessThanOrEqual(text.length);
      if (command.name !== 'table') expect(text).not.toContain('|');
    }
    expect(slashInsertion({ name: 'x', about: '', also: [], insert: ({ today }) => `${today()}|` }, facts).text).toBe(
      '2026-11-20',
    );
  });
  test('are offered in the editor', () => {
    const state = EditorState.create({ doc: 'one\n/co' });
    const result = slashSource(facts)(new CompletionContext(state, 7, false));
    expect(result && 'options' in result && result.options.map((option) => option.displayLabel)).toContain('code');
  });
});

describe('marks', () => {
  const apply = (doc: string, from: number, to: number, mark: string) => {
    let state = EditorState.create({ doc, selection: EditorSelection.single(from, to) });
    wrapWith(mark)({
      state,
      dispatch: (transaction) => {
        state = transaction.state;
      },
    });
    return state.doc.toString();
  };
  test('go around the selection and away again', () => {
    expect(apply('a word b', 2, 6, '**')).toBe('a **word** b');
    expect(apply('a **word** b', 4, 8, '**')).toBe('a word b');
  });
  test('checkboxes: none, open, ticked, none', () => {
    expect(nextCheckbox('  milk')).toBe('  - [ ] milk');
    expect(nextCheckbox('- milk')).toBe('- [ ] milk');
    expect(nextCheckbox('- [ ] milk')).toBe('- [x] milk');
    expect(nextCheckbox('- [x] milk')).toBe('milk');
  });
});

test('matches of a search are marked, stray marks are not shown', () => {
  expect(snippetParts('the \uE000tide\uE001 rises\n and \uE000falls')).toEqual([
    { text: 'the ', match: false },
    { text: 'tide', match: true },
    { text: ' rises and ', match: false },
    { text: 'falls', match: true },
  ]);
  expect(snippetParts('a\uE001b')).toEqual([{ text: 'ab', match: false }]);
});
