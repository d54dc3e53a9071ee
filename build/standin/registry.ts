/** State that several files of the stand-in share: the open windows, the menu's shortcuts, the theme. */
import type { Shortcut } from './page/preload-runtime.ts';

/** What files below window.ts need of a window; its class is StandinWindow. */
export interface OpenWindow {
  readonly webContents: { intercept(): Promise<unknown>; applyPermissions(): void };
  /** Resolves with whether the window is closed. */
  tryClose(): Promise<boolean>;
  focus(): void;
}

/** The open windows by id, in order of creation. */
export const windows = new Map<number, OpenWindow>();

/** Shortcuts of the application menu. menu.ts keeps the list, every page gets it, and `press` runs what a page reports. */
export const menuShortcuts: { list: Shortcut[]; press: (id: number, window: unknown) => void } = {
  list: [],
  press: () => {},
};

/** The colour scheme that nativeTheme sets for every page. */
export const theme: { source: 'system' | 'light' | 'dark' } = { source: 'system' };
export const mediaFeatures = () =>
  theme.source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: theme.source }];
