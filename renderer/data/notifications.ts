/**
 * The person's notifications in this workspace, for inbox and sidebar. The workspace's thread derives and stores them; an
 * event brings each new list.
 */
import { create } from 'zustand';
import type { AppNotification } from '../../shared/bridge/index.ts';
import { useApp } from './app-state.ts';
import { bridge, call, failureOf } from './bridge.ts';
import { onRoute, shownCard } from './routes.ts';

interface NotificationsState {
  /** Newest first. */
  readonly list: readonly AppNotification[];
}

const useStore = create<NotificationsState>(() => ({ list: [] }));

export const useNotifications = (): readonly AppNotification[] => useStore(({ list }) => list);

const warn = (error: unknown) => console.warn('Notifications', failureOf(error).message);

/** Marks notifications as read, or as unread. */
export function markNotifications(keys: readonly string[], isRead: boolean): void {
  if (keys.length > 0) call('notifications/mark', { keys: [...keys], isRead }).catch(warn);
}

/** A card that the person has in front of them needs no notification. */
function markShownCard(): void {
  const cardId = shownCard();
  if (!cardId || !document.hasFocus()) return;
  const unread = useStore.getState().list.filter(({ isRead, target }) => !isRead && target?.id === cardId);
  markNotifications(
    unread.map(({ key }) => key),
    true,
  );
}

/** Follows the workspace of the window and the card that it shows. Returns the function that stops this. */
export function watchNotifications(): () => void {
  const replace = (list: readonly AppNotification[]) => {
    useStore.setState({ list });
    markShownCard();
  };
  const load = () => {
    const id = useApp.getState().workspace?.id;
    replace([]);
    if (id === undefined) return;
    call('notifications/list', {}).then((list) => {
      if (useApp.getState().workspace?.id === id && list.length > 0) replace(list);
    }, warn);
  };
  const stops = [
    bridge().on('notifications/changed', ({ all }) => replace(all)),
    useApp.subscribe((now, before) => {
      const isOther = now.workspace?.id !== before.workspace?.id || now.workspace?.userId !== before.workspace?.userId;
      if (isOther || now.restarts !== before.restarts) load();
    }),
    onRoute(markShownCard),
  ];
  window.addEventListener('focus', markShownCard);
  load();
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('focus', markShownCard);
  };
}
