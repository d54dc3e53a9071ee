/**
 * Size, place and display of windows, as they are stored and restored. Pure: displays are arguments. Lengths are in
 * device-independent px.
 */
import { z } from 'zod';

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Rectangle = z.infer<typeof rectangle>;

export const windowState = z.object({
  /** Place and size while the window is neither maximized nor in full screen. */
  bounds: rectangle,
  /** The display that it was on. `workArea` leaves out the taskbar and docks. */
  display: z.object({ id: z.number(), workArea: rectangle }),
  isMaximized: z.boolean(),
  isFullScreen: z.boolean(),
});
export type WindowState = z.infer<typeof windowState>;

export type Display = WindowState['display'];

export interface Size {
  readonly width: number;
  readonly height: number;
}

const maxDisplays = 8;

/** The states with a new one in front; one per display, so that each display keeps its own. */
export const withState = (states: readonly WindowState[], state: WindowState): WindowState[] =>
  [state, ...states.filter(({ display }) => display.id !== state.display.id)].slice(0, maxDisplays);

/** The state of the display that was used last and is connected; otherwise the last state, or undefined if there is none. */
export const stateFor = (states: readonly WindowState[], displays: readonly Display[]): WindowState | undefined =>
  states.find(({ display }) => displays.some(({ id }) => id === display.id)) ?? states[0];

/**
 * Bounds for a window that fit completely into a display: the stored ones where its display is as it was. On a display that
 * has another size, or that replaces one that is gone, the window keeps its size where it fits, and its relative place.
 * @param displays at least one, the primary one first
 */
export function placeWindow(
  { bounds, display: before }: Pick<WindowState, 'bounds' | 'display'>,
  displays: readonly Display[],
  minSize: Size,
): Rectangle {
  const display =
    displays.find(({ id }) => id === before.id) ??
    displays.find(({ workArea }) => isSame(workArea, before.workArea)) ??
    displays[0] ??
    before;
  const to = display.workArea;
  const width = between(minSize.width, Math.round(bounds.width), to.width);
  const height = between(minSize.height, Math.round(bounds.height), to.height);
  const from = before.workArea;
  const isMoved = !isSame(from, to);
  const x = isMoved ? to.x + relative(bounds.x - from.x, from.width - bounds.width) * (to.width - width) : bounds.x;
  const y = isMoved ? to.y + relative(bounds.y - from.y, from.height - bounds.height) * (to.height - height) : bounds.y;
  return {
    x: between(to.x, Math.round(x), to.x + to.width - width),
    y: between(to.y, Math.round(y), to.y + to.height - height),
    width,
    height,
  };
}

/** Bounds in the middle of a display, at most as large as it. */
export function centredBounds({ workArea }: Display, size: Size): Rectangle {
  const width = Math.min(size.width, workArea.width);
  const height = Math.min(size.height, workArea.height);
  const x = workArea.x + Math.round((workArea.width - width) / 2);
  const y = workArea.y + Math.round((workArea.height - height) / 2);
  return { x, y, width, height };
}

const cascadeStep = 28;

/** The same bounds, moved until no other window begins there; back at the top left of the work area where it ends. */
export function cascadedBounds(bounds: Rectangle, others: readonly Rectangle[], { workArea }: Display): Rectangle {
  const isTaken = (at: Rectangle) => others.some(({ x, y }) => Math.abs(x - at.x) < 8 && Math.abs(y - at.y) < 8);
  const fits = ({ x, y }: Rectangle) =>
    x + bounds.width <= workArea.x + workArea.width && y + bounds.height <= workArea.y + workArea.height;
  let at = bounds;
  for (let tries = 0; isTaken(at) && tries < others.length; tries += 1) {
    const next = { ...at, x: at.x + cascadeStep, y: at.y + cascadeStep };
    at = fits(next) ? next : { ...at, x: workArea.x, y: workArea.y };
  }
  return at;
}

/** `value` within the bounds; where they contradict each other, the upper one. */
const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** Share of the free space before the window, from 0 to 1. */
const relative = (before: number, free: number) => (free > 0 ? between(0, before / free, 1) : 0);

const isSame = (a: Rectangle, b: Rectangle) =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
