/** For a new comment, a reply or an edited comment. Text that is not sent is stored as a draft. */
import { type ReactElement, useRef, useState } from 'react';
import { replaceMentionsWithIds } from '../../shared/domain/content.ts';
import { usePeople } from '../data/lookups.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { useSingleFlight } from '../ui/single-flight.ts';
import styles from './CommentComposer.module.css';
import { DraftStoreError } from './DraftStoreError.tsx';
import type { MarkdownEditorProps } from './Editor.tsx';
import frame from './frame.module.css';
import { MarkdownField } from './MarkdownField.tsx';
import { useDraft } from './use-draft.ts';

interface CommentComposerProps extends Pick<MarkdownEditorProps, 'label' | 'placeholder' | 'completionData'> {
  draftKey: string;
  /** Absent for a new comment or a reply. */
  initialText?: string;
  autoFocus?: boolean;
  sendLabel: string;
  /** Why the text cannot be sent, or null. */
  refusal?: string | null;
  /**
   * Each `@name` of the text is a stored mention (`@[userId:<id>]`). Resolves to true if the comment was accepted.
   * Otherwise the draft stays.
   */
  onSend: (text: string) => Promise<boolean>;
  /** Absent if the field is always shown, as in the card panel for new threads and replies. */
  onCancel?: () => void;
}

export function CommentComposer(props: CommentComposerProps): ReactElement {
  const { draftKey, initialText = '', autoFocus, sendLabel, refusal, onSend, onCancel, ...field } = props;
  const people = usePeople();
  const { draft, isLoaded, storeError, write, current, clear } = useDraft(draftKey);
  const [sendCount, setSendCount] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const isEdit = props.initialText !== undefined;
  const text = draft?.text ?? initialText;
  const isEmpty = text.trim() === '';
  const sendText = useSingleFlight(async () => {
    const sent = current()?.text ?? initialText;
    if (sent.trim() === '' || refusal) return;
    if (!(await onSend(replaceMentionsWithIds(sent, Object.values(people))))) return;
    const now = current()?.text ?? initialText;
    if (now === sent) {
      clear();
      onCancel?.();
    }
    // The person typed while the text was being sent. If the field edits an existing comment, sending again replaces
    // the comment, so it keeps the whole text. Otherwise sending again creates another comment, so it keeps only the
    // text that is not sent yet.
    else if (isEdit) write({ text: now, base: sent });
    else write({ text: now.startsWith(sent) ? now.slice(sent.length) : now, base: initialText });
    // The new key mounts a new editor, so that undo cannot restore the sent text.
    setSendCount((rounds) => rounds + 1);
  });
  /** If the field cannot be closed, the card panel gets the focus. The draft stays. */
  const closeOrLeave = () => {
    if (onCancel) onCancel();
    else box.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus();
  };
  return (
    <div className="stack gap-2" data-composer="">
      <DraftStoreError error={storeError} />
      <div ref={box} className={cx('scroll round bg-surface border-strong', frame.frame, styles.box)}>
        {/* A new text has its field at once: keys that come before the draft is read are appended to it. */}
        {isLoaded || !isEdit ? (
          <MarkdownField
            key={sendCount}
            {...field}
            text={text}
            waitsForFocus={!autoFocus && !draft && sendCount === 0}
            autoFocus={autoFocus === true || sendCount > 0}
            onChange={(next) => write({ text: next, base: initialText })}
            onSave={() => void sendText()}
            onEscape={closeOrLeave}
          />
        ) : null}
      </div>
      {draft || onCancel ? (
        <div className="row wrap justify-end gap-2">
          {draft && !storeError ? <span className={cx('note', frame.kept)}>Saved as a draft</span> : null}
          {onCancel ? <Button text="Cancel" small look="quiet" onClick={onCancel} /> : null}
          <Button
            text={sendLabel}
            small
            look="primary"
            disabled={isEmpty || !!refusal}
            onClick={() => void sendText()}
          />
        </div>
      ) : null}
    </div>
  );
}
