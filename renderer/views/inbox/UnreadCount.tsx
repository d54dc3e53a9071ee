import type { ReactElement } from 'react';
import { useNotifications } from '../../data/notifications.ts';

export function UnreadCount({ className }: { className: string | undefined }): ReactElement | null {
  const unread = useNotifications().filter(({ isRead }) => !isRead).length;
  return unread > 0 ? (
    <span className={className} title="Unread">
      {unread}
      <span className="visually-hidden"> unread</span>
    </span>
  ) : null;
}
