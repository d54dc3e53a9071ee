/** Decides how arrived notifications appear on the desktop: one by one, or several as one. */
import type { AppNotification } from '../../../shared/bridge/index.ts';

export interface Arrived {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly notification: AppNotification;
}

/** One notification of the desktop. */
export interface DesktopNotification {
  readonly workspaceId: string;
  /** Keys of the notifications that it stands for. */
  readonly keys: readonly string[];
  readonly title: string;
  readonly body: string;
  /** The one that opens at a click; null opens the inbox. */
  readonly opens: AppNotification | null;
}

/** More than this at once are grouped by project. */
const maxSingle = 2;
/** Titles that a group lists. */
const maxListed = 3;

/** Groups notifications that arrived together; newest first within a group. */
export function groupArrived(arrived: readonly Arrived[]): DesktopNotification[] {
  if (arrived.length <= maxSingle) return arrived.map(single);
  const groups = new Map<string, Arrived[]>();
  for (const one of arrived) {
    const name = JSON.stringify([one.workspaceId, one.notification.project]);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => (group.length === 1 ? group.map(single) : [together(group)]));
}

const single = ({ workspaceId, notification }: Arrived): DesktopNotification => ({
  workspaceId,
  keys: [notification.key],
  title: notification.title,
  body: notification.body,
  opens: notification,
});

function together(group: readonly Arrived[]): DesktopNotification {
  const [{ workspaceId, workspaceName, notification }] = group as [Arrived, ...Arrived[]];
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
