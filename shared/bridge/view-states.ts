/**
 * Names of view states in the settings file. The states in `appStates` belong to the app. All other states belong to
 * one workspace, and their stored names begin with `@` and the workspace's id.
 */

/** View states that all workspaces share, because their values contain no row ids. */
const appStates: ReadonlySet<string> = new Set([
  'sidebar',
  'panelWidth',
  'cardSplit',
  'handStrip',
  'query:open',
  'runs:measure',
  'copy:props',
]);

const prefixOf = (workspaceId: string) => `@${workspaceId}/`;

/** Returns the name of a view state in the settings file. */
export const storedViewStateName = (workspaceId: string, name: string): string =>
  appStates.has(name) ? name : `${prefixOf(workspaceId)}${name}`;

type ViewStates = Readonly<Record<string, unknown>>;

/** Returns the stored names of all view states that belong to the workspace. */
export const workspaceViewStateNames = (views: ViewStates, workspaceId: string): string[] =>
  Object.keys(views).filter((name) => name.startsWith(prefixOf(workspaceId)));

/**
 * Assigns the view states of earlier app versions, whose stored names do not begin with a workspace id, to a workspace.
 * `cardTabs:<workspace id>` goes to the workspace in its name, and all others go to `workspaceId`. Returns the same
 * object if there are no such states.
 */
export function assignLegacyViewStates(workspaceId: string, views: ViewStates): ViewStates {
  const isAssigned = (name: string) => name.startsWith('@') || appStates.has(name);
  if (Object.keys(views).every(isAssigned)) return views;
  return Object.fromEntries(
    Object.entries(views).map(([name, view]) => {
      if (isAssigned(name)) return [name, view];
      const [, tabsOf] = /^cardTabs:(.+)$/.exec(name) ?? [];
      return tabsOf ? [storedViewStateName(tabsOf, 'cardTabs'), view] : [storedViewStateName(workspaceId, name), view];
    }),
  );
}
