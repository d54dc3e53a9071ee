/**
 * Open threads that wait for the person, then notifications that are not about threads (unread ones, and read ones of
 * the last week), then threads that wait for others. The sidebar, the app icon's badge and the desktop notifications
 * use the same read state.
 */
import { CheckCheck, Inbox as InboxIcon } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useCurrentUserId } from '../../data/app-state.ts';
import { useLiveQuery } from '../../data/live.ts';
import { setNotificationsRead, useNotifications } from '../../data/notifications.ts';
import { useMentionResolver } from '../../editor/mention-resolver.ts';
import { type OpenThread, openThreadsConcerningUser, openThreadsQueryForUser } from '../../model/open-threads.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { isFocusOnNoControl } from '../../ui/dom/keep-focus-in-view.ts';
import { isTextField, shortcutOfKeyPress } from '../../ui/dom/keys.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { EmptyState } from '../../ui/messages.tsx';
import { CurrentUserPicker } from '../../workbench/CurrentUserPicker.tsx';
import { PageLayout } from '../../workbench/page/PageLayout.tsx';
import styles from './inbox.module.css';
import { NotificationItem } from './NotificationItem.tsx';
import { ThreadItem } from './ThreadItem.tsx';

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-inbox-row]') ?? [])];
const itemOf = (element: Element) => element.closest<HTMLElement>('[data-inbox-item]')?.dataset.inboxItem;

/**
 * A thread that moves to another group would lose the DOM focus, because React mounts it again there. If the focused
 * thread leaves the list, focuses the entry that is now at the same index.
 */
function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const focusedThread = useRef<{ readonly id: string | undefined; readonly index: number } | null>(null);
  useEffect(() => {
    const rememberFocus = ({ target }: FocusEvent) => {
      const id = target instanceof Element && list.current?.contains(target) ? itemOf(target) : undefined;
      focusedThread.current = id ? { id, index: rowsIn(list.current).findIndex((row) => itemOf(row) === id) } : null;
    };
    document.addEventListener('focusin', rememberFocus);
    return () => document.removeEventListener('focusin', rememberFocus);
  }, [list]);
  useLayoutEffect(() => {
    if (!focusedThread.current || !isFocusOnNoControl()) return;
    const { id, index } = focusedThread.current;
    const rows = rowsIn(list.current);
    (rows.find((row) => itemOf(row) === id) ?? rows[Math.min(index, rows.length - 1)])?.focus();
  });
}

/**
 * The person's own reply can move the thread to another group. While the field is open, the thread stays, so that React
 * does not mount the field again.
 */
interface OpenReply {
  readonly threadId: string;
  readonly isMyTurn: boolean;
}

