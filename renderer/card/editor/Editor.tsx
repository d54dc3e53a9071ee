/**
 * The markdown editor: CodeMirror 6 behind one component, loaded when first needed (import it through `lazy`).
 * It owns the text while it is shown; the outside sees every change and may replace the text through `handle`.
 */
import { autocompletion, closeCompletion, completionKeymap, completionStatus } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { markdown, markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { closeSearchPanel, highlightSelectionMatches, search, searchKeymap, searchPanelOpen } from '@codemirror/search';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { editorTheme } from '../../ui/editor-theme.ts';
import { cspNonce } from '../../ui/nonce.ts';
import { type CompletionFacts, slashSource, wordSource } from './completions.ts';
import { toggleCheckbox, wrapWith } from './marks.ts';

export interface EditorHandle {
  focus(): void;
  /** Puts `text` in place of everything; undo brings the old text back. */
  replace(text: string): void;
  insert(text: string): void;
}

export interface EditorProps {
  readonly label: string;
  readonly initialText: string;
  readonly placeholder?: string;
  readonly facts: CompletionFacts;
  readonly autoFocus?: boolean;
  readonly handle?: Ref<EditorHandle>;
  onChange(text: string): void;
  /** Ctrl+Enter. */
  onSave(): void;
  onEscape(): void;
  /** Files pasted or dropped into the text. */
  onFiles?(files: readonly File[]): void;
}

const highlight = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.93em' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.quote, color: 'var(--text-soft)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta], color: 'var(--text-faint)' },
]);

const theme = EditorView.theme({
  ...editorTheme,
  '&': { fontSize: 'inherit', color: 'var(--text)', background: 'transparent' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)', minHeight: 'inherit' },
  '.cm-line': { padding: '0 12px' },
  '.cm-panels': { background: 'var(--surface-inset)', color: 'var(--text)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    ...editorTheme['.cm-tooltip.cm-tooltip-autocomplete > ul'],
    fontFamily: 'inherit',
  },
});

/** Escape first closes what the editor itself shows. A list that is only about to open does not count. */
function closeInside(view: EditorView): boolean {
  if (completionStatus(view.state) === 'active') return closeCompletion(view);
  return searchPanelOpen(view.state) && closeSearchPanel(view);
}

/** A key that ends here. */
const handled = (run: () => void): true => {
  run();
  return true;
};

function extensionsFor(props: () => EditorProps): Extension {
  const { label, placeholder: hint, facts } = props();
  return [
    Prec.highest(
      keymap.of([
        { key: 'Escape', run: (view) => closeInside(view) || handled(props().onEscape) },
        { key: 'Mod-Enter', run: () => handled(props().onSave) },
        { key: 'Mod-b', run: wrapWith('**') },
        { key: 'Mod-i', run: wrapWith('*') },
        { key: 'Mod-e', run: wrapWith('`') },
        { key: 'Mod-Shift-c', run: toggleCheckbox },
      ]),
    ),
    keymap.of([
      ...markdownKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...searchKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    history(),
    drawSelection(),
    dropCursor(),
    search({ top: true }),
    highlightSelectionMatches(),
    markdown({ base: markdownLanguage, completeHTMLTags: false, addKeymap: false }),
    syntaxHighlighting(highlight),
    autocompletion({ override: [wordSource(facts), slashSource(facts)], icons: false, aboveCursor: false }),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', dir: 'auto' }),
    EditorView.cspNonce.of(cspNonce() ?? ''),
    hint ? placeholder(hint) : [],
    theme,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) props().onChange(update.state.doc.toString());
    }),
    EditorView.domEventHandlers({
      paste: (event) => takeFiles(event.clipboardData, props, event),
      drop: (event) => takeFiles(event.dataTransfer, props, event),
      // Keys typed into a text are text: the board's shortcuts never see them.
      keydown: (event) => {
        if (event.key !== 'Escape') event.stopPropagation();
        return false;
      },
    }),
  ];
}

function takeFiles(transfer: DataTransfer | null, props: () => EditorProps, event: Event): boolean {
  const files = [...(transfer?.files ?? [])];
  const { onFiles } = props();
  if (files.length === 0 || !onFiles) return false;
  event.preventDefault();
  onFiles(files);
  return true;
}

export default function Editor(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!host.current) return;
    const start = latest.current;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: start.initialText,
        selection: { anchor: start.initialText.length },
        extensions: extensionsFor(() => latest.current),
      }),
    });
    view.current = editor;
    if (start.autoFocus) editor.focus();
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, []);

  useImperativeHandle(props.handle, () => ({
    focus: () => view.current?.focus(),
    replace: (text) =>
      view.current?.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: text } }),
    insert: (text) => {
      const editor = view.current;
      if (editor) editor.dispatch(editor.state.replaceSelection(text));
    },
  }));

  return <div ref={host} />;
}
