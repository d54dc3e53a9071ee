import { app, BrowserWindow, Notification, nativeImage } from 'electron';
import type { AppNotification, CommandToWindow } from '../../../shared/bridge/index.ts';
import { systemClock } from '../../client/clock.ts';
import type { Log } from '../log.ts';
import { platform } from '../platform.ts';
import type { SettingsFile } from '../settings-file.ts';
import type { AppWindows } from '../windows/windows.ts';
import { createNotificationAnnouncer, type NotificationAnnouncer } from './announcer.ts';
import { badgeSizePx, createBadgeBitmap } from './badge-image.ts';
import {
  type DesktopNotification,
  type NotificationButtonActions,
  notificationBodyFor,
  notificationButtonsOf,
} from './grouping.ts';

interface DesktopNotificationsOptions extends NotificationButtonActions {
  readonly settings: SettingsFile;
  readonly windows: AppWindows;
  readonly workspaceName: (workspaceId: string) => string;
  readonly open: (workspaceId: string, command: CommandToWindow) => void;
  readonly openInbox: () => void;
  readonly log: Log;
}

export function createDesktopNotificationAnnouncer(
  options: DesktopNotificationsOptions,
): Omit<NotificationAnnouncer, 'settingsChanged'> {
  const { settings, windows, log } = options;
  let isAnyShown = false;
  const announcer = createNotificationAnnouncer({
    clock: systemClock,
    settings: () => settings.settings.notifications,
    systemZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
    workspaceName: options.workspaceName,
    isInSight: (workspaceId, notification) => isInSight(windows, workspaceId, notification),
    show: (notification) => {
      isAnyShown = true;
      return show(notification, options);
    },
  });
  // Windows keeps notifications after the app's end, and a click on one starts the app, which no longer knows what it was
  // about. It also reports clicks on the notifications of this run, which handle them themselves.
  if (platform() === 'win32') Notification.handleActivation(() => isAnyShown || options.openInbox());
  if (!Notification.isSupported()) log('warn', 'This desktop shows no notifications');
  const showBadge = () => setBadge(settings.settings.notifications.badge ? announcer.unreadCount() : 0);
  announcer.onUnreadCountChange(showBadge);
  // On Windows the badge belongs to a window.
  if (platform() === 'win32') app.on('browser-window-created', (_event, window) => window.once('show', showBadge));
  settings.onChange(() => {
    announcer.settingsChanged();
    showBadge();
  });
  return announcer;
}

function isInSight(windows: AppWindows, workspaceId: string, { target }: AppNotification): boolean {
  const window = BrowserWindow.getFocusedWindow();
  if (!window || windows.workspaceOf(window) !== workspaceId) return false;
  const route = windows.routeOf(window);
  return route.startsWith('#/inbox') || (target !== null && route.includes(encodeURIComponent(target.id)));
}

function show(desktopNotification: DesktopNotification, options: DesktopNotificationsOptions): { close(): void } {
  const { workspaceId, keys, title, opens } = desktopNotification;
  const { open, markRead, log } = options;
  const buttons = notificationButtonsOf(desktopNotification, platform(), options);
  const actions = buttons.map(({ text }) => ({ type: 'button' as const, text }));
  const body = notificationBodyFor(desktopNotification.body, platform());
  const notification = new Notification({ title, body, groupId: workspaceId, actions });
  notification.on('click', () => {
    open(workspaceId, commandOf(opens));
    if (opens) markRead(workspaceId, keys);
  });
  notification.on('action', ({ actionIndex }) => buttons[actionIndex]?.press());
  notification.on('failed', (_event, error) => log('warn', 'The desktop refused a notification', { error }));
  notification.show();
  return { close: () => notification.close() };
}

function commandOf(opens: AppNotification | null): CommandToWindow {
  if (opens?.target?.model === 'sprint') return { name: 'go', route: `/run/${encodeURIComponent(opens.target.id)}` };
  if (opens?.target?.code) return { name: 'openCard', code: opens.target.code };
  return { name: 'go', route: opens && !opens.target ? '/outbox' : '/inbox' };
}

function setBadge(count: number): void {
  if (platform() !== 'win32') {
    app.setBadgeCount(count);
    return;
  }
  const size = { width: badgeSizePx, height: badgeSizePx };
  const image = count > 0 ? nativeImage.createFromBitmap(createBadgeBitmap(count), size) : null;
  const text = count === 0 ? '' : `${count} unread`;
  for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(image, text);
}
