/** Replaces ids in stored view states, so that the board of a deck that was created offline keeps its grouping. */

type Views = Readonly<Record<string, unknown>>;

/** The view states to store after a row got a new id, by name; null for names that no longer exist. */
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
