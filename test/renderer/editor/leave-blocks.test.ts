import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { breakLine } from '../../../renderer/editor/leave-blocks.ts';

/** Returns the text after Enter at the cursor `|`. Null if Enter is left to the default line break. */
function entered(marked: string): string | null {
  const at = marked.indexOf('|');
  let state = EditorState.create({
    doc: marked.replace('|', ''),
    selection: { anchor: at },
    extensions: markdown({ base: markdownLanguage, addKeymap: false }),
  });
  // On a busy machine the syntax tree of a new state may be incomplete. Parse the whole text and create the next state.
  expect(ensureSyntaxTree(state, state.doc.length, 10_000)).not.toBeNull();
  state = state.update({}).state;
  const taken = breakLine({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  const { head } = state.selection.main;
  return taken ? `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}` : null;
}

describe('Enter in a quote', () => {
  test('continues the quote', () => {
    expect(entered('> said|')).toBe('> said\n> |');
  });
  test('on an empty line leaves the quote, with an empty line after it', () => {
    expect(entered('> said\n> |')).toBe('> said\n\n|');
    expect(entered('> said\n>\n> |')).toBe('> said\n\n|');
    expect(entered('> said\n> |\nnext')).toBe('> said\n\n|\nnext');
  });
  test('leaves one level of nested quotes', () => {
    expect(entered('> a\n> > b\n> > |')).toBe('> a\n> > b\n>\n> |');
  });
  test('removes a mark without text', () => {
    expect(entered('> |')).toBe('|');
  });
  test('is an ordinary line break within code', () => {
    expect(entered('```\na\n> |\n```')).toBeNull();
  });
});

describe('Enter in a list', () => {
  test('continues the list', () => {
    expect(entered('- [x] milk|')).toBe('- [x] milk\n- [ ] |');
    expect(entered('1. one|\n2. two')).toBe('1. one\n2. |\n3. two');
  });
  test('on an empty item leaves the list, so that the next text does not belong to the last item', () => {
    expect(entered('- [ ] milk\n- [ ] |')).toBe('- [ ] milk\n\n|');
    expect(entered('- [ ] milk\n- [ ] eggs\n- [ ] |')).toBe('- [ ] milk\n- [ ] eggs\n\n|');
    expect(entered('1. one\n2. two\n3. |')).toBe('1. one\n2. two\n\n|');
    expect(entered('> - a\n> - b\n> - |')).toBe('> - a\n> - b\n>\n> |');
  });
  test('adds at most one empty line', () => {
    expect(entered('- a\n\n- b\n\n- |')).toBe('- a\n\n- b\n\n|');
    expect(entered('- |')).toBe('|');
  });
  test('on an empty item of a sub list continues the outer list', () => {
    expect(entered('- a\n  - b\n  - |')).toBe('- a\n  - b\n- |');
  });
});
