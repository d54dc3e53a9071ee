import type { Platform } from '../platform.ts';

export interface AppInstallation {
  readonly platform: Platform;
  readonly isPackaged: boolean;
  /** The file has the address of new versions. */
  readonly hasFeed: boolean;
  /** Whether the build has the signature of a publisher. Only macOS needs one: its updater installs no other build. */
  readonly isSigned: boolean;
  readonly isFromStore: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Null if the app updates itself. */
export function reasonForNoUpdates(installation: AppInstallation): string | null {
  const { platform, isPackaged, hasFeed, isSigned, isFromStore, env } = installation;
  if (!isPackaged) return 'This is a development build, which does not update itself.';
  if (isFromStore) return 'The store that Decktop was installed from updates it.';
  if (env.FLATPAK_ID) return 'Flatpak updates Decktop.';
  if (env.SNAP) return 'Snap updates Decktop.';
  if (platform === 'linux' && !env.APPIMAGE) return 'Your system’s package manager updates Decktop.';
  if (platform === 'darwin' && !isSigned) return 'This build is not signed, and macOS updates signed apps only.';
  if (!hasFeed) return 'This build names no place to look for new versions.';
  return null;
}
