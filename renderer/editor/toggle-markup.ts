/**
 * Editor commands that toggle bold, italic, code and checkboxes. The commands work on the editor's state only, so that
 * tests can run them without an editor view.
 */
import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';

/**
 * Returns a command that puts `mark` around each selection. If the mark is already there, inside or outside the
 * selection, the command removes the mark instead.
 */
export const createMarkupToggler =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(wrapChanges(state, mark), { userEvent: 'input', scrollIntoView: true }));
    return true;
  };

/** Returns how often `character` is repeated at the start of `text`. */
function repetitions(character: string, text: string): number {
  let count = 0;
  while (text[count] === character) count += 1;
  return count;
}

/**
 * Returns true if both texts start with `mark`. For `*`, counts the characters: `*` is italic, `**` is bold and `***`
 * is both, so an odd number of `*` includes the mark for italic.
 */
function haveMark(mark: string, one: string, other: string): boolean {
  const character = mark[0] ?? '';
  const count = Math.min(repetitions(character, one), repetitions(character, other));
  return mark === '*' ? count % 2 === 1 : count >= mark.length;
}

const backwards = (text: string): string => [...text].reverse().join('');

function wrapChanges(state: EditorState, mark: string): TransactionSpec {
  const size = mark.length;
  return state.changeByRange((range) => {
    const { from, to } = range;
    const inside = state.sliceDoc(from, to);
    if (haveMark(mark, backwards(state.sliceDoc(Math.max(0, from - 3), from)), state.sliceDoc(to, to + 3)))
      return {
        changes: [
          { from: from - size, to: from },
          { from: to, to: to + size },
        ],
        range: EditorSelection.range(range.anchor - size, range.head - size),
      };
    if (inside.length > 2 * size && haveMark(mark, inside, backwards(inside)))
      return {
        changes: [
          { from, to: from + size },
          { from: to - size, to },
        ],
        range: EditorSelection.range(from, to - 2 * size),
      };
    return {
      changes: [
        { from, insert: mark },
        { from: to, insert: mark },
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
