/**
 * Finds the cards that a frame drawn on a board touches. Beyond the visible part, cards are not mounted, so each layout
 * provides the positions of its lists and cards.
 */

/** All positions are in px relative to the window, at the current scroll position. */
export interface LassoList {
  readonly key: string;
  readonly left: number;
  readonly right: number;
  /** Top of the list's first card. It can be outside the window. */
  readonly top: number;
  /**
   * Set only for cells of lanes, which scroll their own cards inside the scrolling board. The frame selects only cards
   * in this part. If absent, it can select all cards of the list.
   */
  readonly visiblePart?: { readonly top: number; readonly bottom: number };
  /** In px from `top`. */
  cardIdsBetween(from: number, to: number): readonly string[];
}

export interface LassoArea {
  readonly element: HTMLElement;
  /** Not the board scrolls vertically, but each of its lists. */
  readonly scrollsByList: boolean;
  lists(): readonly LassoList[];
  /** If `scrollsByList` is true, the list at the point, or null if no list is there. Otherwise the board. */
  scrollerAt(x: number, y: number): HTMLElement | null;
}

const lassoAreas = new Map<HTMLElement, LassoArea>();

/** Returns the function that removes the board again. */
export function registerLassoArea(area: LassoArea): () => void {
  lassoAreas.set(area.element, area);
  return () => {
    if (lassoAreas.get(area.element) === area) lassoAreas.delete(area.element);
  };
}
export const lassoAreaAt = (target: Element): LassoArea | undefined =>
  lassoAreas.get(target.closest<HTMLElement>('[data-card-list]') as HTMLElement);

/**
 * All rows have the same height, and the first row starts at 0. An open composer moves the row at index `composer.slot`
 * and all rows below it down; it is closed if `slot` is -1.
 */
export function rowIdsInPxRange(
  ids: readonly string[],
  height: number,
  from: number,
  to: number,
  composer: { readonly slot: number; readonly heightPx: number },
): readonly string[] {
  const composerTop = composer.slot * height;
  const withoutComposer = (px: number) =>
    composer.slot >= 0 && px > composerTop ? Math.max(composerTop, px - composer.heightPx) : px;
  const [start, end] = [withoutComposer(from), withoutComposer(to)];
  return end <= 0 ? [] : ids.slice(Math.max(0, Math.floor(start / height)), Math.ceil(end / height));
}

/**
 * The returned function gives the top of a column's cards in px, at scroll position 0. An open composer moves the cards
 * of its column down, so each mounted column is measured. A column that is not mounted gets the top of the highest
 * mounted column.
 */
export function columnTopsPx(
  mountedColumns: ReadonlyMap<string, { readonly scroller: HTMLElement | null }>,
): (columnKey: string) => number {
  const tops = new Map<string, number>();
  for (const [key, { scroller }] of mountedColumns) if (scroller) tops.set(key, scroller.getBoundingClientRect().top);
  const highest = tops.size > 0 ? Math.min(...tops.values()) : 0;
  return (columnKey) => tops.get(columnKey) ?? highest;
}

/** In px relative to the window, with the cards that the frame touches. */
interface LassoFrame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly ids: readonly string[];
}

/**
 * The returned function takes the position of the pointer. The start of the frame moves with the content when the board
 * or a list scrolls.
 */
export function createLassoFrameTracker(area: LassoArea, x0: number, y0: number): (x: number, y: number) => LassoFrame {
  const { element } = area;
  const { scrollLeft, scrollTop } = element;
  const startByList = new Map<string, number>();
  let startListKey: string | null = null;
  for (const list of area.lists()) {
    startByList.set(list.key, y0 - list.top);
    if (x0 >= list.left && x0 < list.right) startListKey = list.key;
  }
  return (x, y) => {
    const startX = x0 - (element.scrollLeft - scrollLeft);
    const startY = y0 - (element.scrollTop - scrollTop);
    const [left, right] = [Math.min(startX, x), Math.max(startX, x)];
    const ids: string[] = [];
    let drawnFrom = startY;
    for (const list of area.lists()) {
      const start = area.scrollsByList ? (startByList.get(list.key) ?? startY - list.top) + list.top : startY;
      if (list.key === startListKey) drawnFrom = start;
      if (list.right <= left || list.left >= right) continue;
      let [top, bottom] = [Math.min(start, y), Math.max(start, y)];
      if (list.visiblePart)
        [top, bottom] = [Math.max(top, list.visiblePart.top), Math.min(bottom, list.visiblePart.bottom)];
      if (bottom > top) ids.push(...list.cardIdsBetween(top - list.top, bottom - list.top));
    }
    return { left, right, top: Math.min(drawnFrom, y), bottom: Math.max(drawnFrom, y), ids };
  };
}
