import type { Rectangle, WindowSize, WindowState } from './window-state.ts';

/**
 * - `main`: a view with the sidebar.
 * - `card`: one card.
 * - `hand`: the Hand strip.
 * - `quickAdd`: the window for a new card.
 * - `proxyLogin`: asks for a proxy's password if no main or card window is open.
 */
export type WindowKind = RememberedWindowKind | 'hand' | 'quickAdd' | 'proxyLogin';

/** The next start opens these windows again, with the same bounds. */
export type RememberedWindowKind = 'main' | 'card';

export interface NewWindowOptions {
  readonly kind: WindowKind;
  /** Null while there is no workspace. */
  readonly workspaceId: string | null;
  readonly route?: string | undefined;
  /** Default: `index.html`. */
  readonly page?: string;
  /** Size and position in device-independent px. A window with `bounds` is not opened again at the next start. */
  readonly bounds?: WindowSize & Partial<Rectangle>;
  /** The bounds and display that the window had when it was last open. */
  readonly state?: WindowState;
  readonly minSize?: WindowSize;
  readonly alwaysOnTop?: boolean;
  readonly skipTaskbar?: boolean;
  /** On macOS the window gets the keyboard focus without bringing the app's other windows to the front. */
  readonly isPanel?: boolean;
  /** Whether the system draws a title bar and borders. Default: true. */
  readonly frame?: boolean;
  readonly resizable?: boolean;
  /** Whether the window appears once its page is painted. If false, the caller shows the window. Default: true. */
  readonly show?: boolean;
  /** Whether the window is shown without taking the focus. Default: false. */
  readonly isInactive?: boolean;
}
