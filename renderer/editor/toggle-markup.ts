/** The commands work on the editor's state only, so that tests can run them without an editor view. */
import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';

/** If the mark is already there, inside or outside the selection, removes it instead. */
export const createMarkupToggler =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(wrapChanges(state, mark), { userEvent: 'input', scrollIntoView: true }));
    return true;
  };

function repetitions(character: string, text: string): number {
  let count = 0;
  while (text[count] === character) count += 1;
  return count;
}

/**
 * For `*`, counts the characters: `*` is italic, `**` is bold and `***` is both, so an odd number of `*` includes the
 * mark for italic.
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

const createLineChanger =
  (change: (line: string) => string): StateCommand =>
  ({ state, dispatch }) => {
    const lines = new Set(
      state.selection.ranges.flatMap((range) => {
        const first = state.doc.lineAt(range.from).number;
        const last = state.doc.lineAt(range.to).number;
        return Array.from({ length: last - first + 1 }, (_, index) => first + index);
      }),
    );
    const changes = [...lines].map((number) => {
      const line = state.doc.line(number);
      return { from: line.from, to: line.to, insert: change(line.text) };
    });
    const changed = state.changes(changes);
    // After what was inserted at the start of the line.
    const selection = state.selection.map(changed, 1);
    dispatch(state.update({ changes: changed, selection, userEvent: 'input' }));
    return true;
  };

/** Cycles each selected line: no checkbox, empty checkbox, ticked checkbox. */
export const toggleCheckbox = createLineChanger(withNextCheckboxState);

/** Replaces the mark of another kind at the start of the line, or removes the same. */
const createMarkToggler = (mark: string): StateCommand =>
  createLineChanger((line) => {
    const [, indent = '', found = '', rest = ''] = /^(\s*)((?:[-*+] (?:\[[ xX]\] )?|#{1,6} )?)(.*)$/.exec(line) ?? [];
    return `${indent}${found === mark ? '' : mark}${rest}`;
  });

/** Around the selection, which becomes the link's text; the cursor goes to what is missing. */
const insertLink: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main;
  const text = state.sliceDoc(from, to);
  const insert = `[${text}](https://)`;
  const cursor = from + (text === '' ? 1 : insert.length - 1);
  dispatch(state.update({ changes: { from, to, insert }, selection: { anchor: cursor }, userEvent: 'input' }));
  return true;
};

export const textFormats = {
  bold: createMarkupToggler('**'),
  heading: createMarkToggler('## '),
  list: createMarkToggler('- '),
  checklist: toggleCheckbox,
  link: insertLink,
  code: createMarkupToggler('`'),
} as const;

export function withNextCheckboxState(line: string): string {
  const [, indent = '', box, rest = ''] = /^(\s*)(?:[-*+] (?:\[( |x|X)\] )?)?(.*)$/.exec(line) ?? [];
  if (box === undefined) return `${indent}- [ ] ${rest}`;
  return box === ' ' ? `${indent}- [x] ${rest}` : `${indent}${rest}`;
}
