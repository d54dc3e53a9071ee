/** A row that is created on this computer has a local id until the service gives it another one. */
import { useEffect, useState } from 'react';
import { bridge } from './bridge.ts';

type IdChangeListener = (model: string, from: string, to: string) => void;

/** By an earlier id of the row. */
const currentIds = new Map<string, string>();
/** The first id of each row, by its current id. */
const creationIds = new Map<string, string>();
const listeners = new Set<IdChangeListener>();

/** Called once per window. Returns the function that removes the listener. */
export function listenForIdChanges(): () => void {
  return bridge().on('data/renamed', ({ model, from, to }) => {
    currentIds.set(from, to);
    creationIds.set(to, creationIds.get(from) ?? from);
    for (const listener of [...listeners]) listener(model, from, to);
  });
}

/** `id` can be an earlier id of the row. */
export const remappedRowId = (id: string): string => currentIds.get(id) ?? id;

/**
 * The id at creation never changes, so use it as React key. With a new key, React mounts the row again, which closes
 * its open menus and fields.
 */
export const stableRowKey = (id: string): string => creationIds.get(id) ?? id;

/**
 * Also finds the row under its first or current id: after the service has given a row another id, not all answers get
 * it at the same time.
 */
export const rowByAnyId = <T>(rows: Readonly<Record<string, T>>, id: string): T | undefined =>
  rows[id] ?? rows[stableRowKey(id)] ?? rows[remappedRowId(id)];

/** -1 if not found. `id` and the id in the list can be earlier ids of the row. */
export const indexOfRow = (ids: readonly string[], id: string): number =>
  ids.findIndex((other) => stableRowKey(other) === stableRowKey(id));

/** Returns the function that removes the listener. */
export function onIdChange(listener: IdChangeListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders the component again when the row gets a new id. */
export function useRemappedRowId<T extends string | null>(id: T): T {
  const [, setChanges] = useState(0);
  useEffect(() => onIdChange((_model, from) => from === id && setChanges((count) => count + 1)), [id]);
  return (id === null ? id : remappedRowId(id)) as T;
}