export function InboxView(): ReactElement {
  const me = useCurrentUserId();
  const { data } = useLiveQuery(openThreadsQueryForUser(me ?? ''), { enabled: me !== null });
  const list = useRef<HTMLDivElement>(null);
  const items = openThreadsConcerningUser(data, me);
  const [reply, setReply] = useState<OpenReply | null>(null);
  const isMyTurn = ({ thread, isAwaitingAnswer }: OpenThread) =>
    reply?.threadId === thread.id ? reply.isMyTurn : isAwaitingAnswer;
  const myTurnItems = items.filter(isMyTurn);
  const others = items.filter((item) => !isMyTurn(item));
  const notifications = useNotifications();
  // Threads above them would move the notifications down when they load.
  const otherNotifications = data ? notifications.filter(({ threadId }) => threadId === null) : [];
  const unread = notifications.filter(({ isRead }) => !isRead).map(({ key }) => key);
  useKeptFocus(list);
  // Unless another control of the page has the focus.
  const hasItems = data !== undefined && items.length + otherNotifications.length > 0;
  useEffect(() => {
    if (!hasItems || !(isFocusOnNoControl() || document.activeElement?.matches('nav [href="#/inbox"]'))) return;
    // Also after a click in the sidebar: keys act on the row.
    rowsIn(list.current)[0]?.focus({ preventScroll: true, focusVisible: true });
  }, [hasItems]);
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || isTextField(event.target)) return;
    const key = shortcutOfKeyPress(event.nativeEvent);
    if (key === 'Shift+U') setNotificationsRead(unread, true);
    const step = { ArrowDown: 1, J: 1, ArrowUp: -1, K: -1 }[key];
    if (!step) return;
    const buttons = rowsIn(list.current);
    const next = buttons[buttons.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  const groupProps = { replyingTo: reply?.threadId ?? null, onReplyTo: setReply };
  return (
    <PageLayout
      title="Inbox"
      icon={<InboxIcon size={16} aria-hidden />}
      about={
        <>
          Open threads that concern you, and what else happened to you. <Kbd keys="R" /> replies, <Kbd keys="E" />{' '}
          closes, <Kbd keys="U" /> marks as read or unread.
        </>
      }
      tools={
        <IconButton
          icon={CheckCheck}
          label="Mark all as read"
          text="Mark all as read"
          shortcut="Shift+U"
          disabled={unread.length === 0}
          onClick={() => setNotificationsRead(unread, true)}
        />
      }
      onKeyDown={handleKey}
    >
      <div ref={list}>
        {(data || !me) && !hasItems ? (
          me ? (
            <EmptyState icon={<InboxIcon />} title="Nothing waits for you">
              Comments on your cards, in your threads or to you appear here, and cards that others give you or that are
              due.
            </EmptyState>
          ) : (
            <EmptyState
              icon={<InboxIcon />}
              title="Whose inbox is it?"
              action={<CurrentUserPicker trigger={<Button text="Choose a person…" look="primary" />} />}
            >
              The token of this workspace belongs to the organization: say who you are.
            </EmptyState>
          )
        ) : null}
        <Group title="Waiting for you" items={myTurnItems} isMyTurn {...groupProps} />
        {otherNotifications.length > 0 ? (
          <section aria-label="Notifications" className={styles.group}>
            <h2 className="mb-2">
              Notifications <span className={cx('note', styles.note)}>{otherNotifications.length}</span>
            </h2>
            <ul className="panel" aria-label="Notifications">
              {otherNotifications.map((notification) => (
                <ItemBoundary key={notification.key} item="This notification" text={null} as="li">
                  <NotificationItem notification={notification} />
                </ItemBoundary>
              ))}
            </ul>
          </section>
        ) : null}
        <Group title="Waiting for others" items={others} isMyTurn={false} {...groupProps} />
      </div>
    </PageLayout>
  );
}

interface GroupProps {
  title: string;
  items: readonly OpenThread[];
  /** The threads wait for the person. */
  isMyTurn: boolean;
  replyingTo: string | null;
  onReplyTo: (reply: OpenReply | null) => void;
}

function Group({ title, items, isMyTurn, replyingTo, onReplyTo }: GroupProps): ReactElement | null {
  const notifications = useNotifications();
  const mentions = useMentionResolver(
    items.flatMap(({ entries }) => entries.slice(-1).map(({ content }) => content)),
    null,
  );
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className={styles.group}>
      <h2 className="mb-2">
        {title} <span className={cx('note', styles.note)}>{items.length}</span>
      </h2>
      <ul className="panel" aria-label={title}>
        {items.map((item) => (
          <ItemBoundary key={item.thread.id} item="This thread" text={item.entries.at(-1)?.content} as="li">
            <ThreadItem
              item={item}
              notification={notifications.find(({ threadId }) => threadId === item.thread.id)}
              mentions={mentions}
              isReplying={replyingTo === item.thread.id}
              onReplying={(on) => onReplyTo(on ? { threadId: item.thread.id, isMyTurn } : null)}
            />
          </ItemBoundary>
        ))}
      </ul>
    </section>
  );
}
