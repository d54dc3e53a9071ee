/**
 * Code that is loaded after the first view is shown: drags, and components such as menus, lists, popovers and toasts. A component
 * is loaded when it is first rendered; once the first view is complete, all of it is.
 */
import { type ComponentType, createElement, type ReactElement, useEffect, useSyncExternalStore } from 'react';

export interface LazyComponent<P> {
  /** Renders nothing until the code is loaded. */
  (props: P): ReactElement | null;
  /** Loads the code. Resolves also when loading fails, which the console shows; the next call tries again. */
  load(): Promise<void>;
}

/** Code that is loaded after the first view is shown. */
interface LazyModule<T> {
  /** The loaded code; null until then. */
  current(): T | null;
  /** Loads the code. Resolves also when loading fails, which the console shows; the next call tries again. */
  load(): Promise<void>;
  /** Calls back when the code is loaded; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

const loaders: (() => Promise<void>)[] = [];
/** Set once and never reset: code that is named later loads at once, too. */
let isPrefetching = false;

/** Returns code that `importIt` loads, once the first view is complete at the latest. */
export function lazyModule<T>(importIt: () => Promise<T>): LazyModule<T> {
  let loaded: T | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const load = () => {
    loading ??= importIt().then(
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
 * Unlike React.lazy, the component renders synchronously once its code is loaded, even the first time: LazyTrigger passes the
 * event that opens a popup on to it within the same task.
 */
export function lazyComponent<P extends object>(importIt: () => Promise<ComponentType<P>>): LazyComponent<P> {
  const { current, load, subscribe } = lazyModule(importIt);
  function Lazy(props: P): ReactElement | null {
    const component = useSyncExternalStore(subscribe, current);
    useEffect(() => void load(), []);
    return component && createElement(component, props);
  }
  return Object.assign(Lazy, { load });
}

/** Loads all lazy code, and from now on each new part when it is named. */
export function prefetchLazyComponents(): void {
  isPrefetching = true;
  for (const load of loaders) void load();
}
