/**
 * Components that no view needs to be complete: menus, lists, popovers, toasts, and what some of them show. Each is loaded
 * when it is first needed, and all of them once the first view is complete.
 */
import { type ComponentType, createElement, type ReactElement, useEffect, useSyncExternalStore } from 'react';

export interface LazyComponent<P> {
  /** Renders nothing until the code is there. */
  (props: P): ReactElement | null;
  /** Loads the code; resolves when it is there, or when it could not be loaded. */
  load(): Promise<void>;
}

const loaders: (() => Promise<void>)[] = [];
/** Set once and never reset: components whose modules run later load at once, too. */
let isPrefetching = false;

/**
 * Unlike React.lazy, it renders synchronously once its code is there, also the first time: the event that opens a popup is
 * passed on to it within the same task.
 */
export function lazyComponent<P extends object>(importIt: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let component: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const load = () => {
    loading ??= importIt().then(
      (imported) => {
        component = imported;
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        loading = null;
        console.warn('a component could not be loaded', error);
      },
    );
    return loading;
  };
  loaders.push(load);
  if (isPrefetching) void load();
  function Lazy(props: P): ReactElement | null {
    const loaded = useSyncExternalStore(subscribe, () => component);
    useEffect(() => void load(), []);
    return loaded && createElement(loaded, props);
  }
  return Object.assign(Lazy, { load });
}

/** Loads every lazy component, and from now on each as soon as its module runs. */
export function prefetchLazyComponents(): void {
  isPrefetching = true;
  for (const load of loaders) void load();
}
