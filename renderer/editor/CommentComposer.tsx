/** The editor of a comment. Unsent text is kept as a draft. */
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Banner } from '../ui/messages.tsx';
import styles from './CommentComposer.module.css';
import type { CompletionFacts } from './completions.ts';
import frame from './frame.module.css';
import { useDraft } from './use-draft.ts';
import { Writing } from './Writing.tsx';

export interface ComposerProps {
  draftKey: string;
  label: string;
  placeholder: string;
  facts: CompletionFacts;
  /** The initial text: empty, or the comment being edited. */
  base?: string;
  autoFocus?: boolean;
  /** Buttons before the main one, for other ways to send. */
  more?: (text: string) => ReactNode;
  send: string;
  sendRefused?: string | null;
  /** Returns whether the comment was accepted; only then the draft is deleted. */
  onSend: (text: string) => Promise<boolean>;
  onCancel?: () => void;
}

export function Composer(props: ComposerProps): ReactElement {
  const { draftKey, label, placeholder, facts, base = '', autoFocus, more, send, sendRefused, onCancel } = props;
  const { draft, loaded, fault, write, current, clear } = useDraft(draftKey);
  const [round, setRound] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const sending = useRef(false);
  const text = draft?.text ?? base;
  const empty = text.trim() === '';
  const post = async () => {
    const sent = current()?.text ?? base;
    if (sent.trim() === '' || sendRefused || sending.current) return;
    sending.current = true;
    const taken = await props.onSend(sent);
    sending.current = false;
    if (!taken) return;
    const now = current()?.text ?? base;
    if (now === sent) {
      clear();
      onCancel?.();
    }
    // The text changed while it was being sent: an edit goes on; of a new comment only the later text stays.
    else if (onCancel) write({ text: now, base: sent });
    else write({ text: now.startsWith(sent) ? now.slice(sent.length) : now, base });
    // A new editor, so that undo does not bring back the sent text.
    setRound((rounds) => rounds + 1);
  };
  /** Returns the focus to the panel; the text is kept. */
  const leave = () => {
    if (onCancel) onCancel();
    else box.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus();
  };
  return (
    <div className={styles.composer} data-composer="">
      {fault ? <Banner tone="danger">The draft cannot be stored: {fault}</Banner> : null}
      <div ref={box} className={cx(frame.frame, styles.box)}>
        {loaded ? (
          <Writing
            key={round}
            label={label}
            text={text}
            placeholder={placeholder}
            facts={facts}
            sleeps={!autoFocus && !draft && round === 0}
            autoFocus={autoFocus === true || round > 0}
            onChange={(next) => write({ text: next, base })}
            onSave={() => void post()}
            onEscape={leave}
          />
        ) : null}
      </div>
      {draft || onCancel ? (
        <div className={frame.actions}>
          {draft ? <span className={frame.kept}>Saved as a draft</span> : null}
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
