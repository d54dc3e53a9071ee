/**
 * Based on CodeMirror 6; QueryPanel loads this code when a query board opens. While mounted, the editor owns the text
 * and reports changes through `onChange`. The parent replaces it by a new `text` with a new `revision`, or by
 * `replace`.
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
import { specialQueryKeys } from '../../../shared/contract/index.ts';
import { hasCommandModifier } from '../../ui/dom/keys.ts';
import { cspNonce } from '../../ui/dom/nonce.ts';
import { editorTheme } from '../../ui/editor-theme.ts';
import { type QuerySuggestionData, querySuggestionsAt } from './completions.ts';
import { bareWordPattern, isAggregatePrefix } from './syntax.ts';
import type { QueryProblem } from './validate.ts';

export interface QueryEditorHandle {
  /** Undo brings the old text back. */
  replace(text: string): void;
  /** Also scrolls to the range. */
  select(from: number, to: number): void;
}

interface QueryEditorProps {
  /** Initial. A later value is used only if `revision` also changes, because the text in the editor may be newer. */
  readonly text: string;
  readonly revision: number;
  readonly names: QuerySuggestionData;
  readonly problems: readonly QueryProblem[];
  readonly handle: Ref<QueryEditorHandle>;
  readonly autoFocus: boolean;
  /** The element that lists the problems. */
  readonly describedBy: string;
  onChange(text: string): void;
  onFormat(): void;
}

const keywords = new Set<string>([...specialQueryKeys, 'op', 'value']);

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
    bareWordPattern.lastIndex = stream.pos;
    const [word] = bareWordPattern.exec(stream.string) ?? [];
    if (!word) {
      stream.next();
      return 'punctuation';
    }
    stream.pos += word.length;
    if (isAggregatePrefix(word) && stream.match(':')) {
      stream.match(/^[\w!]+/);
      return 'keyword';
    }
    if (keywords.has(word)) return 'keyword';
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
  // The tooltip can cover the list of problems, which must stay clickable.
  '.cm-tooltip-hover': { pointerEvents: 'none' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    ...editorTheme['.cm-tooltip.cm-tooltip-autocomplete > ul'],
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-sm)',
  },
});

const setProblems = StateEffect.define<readonly QueryProblem[]>();

/** While the person edits, each underline moves with its part of the text, until the next validation. */
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

function marksOf(problems: readonly QueryProblem[], { doc }: EditorState) {
  return Decoration.set(
    problems.flatMap((problem) => {
      // Only the first line of a problem is underlined.
      const from = Math.min(problem.from, doc.length);
      const to = Math.min(problem.to, doc.length, doc.lineAt(from).to);
      return to > from ? [Decoration.mark({ class: 'cm-problem', problem }).range(from, to)] : [];
    }),
    true,
  );
}

const problemNotes = hoverTooltip((view, pos) => {
  const { value, from, to } = view.state.field(problemMarks).iter(pos);
  if (!value || from > pos) return null;
  const problem = value.spec.problem as QueryProblem;
  return {
    pos: from,
    end: to,
    above: true,
    create: () => {
      const dom = divWith('cm-problem-note', divWith('cm-problem-message', problem.message));
      // The list below the editor shows the whole hint.
      const [likeliest] = /^Did you mean [^?]*\?/.exec(problem.hint ?? '') ?? [];
      if (likeliest) dom.append(divWith('cm-problem-hint', likeliest));
      return { dom };
    },
  };
});

function divWith(className: string, content: Node | string): HTMLElement {
  const div = document.createElement('div');
  div.className = className;
  div.append(content);
  return div;
}

function completionSource(names: () => QuerySuggestionData) {
  return (context: CompletionContext) => {
    const found = querySuggestionsAt(context.state.doc.toString(), context.pos, names());
    if (!found || (found.from === context.pos && !context.explicit && !opensList(context))) return null;
    const options = found.suggestions.map(
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
          // The cursor is where the inserted suggestion lacks a value.
          if (cursor >= 0) startCompletion(view);
        },
      }),
    );
    return { from: found.from, options, validFor: /^[\w$!:-]*$/ };
  };
}

/**
 * Enter directly after an opening bracket inserts a line break instead of the first suggestion. If the person has
 * selected another suggestion, returns false, so that Enter accepts it.
 */
function breakAfterBracket(view: EditorView): boolean {
  const { state } = view;
  const { head } = state.selection.main;
  if (completionStatus(state) !== 'active' || (selectedCompletionIndex(state) ?? 0) > 0) return false;
  if (!/[[{(]/.test(state.sliceDoc(Math.max(0, head - 1), head))) return false;
  closeCompletion(view);
  return insertNewlineAndIndent(view);
}

/** After an opening bracket, a comma or a colon and at most one space: suggestions open before the person types. */
const opensList = (context: CompletionContext): boolean =>
  /[[{(:,]\s?$/.test(context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos));

function extensionsFor(props: () => QueryEditorProps): Extension {
  return [
    Prec.highest(
      keymap.of([
        { key: 'Tab', run: acceptCompletion },
        // Before the keys of `autocompletion`, which has the same precedence and would accept the first suggestion.
        { key: 'Enter', run: breakAfterBracket },
        {
          key: 'Escape',
          run: (view) => {
            if (completionStatus(view.state) === 'active') return closeCompletion(view);
            // Tab indents in this editor, so Escape leaves it.
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
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    history(),
    drawSelection(),
    lineNumbers(),
    language,
    syntaxHighlighting(highlight),
    bracketMatching(),
    closeBrackets(),
    autocompletion({
      override: [completionSource(() => props().names)],
      icons: false,
      // By default, CodeMirror ignores keys for 75 ms after suggestions open. Here they are computed synchronously.
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
      // The checker axe requires it on scrollable content, although the element can get the focus without it.
      tabindex: '0',
    }),
    EditorView.cspNonce.of(cspNonce() ?? ''),
    placeholder('_root: [account: [cards: [title]]]'),
    theme,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) props().onChange(update.state.doc.toString());
    }),
    EditorView.domEventHandlers({
      // Keys that type text must not run shortcuts of the window; combinations with Ctrl, Cmd or Alt still reach it.
      keydown: (event) => {
        if (!hasCommandModifier(event)) event.stopPropagation();
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
      doc: latest.current.text,
      extensions: extensionsFor(() => latest.current),
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
