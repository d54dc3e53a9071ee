/**
 * Editor commands that toggle bold, italic, code and checkboxes. The commands work on the editor's state only, so that
 * tests can run them without an editor view.
 */
import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';

/** Returns a command that puts `mark` around each selection, or removes it if it is there already. */
export const toggleMarkup =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(wrapChanges(state, mark), { userEvent: 'input', scrollIntoView: true }));
    return true;
  };

function wrapChanges(state: EditorState, mark: string): TransactionSpec {
  const size = mark.length;
  return state.changeByRange((range) => {
    const before = state.sliceDoc(Math.max(0, range.from - size), range.from);
    const after = state.sliceDoc(range.to, range.to + size);
    if (before === mark && after === mark)
      return {
        changes: [
          { from: range.from - size, to: range.from },
          { from: range.to, to: range.to + size },
        ],
        range: EditorSelection.range(range.anchor - size, range.head - size),
      };
    return {
      changes: [
        { from: range.from, insert: mark },
        { from: range.to, insert: mark },
      ],
      range: EditorSelection.range(range.anchor + size, range.head + size),
    };
  });
}

/** Changes each selected line to its next state, in a cycle: no checkbox, empty checkbox, ticked checkbox. */
export const toggleCheckbox: StateCommand = ({ state, dispatch }) => {
  const lines = new Set(
    state.selection.ranges.flatMap((range) => {
      const first = state.doc.lineAt(range.from).number;
      const last = state.doc.lineAt(range.to).number;
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  );
  const changes = [...lines].map((number) => {
    const line = state.doc.line(number);
    return { from: line.from, to: line.to, insert: withNextCheckboxState(line.text) };
  });
  dispatch(state.update({ changes, userEvent: 'input' }));
  return true;
};

/** Returns the line with the next state of its checkbox: none, empty, ticked. */
export function withNextCheckboxState(line: string): string {
  const [, indent = '', box, rest = ''] = /^(\s*)(?:[-*+] (?:\[( |x|X)\] )?)?(.*)$/.exec(line) ?? [];
  if (box === undefined) return `${indent}- [ ] ${rest}`;
  return box === ' ' ? `${indent}- [x] ${rest}` : `${indent}${rest}`;
}
