/**
 * A completion of `@person`, `#tag` or `$card` inserts a space. A space that the person types directly afterwards is
 * ignored.
 */
import { EditorState, type Extension, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';

/** Right after the space that follows a completed word. */
const insertedSpaceAt = StateEffect.define<number>();

const completionSpacePosition = StateField.define<number | null>({
  create: () => null,
  update(position, transaction) {
    for (const effect of transaction.effects) if (effect.is(insertedSpaceAt)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : position;
  },
});

const dropTypedSpace = EditorState.transactionFilter.of((transaction) => {
  const position = transaction.startState.field(completionSpacePosition);
  if (position === null || !transaction.isUserEvent('input.type')) return transaction;
  let changes = 0;
  let isSpace = false;
  transaction.changes.iterChanges((from, to, _newFrom, _newTo, inserted) => {
    changes++;
    isSpace = from === position && to === position && inserted.toString() === ' ';
  });
  return changes === 1 && isSpace ? { selection: { anchor: position } } : transaction;
});

export const duplicateSpaceFilter: Extension = [completionSpacePosition, dropTypedSpace];

/** Adds one space, with the cursor after it, unless a space or tab already follows. */
export function wordCompletionTransaction(state: EditorState, word: string, from: number, to: number): TransactionSpec {
  const nextCharacter = state.sliceDoc(to, to + 1);
  const isSpaced = nextCharacter === ' ' || nextCharacter === '\t';
  const end = from + word.length + 1;
  return {
    changes: { from, to, insert: isSpaced ? word : `${word} ` },
    selection: { anchor: end },
    effects: insertedSpaceAt.of(end),
    scrollIntoView: true,
    userEvent: 'input.complete',
  };
}
