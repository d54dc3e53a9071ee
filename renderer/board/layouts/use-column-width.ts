import { useSyncExternalStore } from 'react';
import { columnWidthPxIn } from '../../model/column-width.ts';
import { sidebarWidthPx, useSidebar } from '../../workbench/sidebar-state.ts';

const watchWindow = (changed: () => void) => {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
};

/**
 * Width of a column in px. It depends on the window, not on the board's current width: cards keep their size when one
 * of them opens beside the board, or a column is folded.
 */
export function useColumnWidth(count: number, least: number): number {
  const [hasSidebar] = useSidebar();
  const room = useSyncExternalStore(watchWindow, () => window.innerWidth) - (hasSidebar ? sidebarWidthPx : 0);
  return columnWidthPxIn(room, count, least);
}
