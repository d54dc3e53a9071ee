/** What a new window shows and how it looks. Used by everything that opens windows. */
import type { Rectangle, Size, WindowState } from './window-state.ts';

/**
 * `main` shows a view with the sidebar, and `card` one card; these two get the commands of the menu and of deep links.
 * `hand` and `quickAdd` are small windows beside them. `proxyLogin` asks for a proxy's password where none of the first two is
 * open.
 */
export type WindowKind = RememberedKind | 'hand' | 'quickAdd' | 'proxyLogin';

/** Kinds whose windows open again at the next start, where they were. */
export type RememberedKind = 'main' | 'card';

export interface WindowPlan {
  readonly kind: WindowKind;
  /** Null while there is no workspace. */
  readonly workspaceId: string | null;
  readonly route?: string | undefined;
  /** File name of its page in the built renderer. Default: `index.html`. */
  readonly page?: string;
  /** Size, and place on the screen, in device-independent px. Such a window is not remembered. */
  readonly bounds?: Size & Partial<Rectangle>;
  /** Where it was when it was open last. */
  readonly state?: WindowState;
  readonly minSize?: Size;
  readonly alwaysOnTop?: boolean;
  readonly skipTaskbar?: boolean;
  /** On macOS it gets the keyboard without bringing the app's other windows to the front. */
  readonly isPanel?: boolean;
  /** Whether the system draws a title bar and borders. Default: true. */
  readonly frame?: boolean;
  readonly resizable?: boolean;
  /** False leaves it hidden until the caller shows it. Default: shown once its page is painted. */
  readonly show?: boolean;
  /** True shows it without taking the focus. */
  readonly isInactive?: boolean;
}
