/**
 * A press that becomes a drag: of a mouse or pen once it has moved a little, so that a click stays a click; of a finger
 * once it has rested, since one that moves at once scrolls. Escape lets go.
 */
export interface Drag {
  move(x: number, y: number): void;
  end(isDropped: boolean): void;
}

export interface PressOptions {
  /** Called once the press is a drag, where the pointer is by then; null: there is nothing to drag. */
  begin(x: number, y: number): Drag | null;
  /** px that a mouse or pen moves first. */
  readonly threshold: number;
  /** ms that a finger rests first; absent: fingers drag nothing. */
  readonly rest?: number;
}

/** px that a resting finger may stray. */
const stray = 8;

/** Follows a press of the main button to its end; answers what lets go of it before. */
export function followPress(press: PointerEvent, { begin, threshold, rest }: PressOptions): () => void {
  const isFinger = press.pointerType === 'touch';
  if (press.button !== 0 || !press.isPrimary || (isFinger && rest === undefined)) return () => undefined;
  const listeners = new AbortController();
  let drag: Drag | null = null;
  let isOver = false;
  let rested: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(rested);
    listeners.abort();
  };
  const lift = (x: number, y: number) => {
    clearTimeout(rested);
    drag = begin(x, y);
    if (!drag) stop();
  };
  const end = (isDropped: boolean) => {
    if (drag && !isOver) drag.end(isDropped);
    isOver = true;
  };
  const release = (isDropped: boolean) => {
    end(isDropped);
    stop();
    if (drag) swallowClick();
  };
  const isMine = ({ pointerId }: PointerEvent) => pointerId === press.pointerId;
  const on = <K extends keyof WindowEventMap>(type: K, heard: (event: WindowEventMap[K]) => void, passive = true) =>
    window.addEventListener(type, heard, { capture: true, passive, signal: listeners.signal });

  on('pointermove', (event) => {
    if (isOver || !isMine(event)) return;
    const { clientX: x, clientY: y } = event;
    const far = Math.hypot(x - press.clientX, y - press.clientY);
    if (drag) {
      event.stopPropagation();
      drag.move(x, y);
    } else if (!isFinger && far >= threshold) lift(x, y);
    else if (isFinger && far > stray) stop();
  });
  on('pointerup', (event) => {
    if (!isMine(event)) return;
    if (drag && !isOver) drag.move(event.clientX, event.clientY);
    release(true);
  });
  // Nobody else follows a drag: React would look for listeners of each of these all the way up from what was pressed.
  for (const type of ['mousemove', 'gotpointercapture', 'lostpointercapture'] as const)
    on(type, (event) => void (drag && event.stopPropagation()));
  on('pointercancel', (event) => {
    if (isMine(event)) release(false);
  });
  const keep = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  on(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !drag || isOver) return;
      keep(event);
      end(false);
    },
    false,
  );
  // What a press may also mean: dragging a picture or a link, and a menu once a finger has rested long enough.
  on('dragstart', keep, false);
  on('contextmenu', (event) => void (drag && keep(event)), false);
  if (isFinger) {
    rested = setTimeout(() => lift(press.clientX, press.clientY), rest);
    // At what is pressed, which hears the finger even where a list has let go of it meanwhile. It is heard in time only
    // where the window listens to such events always (`holdScrolling`).
    const hold = (event: Event) => void (drag && event.cancelable && event.preventDefault());
    press.target?.addEventListener('touchmove', hold, { passive: false, signal: listeners.signal });
  }
  return () => {
    end(false);
    stop();
  };
}

/**
 * Has touches wait for the page, which a finger that drags must keep from scrolling. Once and for good: told of such a
 * listener anywhere else, Chromium draws everything within it anew.
 */
export function holdScrolling(): void {
  window.addEventListener('touchmove', () => undefined, { passive: false });
}

/** The click that ends a drag opens nothing. */
function swallowClick(): void {
  const listener = new AbortController();
  const swallow = (click: MouseEvent) => {
    click.preventDefault();
    click.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, signal: listener.signal });
  setTimeout(() => listener.abort(), 0);
}
