/** Saved views: named places with their grouping, sorting and filters. Kept on this machine, shared as text. */
import type { BoardView } from '../board/board-model.ts';
import { useViewState } from '../data/app-state.ts';

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly route: string;
  readonly view: BoardView;
}

const none: readonly SavedView[] = [];

export function useSavedViews(): {
  saved: readonly SavedView[];
  save: (view: SavedView) => void;
  remove: (id: string) => void;
} {
  const [saved, set] = useViewState<readonly SavedView[]>('saved', none);
  return {
    saved,
    save: (view) => set([...saved.filter((other) => other.id !== view.id), view]),
    remove: (id) => set(saved.filter((other) => other.id !== id)),
  };
}
