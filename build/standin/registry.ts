import type { Shortcut } from './page/preload-runtime.ts';
import type { StandinWindow } from './window.ts';

/** The windows that are open, by id, in order of creation. */
export const windows = new Map<number, StandinWindow>();

/** The application menu as the pages need it: kept by menu.ts, sent to every page, called back with what was pressed. */
export const menuShortcuts: { list: Shortcut[]; press: (id: number, window: StandinWindow) => void } = {
  list: [],
  press: () => {},
};

/** nativeTheme's wish for every page. */
export const theme: { source: 'system' | 'light' | 'dark' } = { source: 'system' };
export const mediaFeatures = () =>
  theme.source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: theme.source }];
