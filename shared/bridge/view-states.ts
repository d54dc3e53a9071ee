/**
 * Names under which the settings keep view states. A state belongs to the workspace in which it was made, unless it is
 * about the app itself.
 */

/** States that are the same in every workspace: none of them names a row. */
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

/** The name under which the settings keep a view's state. */
export const storedViewName = (workspaceId: string, name: string): string =>
  appStates.has(name) ? name : `${prefixOf(workspaceId)}${name}`;

export type ViewStates = Readonly<Record<string, unknown>>;

/** The stored names of a workspace's own states. */
export const viewNamesOf = (views: ViewStates, workspaceId: string): string[] =>
  Object.keys(views).filter((name) => name.startsWith(prefixOf(workspaceId)));

/** Settings of earlier versions named no workspace: their states go to this one. Returns the same object when none are left. */
export function assignedTo(workspaceId: string, views: ViewStates): ViewStates {
  const isAssigned = (name: string) => name.startsWith('@') || appStates.has(name);
  if (Object.keys(views).every(isAssigned)) return views;
  return Object.fromEntries(
    Object.entries(views).map(([name, view]) => {
      if (isAssigned(name)) return [name, view];
      const [, tabsOf] = /^cardTabs:(.+)$/.exec(name) ?? [];
      return tabsOf ? [storedViewName(tabsOf, 'cardTabs'), view] : [storedViewName(workspaceId, name), view];
    }),
  );
}
