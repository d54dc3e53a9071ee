/**
 * Parts of a long panel that are drawn once they come near: until then an empty place as high as they will be about.
 * What was drawn stays, with what is being typed in it.
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

/** Marks the element that scrolls. */
export const scrolls = { 'data-scrolls': true } as const;

/** How far beyond what is in sight parts are drawn (px): a turn of the wheel brings nothing empty. */
const margin = 600;

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
        // In slices: a long text that is scrolled through holds nothing up.
        startTransition(() => {
          for (const { target } of near) {
            observer.unobserve(target);
            shows.get(target)?.();
            shows.delete(target);
          }
        });
      },
      { root, rootMargin: `${margin}px 0px` },
    );
    watcher = { observer, shows };
    watchers.set(key, watcher);
  }
  return watcher;
}

/** Answers how to stop waiting. What is in sight already shows at once, within the same frame. */
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

export interface NearProps {
  /** About as high as what comes (px); rather less, so that the first frame has no gap. */
  height: number;
  /** What stands for it: an item in a list. */
  as?: 'div' | 'li';
  /** Known to be in sight: drawn without looking. A look costs a layout, and what it finds a second one. */
  inSight?: boolean;
  children: ReactNode;
}

export function LazyMount({ height, as: Place = 'div', inSight = false, children }: NearProps): ReactElement {
  const place = useRef<HTMLElement>(null);
  const [near, setNear] = useState(inSight);
  useLayoutEffect(() => (place.current ? whenNear(place.current, () => setNear(true)) : undefined), []);
  if (near) return <>{children}</>;
  return <Place ref={place as RefObject<never>} aria-hidden data-comes style={{ height }} />;
}

/** ms that what comes after the first frame waits at most. */
const patience = 200;

/**
 * What lies below all that is in sight: drawn once that has been painted, in slices. With `waits` false, at once.
 * Whether it waits is decided as it mounts.
 */
export function DeferredMount({
  height,
  waits,
  children,
}: {
  height: number;
  waits: boolean;
  children: ReactNode;
}): ReactElement {
  const [isDue, setDue] = useState(!waits);
  useEffect(() => {
    if (isDue) return;
    const idle = requestIdleCallback(() => startTransition(() => setDue(true)), { timeout: patience });
    return () => cancelIdleCallback(idle);
  }, [isDue]);
  if (isDue) return <>{children}</>;
  return <div aria-hidden data-comes style={{ height }} />;
}

/** Consecutive rows, so many at a time. */
export function groupsOf<T>(rows: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
}
