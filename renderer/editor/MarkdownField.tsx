/**
 * The plain field accepts input at once. When the editor's code has loaded, the editor takes over text, selection and
 * focus in one event-loop task, so that no key press is lost.
 */
import { type ComponentType, type ReactElement, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { shapingOfTextArea } from '../ui/text/long-lines.ts';
import type { MarkdownEditorProps } from './Editor.tsx';
import frame from './frame.module.css';
import { filesOfDataTransfer, TextPictureHandlersContext } from './text-pictures.ts';

/** Null until its code is loaded. */
let loadedEditor: ComponentType<MarkdownEditorProps> | null = null;
const loadEditor = async () => {
  loadedEditor = (await import('./Editor.tsx')).default;
  return loadedEditor;
};

interface MarkdownFieldProps extends Omit<MarkdownEditorProps, 'plainField' | 'onMount' | 'pictures'> {
  /** Loads the editor only when the field gets the focus, for fields that are often not used. */
  readonly waitsForFocus?: boolean;
}

export function MarkdownField({ text, waitsForFocus = false, ...props }: MarkdownFieldProps): ReactElement {
  const { label, placeholder, autoFocus, onChange, onSave, onEscape } = props;
  const pictures = useContext(TextPictureHandlersContext);
  const [wasUsed, setUsed] = useState(false);
  // Also if `waitsForFocus` ends later, when a stored draft has been read.
  const isEditorWanted = wasUsed || !waitsForFocus;
  const [Editor, setEditor] = useState(() => loadedEditor);
  // True while an input method composes a character: the composition cannot continue in another element.
  const [isComposing, setComposing] = useState(false);
  const [isEditorMounted, setEditorMounted] = useState(isEditorWanted && Editor !== null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isEditorWanted || Editor) return;
    loadEditor().then(
      (editor) => setEditor(() => editor),
      // The plain field stays.
      (error: unknown) => console.warn('the editor could not be loaded', error),
    );
  }, [isEditorWanted, Editor]);
  // As in the editor.
  useLayoutEffect(() => {
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  const { wrap, shaping } = shapingOfTextArea(text);
  return (
    <>
      {isEditorMounted ? null : (
        <textarea
          ref={field}
          className={cx('block w-full bare p-2-3', frame.plain, shaping)}
          rows={1}
          wrap={wrap}
          dir="auto"
          aria-label={label}
          placeholder={placeholder}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: the person has asked for the editor
          autoFocus={autoFocus === true}
          onFocus={() => setUsed(true)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onChange={(event) => {
            // A field can get text without the focus, for example by a drop or from assistive software.
            setUsed(true);
            onChange(event.target.value);
          }}
          onPaste={(event) => {
            const files = filesOfDataTransfer(event.clipboardData);
            if (files.length === 0 || !pictures) return;
            event.preventDefault();
            const { selectionStart, selectionEnd, value } = event.currentTarget;
            const inserted = pictures.attach(files);
            if (inserted) onChange(value.slice(0, selectionStart) + inserted + value.slice(selectionEnd));
          }}
          onKeyDown={(event) => {
            // As in the editor.
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') onEscape();
            else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      )}
      {Editor && isEditorWanted && (isEditorMounted || !isComposing) ? (
        <Editor {...props} pictures={pictures} text={text} plainField={field} onMount={() => setEditorMounted(true)} />
      ) : null}
    </>
  );
}
