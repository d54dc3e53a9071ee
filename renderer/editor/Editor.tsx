/**
 * The markdown editor, based on CodeMirror 6. While mounted, it holds the text itself. The parent can always replace
 * the text through `handle`, and through `text` until the person has changed the text.
 */
import { autocompletion, closeCompletion, completionKeymap, completionStatus } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { deleteMarkupBackward, markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { closeSearchPanel, highlightSelectionMatches, search, searchKeymap, searchPanelOpen } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Prec, StateField, Text, Transaction } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  dropCursor,
  EditorView,
  keymap,
  placeholder,
  tooltips,
  WidgetType,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { hasCommandModifier, isMac } from '../ui/dom/keys.ts';
import { cspNonce } from '../ui/dom/nonce.ts';
import { editorTheme } from '../ui/editor-theme.ts';
import { hasLongLine, longWordBreaks } from '../ui/text/long-lines.ts';
import { excessMarksIn } from '../ui/text/text.ts';
import { duplicateSpaceFilter } from './completion-space.ts';
import { type AutocompleteData, mentionCompletionSource, slashCompletionSource } from './completions.ts';
import { handleEnter } from './handle-enter.ts';
import { isTooComplex } from './markdown/budget.ts';
import { splitMarkdown } from './markdown/parts.ts';
import { picturePreviewExtension, picturesChangedEffect } from './picture-previews.ts';
import type { TextPictureHandlers } from './text-pictures.ts';
import { filesOfDataTransfer } from './text-pictures.ts';
import { createMarkupToggler, textFormats, toggleCheckbox } from './toggle-markup.ts';

export interface MarkdownEditorHandle {
  focus(): void;
  /** Undo restores the old text. */
  replace(text: string): void;
  format(name: keyof typeof textFormats): void;
  /** In place of the selection. */
  insert(text: string): void;
}

export interface MarkdownEditorProps {
  readonly label: string;
  /**
   * If this changes while the editor still contains the previous value, the editor shows the new value. Otherwise the
   * person's text stays.
   */
  readonly text: string;
  readonly placeholder?: string;
  readonly completionData: AutocompleteData;
  readonly autoFocus?: boolean;
  readonly handle?: Ref<MarkdownEditorHandle>;
  /** If true, the first line is the title of a card, and looks like one. */
  readonly hasTitle?: boolean;
  /** If true, Tab indents the line. Otherwise Tab moves the focus to the next control. */
  readonly tabIndents?: boolean;
  /** The editor takes over the text, selection and focus of this field. */
  readonly plainField?: RefObject<HTMLTextAreaElement | null>;
  /** Called synchronously. */
  onMount?(): void;
  onChange(text: string): void;
  /** Ctrl+Enter or Cmd+Enter. */
  onSave(): void;
  onEscape(): void;
  /** Null if the text cannot have attachments. */
  readonly pictures: TextPictureHandlers | null;
}

const highlightStyle = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.93em' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.quote, color: 'var(--text-soft)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta], color: 'var(--text-faint)' },
]);

const markdownTheme = EditorView.theme({
  ...editorTheme,
  '&': { fontSize: 'inherit', color: 'var(--text)', background: 'transparent' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)', minHeight: 'inherit' },
  '.cm-line': { padding: '0 12px' },
  '.cm-line.cm-card-title': { fontSize: 'var(--text-xl)', fontWeight: 'var(--weight-strong)', lineHeight: '1.4' },
  '.cm-panels': { background: 'var(--surface-inset)', color: 'var(--text)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    ...editorTheme['.cm-tooltip.cm-tooltip-autocomplete > ul'],
    fontFamily: 'inherit',
  },
});

const markdownSyntax = markdown({ base: markdownLanguage, completeHTMLTags: false, addKeymap: false });
const language = new Compartment();

/** True if CodeMirror's parser could take seconds. Such a text is edited without syntax. */
const isComplexText = (text: string): boolean =>
  splitMarkdown(text).some((part) => isTooComplex(part.text.split('\n')));

/** In UTF-16 units. Shorter inserts, such as typing, are not checked. */
const checkedInsertLength = 1000;

const plainForComplexText = EditorState.transactionExtender.of((transaction) => {
  let inserted = 0;
  transaction.changes.iterChanges((_fromA, _toA, fromB, toB) => {
    inserted = Math.max(inserted, toB - fromB);
  });
  return inserted > checkedInsertLength && isComplexText(transaction.newDoc.toString())
    ? { effects: language.reconfigure([]) }
    : null;
});

class WordBreak extends WidgetType {
  toDOM = () => document.createElement('wbr');
  override eq = () => true;
}
const wordBreak = Decoration.widget({ widget: new WordBreak(), side: 1 });
const plainShaping = Decoration.line({ class: 'plain-shaping' });

