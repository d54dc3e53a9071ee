/**
 * Mounts the parts of a long panel later, with an empty element of about the same height before. A mounted part stays
 * mounted, so that typed text is not lost. CSS `content-visibility` is not used, because it saves only layout and
 * paint: opening a card takes 199 ms of main-thread work with it, and 41 ms with `LazyMount` (bench row card-open).
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

/** For the scroll container around `LazyMount` elements, which find it by this attribute. */
export const lazyMountScrollerProps = { 'data-scrolls': true } as const;

/** So that one notch of the mouse wheel shows no empty part. */
const mountMarginPx = 600;

interface NearWatcher {
  readonly observer: IntersectionObserver;
  readonly callbacks: Map<Element, () => void>;
}
const watchers = new WeakMap<Element | Document, NearWatcher>();

function watcherOf(root: Element | null): NearWatcher {
  const key = root ?? document;
  let watcher = watchers.get(key);
  if (!watcher) {
    const callbacks = new Map<Element, () => void>();
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.filter(({ isIntersecting }) => isIntersecting);
        // React can interrupt a transition, so rendering a long text does not block scrolling.
        startTransition(() => {
          for (const { target } of near) {
            observer.unobserve(target);
            callbacks.get(target)?.();
            callbacks.delete(target);
          }
        });
      },
      { root, rootMargin: `${mountMarginPx}px 0px` },
    );
    watcher = { observer, callbacks };
    watchers.set(key, watcher);
  }
  return watcher;
}

/**
 * If the element is already visible, calls `show` immediately and returns undefined. Otherwise returns the function
 * that stops waiting.
 */
function onceNear(element: Element, show: () => void): (() => void) | undefined {
  const root = element.closest('[data-scrolls]');
  const { top, bottom } = element.getBoundingClientRect();
  const visible = root?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  if (bottom > visible.top && top < visible.bottom) {
    show();
    return undefined;
  }
  const { observer, callbacks } = watcherOf(root);
  callbacks.set(element, show);
  observer.observe(element);
  return () => {
    observer.unobserve(element);
    callbacks.delete(element);
  };
}

interface LazyMountProps {
  /** Prefer a low estimate: a height that is too high leaves a visible gap in the first frame. */
  heightPx: number;
  /** Of the placeholder. */
  as?: 'div' | 'li';
  /**
   * Mounts the children in the first render. Use it for parts that are visible at first: measuring the placeholder
   * forces a layout.
   */
  isVisible?: boolean;
  children: ReactNode;
}

export function LazyMount(props: LazyMountProps): ReactElement {
  const { heightPx, as: Element = 'div', isVisible = false, children } = props;
  const placeholder = useRef<HTMLElement>(null);
  const [isMounted, setMounted] = useState(isVisible);
  useLayoutEffect(() => (placeholder.current ? onceNear(placeholder.current, () => setMounted(true)) : undefined), []);
  if (isMounted) return <>{children}</>;
  return <Element ref={placeholder as RefObject<never>} aria-hidden data-unmounted style={{ height: heightPx }} />;
}

const maxDelayMs = 200;

/**
 * Mounts its children when the browser is idle, after at most `maxDelayMs`, so that the parts above are painted first;
 * immediately if `isDeferred` is false in the first render.
 */
export function DeferredMount({
  heightPx,
  isDeferred,
  children,
}: {
  heightPx: number;
  isDeferred: boolean;
  children: ReactNode;
}): ReactElement {
  const [isMounted, setMounted] = useState(!isDeferred);
  useEffect(() => {
    if (isMounted) return;
    const idle = requestIdleCallback(() => startTransition(() => setMounted(true)), { timeout: maxDelayMs });
    return () => cancelIdleCallback(idle);
  }, [isMounted]);
  if (isMounted) return <>{children}</>;
  return <div aria-hidden data-unmounted style={{ height: heightPx }} />;
}

/** The last group may be smaller. */
export function chunkRows<T>(rows: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
}
