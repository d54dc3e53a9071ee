/**
 * Text field with buttons, for a new comment, a reply or an edited comment. Text that is not sent is stored as a draft.
 */
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Banner } from '../ui/messages.tsx';
import styles from './CommentComposer.module.css';
import type { CompletionData } from './completions.ts';
import frame from './frame.module.css';
import { useDraft } from './use-draft.ts';
import { Writing } from './Writing.tsx';

export interface ComposerProps {
  draftKey: string;
  label: string;
  placeholder: string;
  completionData: CompletionData;
  /** The text of the comment to edit; empty for a new comment. */
  base?: string;
  autoFocus?: boolean;
  /** Renders additional buttons, for other ways to send the text. */
  more?: (text: string) => ReactNode;
  /** Label of the button that sends the text. */
  send: string;
  /** The reason why the text cannot be sent, or null. */
  sendRefused?: string | null;
  /** Sends the text. Resolves to whether the comment was accepted; if not, the draft stays. */
  onSend: (text: string) => Promise<boolean>;
  /** Closes the field. Only given when a comment is edited. */
  onCancel?: () => void;
}

export function Composer(props: ComposerProps): ReactElement {
  const {
    draftKey,
    label,
    placeholder,
    completionData,
    base = '',
    autoFocus,
    more,
    send,
    sendRefused,
    onCancel,
  } = props;
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
    const isAccepted = await props.onSend(sent);
    sending.current = false;
    if (!isAccepted) return;
    const now = current()?.text ?? base;
    if (now === sent) {
      clear();
      onCancel?.();
    }
    // The person typed while the text was being sent. An edited comment stays open. From a new comment the sent part is
    // removed.
    else if (onCancel) write({ text: now, base: sent });
    else write({ text: now.startsWith(sent) ? now.slice(sent.length) : now, base });
    // A new key mounts a new editor, so that undo cannot restore the sent text.
    setRound((rounds) => rounds + 1);
  };
  /** Closes the editing of a comment, or returns the focus to the card panel. The draft stays. */
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
            completionData={completionData}
            waitsForFocus={!autoFocus && !draft && round === 0}
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
