import { Check, Circle, CircleDot, CornerUpLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useRef } from 'react';
import type { AppNotification } from '../../../shared/bridge/index.ts';
import { ThreadKindChip, threadKindAppearance } from '../../card-panel/threads/kinds.tsx';
import { predictThreadClose } from '../../card-panel/threads/thread-predictions.ts';
import { act, actStep } from '../../data/act.ts';
import { useLookups } from '../../data/lookups.ts';
import { setNotificationsRead } from '../../data/notifications.ts';
import { openCard } from '../../data/routes.ts';
import { CardText } from '../../editor/CardText.tsx';
import { CommentComposer } from '../../editor/CommentComposer.tsx';
import { draftKeys } from '../../editor/draft-keeper.ts';
import { useAutocompleteData, type useMentionResolver } from '../../editor/mention-resolver.ts';
import { shownTitle } from '../../model/card-row.ts';
import { type OpenThread, threadConcernReasonTexts } from '../../model/open-threads.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { shortcutOfKeyPress } from '../../ui/dom/keys.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import { TimeAgo } from '../../workbench/TimeAgo.tsx';
import styles from './inbox.module.css';

/** Read entries keep an empty space, so that their text does not move. */
export const UnreadDot = ({ isRead }: { isRead: boolean }): ReactElement => (
  <span className={cx('rigid circle', styles.dot)} data-unread={isRead ? undefined : ''}>
    {isRead ? null : <span className="visually-hidden">Unread: </span>}
  </span>
);

export function MarkReadButton({ keys, isRead }: { keys: readonly string[]; isRead: boolean }): ReactElement {
  const Icon = isRead ? CircleDot : Circle;
  return (
    <IconButton
      small
      label={isRead ? 'Mark as unread' : 'Mark as read'}
      shortcut="U"
      onClick={() => setNotificationsRead(keys, !isRead)}
    >
      <Icon size={13} aria-hidden />
    </IconButton>
  );
}

interface ThreadItemProps {
  item: OpenThread;
  /** About new comments. Undefined if there is none, for example because the thread does not wait for the person. */
  notification: AppNotification | undefined;
  mentions: ReturnType<typeof useMentionResolver>;
  /**
   * The parent stores this state: while the field is open, it does not move the thread to another group of the inbox.
   */
  isReplying: boolean;
  onReplying: (isReplying: boolean) => void;
}

export function ThreadItem({ item, notification, mentions, isReplying, onReplying }: ThreadItemProps): ReactElement {
  const { thread, card, entries, reason, lastCommentAt } = item;
  const { decks } = useLookups();
  const row = useRef<HTMLButtonElement>(null);
  const deck = card.deckId ? decks[card.deckId] : undefined;
  const completionData = useAutocompleteData(deck?.projectId ?? null);
  const last = entries.at(-1);
  const { status, isDoc } = card;
  const { effects, possibleRefusal: doubt } = predictThreadClose(
    { status, isDoc: isDoc === true, isHero: false, hasGuardians: deck?.hasGuardians === true, threads: [] },
    thread.context,
    false,
  );
  const closeReply = () => {
    onReplying(false);
    row.current?.focus();
  };
  const send = async (content: string) => {
    const step = actStep('resolvables/comment', { resolvableId: thread.id, content });
    return (await act('Reply', [step], { undoable: false })) !== null;
  };
  const close = () => {
    // The closed thread disappears, so the next entry gets the focus.
    const rows = [...document.querySelectorAll<HTMLElement>('[data-inbox-row]')];
    const place = row.current ? rows.indexOf(row.current) : -1;
    if (row.current?.parentElement?.contains(document.activeElement)) (rows[place + 1] ?? rows[place - 1])?.focus();
    void act('Close the thread', [actStep('resolvables/close', { id: thread.id })], { showsToast: true });
  };
  const toggleRead = () => notification && setNotificationsRead([notification.key], !notification.isRead);
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.target !== row.current) return;
    const run = { R: () => onReplying(true), E: close, U: toggleRead }[shortcutOfKeyPress(event.nativeEvent)];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <li
      className={cx('p-3-4 hover-surface', styles.item)}
      data-inbox-item={thread.id}
      data-thread-id={thread.id}
      onKeyDown={handleKey}
    >
      <button
        ref={row}
        type="button"
        className={cx('row gap-2 w-full text-start', styles.open)}
        data-inbox-row=""
        data-opens-card={thread.cardId}
        aria-keyshortcuts="R E U"
        onClick={() => openCard(thread.cardId)}
      >
        <UnreadDot isRead={notification?.isRead !== false} />
        <StatusIcon derivedStatus={card.derivedStatus} />
        <span
          className={cx('min-w-0 truncate medium', styles.cardTitle)}
          data-unread={notification?.isRead === false ? '' : undefined}
          dir="auto"
        >
          {shownTitle(card.title)}
        </span>
        <ThreadKindChip context={thread.context} />
        <span className={cx('note', styles.note)}>
          {threadConcernReasonTexts[reason].you}
          {deck ? ` · ${deck.title}` : ''}
        </span>
        <TimeAgo className={cx('rigid push-end note', styles.time)} at={lastCommentAt} />
      </button>
      {last ? (
        <div className={cx('grid gap-2', styles.last)}>
          <PersonAvatar id={last.authorId} size={18} />
          <div className={cx('clip soft', styles.text)} dir="auto">
            <CardText text={last.content} mentions={mentions} />
          </div>
          <div className={cx('flex', styles.tools)}>
            {notification ? <MarkReadButton keys={[notification.key]} isRead={notification.isRead} /> : null}
            <Button
              text="Reply"
              icon={CornerUpLeft}
              small
              look="quiet"
              tip="Reply"
              shortcut="R"
              aria-expanded={isReplying}
              onClick={() => onReplying(!isReplying)}
            />
            <Button
              text="Close thread"
              icon={Check}
              small
              look="quiet"
              tip={['Close the thread.', ...effects, doubt].filter(Boolean).join(' ')}
              shortcut="E"
              onClick={close}
            />
          </div>
        </div>
      ) : null}
      {isReplying ? (
        <div className={styles.reply}>
          <CommentComposer
            draftKey={draftKeys.reply(thread.id)}
            label={`Reply to the ${threadKindAppearance(thread.context).label.toLowerCase()} thread`}
            placeholder="Reply…"
            completionData={completionData}
            autoFocus
            sendLabel="Reply"
            onSend={send}
            onCancel={closeReply}
          />
        </div>
      ) : null}
    </li>
  );
}
