/**
 * Loads code that the first view does not need: views and dialogs when they are first shown, prefetched code when the
 * first view is complete, or earlier if it is needed, so that a popup opens at once. The components render nothing
 * until then. They replace React.lazy, which is slow: after the fallback of a Suspense boundary, React waits 300 ms
 * before it shows the content, even if the code is loaded after 10 ms (https://github.com/facebook/react/issues/31819).
 */
import {
  type ComponentType,
  createElement,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';

interface Code<T> {
  /** Null while the code is not loaded. */
  current(): T | null;
  /** If that fails, the next call tries again. */
  load(): Promise<void>;
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

let loadingCount = 0;
const loadingListeners = new Set<() => void>();
function changeLoadingCount(by: 1 | -1): void {
  loadingCount += by;
  for (const listener of loadingListeners) listener();
}

export const useIsCodeLoading = (): boolean => useSyncExternalStore(subscribeToLoading, () => loadingCount > 0);
function subscribeToLoading(listener: () => void): () => void {
  loadingListeners.add(listener);
  return () => loadingListeners.delete(listener);
}

/** Loaded once, at the first call of `load`, which rejects if loading fails. */
function codeOf<T>(importCode: () => Promise<T>): Code<T> {
  let loaded: T | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const load = async () => {
    changeLoadingCount(1);
    try {
      loaded = await importCode();
      for (const listener of listeners) listener();
    } catch (error) {
      loading = null;
      throw error;
    } finally {
      changeLoadingCount(-1);
    }
  };
  return {
    current: () => loaded,
    load() {
      loading ??= load();
      return loading;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type PropsOf<C> = C extends ComponentType<infer P extends object> ? P : never;

/** The export `name` must be a component. */
const importComponent = async <M, K extends keyof M>(importModule: () => Promise<M>, name: K) =>
  (await importModule())[name] as ComponentType<PropsOf<M[K]>>;

/** If loading fails, the component throws the error for the nearest ErrorBoundary, and the next mount tries again. */
export function lazyComponent<M, K extends keyof M>(
  importModule: () => Promise<M>,
  name: K,
): (props: PropsOf<M[K]>) => ReactElement | null {
  const { current, load, subscribe } = codeOf(() => importComponent(importModule, name));
  return function Lazy(props) {
    const component = useSyncExternalStore(subscribe, current);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    // A layout effect starts the loading before the frame is painted.
    useLayoutEffect(() => {
      let isMounted = true;
      load().catch((error: unknown) => isMounted && setFailure({ error }));
      return () => {
        isMounted = false;
      };
    }, []);
    if (failure) throw failure.error;
    return component && createElement(component, props);
  };
}

const loaders: (() => Promise<void>)[] = [];
/** From then on, `prefetchedModule` loads new modules at once. */
let isPrefetching = false;

/**
 * Loaded at the first call of `load` or when the first view is complete. If loading fails, the promise of `load`
 * resolves and the console shows the error.
 */
export function prefetchedModule<T>(importCode: () => Promise<T>): Code<T> {
  const code = codeOf(importCode);
  const load = () =>
    code.load().catch((error: unknown) => console.warn('a part of the app could not be loaded', error));
  loaders.push(load);
  if (isPrefetching) void load();
  return { ...code, load };
}

export interface PrefetchedComponent<P> {
  /** Renders nothing until the code is loaded. */
  (props: P): ReactElement | null;
  /** If that fails, the promise resolves and the console shows the error; the next call tries again. */
  load(): Promise<void>;
}

/**
 * If the code is already loaded, even the first render shows the component at once. LazyTrigger needs that: it mounts a
 * popup and passes the opening event to it before the event ends.
 */
export function prefetchedComponent<M, K extends keyof M>(
  importModule: () => Promise<M>,
  name: K,
): PrefetchedComponent<PropsOf<M[K]>> {
  const { current, load, subscribe } = prefetchedModule(() => importComponent(importModule, name));
  function Prefetched(props: PropsOf<M[K]>): ReactElement | null {
    const component = useSyncExternalStore(subscribe, current);
    useEffect(() => void load(), []);
    return component && createElement(component, props);
  }
  return Object.assign(Prefetched, { load });
}

/** Code that is registered later is loaded at once. */
export function prefetchLazyCode(): void {
  isPrefetching = true;
  for (const load of loaders) void load();
}
