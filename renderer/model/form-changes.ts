/**
 * Pure functions for dialogs. They find the changes that the person made since the dialog opened. Only these changes
 * are sent, so that the dialog does not undo what other people have changed in the same row meanwhile. `initial`
 * contains the values when the dialog opened; `now` contains the current values in the dialog.
 */

/** Returns the fields whose values differ. Compares by identity: for lists, use `idsWithFormChanges`. */
export function changedFormFields<T extends object>(initial: T, now: T): Partial<T> {
  const names = Object.keys(initial) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => initial[name] !== now[name]).map((name) => [name, now[name]]),
  ) as Partial<T>;
}

/**
 * Returns the list of ids to send: `stored`, the current list, with the ids that the person added and without those
 * that the person removed. Returns undefined if the person changed nothing.
 */
export function idsWithFormChanges(
  initial: readonly string[],
  now: readonly string[],
  stored: readonly string[],
): string[] | undefined {
  const added = now.filter((id) => !initial.includes(id));
  const removed = initial.filter((id) => !now.includes(id));
  if (added.length === 0 && removed.length === 0) return undefined;
  return [...new Set([...stored, ...added])].filter((id) => !removed.includes(id));
}

type Texts = Readonly<Record<string, string>>;

/**
 * Returns the capacities to send, by user id: the current capacities (`stored`) with the person's changes. An empty
 * text removes a capacity. Returns undefined if the person changed nothing.
 */
export function capacitiesWithFormChanges(
  initial: Texts,
  now: Texts,
  stored: Readonly<Record<string, number>>,
): Record<string, number> | undefined {
  const changed = Object.entries(now).filter(([id, text]) => text !== (initial[id] ?? ''));
  if (changed.length === 0) return undefined;
  const typed = changed.filter(([, text]) => text !== '').map(([id, text]) => [id, Number(text)] as const);
  const others = Object.entries(stored).filter(([id]) => !changed.some(([changedId]) => changedId === id));
  return Object.fromEntries([...others, ...typed]);
}
