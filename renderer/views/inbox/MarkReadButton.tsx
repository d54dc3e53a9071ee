/** The read state of an inbox entry: a dot for unread entries, and a button that marks entries as read or unread. */
import { Circle, CircleDot } from 'lucide-react';
import type { ReactElement } from 'react';
import { setNotificationsRead } from '../../data/notifications.ts';
import { IconButton } from '../../ui/Button.tsx';
import styles from './inbox.module.css';

/** A dot for unread entries. Read entries keep an empty space instead, so that their text does not move. */
export const UnreadDot = ({ isRead }: { isRead: boolean }): ReactElement => (
  <span className={styles.dot} data-unread={isRead ? undefined : ''}>
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
