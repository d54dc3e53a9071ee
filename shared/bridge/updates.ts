import { z } from 'zod';

export type AppUpdateState =
  /** This installation does not update itself; `reason` is a sentence for the person. */
  | { readonly phase: 'off'; readonly reason: string }
  /** `checkedAt`: ISO time of the last check, which found no newer version; null before the first check. */
  | { readonly phase: 'idle'; readonly checkedAt: string | null }
  | { readonly phase: 'checking' }
  | { readonly phase: 'available'; readonly version: string; readonly notes: string }
  | { readonly phase: 'downloading'; readonly version: string; readonly percent: number }
  /** Downloaded and verified. `onQuit` is true if the person chose to install the version when the app quits. */
  | { readonly phase: 'ready'; readonly version: string; readonly notes: string; readonly onQuit: boolean }
  | { readonly phase: 'failed'; readonly message: string };

export const appUpdateChannels = ['latest', 'beta'] as const;

export interface AppUpdateSettings {
  readonly channel: (typeof appUpdateChannels)[number];
  /** Whether the app looks for new versions and downloads them without being asked. */
  readonly automatic: boolean;
}

export const defaultAppUpdateSettings: AppUpdateSettings = { channel: 'latest', automatic: true };

export const appUpdateSettingsSchema = z.object({
  channel: z.enum(appUpdateChannels).default(defaultAppUpdateSettings.channel),
  automatic: z.boolean().default(defaultAppUpdateSettings.automatic),
}) satisfies z.ZodType<AppUpdateSettings>;

/** `later` cancels an earlier choice of `onQuit`. */
export const appUpdateInstallChoices = ['now', 'onQuit', 'later'] as const;
