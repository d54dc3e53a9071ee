import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { syntaxTree } from '@codemirror/language';
import { ChangeSet, type EditorState, type StateCommand, type Transaction } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

// Each `>` ends one repetition, so that a long line of spaces and `>` can be read in one way only.
const emptyQuoteLine = /^( {0,3}>(?: {0,4}>)* ?|) {0,3}> ?$/;

function isQuoted(state: EditorState, position: number): boolean {
  let quoted = false;
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1); node; node = node.parent) {
    if (node.name === 'FencedCode' || node.name === 'CodeBlock') return false;
    if (node.name === 'Blockquote') quoted = true;
  }
  return quoted;
}

/** Inserts an empty line after the quote: without it, markdown treats the next line as part of the quote. */
const leaveQuote: StateCommand = ({ state, dispatch }) => {
  const { ranges, main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const outer = emptyQuoteLine.exec(line.text)?.[1];
  if (outer === undefined || ranges.length > 1 || !main.empty || !isQuoted(state, line.to)) return false;
  const before = line.number > 1 ? state.doc.line(line.number - 1) : null;
  const depth = (text: string) => /^(?: {0,3}>)*/.exec(text)?.[0].replaceAll(' ', '').length ?? 0;
  const isContinuedQuote = before !== null && depth(before.text) >= depth(line.text);
  // Only one empty line follows the quote.
  const from = isContinuedQuote && emptyQuoteLine.test(before.text) ? before.from : line.from;
  const insert = isContinuedQuote ? `${outer.trimEnd()}\n${outer}` : outer;
  dispatch(
    state.update({
      changes: { from, to: line.to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};

const continueMarkup = insertNewlineContinueMarkupCommand({ nonTightLists: false });

/**
 * On an empty item, ends the list and inserts an empty line: without it, markdown treats the next line as part of the
 * last item.
 */
const continueOrLeaveList: StateCommand = ({ state, dispatch }) => {
  let transaction = null as Transaction | null;
  const keepTransaction = (change: Transaction) => {
    transaction = change;
  };
  if (!continueMarkup({ state, dispatch: keepTransaction }) || !transaction) return false;
  const doc = transaction.newDoc;
  const head = transaction.newSelection.main.head;
  const line = doc.lineAt(head);
  const before = line.number > 1 ? doc.line(line.number - 1) : null;
  const isLeft = doc.lines === state.doc.lines && transaction.newSelection.ranges.length === 1;
  if (!isLeft || !before || !/^[\s>]*$/.test(line.text) || /^[\s>]*$/.test(before.text)) {
    dispatch(transaction);
    return true;
  }
  const empty = `${line.text.trimEnd()}\n`;
  dispatch(
    state.update({
      changes: transaction.changes.compose(ChangeSet.of({ from: line.from, insert: empty }, doc.length)),
      selection: { anchor: head + empty.length },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};

/** Returns false outside lists and quotes, so that CodeMirror inserts an ordinary line break. */
export const handleEnter: StateCommand = (target) => leaveQuote(target) || continueOrLeaveList(target);
