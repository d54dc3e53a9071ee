/** Decides how notifications that arrive together appear on the desktop: singly or in groups. */
import type { AppNotification } from '../../../shared/bridge/index.ts';

/** A notification of the app that is not on the desktop yet, with its workspace. */
export interface UnannouncedNotification {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly notification: AppNotification;
}

/** One notification on the desktop. It represents one or more notifications of the app. */
export interface DesktopNotification {
  readonly workspaceId: string;
  /** Keys of the app's notifications that this desktop notification contains. */
  readonly keys: readonly string[];
  readonly title: string;
  readonly body: string;
  /** The notification that a click opens; null if a click opens the inbox. */
  readonly opens: AppNotification | null;
}

/** Up to this many notifications that arrive together are shown singly. A larger number is grouped by project. */
const maxSingle = 2;
/** Maximum number of titles that a group lists. */
const maxListed = 3;

/**
 * Turns notifications that arrived together into desktop notifications. If there are more than `maxSingle`, all
 * notifications of one project become one desktop notification, which lists the newest first.
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
    title: `${group.length} changes in ${notification.project ?? workspaceName}`,
    body: lines.join('\n'),
    opens: null,
  };
}
