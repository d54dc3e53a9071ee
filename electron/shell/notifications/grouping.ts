import type { AppNotification } from '../../../shared/bridge/index.ts';
import { oneLineText } from '../../../shared/domain/content.ts';

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

/**
 * If there are more than `maxSingle`, all notifications of one project become one desktop notification, which lists the
 * newest first.
 */
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
