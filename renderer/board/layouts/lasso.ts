/**
 * Finds the cards that a frame drawn on a board touches, by their positions, whether or not they are mounted: a frame
 * may extend beyond the visible part and scroll. Each layout provides the positions of its lists.
 */

/** A vertical list of cards. Positions are px of the window at the current scroll position. */
export interface LassoList {
  readonly key: string;
  readonly left: number;
  readonly right: number;
  /** Position of the list's start. */
  readonly top: number;
  /** The visible part, if the list scrolls within another scrolling element. */
  readonly clip?: { readonly top: number; readonly bottom: number };
  /** Ids of the cards in a range of positions of the list. */
  between(from: number, to: number): readonly string[];
}

export interface LassoArea {
  readonly element: HTMLElement;
  /** Whether each list scrolls vertically on its own. */
  readonly scrollsByList: boolean;
  lists(): readonly LassoList[];
  /** The element that scrolls vertically at a point; the board itself where lists do not scroll. */
  scrollerAt(x: number, y: number): HTMLElement | null;
}

const areas = new Map<HTMLElement, LassoArea>();

export function registerLassoArea(area: LassoArea): () => void {
  areas.set(area.element, area);
  return () => {
    if (areas.get(area.element) === area) areas.delete(area.element);
  };
}
export const lassoAreaAt = (target: Element): LassoArea | undefined =>
  areas.get(target.closest<HTMLElement>('[data-card-list]') as HTMLElement);

/** Ids of rows of equal height in a range of positions; the first row starts at 0. */
export const rowsBetween = (ids: readonly string[], height: number, from: number, to: number): readonly string[] =>
  to <= 0 ? [] : ids.slice(Math.max(0, Math.floor(from / height)), Math.max(0, Math.ceil(to / height)));

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly ids: readonly string[];
}

/** Starts a frame. The returned function takes the pointer's position and returns the frame, also after scrolling. */
export function beginFrame(area: LassoArea, x0: number, y0: number): (x: number, y: number) => Frame {
  const { element } = area;
  const { scrollLeft, scrollTop } = element;
  const startByList = new Map<string, number>();
  let home: string | null = null;
  for (const list of area.lists()) {
    startByList.set(list.key, y0 - list.top);
    if (x0 >= list.left && x0 < list.right) home = list.key;
  }
  return (x, y) => {
    const startX = x0 - (element.scrollLeft - scrollLeft);
    const startY = y0 - (element.scrollTop - scrollTop);
    const [left, right] = [Math.min(startX, x), Math.max(startX, x)];
    const ids: string[] = [];
    let drawnFrom = startY;
    for (const list of area.lists()) {
      const start = area.scrollsByList ? (startByList.get(list.key) ?? startY - list.top) + list.top : startY;
      if (list.key === home) drawnFrom = start;
      if (list.right <= left || list.left >= right) continue;
      let [top, bottom] = [Math.min(start, y), Math.max(start, y)];
      if (list.clip) [top, bottom] = [Math.max(top, list.clip.top), Math.min(bottom, list.clip.bottom)];
      if (bottom > top) ids.push(...list.between(top - list.top, bottom - list.top));
    }
    return { left, right, top: Math.min(drawnFrom, y), bottom: Math.max(drawnFrom, y), ids };
  };
}
