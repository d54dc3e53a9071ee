/**
 * A text field that becomes the markdown editor. A plain field takes input at once; when the code of the editor is loaded, the
 * editor takes over text, selection and focus within one task, so that no key press is lost.
 */
import { type ComponentType, type ReactElement, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { EditorProps } from './Editor.tsx';
import { filesOf } from './files-of.ts';
import frame from './frame.module.css';
import { TextPicturesContext } from './text-pictures.ts';

/** The editor component; null until its code is loaded. */
let loaded: ComponentType<EditorProps> | null = null;
const load = async () => {
  loaded = (await import('./Editor.tsx')).default;
  return loaded;
};

interface WritingProps extends Omit<EditorProps, 'initialText' | 'plainField' | 'onMount' | 'pictures'> {
  /** The current text. */
  readonly text: string;
  /** Keeps the plain field until it gets the focus, for fields of which most are never used. */
  readonly waitsForFocus?: boolean;
}

export function Writing({ text, waitsForFocus = false, ...props }: WritingProps): ReactElement {
  const { label, placeholder, autoFocus, onChange, onSave, onEscape } = props;
  const pictures = useContext(TextPicturesContext);
  const [isActive, setActive] = useState(!waitsForFocus);
  const [Editor, setEditor] = useState(() => loaded);
  // The editor waits until an input method's composition ends, because it cannot continue in another element.
  const [isComposing, setComposing] = useState(false);
  const [isEditorMounted, setEditorMounted] = useState(isActive && Editor !== null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isActive || Editor) return;
    let isMounted = true;
    load().then(
      (editor) => isMounted && setEditor(() => editor),
      // The plain field stays.
      (error: unknown) => console.warn('the editor could not be loaded', error),
    );
    return () => {
      isMounted = false;
    };
  }, [isActive, Editor]);
  // The cursor begins at the end of the text, as in the editor.
  useLayoutEffect(() => {
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return (
    <>
      {isEditorMounted ? null : (
        <textarea
          ref={field}
          className={frame.plain}
          rows={1}
          dir="auto"
          aria-label={label}
          placeholder={placeholder}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: the person has asked for the editor
          autoFocus={autoFocus === true}
          onFocus={() => setActive(true)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onChange={(event) => {
            // A field can get text without a focus event, as by a drop or by assistive software.
            setActive(true);
            onChange(event.target.value);
          }}
          onPaste={(event) => {
            const files = filesOf(event.clipboardData);
            if (files.length === 0 || !pictures) return;
            event.preventDefault();
            const { selectionStart, selectionEnd, value } = event.currentTarget;
            const inserted = pictures.attach(files);
            if (inserted) onChange(value.slice(0, selectionStart) + inserted + value.slice(selectionEnd));
          }}
          onKeyDown={(event) => {
            // Escape and Ctrl+Enter work as in the editor.
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') onEscape();
            else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      )}
      {Editor && isActive && (isEditorMounted || !isComposing) ? (
        <Editor
          {...props}
          pictures={pictures}
          initialText={text}
          plainField={field}
          onMount={() => setEditorMounted(true)}
        />
      ) : null}
    </>
  );
}
