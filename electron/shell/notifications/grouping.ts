import type { AppNotification } from '../../../shared/bridge/index.ts';
import { oneLineText } from '../../../shared/domain/content.ts';
import type { NotificationKind } from '../../../shared/domain/notification-rules.ts';
import type { Platform } from '../platform.ts';

export interface UnannouncedNotification {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly notification: AppNotification;
}

/** It represents one or more notifications of the app. */
export interface DesktopNotification {
  readonly workspaceId: string;
  readonly keys: readonly string[];
  readonly title: string;
  readonly body: string;
  /** The notification that a click opens; null if a click opens the inbox. */
  readonly opens: AppNotification | null;
}

/** A larger number of notifications that arrive together is grouped by project. */
const maxSingle = 2;
const maxListed = 3;
const maxNameLength = 60;

/** Beyond `maxSingle`, one desktop notification per project, which lists the newest first. */
export function groupNotifications(arrived: readonly UnannouncedNotification[]): DesktopNotification[] {
  if (arrived.length <= maxSingle) return arrived.map(single);
  const groups = Map.groupBy(arrived, ({ workspaceId, notification: { project } }) =>
    JSON.stringify([workspaceId, project]),
  );
  return [...groups.values()].flatMap((group) => (group.length === 1 ? group.map(single) : [together(group)]));
}

const single = ({ workspaceId, notification }: UnannouncedNotification): DesktopNotification => ({
  workspaceId,
  keys: [notification.key],
  title: notification.title,
  body: notification.body,
  opens: notification,
});

function together(group: readonly UnannouncedNotification[]): DesktopNotification {
  const [{ workspaceId, workspaceName, notification }] = group as [
    UnannouncedNotification,
    ...UnannouncedNotification[],
  ];
  const sorted = group.map((one) => one.notification).sort((a, b) => b.at.localeCompare(a.at));
  const rest = sorted.length - maxListed;
  const lines = [...sorted.slice(0, maxListed).map(({ title }) => title), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return {
    workspaceId,
    keys: sorted.map(({ key }) => key),
    title: `${group.length} changes in ${oneLineText(notification.project ?? workspaceName, maxNameLength)}`,
    body: lines.join('\n'),
    opens: null,
  };
}

/** What differs between systems: Electron supports buttons of notifications on macOS and Windows only. */
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
