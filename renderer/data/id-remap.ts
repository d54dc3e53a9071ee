/** Rows created here get the service's id later: whoever holds the local one learns the new one. */
import { useEffect, useState } from 'react';
import { bridge } from './bridge.ts';

type Listener = (model: string, from: string, to: string) => void;

const known = new Map<string, string>();
/** The id a row had when it was created here, by the id it has now. */
const created = new Map<string, string>();
const listeners = new Set<Listener>();

export function watchRenames(): () => void {
  return bridge().on('data/renamed', ({ model, from, to }) => {
    known.set(from, to);
    created.set(to, created.get(from) ?? from);
    for (const listener of [...listeners]) listener(model, from, to);
  });
}

/** The id a row has now. */
export const currentId = (id: string): string => known.get(id) ?? id;

/** The same for a row's whole life, as a React key has to be: an open menu or a field would close with its row. */
export const stableKey = (id: string): string => created.get(id) ?? id;

export function onRenamed(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id a row has now, followed. */
export function useRenamed<T extends string | null>(id: T): T {
  const [, again] = useState(0);
  useEffect(() => onRenamed((_model, from) => from === id && again((count) => count + 1)), [id]);
  return (id === null ? id : currentId(id)) as T;
}
