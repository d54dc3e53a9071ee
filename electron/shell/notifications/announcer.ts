/** What arrived during a quiet time, and is still unread, is announced afterwards. */

import type { AppNotification, NotificationListUpdate } from '../../../shared/bridge/index.ts';
import { type NotificationSettings, quietUntilEpochMs } from '../../../shared/domain/notification-schedule.ts';
import type { Clock } from '../../client/clock.ts';
import { callListeners } from '../../workspace/call-listeners.ts';
import { type DesktopNotification, groupNotifications, type UnannouncedNotification } from './grouping.ts';

interface NotificationAnnouncerOptions {
  readonly clock: Clock;
  readonly settings: () => NotificationSettings;
  /** IANA name. */
  readonly systemZone: () => string;
  readonly workspaceName: (workspaceId: string) => string;
  /** Returns true if the focused window shows the subject of the notification. */
  readonly isInSight: (workspaceId: string, notification: AppNotification) => boolean;
  readonly show: (notification: DesktopNotification) => { close(): void };
}

export interface NotificationAnnouncer {
  changed(workspaceId: string, changed: NotificationListUpdate): void;
  /** Notifications that waited for the end of a quiet time may be due after a change of the settings. */
  settingsChanged(): void;
  keepWorkspaces(ids: readonly string[]): void;
  unreadCount(): number;
  onUnreadCountChange(listener: (unreadCount: number) => void): void;
}

/** Each notification restarts this delay, so notifications that arrive at shorter intervals are shown together. */
const groupingDelayMs = 1_500;
/** Node's timers cannot wait longer than 24.8 days, so a longer wait starts the timer again. */
const maxWaitMs = 24 * 3_600_000;
/** The app remembers the newest desktop notifications, in order to close them once they are read. */
const maxShown = 50;

export function createNotificationAnnouncer(options: NotificationAnnouncerOptions): NotificationAnnouncer {
  const { clock, settings } = options;
  const notificationsByWorkspace = new Map<string, readonly AppNotification[]>();
  const listeners: ((unreadCount: number) => void)[] = [];
  let pendingKeys: { readonly workspaceId: string; readonly key: string }[] = [];
  let shownNotifications: { readonly notification: DesktopNotification; close(): void }[] = [];
  let lastUnreadCount = 0;
  let cancelTimer: (() => void) | undefined;

  const unreadCount = () => [...notificationsByWorkspace.values()].flat().filter(({ isRead }) => !isRead).length;
  const isUnread = (workspaceId: string, key: string) =>
    notificationsByWorkspace.get(workspaceId)?.some((one) => one.key === key && !one.isRead) === true;

  function reportUnreadCount(): void {
    const now = unreadCount();
    if (now === lastUnreadCount) return;
    lastUnreadCount = now;
    callListeners(listeners, now);
  }

  function closeRead(): void {
    const stale = shownNotifications.filter(
      ({ notification: { workspaceId, keys } }) => !keys.some((key) => isUnread(workspaceId, key)),
    );
    for (const one of stale) one.close();
    shownNotifications = shownNotifications.filter((one) => !stale.includes(one));
  }

  function schedule(delayMs: number): void {
    cancelTimer?.();
    cancelTimer = clock.after(Math.min(delayMs, maxWaitMs), announce);
  }

  function announce(): void {
    cancelTimer = undefined;
    const quietEnd = quietUntilEpochMs(settings(), clock.now(), options.systemZone());
    if (quietEnd !== null) {
      if (Number.isFinite(quietEnd)) schedule(quietEnd - clock.now());
      return;
    }
    const arrived = pendingKeys.flatMap(({ workspaceId, key }): UnannouncedNotification[] => {
      const notification = notificationsByWorkspace.get(workspaceId)?.find((one) => one.key === key && !one.isRead);
      if (!notification || !settings().kinds[notification.kind]) return [];
      if (options.isInSight(workspaceId, notification)) return [];
      return [{ workspaceId, workspaceName: options.workspaceName(workspaceId), notification }];
    });
    pendingKeys = [];
    for (const notification of groupNotifications(arrived))
      shownNotifications.push({ notification, close: options.show(notification).close });
    shownNotifications = shownNotifications.slice(-maxShown);
  }

  return {
    changed(workspaceId, { all, arrived }) {
      notificationsByWorkspace.set(workspaceId, all);
      closeRead();
      for (const key of arrived) {
        pendingKeys = pendingKeys.filter((one) => one.workspaceId !== workspaceId || one.key !== key);
        pendingKeys.push({ workspaceId, key });
      }
      if (arrived.length > 0) schedule(groupingDelayMs);
      reportUnreadCount();
    },
    settingsChanged() {
      if (pendingKeys.length > 0) schedule(groupingDelayMs);
    },
    keepWorkspaces(ids) {
      for (const id of notificationsByWorkspace.keys()) if (!ids.includes(id)) notificationsByWorkspace.delete(id);
      closeRead();
      reportUnreadCount();
    },
    unreadCount,
    onUnreadCountChange: (listener) => void listeners.push(listener),
  };
}
