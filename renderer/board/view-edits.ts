/**
 * Unsaved edits of a saved view are stored until the person saves or reverts them, also across restarts. Folding or
 * unfolding a column does not count as an edit.
 */
import { addLocalChangeToUndoStack } from '../data/act.ts';
import { setViewState, useViewState } from '../data/app-state.ts';
import type { BoardSettings } from '../model/board-settings.ts';
import { type SavedView, saveView } from '../workbench/saved-views/saved-views.ts';

export interface ViewEditActions {
  save(): void;
  revert(): void;
}

const hasContent = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
const sortedEntries = (value: object = {}) =>
  Object.entries(value)
    .filter(([, item]) => hasContent(item))
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Equal for views that show the same cards in the same way, apart from folded columns. */
export const viewComparisonKey = ({ folded: _, unfolded: __, filters, ...rest }: BoardSettings): string =>
  JSON.stringify([sortedEntries(rest), sortedEntries(filters)]);

const noEdits = null as BoardSettings | null;
const editsKey = (viewId: string): string => `view:edited:${viewId}`;

/** They were saved in another view or discarded. */
export const deleteViewEdits = (viewId: string): void => setViewState(editsKey(viewId), noEdits);

/** The actions are null if there are no edits. Returns null if no saved view is open. */
export function useEditedView(savedView: SavedView | undefined) {
  const [edited, setEdited] = useViewState(editsKey(savedView?.id ?? ''), noEdits);
  if (!savedView) return null;
  const view = edited ?? savedView.view;
  const revert = () => {
    setEdited(null);
    addLocalChangeToUndoStack(
      `Revert ${savedView.name} to what was saved`,
      () => setEdited(edited),
      () => setEdited(null),
    );
  };
  const save = () => {
    saveView({ ...savedView, view });
    setEdited(null);
  };
  return {
    view,
    setView: setEdited,
    edits: edited && viewComparisonKey(edited) !== viewComparisonKey(savedView.view) ? { save, revert } : null,
  };
}
