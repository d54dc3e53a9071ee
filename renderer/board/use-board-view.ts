/** The view that a board shows: a saved view with its edits, or the board's own view. */
import { useCallback, useState } from 'react';
import { useViewState } from '../data/app-state.ts';
import { useRouteValue } from '../data/routes.ts';
import type { BoardView } from '../model/board-view.ts';
import { type SavedView, savedIdOf, useSavedViews } from '../workbench/saved-views.ts';
import { type Edits, useEditedView } from './view-edits.ts';

/** The view without any choice. */
const usualView: BoardView = {};

export interface ShownView {
  readonly view: BoardView;
  readonly setView: (view: BoardView) => void;
  /** The saved view that is shown; undefined for the board's own view. */
  readonly named: SavedView | undefined;
  /** Its unsaved edits; null if there are none. */
  readonly edits: Edits | null;
  /** The text of the filter. */
  readonly text: string;
  readonly setText: (text: string) => void;
}

export function useBoardView(sourceKey: string): ShownView {
  const { saved, save } = useSavedViews();
  const savedId = useRouteValue(savedIdOf);
  const named = savedId ? saved.find(({ id }) => id === savedId) : undefined;
  const [own, setOwn] = useViewState<BoardView>(`board:${sourceKey}`, usualView);
  // The view of a query board is saved with its query.
  const edited = useEditedView(named?.query ? undefined : named);
  const view = edited?.view ?? named?.view ?? own;
  const setEdited = edited?.setView;
  const setView = useCallback(
    (next: BoardView) => {
      if (setEdited) setEdited(next);
      else if (named) save({ ...named, view: next });
      else setOwn(next);
    },
    [setEdited, named, save, setOwn],
  );
  // A saved view and its deck have separate filter texts.
  const place = `${sourceKey} ${named?.id ?? ''}`;
  const [typed, setTyped] = useState({ place, text: null as string | null });
  const text = (typed.place === place ? typed.text : null) ?? view.filters?.text ?? '';
  const setText = useCallback((next: string) => setTyped({ place, text: next }), [place]);
  return { view, setView, named, edits: edited?.edits ?? null, text, setText };
}
