import { CompletionContext } from '@codemirror/autocomplete';
import { EditorSelection, EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { duplicateSpaceFilter, wordCompletionTransaction } from '../../../renderer/editor/completion-space.ts';
import {
  type AutocompleteData,
  lineBreaksBeforeSlashCommand,
  mentionAtEnd,
  mentionCompletionSource,
  slashCommandAtEnd,
  slashCommandInsertion,
  slashCommands,
  slashCompletionSource,
} from '../../../renderer/editor/completions.ts';
import { createMarkupToggler, withNextCheckboxState } from '../../../renderer/editor/toggle-markup.ts';
import { bestMatches } from '../../../renderer/ui/text/text.ts';
import { splitSnippet } from '../../../renderer/views/search/use-quick-find-groups.tsx';

const completionData: AutocompleteData = {
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
  const result = await mentionCompletionSource(completionData)(new CompletionContext(state, text.length, false));
  return result?.options.map((option) => option.label);
}

describe('completions while typing', () => {
  test('people match by name and full name, with matches at the beginning first', async () => {
    expect(await offered('ask @ana')).toEqual(['@ana', '@joana']);
    expect(await offered('@jose')).toEqual(['@bo']);
    expect(await offered('@mull')).toEqual(['@ana']);
  });
  test('tags are offered after one letter, so that a heading is not completed', async () => {
    expect(await offered('#')).toBeUndefined();
    expect(await offered('#art')).toEqual(['#art', '#smart']);
  });
  test('only cards with a code are offered', async () => {
    expect(await offered('see $sh')).toEqual(['$45j']);
  });
  test('a space typed after a completed word uses the one that the completion inserted', () => {
    const type = (state: EditorState, text: string) => {
      const { head } = state.selection.main;
      return state.update({
        changes: { from: head, insert: text },
        selection: { anchor: head + text.length },
        userEvent: 'input.type',
      }).state;
    };
    const written = (before: string, behind: string, ...keys: string[]) => {
      const state = EditorState.create({ doc: before + behind, extensions: duplicateSpaceFilter });
      const completed = state.update(wordCompletionTransaction(state, '@ana', before.length - 2, before.length)).state;
      const end = keys.reduce(type, completed);
      const { head } = end.selection.main;
      return `${end.sliceDoc(0, head)}|${end.sliceDoc(head)}`;
    };
    expect(written('ask @a', '', ' ', 'n')).toBe('ask @ana n|');
    expect(written('ask @a', '', ' ', ' ')).toBe('ask @ana  |');
    expect(written('ask @a', '', 'n', ' ')).toBe('ask @ana n |');
    // Before an existing space, the completion inserts no second space.
    expect(written('ask @a', ' now', ' ', 'x')).toBe('ask @ana x|now');
  });
  test('nothing is offered inside words and addresses', () => {
    for (const text of ['a@ana', 'x#art', 'US$sh', 'mail a@b', 'plain']) expect(mentionAtEnd(text), text).toBeNull();
  });
});

describe('slash commands', () => {
  test('are offered at the start of a line or after a space only', () => {
    expect(slashCommandAtEnd('/che')).toBe('che');
    expect(slashCommandAtEnd('then /')).toBe('');
    expect(slashCommandAtEnd('a/b')).toBeNull();
    expect(slashCommandAtEnd('https://')).toBeNull();
  });
  test('match by their other names too', () => {
    expect(
      bestMatches(slashCommands, 'todo', ({ name, keywords }) => [name, ...keywords], 20).map(({ name }) => name),
    ).toEqual(['checkbox']);
  });
  test('put the cursor inside the inserted text, and leave no placeholder', () => {
    for (const command of slashCommands) {
      const { text, cursor } = slashCommandInsertion(command, completionData);
      expect(cursor, command.name).toBeGreaterThan(0);
      expect(cursor).toBeLessThanOrEqual(text.length);
      if (command.name !== 'table') expect(text).not.toContain('|');
    }
    expect(
      slashCommandInsertion(
        { name: 'x', description: '', keywords: [], insert: ({ today }) => `${today()}|` },
        completionData,
      ).text,
    ).toBe('2026-11-20');
  });
  test('insert blocks on lines of their own', () => {
    const before = (name: string, text: string) =>
      lineBreaksBeforeSlashCommand(name, EditorState.create({ doc: text }), text.length);
    expect(before('table', '- [ ] milk\n')).toBe('\n');
    expect(before('table', '- [ ] milk\n\n')).toBe('');
    expect(before('line', 'Text\n')).toBe('\n');
    expect(before('table', 'Text ')).toBe('\n\n');
    expect(before('heading', 'Text ')).toBe('\n');
    expect(before('heading', 'Text\n')).toBe('');
    expect(before('checkbox', '')).toBe('');
    expect(before('person', 'Text ')).toBe('');
  });
  test('are offered in the editor', () => {
    const state = EditorState.create({ doc: 'one\n/co' });
    const result = slashCompletionSource(completionData)(new CompletionContext(state, 7, false));
    expect(result && 'options' in result && result.options.map((option) => option.displayLabel)).toContain('code');
  });
});

describe('formatting marks', () => {
  const apply = (doc: string, from: number, to: number, mark: string) => {
    let state = EditorState.create({ doc, selection: EditorSelection.single(from, to) });
    createMarkupToggler(mark)({
      state,
      dispatch: (transaction) => {
        state = transaction.state;
      },
    });
    return state.doc.toString();
  };
  test('are added around the selection, and removed by the same key', () => {
    expect(apply('a word b', 2, 6, '**')).toBe('a **word** b');
    expect(apply('a **word** b', 4, 8, '**')).toBe('a word b');
    expect(apply('a **word** b', 2, 10, '**')).toBe('a word b');
    expect(apply('a `word` b', 3, 7, '`')).toBe('a word b');
  });
  // In `**bold**`, one of the two asterisks must not count as the mark of italic. Otherwise turning on italic removes
  // an asterisk on each side, and bold becomes italic.
  test('of italic and bold are independent', () => {
    expect(apply('**word**', 2, 6, '*')).toBe('***word***');
    expect(apply('***word***', 3, 7, '*')).toBe('**word**');
    expect(apply('***word***', 3, 7, '**')).toBe('*word*');
    expect(apply('**word**', 0, 8, '*')).toBe('***word***');
    expect(apply('*word*', 1, 5, '**')).toBe('***word***');
  });
  test('checkboxes: none, open, ticked, none', () => {
    expect(withNextCheckboxState('  milk')).toBe('  - [ ] milk');
    expect(withNextCheckboxState('- milk')).toBe('- [ ] milk');
    expect(withNextCheckboxState('- [ ] milk')).toBe('- [x] milk');
    expect(withNextCheckboxState('- [x] milk')).toBe('milk');
  });
});

test('matches of a search are marked, unpaired marks are hidden', () => {
  expect(splitSnippet('the \uE000tide\uE001 rises\n and \uE000falls')).toEqual([
    { text: 'the ', match: false },
    { text: 'tide', match: true },
    { text: ' rises and ', match: false },
    { text: 'falls', match: true },
  ]);
  expect(splitSnippet('a\uE001b')).toEqual([{ text: 'ab', match: false }]);
});
