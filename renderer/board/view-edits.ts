/**
 * A saved view that is looked at in another way: what was changed stays beside it, across restarts, until it is saved, too,
 * or taken back. What is folded away is nobody's to save.
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

/** Equal for views that show the same in the same way. */
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

/** What was changed of it is kept elsewhere by now, or nowhere. */
export const forgetEdits = (viewId: string): void => setViewState(editsKey(viewId), none);

/** The view as it is looked at; null where none is named. */
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
