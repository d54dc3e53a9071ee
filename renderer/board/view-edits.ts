/**
 * Unsaved edits of a saved view. They are stored across restarts until they are saved or reverted. Folded columns are
 * not part of a view.
 */
import { useCallback } from 'react';
import { recordLocalChange } from '../data/act.ts';
import { setViewState, useViewState } from '../data/app-state.ts';
import type { BoardView } from '../model/board-view.ts';
import { type SavedView, saveView } from '../workbench/saved-views.ts';

export interface Edits {
  save(): void;
  revert(): void;
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
const sorted = (value: object = {}) =>
  Object.entries(value)
    .filter(([, item]) => isSet(item))
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Equal texts mean views that show the same. */
export const comparableView = ({ folded: _, filters, ...rest }: BoardView): string =>
  JSON.stringify([sorted(rest), sorted(filters)]);

interface EditedView {
  readonly view: BoardView;
  readonly setView: (view: BoardView) => void;
  /** Null if the view has no unsaved changes. */
  readonly edits: Edits | null;
}

const none = null as BoardView | null;
const editsKey = (viewId: string): string => `view:edited:${viewId}`;

/** Deletes the edits of a view, because they were saved elsewhere or discarded. */
export const forgetEdits = (viewId: string): void => setViewState(editsKey(viewId), none);

/** The view with its edits; null if no saved view is open. */
export function useEditedView(named: SavedView | undefined): EditedView | null {
  const [edited, setEdited] = useViewState(editsKey(named?.id ?? ''), none);
  const setView = useCallback((next: BoardView) => setEdited(next), [setEdited]);
  if (!named) return null;
  const view = edited ?? named.view;
  const revert = () => {
    setEdited(null);
    recordLocalChange(
      `Revert ${named.name} to what was saved`,
      () => setEdited(edited),
      () => setEdited(null),
    );
  };
  const save = () => {
    saveView({ ...named, view });
    setEdited(null);
  };
  return {
    view,
    setView,
    edits: edited && comparableView(edited) !== comparableView(named.view) ? { save, revert } : null,
  };
}
