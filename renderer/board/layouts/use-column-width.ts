import { useSyncExternalStore } from 'react';
import { columnWidthPxForBoard } from '../../model/column-width.ts';
import { sidebarWidthPx, useSidebar } from '../../workbench/sidebar-state.ts';

const onWindowResize = (changed: () => void) => {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
};

/**
 * Returns the width in px of each of `count` columns, at least `least` px. The width depends on the width of the window
 * and not on the width of the board. So cards keep their size when the card panel opens beside the board.
 */
export function useColumnWidthPx(count: number, least: number): number {
  const [hasSidebar] = useSidebar();
  const widthPx = useSyncExternalStore(onWindowResize, () => window.innerWidth) - (hasSidebar ? sidebarWidthPx : 0);
  return columnWidthPxForBoard(widthPx, count, least);
}
