/**
 * Loads code that the first view does not need. `lazyComponent` is for views and dialogs, whose code is loaded when
 * they are first shown. `prefetchedComponent` is for popups, such as menus and pickers, and `prefetchedModule` for
 * other code. Their code is loaded when the first view is complete, or earlier if it is needed, so that a popup opens
 * at once.
 *
 * The components render nothing until their code is loaded. They replace React.lazy, which is slow: after React shows
 * the fallback of a Suspense boundary, it waits 300 ms before it shows the content, even if the code is loaded after 10
 * ms (https://github.com/facebook/react/issues/31819).
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
  /** Returns the loaded code; null while it is not loaded. */
  current(): T | null;
  /** Loads the code. If that fails, the next call tries again. */
  load(): Promise<void>;
  /** Calls `listener` when the code is loaded. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Number of pieces of code that are being loaded. */
let loadingCount = 0;
const loadingListeners = new Set<() => void>();
function changeLoadingCount(by: 1 | -1): void {
  loadingCount += by;
  for (const listener of loadingListeners) listener();
}

/** Returns true while any code is being loaded. */
export const useIsCodeLoading = (): boolean => useSyncExternalStore(subscribeToLoading, () => loadingCount > 0);
function subscribeToLoading(listener: () => void): () => void {
  loadingListeners.add(listener);
  return () => loadingListeners.delete(listener);
}

/**
 * Wraps code that `importCode` loads. The code is loaded at the first call of `load`, and only once. If loading fails,
 * the promise of `load` rejects.
 */
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

/** Imports a module and returns its export `name`, which must be a component. */
const importComponent = async <M, K extends keyof M>(importModule: () => Promise<M>, name: K) =>
  (await importModule())[name] as ComponentType<PropsOf<M[K]>>;

/**
 * Returns the component that a module exports as `name`. Its code is loaded when it is first rendered. If loading
 * fails, the component throws the error for the nearest ErrorBoundary, and the next mount tries again.
 */
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

/** Functions that load the code of each `prefetchedModule` and `prefetchedComponent`. */
const loaders: (() => Promise<void>)[] = [];
/** Whether the first view is complete. From then on, `prefetchedModule` loads new modules at once. */
let isPrefetching = false;

/**
 * Wraps a module. Its code is loaded by `importCode`, at the first call of `load` or when the first view is complete.
 * If loading fails, the promise of `load` resolves and the console shows the error.
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
  /** Renders the component; renders nothing until its code is loaded. */
  (props: P): ReactElement | null;
  /** Loads the code. If that fails, the promise resolves and the console shows the error; the next call tries again. */
  load(): Promise<void>;
}

/**
 * Returns the component that a module exports as `name`. Its code is loaded when the component is first rendered or the
 * first view is complete. If the code is already loaded, even the first render shows the component at once. LazyTrigger
 * needs that: it mounts a popup and passes the opening event to it before the event ends.
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

/** Loads the code of all prefetched modules and components now; code that is registered later is loaded at once. */
export function prefetchLazyCode(): void {
  isPrefetching = true;
  for (const load of loaders) void load();
}
