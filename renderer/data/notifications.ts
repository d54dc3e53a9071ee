/**
 * The worker thread of the workspace makes and stores the notifications, and sends the whole list in an event after
 * each change.
 */
import { create } from 'zustand';
import type { AppNotification } from '../../shared/bridge/index.ts';
import { doNotDisturbUntilTurnedOff, type NotificationSettings } from '../../shared/domain/notification-schedule.ts';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { useAppState } from './app-state.ts';
import { bridge, call, logFailure } from './bridge.ts';
import { idOfOpenCard, onRouteChange } from './routes.ts';

interface NotificationsState {
  /** Newest first. */
  readonly list: readonly AppNotification[];
}

const useStore = create<NotificationsState>(() => ({ list: [] }));

export const useNotifications = (): readonly AppNotification[] => useStore(({ list }) => list);

export function setNotificationsRead(keys: readonly string[], isRead: boolean): void {
  if (keys.length > 0) call('notifications/mark', { keys: [...keys], isRead }).catch(logFailure('Notifications'));
}

/** Only if the window has the focus, because then the person sees the card. */
function markOpenCardAsRead(): void {
  const cardId = idOfOpenCard();
  if (!cardId || !document.hasFocus()) return;
  const unread = useStore.getState().list.filter(({ isRead, target }) => !isRead && target?.id === cardId);
  setNotificationsRead(
    unread.map(({ key }) => key),
    true,
  );
}

/**
 * Loads them after the next paint, and again when the workspace or its user changes or its worker thread has restarted.
 * Returns the function that removes the listeners.
 */
export function watchNotifications(): () => void {
  const replace = (list: readonly AppNotification[]) => {
    useStore.setState({ list });
    markOpenCardAsRead();
  };
  const load = () => {
    const id = useAppState.getState().workspace?.id;
    replace([]);
    if (id === undefined) return;
    call('notifications/list', {}).then((list) => {
      if (useAppState.getState().workspace?.id === id && list.length > 0) replace(list);
    }, logFailure('Notifications'));
  };
  const stops = [
    bridge().on('notifications/changed', ({ all }) => replace(all)),
    useAppState.subscribe((now, before) => {
      const isOther = now.workspace?.id !== before.workspace?.id || now.workspace?.userId !== before.workspace?.userId;
      if (isOther || now.threadRestartCount !== before.threadRestartCount) load();
    }),
    onRouteChange(markOpenCardAsRead),
  ];
  window.addEventListener('focus', markOpenCardAsRead);
  // Later than the first paint, so that they do not delay the first view.
  stops.push(afterNextPaint(load));
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('focus', markOpenCardAsRead);
  };
}

/** "Until tomorrow" ends then, local time. */
const morningHour = 8;

/** The ISO time at which "Do not disturb" ends, `doNotDisturbUntilTurnedOff`, or null for off. */
export function doNotDisturbSettingForChoice(
  choice: 'off' | 'hour' | 'tomorrow' | 'always',
  now = new Date(),
): NotificationSettings['doNotDisturb'] {
  if (choice === 'off') return null;
  if (choice === 'always') return doNotDisturbUntilTurnedOff;
  if (choice === 'hour') return new Date(now.getTime() + 3_600_000).toISOString();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morningHour).toISOString();
}
