import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { handleEnter } from '../../../renderer/editor/handle-enter.ts';

/**
 * Returns the text after the person presses Enter at the cursor `|`. Null if `handleEnter` does nothing, so that the
 * editor inserts its default line break.
 */
function textAfterEnter(marked: string): string | null {
  const at = marked.indexOf('|');
  let state = EditorState.create({
    doc: marked.replace('|', ''),
    selection: { anchor: at },
    extensions: markdown({ base: markdownLanguage, addKeymap: false }),
  });
  // On a busy machine the syntax tree of a new state may be incomplete. Parse the whole text, then create a new state
  // with the complete tree.
  expect(ensureSyntaxTree(state, state.doc.length, 10_000)).not.toBeNull();
  state = state.update({}).state;
  const taken = handleEnter({
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
    expect(textAfterEnter('> said|')).toBe('> said\n> |');
  });
  test('on an empty line leaves the quote, with an empty line after it', () => {
    expect(textAfterEnter('> said\n> |')).toBe('> said\n\n|');
    expect(textAfterEnter('> said\n>\n> |')).toBe('> said\n\n|');
    expect(textAfterEnter('> said\n> |\nnext')).toBe('> said\n\n|\nnext');
  });
  test('leaves one level of nested quotes', () => {
    expect(textAfterEnter('> a\n> > b\n> > |')).toBe('> a\n> > b\n>\n> |');
  });
  test('removes a mark without text', () => {
    expect(textAfterEnter('> |')).toBe('|');
  });
  // A pattern with two readings for each `>   ` would need 2 to the power of 40 steps.
  test('takes no time for a line of many marks and spaces', () => {
    expect(textAfterEnter(`${'>   '.repeat(40)}a|`)).not.toBeNull();
    expect(textAfterEnter('> > > a\n> > > |')).toBe('> > > a\n> >\n> > |');
  });
  test('is an ordinary line break within code', () => {
    expect(textAfterEnter('```\na\n> |\n```')).toBeNull();
  });
});

describe('Enter in a list', () => {
  test('continues the list', () => {
    expect(textAfterEnter('- [x] milk|')).toBe('- [x] milk\n- [ ] |');
    expect(textAfterEnter('1. one|\n2. two')).toBe('1. one\n2. |\n3. two');
  });
  test('on an empty item leaves the list, so that the next text does not belong to the last item', () => {
    expect(textAfterEnter('- [ ] milk\n- [ ] |')).toBe('- [ ] milk\n\n|');
    expect(textAfterEnter('- [ ] milk\n- [ ] eggs\n- [ ] |')).toBe('- [ ] milk\n- [ ] eggs\n\n|');
    expect(textAfterEnter('1. one\n2. two\n3. |')).toBe('1. one\n2. two\n\n|');
    expect(textAfterEnter('> - a\n> - b\n> - |')).toBe('> - a\n> - b\n>\n> |');
  });
  test('adds at most one empty line', () => {
    expect(textAfterEnter('- a\n\n- b\n\n- |')).toBe('- a\n\n- b\n\n|');
    expect(textAfterEnter('- |')).toBe('|');
  });
  test('on an empty item of a sub list continues the outer list', () => {
    expect(textAfterEnter('- a\n  - b\n  - |')).toBe('- a\n  - b\n- |');
  });
});
