import { Circle, CircleDot } from 'lucide-react';
import type { ReactElement } from 'react';
import { setNotificationsRead } from '../../data/notifications.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
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
