/** All functions are pure. Lengths are in device-independent px. */
import { z } from 'zod';

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Rectangle = z.infer<typeof rectangle>;

export const windowStateSchema = z.object({
  /** When the window is shown normally: not maximized, not in full screen. */
  bounds: rectangle,
  /** The display on which the window was. `workArea` is the area of the display without taskbar and docks. */
  display: z.object({ id: z.number(), workArea: rectangle }),
  isMaximized: z.boolean(),
  isFullScreen: z.boolean(),
});
export type WindowState = z.infer<typeof windowStateSchema>;

export type Display = WindowState['display'];

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

const maxDisplays = 8;

/** One state per display, the newest first. */
export const addWindowState = (states: readonly WindowState[], state: WindowState): WindowState[] =>
  [state, ...states.filter(({ display }) => display.id !== state.display.id)].slice(0, maxDisplays);

/** The newest state whose display is connected; otherwise the newest state. */
export const windowStateForDisplays = (
  states: readonly WindowState[],
  displays: readonly Display[],
): WindowState | undefined => states.find(({ display }) => displays.some(({ id }) => id === display.id)) ?? states[0];

/**
 * If the display is unchanged, moves or shrinks the stored bounds only as far as needed. If it has another size or is
 * gone, keeps the window's relative position, and its size if the size fits. `displays` has at least one, the primary
 * display first.
 */
export function fitBoundsIntoDisplays(
  { bounds, display: before }: Pick<WindowState, 'bounds' | 'display'>,
  displays: readonly Display[],
  minSize: WindowSize,
): Rectangle {
  const display =
    displays.find(({ id }) => id === before.id) ??
    displays.find(({ workArea }) => isSameRectangle(workArea, before.workArea)) ??
    displays[0] ??
    before;
  const to = display.workArea;
  const width = clamp(minSize.width, Math.round(bounds.width), to.width);
  const height = clamp(minSize.height, Math.round(bounds.height), to.height);
  const from = before.workArea;
  const isMoved = !isSameRectangle(from, to);
  const x = isMoved ? to.x + shareBefore(bounds.x - from.x, from.width - bounds.width) * (to.width - width) : bounds.x;
  const y = isMoved
    ? to.y + shareBefore(bounds.y - from.y, from.height - bounds.height) * (to.height - height)
    : bounds.y;
  return {
    x: clamp(to.x, Math.round(x), to.x + to.width - width),
    y: clamp(to.y, Math.round(y), to.y + to.height - height),
    width,
    height,
  };
}

/** Reduces a size that is larger than the work area. */
export function centreBoundsOnDisplay({ workArea }: Display, size: WindowSize): Rectangle {
  const width = Math.min(size.width, workArea.width);
  const height = Math.min(size.height, workArea.height);
  const x = workArea.x + Math.round((workArea.width - width) / 2);
  const y = workArea.y + Math.round((workArea.height - height) / 2);
  return { x, y, width, height };
}

const cascadeStepPx = 28;

/** Down and right until no window has the same corner; at the edge again from the top left. */
export function cascadeWindowBounds(bounds: Rectangle, others: readonly Rectangle[], { workArea }: Display): Rectangle {
  const isTaken = (at: Rectangle) => others.some(({ x, y }) => Math.abs(x - at.x) < 8 && Math.abs(y - at.y) < 8);
  const fits = ({ x, y }: Rectangle) =>
    x + bounds.width <= workArea.x + workArea.width && y + bounds.height <= workArea.y + workArea.height;
  let at = bounds;
  for (let tries = 0; isTaken(at) && tries < others.length; tries += 1) {
    const next = { ...at, x: at.x + cascadeStepPx, y: at.y + cascadeStepPx };
    at = fits(next) ? next : { ...at, x: workArea.x, y: workArea.y };
  }
  return at;
}

/** `most` if `least` is greater than `most`. */
const clamp = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** The share of the free space that is on the left of the window (or above it), from 0 to 1. */
const shareBefore = (before: number, free: number) => (free > 0 ? clamp(0, before / free, 1) : 0);

const isSameRectangle = (a: Rectangle, b: Rectangle) =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/**
 * - `main`: a view with the sidebar.
 * - `card`: one card.
 * - `hand`: the Hand strip.
 * - `quickAdd`: the window for a new card.
 * - `proxyLogin`: asks for a proxy's password if no main or card window is open.
 */
export type WindowKind = RememberedWindowKind | 'hand' | 'quickAdd' | 'proxyLogin';

/** The next start opens these windows again, with the same bounds. */
export type RememberedWindowKind = 'main' | 'card';

export interface NewWindowOptions {
  readonly kind: WindowKind;
  /** Null while there is no workspace. */
  readonly workspaceId: string | null;
  readonly route?: string | undefined;
  /** Default: `index.html`. */
  readonly page?: string;
  /** Size and position in device-independent px. A window with `bounds` is not opened again at the next start. */
  readonly bounds?: WindowSize & Partial<Rectangle>;
  /** The bounds and display that the window had when it was last open. */
  readonly state?: WindowState;
  readonly minSize?: WindowSize;
  readonly alwaysOnTop?: boolean;
  readonly skipTaskbar?: boolean;
  /** On macOS the window gets the keyboard focus without bringing the app's other windows to the front. */
  readonly isPanel?: boolean;
  /** Whether the system draws a title bar and borders. Default: true. */
  readonly frame?: boolean;
  readonly resizable?: boolean;
  /** Whether the window appears once its page is painted. If false, the caller shows the window. Default: true. */
  readonly show?: boolean;
  /** Whether the window is shown without taking the focus. Default: false. */
  readonly isInactive?: boolean;
}
