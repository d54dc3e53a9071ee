/** Where a comment is written. What is not sent yet is kept as a draft. */
import { lazy, type ReactElement, type ReactNode, Suspense, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Banner } from '../../ui/messages.tsx';
import { useDraft } from '../content/use-draft.ts';
import type { CompletionFacts } from '../editor/completions.ts';
import type { EditorHandle } from '../editor/Editor.tsx';
import frame from '../editor/frame.module.css';
import styles from './threads.module.css';

const Editor = lazy(() => import('../editor/Editor.tsx'));

export interface ComposerProps {
  draftKey: string;
  label: string;
  placeholder: string;
  facts: CompletionFacts;
  /** The text it begins from: empty, or the comment being edited. */
  base?: string;
  autoFocus?: boolean;
  /** Buttons before the main one: other ways to send. */
  more?: (text: string) => ReactNode;
  send: string;
  sendRefused?: string | null;
  /** Answers whether it was taken; only then the draft goes. */
  onSend: (text: string) => Promise<boolean>;
  onCancel?: () => void;
  onFiles?: (files: readonly File[]) => void;
}

export function Composer(props: ComposerProps): ReactElement | null {
  const {
    draftKey,
    label,
    placeholder,
    facts,
    base = '',
    autoFocus,
    more,
    send,
    sendRefused,
    onCancel,
    onFiles,
  } = props;
  const { draft, loaded, fault, write, clear } = useDraft(draftKey);
  const [round, setRound] = useState(0);
  const [awake, setAwake] = useState(autoFocus === true);
  const editor = useRef<EditorHandle>(null);
  const text = draft?.text ?? base;
  const empty = text.trim() === '';
  const post = async () => {
    if (empty || sendRefused) return;
    if (!(await props.onSend(text))) return;
    clear();
    // A fresh editor: the sent text is not one undo away.
    setRound(round + 1);
    onCancel?.();
  };
  if (!loaded) return null;
  // Most boxes are never written in: an editor is made for those that are. What is typed until it is there counts.
  const plain = (
    <textarea
      className={styles.plain}
      rows={1}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      // biome-ignore lint/a11y/noAutofocus: it stands in for an editor that has the focus already
      autoFocus={awake}
      onFocus={() => setAwake(true)}
      onChange={(event) => write({ text: event.target.value, base })}
      onKeyDown={(event) => {
        // The editor's own keys hold before it is there.
        if (event.key === 'Escape' && onCancel) onCancel();
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void post();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
  return (
    <div className={styles.composer}>
      {fault ? <Banner tone="danger">The draft cannot be stored: {fault}</Banner> : null}
      <div className={cx(frame.frame, styles.box)}>
        {awake || draft ? (
          <Suspense fallback={plain}>
            <Editor
              key={round}
              label={label}
              initialText={text}
              placeholder={placeholder}
              facts={facts}
              autoFocus={awake || round > 0}
              handle={editor}
              onChange={(next) => write({ text: next, base })}
              onSave={() => void post()}
              onEscape={() => onCancel?.()}
              {...(onFiles ? { onFiles } : {})}
            />
          </Suspense>
        ) : (
          plain
        )}
      </div>
      {draft || onCancel ? (
        <div className={frame.actions}>
          {draft ? <span className={frame.kept}>Kept as a draft</span> : null}
          {onCancel ? (
            <Button small look="quiet" onClick={onCancel}>
              Close
            </Button>
          ) : null}
          {more?.(text)}
          <Button small look="primary" disabled={empty || !!sendRefused} onClick={() => void post()}>
            {send}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