/** Hides long runs of combining marks, which Chromium draws for minutes, and bounds the layout of long lines. */
function boundingDecorations(doc: Text): DecorationSet {
  const text = doc.toString();
  const ranges = excessMarksIn(text).map(({ from, to }) => Decoration.replace({}).range(from, to));
  if (hasLongLine(text)) {
    for (let at = 1; at <= doc.lines; at++) {
      const line = doc.line(at);
      if (hasLongLine(line.text)) ranges.push(plainShaping.range(line.from));
    }
    ranges.push(...longWordBreaks(text).map((at) => wordBreak.range(at)));
  }
  return Decoration.set(ranges, true);
}

const boundedDrawing = StateField.define<DecorationSet>({
  create: ({ doc }) => boundingDecorations(doc),
  update: (decorations, { docChanged, newDoc }) => (docChanged ? boundingDecorations(newDoc) : decorations),
  provide: (field) => EditorView.decorations.from(field),
});

const titleLine = EditorView.decorations.compute(['doc'], () =>
  Decoration.set(Decoration.line({ class: 'cm-card-title' }).range(0)),
);

/** The window goes back and forward by these. */
const keysOfWindow = new Set(['Alt-ArrowLeft', 'Alt-ArrowRight']);

/** Returns false if neither is open. */
function closeCompletionOrSearch(view: EditorView): boolean {
  if (completionStatus(view.state) === 'active') return closeCompletion(view);
  return searchPanelOpen(view.state) && closeSearchPanel(view);
}

/** CodeMirror treats the key as handled, so the window's shortcuts do not get it. */
const runAndHandle = (run: () => void): true => {
  run();
  return true;
};

function extensionsFor(props: () => MarkdownEditorProps, popupParent: HTMLElement | null): Extension {
  const { label, placeholder: hint, completionData, hasTitle, tabIndents } = props();
  return [
    popupParent ? tooltips({ parent: popupParent }) : [],
    // Dialogs close on Escape even if the editor has handled it, so it must not reach them.
    Prec.highest(
      EditorView.domEventHandlers({
        keydown: (event, view) => {
          if (event.key !== 'Escape' || !closeCompletionOrSearch(view)) return false;
          event.stopPropagation();
          return true;
        },
      }),
    ),
    Prec.highest(
      keymap.of([
        { key: 'Escape', run: () => runAndHandle(props().onEscape) },
        { key: 'Mod-Enter', run: () => runAndHandle(props().onSave) },
        { key: 'Mod-b', run: createMarkupToggler('**') },
        { key: 'Mod-i', run: createMarkupToggler('*') },
        { key: 'Mod-e', run: createMarkupToggler('`') },
        { key: 'Mod-Shift-c', run: toggleCheckbox },
      ]),
    ),
    keymap.of([
      { key: 'Enter', run: handleEnter },
      { key: 'Backspace', run: deleteMarkupBackward },
      ...completionKeymap,
      ...historyKeymap,
      ...searchKeymap,
      ...defaultKeymap.filter(({ key }) => isMac || !keysOfWindow.has(key ?? '')),
      ...(tabIndents ? [indentWithTab] : []),
    ]),
    history(),
    drawSelection(),
    dropCursor(),
    search({ top: true }),
    highlightSelectionMatches(),
    language.of(isComplexText(props().text) ? [] : markdownSyntax),
    plainForComplexText,
    boundedDrawing,
    hasTitle ? titleLine : [],
    syntaxHighlighting(highlightStyle),
    autocompletion({
      override: [mentionCompletionSource(completionData), slashCompletionSource(completionData)],
      icons: false,
      aboveCursor: false,
    }),
    duplicateSpaceFilter,
    picturePreviewExtension((name) => props().pictures?.addressOf(name) ?? null),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', dir: 'auto' }),
    EditorView.cspNonce.of(cspNonce() ?? ''),
    hint ? placeholder(hint) : [],
    markdownTheme,
    EditorView.updateListener.of((update) => {
      if (!update.docChanged || update.transactions.some((one) => one.annotation(Transaction.remote))) return;
      props().onChange(update.state.doc.toString());
    }),
    EditorView.domEventHandlers({
      paste: (event, view) =>
        attachFilesOf(event.clipboardData, props, view, event, view.state.selection.main) || pasteHtml(event, view),
      drop: (event, view) => {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
        return attachFilesOf(event.dataTransfer, props, view, event, { from: at, to: at });
      },
      // Of the unhandled keys, only Escape and keys with a command modifier reach the window's shortcuts.
      keydown: (event) => {
        if (event.key !== 'Escape' && !hasCommandModifier(event)) event.stopPropagation();
        return false;
      },
    }),
  ];
}

/**
 * Inserts the pictures among the files into the text, as one undo step. Returns false if there are no files, or if the
 * text cannot have attachments.
 */
