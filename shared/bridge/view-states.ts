/**
 * Names under which the settings store view states. A state belongs to the workspace in which it was made, unless it
 * concerns the app itself.
 */

/** States that all workspaces share: none of them names a row. */
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

type ViewStates = Readonly<Record<string, unknown>>;

/** The stored names of a workspace's own states. */
export const viewNamesOf = (views: ViewStates, workspaceId: string): string[] =>
  Object.keys(views).filter((name) => name.startsWith(prefixOf(workspaceId)));

/**
 * Assigns states of earlier versions, which named no workspace, to this one. Returns the same object when there are
 * none.
 */
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
