/** Not about a thread, such as an assigned card or the end of a run. */
import {
  AtSign,
  CalendarClock,
  CircleAlert,
  Hand,
  type LucideIcon,
  MessageSquare,
  Octagon,
  ScanEye,
  Timer,
  UserRound,
} from 'lucide-react';
import type { KeyboardEvent, ReactElement } from 'react';
import type { AppNotification } from '../../../shared/bridge/index.ts';
import type { NotificationKind } from '../../../shared/domain/notification-rules.ts';
import { setNotificationsRead } from '../../data/notifications.ts';
import { navigate, openCard } from '../../data/routes.ts';
import { cx } from '../../ui/cx.ts';
import { shortcutOfKeyPress } from '../../ui/dom/keys.ts';
import { TimeAgo } from '../../workbench/TimeAgo.tsx';
import styles from './inbox.module.css';
import { MarkReadButton, UnreadDot } from './ThreadItem.tsx';

const icons: Readonly<Record<NotificationKind, LucideIcon>> = {
  mention: AtSign,
  block: Octagon,
  review: ScanEye,
  reply: MessageSquare,
  assigned: UserRound,
  hand: Hand,
  due: CalendarClock,
  runEnds: Timer,
  refused: CircleAlert,
};

export function NotificationItem({ notification }: { notification: AppNotification }): ReactElement {
  const { key, kind, title, body, at, isRead, target } = notification;
  const Icon = icons[kind];
  const open = () => {
    setNotificationsRead([key], true);
    if (target?.model === 'card') openCard(target.id);
    else navigate(target ? { view: 'run', id: target.id } : { view: 'outbox' });
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || shortcutOfKeyPress(event.nativeEvent) !== 'U') return;
    event.preventDefault();
    event.stopPropagation();
    setNotificationsRead([key], !isRead);
  };
  return (
    <li className={cx('p-3-4 hover-surface', styles.item)} data-inbox-item={key} onKeyDown={keys}>
      <div className={cx('relative', styles.notification)}>
        <button
          type="button"
          className={cx('row gap-2 w-full text-start', styles.open)}
          data-inbox-row=""
          data-opens-card={target?.model === 'card' ? target.id : undefined}
          aria-keyshortcuts="U"
          onClick={open}
        >
          <UnreadDot isRead={isRead} />
          <Icon size={14} className={styles.icon} aria-hidden />
          <span
            className={cx('min-w-0 truncate medium', styles.cardTitle)}
            data-unread={isRead ? undefined : ''}
            dir="auto"
          >
            {title}
          </span>
          <span className={cx('note', styles.note)} dir="auto">
            {body}
          </span>
          <TimeAgo className={cx('rigid push-end note', styles.time)} at={at} />
        </button>
        <div className={cx('flex', styles.tools)}>
          <MarkReadButton keys={[key]} isRead={isRead} />
        </div>
      </div>
    </li>
  );
}
