/**
 * Loads code that the first view does not need: for drags, and for components such as menus, lists, popovers and
 * toasts. The code of a component is loaded when the component first renders. Once the first view is complete, all
 * remaining code is loaded.
 */
import { type ComponentType, createElement, type ReactElement, useEffect, useSyncExternalStore } from 'react';

export interface LazyComponent<P> {
  /** Renders the component; renders nothing until its code is loaded. */
  (props: P): ReactElement | null;
  /**
   * Loads the code. If loading fails, the promise resolves and the console shows the error; the next call tries again.
   */
  load(): Promise<void>;
}

interface LazyModule<T> {
  /** Returns the loaded code; null while it is not loaded. */
  current(): T | null;
  /**
   * Loads the code. If loading fails, the promise resolves and the console shows the error; the next call tries again.
   */
  load(): Promise<void>;
  /** Calls `listener` when the code is loaded. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

const loaders: (() => Promise<void>)[] = [];
/** Whether the first view is complete. From then on, `lazyModule` loads new modules at once. */
let isPrefetching = false;

/** Returns a module whose code `importCode` loads, at the first call of `load` or when the first view is complete. */
export function lazyModule<T>(importCode: () => Promise<T>): LazyModule<T> {
  let loaded: T | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const load = () => {
    loading ??= importCode().then(
      (imported) => {
        loaded = imported;
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        loading = null;
        console.warn('a part of the app could not be loaded', error);
      },
    );
    return loading;
  };
  loaders.push(load);
  if (isPrefetching) void load();
  return {
    current: () => loaded,
    load,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns a component like React.lazy does. If the code is loaded, even the first render is synchronous. LazyTrigger
 * needs that, because it passes the event that opens a popup to the popup in the same task.
 */
export function lazyComponent<P extends object>(importCode: () => Promise<ComponentType<P>>): LazyComponent<P> {
  const { current, load, subscribe } = lazyModule(importCode);
  function Lazy(props: P): ReactElement | null {
    const component = useSyncExternalStore(subscribe, current);
    useEffect(() => void load(), []);
    return component && createElement(component, props);
  }
  return Object.assign(Lazy, { load });
}

/** Loads all lazy code now; code that is registered later is loaded at once. */
export function prefetchLazyComponents(): void {
  isPrefetching = true;
  for (const load of loaders) void load();
}
