/**
 * Only the changes that the person made since the dialog opened are sent, so that it does not undo what others have
 * changed meanwhile. `initial` has the values when the dialog opened, `now` the current ones.
 */

/** Compares by identity: for lists, use `idsWithFormChanges`. */
export function changedFormFields<T extends object>(initial: T, now: T): Partial<T> {
  const names = Object.keys(initial) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => initial[name] !== now[name]).map((name) => [name, now[name]]),
  ) as Partial<T>;
}

/** `stored`, the current list, with the person's changes; undefined if there are none. */
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
 * By user id: `stored`, the current capacities, with the person's changes. An empty text removes a capacity. Undefined
 * if there are no changes.
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
