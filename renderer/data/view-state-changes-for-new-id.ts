/**
 * Replaces an old id with the new id in the names and values of stored view states. So a deck that was created offline
 * keeps its view settings when the service gives it another id.
 */

type Views = Readonly<Record<string, unknown>>;

/**
 * Returns the view states, by name, that must be stored after a row got a new id. Null means that the view state of
 * this name must be deleted.
 */
export function viewStateChangesForNewId(views: Views, from: string, to: string): Views {
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
