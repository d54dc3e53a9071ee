/** Settings of the app outside its main windows: tray, quick add, start at login. Without schemas, so that pages load none. */

export interface DesktopSettings {
  /** Whether the app has an icon in the tray (on macOS: in the menu bar). */
  readonly tray: boolean;
  /** What happens after the last window is closed, except on macOS. */
  readonly afterLastWindow: 'ask' | 'stay' | 'quit';
  readonly startAtLogin: 'no' | 'shown' | 'hidden';
  /** Key that opens quick add from any program, as Electron writes it; null for none. */
  readonly quickAddKey: string | null;
}

/** No key is taken from other programs unless the person chooses one. */
export const desktopDefaults: DesktopSettings = {
  tray: true,
  afterLastWindow: 'ask',
  startAtLogin: 'no',
  quickAddKey: null,
};

export interface DesktopStatus {
  /** Whether the system refused the key of quick add, because another program or the desktop uses it. */
  readonly isQuickAddKeyRefused: boolean;
  /** Only an installed app can start at login. */
  readonly canStartAtLogin: boolean;
}
