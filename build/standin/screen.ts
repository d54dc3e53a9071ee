/** Imitates Electron's `screen`. Tests connect and disconnect displays with `standinRecord.setDisplays`. */
import { isDeepStrictEqual } from 'node:util';
import { StrictEmitter, standinRecord } from './strict.ts';
import { screenSize } from './window.ts';

/** Describes a display in a call of `setDisplays`. The first display in such a call is the primary display. */
interface DisplayOptions {
  readonly id: number;
  readonly bounds: Electron.Rectangle;
  readonly scaleFactor: number;
}

let displays: readonly Electron.Display[] = [];

const toDisplay = ({ id, bounds, scaleFactor }: DisplayOptions) => {
  const size = { width: bounds.width, height: bounds.height };
  return { id, bounds, workArea: bounds, size, workAreaSize: size, scaleFactor } as Electron.Display;
};

/** Returns the number of pixels that the areas `a` and `b` have in common. */
function overlapInPixels(a: Electron.Rectangle, b: Electron.Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function distanceInPixels({ x, y }: Electron.Point, { bounds }: Electron.Display): number {
  const toRange = (value: number, from: number, length: number) =>
    Math.max(from - value, 0, value - (from + length - 1));
  return Math.hypot(toRange(x, bounds.x, bounds.width), toRange(y, bounds.y, bounds.height));
}

export class Screen extends StrictEmitter {
  protected static override events = ['display-added', 'display-removed', 'display-metrics-changed'];
  getPrimaryDisplay(): Electron.Display {
    return displays[0] as Electron.Display;
  }
  getAllDisplays(): Electron.Display[] {
    return [...displays];
  }
  getDisplayMatching(area: Electron.Rectangle): Electron.Display {
    const [most] = displays.toSorted((a, b) => overlapInPixels(area, b.bounds) - overlapInPixels(area, a.bounds));
    const centre = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    return most && overlapInPixels(area, most.bounds) > 0 ? most : this.getDisplayNearestPoint(centre);
  }
  getDisplayNearestPoint(point: Electron.Point): Electron.Display {
    return displays.toSorted((a, b) => distanceInPixels(point, a) - distanceInPixels(point, b))[0] as Electron.Display;
  }
  getCursorScreenPoint(): Electron.Point {
    return { x: 0, y: 0 };
  }
}
export const screen = new Screen();

/** Replaces the displays, and emits Electron's events for displays that are new, changed or disconnected. */
function setDisplays(options: readonly DisplayOptions[]): void {
  const before = new Map(displays.map((display) => [display.id, display]));
  displays = options.map(toDisplay);
  for (const display of displays) {
    const former = before.get(display.id);
    before.delete(display.id);
    if (!former) {
      screen.emit('display-added', {}, display);
      continue;
    }
    const metrics = ['bounds', 'workArea', 'scaleFactor'] as const;
    const changed = metrics.filter((metric) => !isDeepStrictEqual(former[metric], display[metric]));
    if (changed.length > 0) screen.emit('display-metrics-changed', {}, display, changed);
  }
  for (const display of before.values()) screen.emit('display-removed', {}, display);
}

setDisplays([{ id: 1, bounds: { x: 0, y: 0, ...screenSize }, scaleFactor: 1 }]);
Object.assign(standinRecord, { setDisplays });
