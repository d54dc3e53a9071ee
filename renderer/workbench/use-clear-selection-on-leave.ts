import { useEffect } from 'react';
import { clearSelection, focusCard } from '../data/selection.ts';

/** Clears the selection and the focused card when the view closes or shows another list. */
export function useClearSelectionOnLeave(listKey: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup must also run when the list changes
  useEffect(
    () => () => {
      clearSelection();
      focusCard(null);
    },
    [listKey],
  );
}
