/**
 * Mounts parts of a long panel once they are near the visible area; until then an empty element of about the same height
 * takes their place. Mounted parts stay mounted, so that typed text is not lost. CSS `content-visibility` saves layout and
 * paint only: in bench row card-open, opening a large card took 199 ms of main-thread work with it, and 41 ms with this.
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

/** Attributes that mark the scroll container of `LazyMount`. */
export const scrolls = { 'data-scrolls': true } as const;

/** Parts within this distance of the visible area are mounted, so that scrolling by one notch shows no empty part. */
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
    const callbacks = new Map<Element, () => void>();
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.filter(({ isIntersecting }) => isIntersecting);
        // In a transition, so that rendering a long text does not block scrolling.
        startTransition(() => {
          for (const { target } of near) {
            observer.unobserve(target);
            callbacks.get(target)?.();
            callbacks.delete(target);
          }
        });
      },
      { root, rootMargin: `${marginPx}px 0px` },
    );
    watcher = { observer, shows: callbacks };
    watchers.set(key, watcher);
  }
  return watcher;
}

/** Calls `show` once the element is near the visible area; synchronously if it is visible. Returns the function that stops. */
function whenNear(element: Element, show: () => void): (() => void) | undefined {
  const root = element.closest('[data-scrolls]');
  const { top, bottom } = element.getBoundingClientRect();
  const visible = root?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  if (bottom > visible.top && top < visible.bottom) {
    show();
    return undefined;
  }
  const { observer, shows } = watcherOf(root);
  shows.set(element, show);
  observer.observe(element);
  return () => {
    observer.unobserve(element);
    shows.delete(element);
  };
}

interface LazyMountProps {
  /** Estimated height in px. Estimate low: too high an estimate leaves a gap in the first frame. */
  height: number;
  /** Element type of the placeholder. */
  as?: 'div' | 'li';
  /** Mounts at once, without measuring, which would force a layout. For parts that are visible at first. */
  isVisible?: boolean;
  children: ReactNode;
}

export function LazyMount({ height, as: Element = 'div', isVisible = false, children }: LazyMountProps): ReactElement {
  const placeholder = useRef<HTMLElement>(null);
  const [isMounted, setMounted] = useState(isVisible);
  useLayoutEffect(() => (placeholder.current ? whenNear(placeholder.current, () => setMounted(true)) : undefined), []);
  if (isMounted) return <>{children}</>;
  return <Element ref={placeholder as RefObject<never>} aria-hidden data-unmounted style={{ height }} />;
}

const maxDelayMs = 200;

/**
 * Mounts its children when the browser is idle, at most `maxDelayMs` later, so that the parts above are painted first.
 * Mounts at once if `waits` is false at the first render. `height`: estimated, in px.
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
  const [isMounted, setMounted] = useState(!waits);
  useEffect(() => {
    if (isMounted) return;
    const idle = requestIdleCallback(() => startTransition(() => setMounted(true)), { timeout: maxDelayMs });
    return () => cancelIdleCallback(idle);
  }, [isMounted]);
  if (isMounted) return <>{children}</>;
  return <div aria-hidden data-unmounted style={{ height }} />;
}

/** The rows in consecutive groups of `size`. */
export function groupsOf<T>(rows: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
}
