/**
 * Maps old ids of rows to new ids. A row that is created on this computer has a local id until the service gives the
 * row another id.
 */
import { useEffect, useState } from 'react';
import { bridge } from './bridge.ts';

type IdChangeListener = (model: string, from: string, to: string) => void;

/** The current id of a row, by its earlier id. */
const currentIds = new Map<string, string>();
/** The first id of each row, by its current id. */
const creationIds = new Map<string, string>();
const listeners = new Set<IdChangeListener>();

/** Listens for new ids. Called once per window. Returns the function that removes the listener. */
export function listenForIdChanges(): () => void {
  return bridge().on('data/renamed', ({ model, from, to }) => {
    currentIds.set(from, to);
    creationIds.set(to, creationIds.get(from) ?? from);
    for (const listener of [...listeners]) listener(model, from, to);
  });
}

/** Returns the current id of a row; `id` can be an earlier id of the row. */
export const remappedRowId = (id: string): string => currentIds.get(id) ?? id;

/**
 * Returns the id that the row got when it was created. This id never changes, so use it as React key. With a new key,
 * React mounts the row again, which closes its open menus and fields.
 */
export const stableRowKey = (id: string): string => creationIds.get(id) ?? id;

/**
 * Returns the row with this id. Also finds the row if `rows` has it under its first id or its current id: after the
 * service has given a row another id, not all answers get the new id at the same time.
 */
export const rowByAnyId = <T>(rows: Readonly<Record<string, T>>, id: string): T | undefined =>
  rows[id] ?? rows[stableRowKey(id)] ?? rows[remappedRowId(id)];

/** Returns the index of a row in a list of ids, or -1. `id` and the id in the list can be earlier ids of the row. */
export const indexOfRow = (ids: readonly string[], id: string): number =>
  ids.findIndex((other) => stableRowKey(other) === stableRowKey(id));

/** Calls the listener when a row gets a new id. Returns the function that removes the listener. */
export function onIdChange(listener: IdChangeListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current id of a row. Renders the component again when the row gets a new id. */
export function useRemappedRowId<T extends string | null>(id: T): T {
  const [, setChanges] = useState(0);
  useEffect(() => onIdChange((_model, from) => from === id && setChanges((count) => count + 1)), [id]);
  return (id === null ? id : remappedRowId(id)) as T;
}
