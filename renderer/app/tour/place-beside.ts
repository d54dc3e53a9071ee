export interface BoxPx {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
type SizePx = Pick<BoxPx, 'width' | 'height'>;

const gapPx = 12;
const marginPx = 8;

/**
 * The place of a popover: right of the target, else above, below or left of it, else in the corner at the end of the
 * window, where it also stands without a target. Always inside the window.
 */
export function placeBeside(target: BoxPx | null, { width, height }: SizePx, area: SizePx): Pick<BoxPx, 'x' | 'y'> {
  const inX = (x: number) => Math.max(marginPx, Math.min(x, area.width - width - marginPx));
  const inY = (y: number) => Math.max(marginPx, Math.min(y, area.height - height - marginPx));
  const corner = { x: inX(area.width), y: inY(area.height) };
  if (!target) return corner;
  const right = target.x + target.width + gapPx;
  if (right + width + marginPx <= area.width) return { x: inX(right), y: inY(target.y) };
  const above = target.y - gapPx - height;
  if (above >= marginPx) return { x: inX(target.x), y: inY(above) };
  const below = target.y + target.height + gapPx;
  if (below + height + marginPx <= area.height) return { x: inX(target.x), y: inY(below) };
  const left = target.x - gapPx - width;
  return left >= marginPx ? { x: inX(left), y: inY(target.y) } : corner;
}

/** The frame around a target, inside the window. */
export function frameAround(target: BoxPx, area: SizePx): BoxPx {
  const edge = (at: number, end: number) => Math.max(2, Math.min(at, end - 2));
  const x = edge(target.x - 3, area.width);
  const y = edge(target.y - 3, area.height);
  return {
    x,
    y,
    width: edge(target.x + target.width + 3, area.width) - x,
    height: edge(target.y + target.height + 3, area.height) - y,
  };
}
