/** Their schema is in commands.ts, so that pages that import this file do not load the validator (zod). */

export interface DesktopSettings {
  readonly tray: boolean;
  /** What the app does after its last window was closed, except on macOS. */
  readonly afterLastWindow: 'ask' | 'stay' | 'quit';
  readonly startAtLogin: 'no' | 'shown' | 'hidden';
  /** Key that opens quick add from any program, as an Electron accelerator; null for no key. */
  readonly quickAddKey: string | null;
}

/** Quick add has no default key, because a global shortcut could take the key away from another program. */
export const defaultDesktopSettings: DesktopSettings = {
  tray: true,
  afterLastWindow: 'ask',
  startAtLogin: 'no',
  quickAddKey: null,
};

export interface DesktopStatus {
  /** True if the system refused the key of quick add, for example because another program already uses it. */
  readonly isQuickAddKeyRefused: boolean;
  /** False in a development build. */
  readonly canStartAtLogin: boolean;
  /** False for an AppImage that is not among the programs of the desktop. True in a development build. */
  readonly opensLinks: boolean;
  /** Wayland lets programs neither place their windows nor keep them above others. */
  readonly isWayland: boolean;
}
