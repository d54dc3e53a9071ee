/** State that several files of the stand-in share: the open windows, the menu's shortcuts, the theme. */
import type { MenuShortcut } from './page/preload-runtime.ts';

/**
 * The members of a `StandinWindow` that other files use. This interface replaces the class here, because importing the
 * class would create an import cycle.
 */
export interface RegisteredWindow {
  readonly webContents: { intercept(): Promise<unknown>; applyPermissions(): void };
  /** Closes the window. Resolves to true if the window is closed, and to false if the app or the page refuses. */
  tryClose(): Promise<boolean>;
  focus(): void;
}

/** The open windows by id, in order of creation. */
export const registeredWindows = new Map<number, RegisteredWindow>();

/**
 * Shortcuts of the application menu. `menu.ts` sets the list, and every page gets it. A page reports the shortcuts that
 * the person presses. `press` then performs the action of the shortcut's menu item.
 */
export const menuShortcuts: { list: MenuShortcut[]; press: (id: number, window: unknown) => void } = {
  list: [],
  press: () => {},
};

/** The colour scheme that nativeTheme sets for every page. */
export const pageTheme: { source: 'system' | 'light' | 'dark' } = { source: 'system' };
/** Returns the CSS media features that make Chromium show a page in the theme; an empty list for the system's theme. */
export const mediaFeaturesOfTheme = () =>
  pageTheme.source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: pageTheme.source }];
