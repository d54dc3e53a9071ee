import { z } from 'zod';
import { windowStateSchema } from './window-state.ts';

export const maxStoredWindows = 30;

const openWindow = z.object({
  kind: z.enum(['main', 'card']),
  workspaceId: z.string().nullable(),
  route: z.string(),
  state: windowStateSchema,
});
export type StoredWindow = z.infer<typeof openWindow>;

export const storedWindowsSchema = z.object({
  /** The front window first. */
  open: z.array(openWindow).max(maxStoredWindows),
  /** Last states of closed windows, which new windows use: one per display, the newest first. */
  last: z.object({ main: z.array(windowStateSchema).optional(), card: z.array(windowStateSchema).optional() }),
  /** Electron's zoom level, which is the same in all windows. 0 is 100 %; each step is 20 % more. */
  zoomLevel: z.number().min(-8).max(9),
});
export type StoredWindows = z.infer<typeof storedWindowsSchema>;
