/** States in `appStates` belong to the app. In the file, all others begin with `@` and the workspace's id. */

/** View states that all workspaces share, because their values contain no row ids. */
const appStates: ReadonlySet<string> = new Set([
  'sidebar',
  'panelWidth',
  'cardSplit',
  'editorBar',
  'handStrip',
  'query:open',
  'runs:measure',
  'copy:props',
]);

const prefixOf = (workspaceId: string) => `@${workspaceId}/`;

export const storedViewStateName = (workspaceId: string, name: string): string =>
  appStates.has(name) ? name : `${prefixOf(workspaceId)}${name}`;

type ViewStates = Readonly<Record<string, unknown>>;

export const workspaceViewStateNames = (views: ViewStates, workspaceId: string): string[] =>
  Object.keys(views).filter((name) => name.startsWith(prefixOf(workspaceId)));

/**
 * Assigns the view states of earlier app versions, whose names have no workspace id. `cardTabs:<workspace id>` goes to
 * the workspace in its name, all others to `workspaceId`. Returns the same object if there are none.
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
