/** New versions of the app as they cross the bridge, and the settings about them. */
import { z } from 'zod';

export type UpdateState =
  /** This installation does not update itself; `reason` is a sentence for the person. */
  | { readonly phase: 'off'; readonly reason: string }
  /** `checkedAt`: ISO time of the last check that found nothing newer; null before the first. */
  | { readonly phase: 'idle'; readonly checkedAt: string | null }
  | { readonly phase: 'checking' }
  | { readonly phase: 'available'; readonly version: string; readonly notes: string }
  | { readonly phase: 'downloading'; readonly version: string; readonly percent: number }
  /** Downloaded and verified. `onQuit`: the person wants it installed when the app ends. */
  | { readonly phase: 'ready'; readonly version: string; readonly notes: string; readonly onQuit: boolean }
  | { readonly phase: 'failed'; readonly message: string };

export const updateChannels = ['latest', 'beta'] as const;

export interface UpdateSettings {
  readonly channel: (typeof updateChannels)[number];
  /** Looks for new versions and downloads them by itself. */
  readonly automatic: boolean;
}

export const defaultUpdateSettings: UpdateSettings = { channel: 'latest', automatic: true };

/** Shared by the settings file and by the command that changes it. */
export const updateSettings = z.object({
  channel: z.enum(updateChannels).default(defaultUpdateSettings.channel),
  automatic: z.boolean().default(defaultUpdateSettings.automatic),
}) satisfies z.ZodType<UpdateSettings>;

/** `later` takes back `onQuit`. */
export const updateMoments = ['now', 'onQuit', 'later'] as const;
