/**
 * The query editor: CodeMirror 6 with the query language, loaded when a query board opens (import it through `lazy`). It
 * owns the text while it is shown; the outside sees every change, and may replace the text through `handle`.
 */
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
  selectedCompletionIndex,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, insertNewlineAndIndent } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  hoverTooltip,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { specialKeys } from '../../../shared/contract/index.ts';
import { isCombination } from '../../ui/dom/keys.ts';
import { cspNonce } from '../../ui/dom/nonce.ts';
import { editorTheme } from '../../ui/editor-theme.ts';
import { offersAt, type QueryFacts } from './completions.ts';
import type { Problem } from './judge.ts';
import { isAggregatePrefix, wordPattern } from './syntax.ts';

export interface QueryEditorHandle {
  focus(): void;
  /** Puts `text` in place of everything; undo brings the old text back. */
  replace(text: string): void;
  /** Puts the cursor at a place and shows it. */
  select(from: number, to: number): void;
}

export interface QueryEditorProps {
  /** What the editor begins with, and what it takes over at a new `revision`. In between it is ahead of its outside. */
  readonly text: string;
  readonly revision: number;
  readonly facts: QueryFacts;
  readonly problems: readonly Problem[];
  readonly handle: Ref<QueryEditorHandle>;
  readonly autoFocus: boolean;
  /** Id of the element that lists what is wrong. */
  readonly describedBy: string;
  onChange(text: string): void;
  onFormat(): void;
}

const special = new Set<string>([...specialKeys, 'op', 'value']);

const language = StreamLanguage.define({
  name: 'decktop-query',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'comment';
    }
    const quote = stream.match(/^["']/, false) ? stream.next() : null;
    if (quote) {
      let escaped = false;
      for (let char = stream.next(); char && (escaped || char !== quote); char = stream.next())
        escaped = char === '\\' && !escaped;
      return stream.match(/^\s*:/, false) ? 'propertyName' : 'string';
    }
    wordPattern.lastIndex = stream.pos;
    const [word] = wordPattern.exec(stream.string) ?? [];
    if (!word) {
      stream.next();
      return 'punctuation';
    }
    stream.pos += word.length;
    if (isAggregatePrefix(word) && stream.match(':')) {
      stream.match(/^[\w!]+/);
      return 'keyword';
    }
    if (special.has(word)) return 'keyword';
    if (stream.match(/^\s*[:(]/, false)) return 'propertyName';
    if (/^(?:true|false|null)$/.test(word)) return 'atom';
    return /^-?\d+(?:\.\d+)?$/.test(word) ? 'number' : 'variableName';
  },
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
});

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.keyword, color: 'var(--status-hero)' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: [tags.number, tags.atom], color: 'var(--status-snoozing)' },
  { tag: tags.comment, color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: tags.punctuation, color: 'var(--text-faint)' },
]);

const theme = EditorView.theme({
  ...editorTheme,
  '&': { fontSize: 'var(--text-sm)', color: 'var(--text)', background: 'transparent', maxHeight: 'inherit' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-gutters': { background: 'transparent', color: 'var(--text-faint)', border: 'none', minWidth: '36px' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { background: 'var(--pressed)', outline: 'none' },
  '.cm-problem': {
    textDecoration: 'underline wavy var(--danger)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
    background: 'var(--danger-soft)',
    borderRadius: '2px',
  },
  '.cm-problem *': { color: 'var(--danger)' },
  '.cm-problem-note': { maxWidth: '420px', padding: '6px 10px', fontFamily: 'var(--font)', lineHeight: '1.45' },
  '.cm-problem-hint': { color: 'var(--text-soft)' },
  // It lies over the list of problems: it is read, never pointed at.
  '.cm-tooltip-hover': { pointerEvents: 'none' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    ...editorTheme['.cm-tooltip.cm-tooltip-autocomplete > ul'],
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-sm)',
  },
});

const setProblems = StateEffect.define<readonly Problem[]>();

/** What is wrong, as far as the text it was found in is still there: marks move with edits until they are judged anew. */
const problemMarks = StateField.define<ReturnType<typeof Decoration.set>>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setProblems)) next = marksOf(effect.value, transaction.state);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function marksOf(problems: readonly Problem[], { doc }: EditorState) {
  return Decoration.set(
    problems.flatMap((problem) => {
      // A whole list underlined would say nothing: its first line is enough.
      const from = Math.min(problem.from, doc.length);
      const to = Math.min(problem.to, doc.length, doc.lineAt(from).to);
      return to > from ? [Decoration.mark({ class: 'cm-problem', problem }).range(from, to)] : [];
    }),
    true,
  );
}

