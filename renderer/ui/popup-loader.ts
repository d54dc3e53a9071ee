/**
 * The code of popups: menus, lists, tips, toasts, and what some of them show. No window needs it to be complete, so it comes
 * behind the first view; what is asked for before opens once it is there.
 */
import { type ComponentType, createElement, type ReactElement, useEffect, useSyncExternalStore } from 'react';
import type * as Parts from './popups/index.ts';

export type Popups = typeof Parts;

let code: (() => Promise<Popups>) | null = null;
let popups: Popups | null = null;
let asked: Promise<void> | null = null;
const contents: (() => Promise<void>)[] = [];
const told = new Set<() => void>();

const tellAll = () => {
  for (const tell of told) tell();
};
const subscribe = (tell: () => void) => {
  told.add(tell);
  return () => void told.delete(tell);
};

/** What only popups show, and which comes with their code: it is there when one opens. */
export function popupContent<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => ReactElement | null {
  let content: ComponentType<P> | null = null;
  const begin = async () => {
    content = await load();
    tellAll();
  };
  contents.push(begin);
  // Of a view that came later than the popups.
  if (asked) void begin();
  return function Content(props) {
    const loaded = useSyncExternalStore(subscribe, () => content);
    return loaded && createElement(loaded, props);
  };
}

/** Says where the code is: what popups are made of asks for it here itself. */
export function bringPopups(bring: () => Promise<Popups>): void {
  code = bring;
}

export function loadPopups(): Promise<void> {
  if (!code) return Promise.resolve(); // In a test of what stands behind them.
  asked ??= Promise.all([code(), ...contents.map((load) => load())]).then(
    ([brought]) => {
      popups = brought;
      tellAll();
    },
    (error: unknown) => {
      asked = null;
      console.warn('popups could not be loaded', error);
    },
  );
  return asked;
}

/** Null until it is asked for and there; `isWanted` asks for it. */
export function usePopups(isWanted = true): Popups | null {
  useEffect(() => {
    if (isWanted) void loadPopups();
  }, [isWanted]);
  return useSyncExternalStore(subscribe, () => (isWanted ? popups : null));
}

/** The same for what stands by until the code is there for others. */
export const usePopupsOnceThere = (): Popups | null => useSyncExternalStore(subscribe, () => popups);
