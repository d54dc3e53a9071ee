/**
 * Components whose code is loaded after the first view is shown: menus, lists, popovers, toasts and some of their contents.
 * Each is loaded when it is first rendered; once the first view is complete, all of them are.
 */
import { type ComponentType, createElement, type ReactElement, useEffect, useSyncExternalStore } from 'react';

export interface LazyComponent<P> {
  /** Renders nothing until the code is loaded. */
  (props: P): ReactElement | null;
  /** Loads the code. Resolves also when loading fails, which the console shows; the next call tries again. */
  load(): Promise<void>;
}

const loaders: (() => Promise<void>)[] = [];
/** Set once and never reset: components whose modules run later load at once, too. */
let isPrefetching = false;

/**
 * Unlike React.lazy, the component renders synchronously once its code is loaded, even the first time: LazyTrigger passes the
 * event that opens a popup on to it within the same task.
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

/** Loads all lazy components, and from now on each new one when its module runs. */
export function prefetchLazyComponents(): void {
  isPrefetching = true;
  for (const load of loaders) void load();
}