const problemNotes = hoverTooltip((view, pos) => {
  let found: { problem: Problem; from: number; to: number } | null = null;
  view.state.field(problemMarks).between(pos, pos, (from, to, { spec }) => {
    found = { problem: spec.problem as Problem, from, to };
    return false;
  });
  // The callback's assignment is invisible to the compiler.
  const shown = found as { problem: Problem; from: number; to: number } | null;
  if (!shown) return null;
  return {
    pos: shown.from,
    end: shown.to,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-problem-note';
      const message = document.createElement('div');
      message.textContent = shown.problem.message;
      dom.append(message);
      // The list below the editor says all of it.
      const [likeliest] = /^Did you mean [^?]*\?/.exec(shown.problem.hint ?? '') ?? [];
      if (likeliest) {
        const hint = document.createElement('div');
        hint.className = 'cm-problem-hint';
        hint.textContent = likeliest;
        dom.append(hint);
      }
      return { dom };
    },
  };
});

function completionSource(facts: () => QueryFacts) {
  return (context: CompletionContext) => {
    const found = offersAt(context.state.doc.toString(), context.pos, facts());
    if (!found || (found.from === context.pos && !context.explicit && !opensList(context))) return null;
    const options = found.offers.map(
      ({ label, insert, detail, kind, rank }): Completion => ({
        label,
        type: kind,
        boost: rank ?? 0,
        ...(detail ? { detail } : {}),
        apply: (view, _completion, from, to) => {
          const text = insert ?? label;
          const cursor = text.indexOf('|');
          const plain = cursor < 0 ? text : text.replace('|', '');
          view.dispatch({
            changes: { from, to, insert: plain },
            selection: { anchor: from + (cursor < 0 ? plain.length : cursor) },
            userEvent: 'input.complete',
          });
          // What was put in asks for more at once.
          if (cursor >= 0) startCompletion(view);
        },
      }),
    );
    return { from: found.from, options, validFor: /^[\w$!:-]*$/ };
  };
}

/** Enter right behind a bracket means a new line, unless one of the offers was moved to. */
function breakAfterBracket(view: EditorView): boolean {
  const { state } = view;
  const { head } = state.selection.main;
  if (completionStatus(state) !== 'active' || (selectedCompletionIndex(state) ?? 0) > 0) return false;
  if (!/[[{(]/.test(state.sliceDoc(Math.max(0, head - 1), head))) return false;
  closeCompletion(view);
  return insertNewlineAndIndent(view);
}

/** Right behind an opening bracket, a comma or a colon there is something to choose. */
const opensList = (context: CompletionContext): boolean =>
  /[[{(:,]\s?$/.test(context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos));

function extensionsFor(props: () => QueryEditorProps): Extension {
  return [
    Prec.highest(
      keymap.of([
        {
          key: 'Escape',
          run: (view) => {
            if (completionStatus(view.state) === 'active') return closeCompletion(view);
            // Tab indents here: Escape is the way out by keyboard.
            view.contentDOM.blur();
            return true;
          },
        },
        {
          key: 'Shift-Alt-f',
          run: () => {
            props().onFormat();
            return true;
          },
        },
      ]),
    ),
    Prec.high(
      keymap.of([
        { key: 'Tab', run: acceptCompletion },
        { key: 'Enter', run: breakAfterBracket },
      ]),
    ),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    history(),
    drawSelection(),
    lineNumbers(),
    language,
    syntaxHighlighting(highlight),
    bracketMatching(),
    closeBrackets(),
    autocompletion({
      override: [completionSource(() => props().facts)],
      icons: false,
      // Offers come from memory: they are there before the next key.
      interactionDelay: 0,
      maxRenderedOptions: 80,
    }),
    problemMarks,
    problemNotes,
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': 'Query',
      'aria-describedby': props().describedBy,
      spellcheck: 'false',
      autocapitalize: 'off',
      // It takes the keyboard by itself; this says so to those who look for what scrolls the text.
      tabindex: '0',
    }),
    EditorView.cspNonce.of(cspNonce() ?? ''),
    placeholder('_root: [account: [cards: [title]]]'),
    theme,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) props().onChange(update.state.doc.toString());
    }),
    EditorView.domEventHandlers({
      // Keys typed into a text are text: the board's shortcuts only see combinations that the editor leaves.
      keydown: (event) => {
        if (!isCombination(event)) event.stopPropagation();
        return false;
      },
    }),
  ];
}

export default function QueryEditor(props: QueryEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!host.current) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: extensionsFor(() => latest.current),
      }),
    });
    view.current = editor;
    if (latest.current.autoFocus) editor.focus();
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, []);

  const { problems, revision } = props;
  const shown = useRef(revision);
  useEffect(() => {
    const editor = view.current;
    if (!editor || shown.current === revision) return;
    shown.current = revision;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: latest.current.text } });
  }, [revision]);
  useEffect(() => {
    view.current?.dispatch({ effects: setProblems.of(problems) });
  }, [problems]);

  useImperativeHandle(props.handle, () => ({
    focus: () => view.current?.focus(),
    replace: (text) =>
      view.current?.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: text } }),
    select: (from, to) => {
      const editor = view.current;
      if (!editor) return;
      const { length } = editor.state.doc;
      editor.dispatch({
        selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
        scrollIntoView: true,
      });
      editor.focus();
    },
  }));

  return <div ref={host} style={{ maxHeight: 'inherit', display: 'flow-root' }} />;
}
