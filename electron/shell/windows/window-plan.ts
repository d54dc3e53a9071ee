/** What a new window shows and how it looks. Used by everything that opens windows. */

/**
 * `main` shows a view with the sidebar, and `card` one card; these two get the commands of the menu and of deep links.
 * `hand` and `quickAdd` are small windows beside them.
 */
export type WindowKind = 'main' | 'card' | 'hand' | 'quickAdd';

export interface WindowPlan {
  readonly kind: WindowKind;
  /** Null while there is no workspace. */
  readonly workspaceId: string | null;
  readonly route?: string | undefined;
  /** File name of its page in the built renderer. Default: `index.html`. */
  readonly page?: string;
  /** Size, and place on the screen, in device-independent px. Such a window does not remember its size. */
  readonly bounds?: { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number };
  readonly minSize?: { readonly width: number; readonly height: number };
  readonly alwaysOnTop?: boolean;
  readonly skipTaskbar?: boolean;
  /** Whether the system draws a title bar and borders. Default: true. */
  readonly frame?: boolean;
  readonly resizable?: boolean;
  /** False leaves it hidden until the caller shows it. Default: shown once its page is painted. */
  readonly show?: boolean;
}
