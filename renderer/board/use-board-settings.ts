/**
 * The view settings of a board: the settings of the open saved view with its unsaved edits, or the board's own
 * settings.
 */
import { useCallback, useState } from 'react';
import { useViewState } from '../data/app-state.ts';
import { useRouteValue } from '../data/routes.ts';
import type { BoardSettings } from '../model/board-settings.ts';
import { type SavedView, savedViewIdOfRoute, useSavedViews } from '../workbench/saved-views/saved-views.ts';
import { useEditedView, type ViewEditActions } from './view-edits.ts';

/** The view settings of a board on which the person has changed nothing. */
const defaultView: BoardSettings = {};

export interface BoardSettingsState {
  readonly view: BoardSettings;
  readonly setView: (view: BoardSettings) => void;
  /** The open saved view; undefined if the board shows its own view. */
  readonly savedView: SavedView | undefined;
  /** Saves or reverts the unsaved edits of the saved view; null if there are none. */
  readonly edits: ViewEditActions | null;
  /** The text by which cards are filtered. */
  readonly text: string;
  readonly setText: (text: string) => void;
}

export function useBoardSettings(sourceKey: string): BoardSettingsState {
  const { saved, save } = useSavedViews();
  const savedId = useRouteValue(savedViewIdOfRoute);
  const savedView = savedId ? saved.find(({ id }) => id === savedId) : undefined;
  const [ownView, setOwn] = useViewState<BoardSettings>(`board:${sourceKey}`, defaultView);
  // A saved view of a query board has no unsaved edits: its changes are saved at once.
  const edited = useEditedView(savedView?.query ? undefined : savedView);
  const view = edited?.view ?? savedView?.view ?? ownView;
  const setEdited = edited?.setView;
  const setView = useCallback(
    (next: BoardSettings) => {
      if (setEdited) setEdited(next);
      else if (savedView) save({ ...savedView, view: next });
      else setOwn(next);
    },
    [setEdited, savedView, save, setOwn],
  );
  // A saved view and the board's own view have separate filter texts.
  const viewKey = `${sourceKey} ${savedView?.id ?? ''}`;
  const [typed, setTyped] = useState({ place: viewKey, text: null as string | null });
  const text = (typed.place === viewKey ? typed.text : null) ?? view.filters?.text ?? '';
  const setText = useCallback((next: string) => setTyped({ place: viewKey, text: next }), [viewKey]);
  return { view, setView, savedView, edits: edited?.edits ?? null, text, setText };
}
