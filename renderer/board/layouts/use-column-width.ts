import { useSyncExternalStore } from 'react';
import { columnWidthIn } from '../../model/column-width.ts';
import { sidebarWidthPx, useSidebar } from '../../workbench/sidebar-state.ts';

const watchWindow = (changed: () => void) => {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
};

/**
 * px per column. Counted with the window and not with what the board has at the moment: cards stay as they are when one of
 * them opens beside the board, or when a column is folded.
 */
export function useColumnWidth(count: number, least: number): number {
  const [hasSidebar] = useSidebar();
  const room = useSyncExternalStore(watchWindow, () => window.innerWidth) - (hasSidebar ? sidebarWidthPx : 0);
  return columnWidthIn(room, count, least);
}
