/** What differs between systems: Electron supports buttons of notifications on macOS and Windows only. */
import type { AppNotification } from '../../../shared/bridge/index.ts';
import type { NotificationKind } from '../../../shared/domain/notification-rules.ts';
import type { Platform } from '../platform.ts';
import type { DesktopNotification } from './grouping.ts';

export interface NotificationButtonActions {
  readonly start: (workspaceId: string, card: CardTarget) => void;
  readonly markRead: (workspaceId: string, keys: readonly string[]) => void;
}

interface NotificationButton {
  readonly text: string;
  readonly press: () => void;
}

type CardTarget = Extract<AppNotification['target'], { readonly model: 'card' }>;

/** Kinds of notifications with the button Start: they ask the person to work on a card. */
const startableKinds: readonly NotificationKind[] = ['assigned', 'hand', 'due'];

/** In order; none on Linux. macOS shows the first button, and the other buttons in a menu. */
export function notificationButtonsOf(
  { workspaceId, keys, opens }: DesktopNotification,
  system: Platform,
  { start, markRead }: NotificationButtonActions,
): readonly NotificationButton[] {
  if (system === 'linux') return [];
  const read = { text: 'Mark as read', press: () => markRead(workspaceId, keys) };
  const card = opens?.target?.model === 'card' && startableKinds.includes(opens.kind) ? opens.target : undefined;
  if (!card?.canStart) return [read];
  const startCard = () => {
    start(workspaceId, card);
    markRead(workspaceId, keys);
  };
  return [{ text: 'Start', press: startCard }, read];
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * On Linux the desktop reads the body as markup
 * (https://specifications.freedesktop.org/notification-spec/latest/markup.html), in which a comment could have links.
 */
export const notificationBodyFor = (body: string, system: Platform): string =>
  system === 'linux' ? body.replace(/[&<>]/g, (sign) => entities[sign] ?? '') : body;