function attachFilesOf(
  transfer: DataTransfer | null,
  props: () => MarkdownEditorProps,
  view: EditorView,
  event: Event,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const files = filesOfDataTransfer(transfer);
  const { pictures } = props();
  if (files.length === 0 || !pictures) return false;
  event.preventDefault();
  const insert = pictures.attach(files);
  if (insert !== '')
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
      userEvent: 'input.paste',
    });
  view.focus();
  return true;
}

/**
 * Inserts the plain text of the clipboard at once, so that nothing is lost if the editor closes, and then replaces it by
 * the clipboard's HTML as markdown; undo gives the plain text back. Ctrl+Shift+V brings no HTML.
 */
function pasteHtml({ clipboardData }: ClipboardEvent, view: EditorView): boolean {
  const html = clipboardData?.getData('text/html') ?? '';
  // The HTML of a code editor only colours a text that is already as it should be.
  if (html === '' || /font-family:[^>]{0,100}monospace/i.test(html.slice(0, 600))) return false;
  const plain = view.state.toText(clipboardData?.getData('text/plain') ?? '');
  const { from, to } = view.state.selection.main;
  const insert = (start: number, end: number, text: Text) =>
    view.dispatch({
      changes: { from: start, to: end, insert: text },
      selection: { anchor: start + text.length },
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
      userEvent: 'input.paste',
    });
  insert(from, to, plain);
  void import('./html-to-markdown.ts').then(({ htmlToMarkdown }) => {
    const markdown = htmlToMarkdown(html);
    const isUnchanged = view.state.doc.slice(from, Math.min(from + plain.length, view.state.doc.length)).eq(plain);
    if (markdown !== null && isUnchanged) insert(from, from + plain.length, view.state.toText(markdown));
  });
  return true;
}

/** In the document, each line end, even CRLF, is one character, so offsets can differ from offsets in the text. */
const documentOf = (text: string): Text => Text.of(text.split(/\r\n?|\n/));

/**
 * Adds no undo step. Changes only the part that differs, so that the cursor does not move in the unchanged parts. In an
 * empty editor, the cursor goes to the end.
 */
function takeOver(view: EditorView, next: Text): void {
  const [before, after] = [view.state.doc.toString(), next.toString()];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  view.dispatch({
    changes: { from: start, to: before.length - end, insert: after.slice(start, after.length - end) },
    ...(before === '' ? { selection: { anchor: after.length } } : {}),
    annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
  });
}

/** The text and selection of the plain field if there is one. Otherwise `text`, with the cursor at its end. */
function initialState({ text, plainField }: MarkdownEditorProps) {
  const field = plainField?.current;
  const doc = documentOf(field?.value ?? text);
  if (!field) return { doc, selection: { anchor: doc.length } };
  const { selectionStart: start, selectionEnd: end } = field;
  return {
    doc,
    selection: field.selectionDirection === 'backward' ? { anchor: end, head: start } : { anchor: start, head: end },
  };
}

export default function MarkdownEditor(props: MarkdownEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  // React removes the plain field and runs layout effects in the same event-loop task, so no key press is lost.
  useLayoutEffect(() => {
    if (!host.current) return;
    const start = latest.current;
    const field = start.plainField?.current;
    // A dialog clips lists of choices at the edges of its body, so they are added to the dialog itself.
    const popupParent = host.current.closest('[role="dialog"]')?.appendChild(document.createElement('div')) ?? null;
    if (popupParent) popupParent.style.position = 'absolute';
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        ...initialState(start),
        extensions: extensionsFor(() => latest.current, popupParent),
      }),
    });
    view.current = editor;
    if (field ? document.activeElement === field : start.autoFocus) editor.focus();
    start.onMount?.();
    return () => {
      view.current = null;
      editor.destroy();
      popupParent?.remove();
    };
  }, []);

  const { pictures, text } = props;
  const previousText = useRef(text);
  // This must be a layout effect: it shows the new text before the person can press the next key.
  useLayoutEffect(() => {
    const previous = previousText.current;
    previousText.current = text;
    const editor = view.current;
    if (editor && text !== previous && editor.state.doc.eq(documentOf(previous))) takeOver(editor, documentOf(text));
  }, [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the previews read the pictures themselves; the effect makes them do so again
  useEffect(() => {
    view.current?.dispatch({ effects: picturesChangedEffect.of(null) });
  }, [pictures]);

  useImperativeHandle(props.handle, () => ({
    focus: () => view.current?.focus(),
    replace: (text) =>
      view.current?.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: text } }),
    format: (name) => {
      if (view.current) textFormats[name](view.current);
      view.current?.focus();
    },
    insert: (text) => {
      view.current?.dispatch(view.current.state.replaceSelection(text));
      view.current?.focus();
    },
  }));

  return <div ref={host} />;
}
