/** Maps local ids of rows that were created in this app to the ids that the service gives them later. */
import { useEffect, useState } from 'react';
import { bridge } from './bridge.ts';

type Listener = (model: string, from: string, to: string) => void;

/** Current ids by earlier ones. */
const currentIds = new Map<string, string>();
/** Ids at creation by current ones. */
const created = new Map<string, string>();
const listeners = new Set<Listener>();

/** Starts to listen for new ids, once per window. Returns the function that stops this. */
export function watchRenames(): () => void {
  return bridge().on('data/renamed', ({ model, from, to }) => {
    currentIds.set(from, to);
    created.set(to, created.get(from) ?? from);
    for (const listener of [...listeners]) listener(model, from, to);
  });
}

/** The current id of a row, by any id that it has had. */
export const currentId = (id: string): string => currentIds.get(id) ?? id;

/** An id that stays the same for the life of a row, as a React key: a new key would close its open menus and fields. */
export const stableKey = (id: string): string => created.get(id) ?? id;

/** Calls the listener when a row gets a new id. Returns the function that stops this. */
export function onRenamed(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current id of a row; renders again when it changes. */
export function useRenamed<T extends string | null>(id: T): T {
  const [, setChanges] = useState(0);
  useEffect(() => onRenamed((_model, from) => from === id && setChanges((count) => count + 1)), [id]);
  return (id === null ? id : currentId(id)) as T;
}
