/**
 * A text field that becomes the markdown editor. A plain field takes input at once; when the editor is loaded, it takes over
 * the field's text, selection and focus within one task, so that no key is lost.
 */
import { type ComponentType, type ReactElement, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { EditorProps } from './Editor.tsx';
import { filesOf } from './files-of.ts';
import frame from './frame.module.css';
import { TextPicturesContext } from './text-pictures.ts';

/** The editor, once it is loaded. */
let loaded: ComponentType<EditorProps> | null = null;
const load = async () => {
  loaded = (await import('./Editor.tsx')).default;
  return loaded;
};

export interface WritingProps extends Omit<EditorProps, 'initialText' | 'standIn' | 'onStands' | 'pictures'> {
  /** The current text. */
  readonly text: string;
  /** Stays a plain field until it has the focus: most fields are never used. */
  readonly sleeps?: boolean;
}

export function Writing({ text, sleeps = false, ...props }: WritingProps): ReactElement {
  const { label, placeholder, autoFocus, onChange, onSave, onEscape } = props;
  const pictures = useContext(TextPicturesContext);
  const [awake, setAwake] = useState(!sleeps);
  const [Editor, setEditor] = useState(() => loaded);
  // An input method composes in the field where it began.
  const [composing, setComposing] = useState(false);
  const [stands, setStands] = useState(awake && Editor !== null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!awake || Editor) return;
    let shown = true;
    load().then(
      (editor) => shown && setEditor(() => editor),
      // The plain field stays.
      (error: unknown) => console.warn('the editor could not be loaded', error),
    );
    return () => {
      shown = false;
    };
  }, [awake, Editor]);
  // The cursor is at the end of the text, as in the editor.
  useLayoutEffect(() => {
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return (
    <>
      {stands ? null : (
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
          onFocus={() => setAwake(true)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onChange={(event) => onChange(event.target.value)}
          onPaste={(event) => {
            const files = filesOf(event.clipboardData);
            if (files.length === 0 || !pictures) return;
            event.preventDefault();
            const { selectionStart, selectionEnd, value } = event.currentTarget;
            const inserted = pictures.attach(files);
            if (inserted) onChange(value.slice(0, selectionStart) + inserted + value.slice(selectionEnd));
          }}
          onKeyDown={(event) => {
            // The keys of the editor work before it is loaded.
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') onEscape();
            else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      )}
      {Editor && awake && (stands || !composing) ? (
        <Editor {...props} pictures={pictures} initialText={text} standIn={field} onStands={() => setStands(true)} />
      ) : null}
    </>
  );
}
