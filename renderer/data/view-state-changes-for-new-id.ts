/** A deck that was created offline keeps its view settings when the service gives it another id. */

type Views = Readonly<Record<string, unknown>>;

/** By name of the view state; null means that it must be deleted. */
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
