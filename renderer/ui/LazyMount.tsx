/**
 * Mounts parts of a long panel once they are near the visible area; until then an empty element of about their height takes
 * their place. Mounted parts stay, with what is being typed in them. CSS `content-visibility` would save layout and paint
 * only: in bench row card-open, opening a large card took 199 ms of the page's own work with it, and 41 ms with this.
 */
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Marks the scroll container. */
export const scrolls = { 'data-scrolls': true } as const;

/** Parts within this distance of the visible area are mounted, so that a turn of the wheel shows nothing empty. */
const marginPx = 600;

interface Watcher {
  readonly observer: IntersectionObserver;
  readonly shows: Map<Element, () => void>;
}
const watchers = new WeakMap<Element | Document, Watcher>();

function watcherOf(root: Element | null): Watcher {
  const key = root ?? document;
  let watcher = watchers.get(key);
  if (!watcher) {
    const shows = new Map<Element, () => void>();
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.filter(({ isIntersecting }) => isIntersecting);
        // As a transition: rendering a long text does not block scrolling.
        startTransition(() => {
          for (const { target } of near) {
            observer.unobserve(target);
            shows.get(target)?.();
            shows.delete(target);
          }
        });
      },
      { root, rootMargin: `${marginPx}px 0px` },
    );
    watcher = { observer, shows };
    watchers.set(key, watcher);
  }
  return watcher;
}

/** Calls `show` once the element is near, at once if it is visible already. Returns the function that stops waiting. */
function whenNear(place: Element, show: () => void): (() => void) | undefined {
  const root = place.closest('[data-scrolls]');
  const { top, bottom } = place.getBoundingClientRect();
  const sight = root?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  if (bottom > sight.top && top < sight.bottom) {
    show();
    return undefined;
  }
  const { observer, shows } = watcherOf(root);
  shows.set(place, show);
  observer.observe(place);
  return () => {
    observer.unobserve(place);
    shows.delete(place);
  };
}

export interface LazyMountProps {
  /** Estimated height in px; rather too small, so that the first frame has no gap. */
  height: number;
  /** Element type of the placeholder. */
  as?: 'div' | 'li';
  /** Known to be visible: mounted at once, without the layout that measuring costs. */
  inSight?: boolean;
  children: ReactNode;
}

export function LazyMount({ height, as: Place = 'div', inSight = false, children }: LazyMountProps): ReactElement {
  const place = useRef<HTMLElement>(null);
  const [near, setNear] = useState(inSight);
  useLayoutEffect(() => (place.current ? whenNear(place.current, () => setNear(true)) : undefined), []);
  if (near) return <>{children}</>;
  return <Place ref={place as RefObject<never>} aria-hidden data-comes style={{ height }} />;
}

const maxDelayMs = 200;

/** Mounts what is below the visible area once that has been painted. With `waits` false at the first render, at once. */
export function DeferredMount({
  height,
  waits,
  children,
}: {
  height: number;
  waits: boolean;
  children: ReactNode;
}): ReactElement {
  const [isMounted, setMounted] = useState(!waits);
  useEffect(() => {
    if (isMounted) return;
    const idle = requestIdleCallback(() => startTransition(() => setMounted(true)), { timeout: maxDelayMs });
    return () => cancelIdleCallback(idle);
  }, [isMounted]);
  if (isMounted) return <>{children}</>;
  return <div aria-hidden data-comes style={{ height }} />;
}

/** The rows in consecutive groups of `size`. */
export function groupsOf<T>(rows: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
}
