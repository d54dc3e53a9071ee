/** View states speak of rows by the ids they have now: the board of a deck made offline keeps its grouping. */

type Views = Readonly<Record<string, unknown>>;

/** What to keep instead where a row has a new id; null under a name that is no more. */
export function renamedViews(views: Views, from: string, to: string): Views {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(views)) {
    const text = JSON.stringify([name, value]);
    if (!text.includes(from)) continue;
    const [newName, newValue] = JSON.parse(text.replaceAll(from, to)) as [string, unknown];
    if (newName !== name) changes[name] = null;
    changes[newName] = newValue;
  }
  return changes;
}
