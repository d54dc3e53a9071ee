/** Scrolls the board or the list under the pointer near its edges. */
import type { LassoArea } from './lasso.ts';

/** Scrolls while the pointer is nearer than this to an edge. The speed rises toward the edge. */
const edgePx = 56;
const maxSpeedPxPerMs = 1.32;
/** In ms per call, so that the board does not jump far after a slow frame. */
const maxElapsedMs = 100;
const speedPxPerMs = (distance: number): number =>
  maxSpeedPxPerMs * Math.min(1, Math.max(0, (edgePx - distance) / edgePx));

/**
 * The returned function takes the position of the pointer and the time since its last call. It returns true if it must
 * be called again in the next frame: the pointer is near an edge, and the board or list can still scroll in that
 * direction.
 */
export function createLassoScroller({
  element,
  scrollerAt,
}: LassoArea): (x: number, y: number, elapsedMs: number) => boolean {
  // Fractions of a px that are still to be scrolled: browsers round scroll positions.
  const rest = { scrollLeft: 0, scrollTop: 0 };
  const scroll = (scroller: HTMLElement, property: 'scrollLeft' | 'scrollTop', speed: number, ms: number): boolean => {
    if (speed === 0) {
      rest[property] = 0;
      return false;
    }
    const distance = rest[property] + speed * ms;
    const step = Math.trunc(distance);
    rest[property] = distance - step;
    if (step === 0) return true;
    const before = scroller[property];
    scroller[property] += step;
    return scroller[property] !== before;
  };
  return (x, y, elapsedMs) => {
    // Can be negative, because the first frame can have begun before the event that requested it.
    const ms = Math.max(0, Math.min(maxElapsedMs, elapsedMs));
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const list = scrollerAt(Math.max(left, Math.min(right - 1, x)), y);
    const isMovedX = scroll(element, 'scrollLeft', speedPxPerMs(right - x) - speedPxPerMs(x - left), ms);
    if (!list) return isMovedX;
    const box = list === element ? { top, bottom } : list.getBoundingClientRect();
    return scroll(list, 'scrollTop', speedPxPerMs(box.bottom - y) - speedPxPerMs(y - box.top), ms) || isMovedX;
  };
}
