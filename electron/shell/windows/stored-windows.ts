/** The schema of the windows in the settings file: the windows that were open, their bounds and their zoom. */
import { z } from 'zod';
import { windowStateSchema } from './window-state.ts';

/** Maximum number of windows that are stored and opened again. */
export const maxStoredWindows = 30;

const openWindow = z.object({
  kind: z.enum(['main', 'card']),
  workspaceId: z.string().nullable(),
  route: z.string(),
  state: windowStateSchema,
});
/** An open window, as the settings file stores it. */
export type StoredWindow = z.infer<typeof openWindow>;

/** Schema of the value `windows` in the settings file. */
export const storedWindowsSchema = z.object({
  /** The windows to open at the next start, the front window first. */
  open: z.array(openWindow).max(maxStoredWindows),
  /**
   * The last states (bounds and display) of closed windows, by window kind. There is one state per display, the newest
   * first. New windows use these states.
   */
  last: z.object({ main: z.array(windowStateSchema).optional(), card: z.array(windowStateSchema).optional() }),
  /** Electron's zoom level, which is the same in all windows. 0 is 100 %; each step is 20 % more. */
  zoomLevel: z.number().min(-8).max(9),
});
export type StoredWindows = z.infer<typeof storedWindowsSchema>;
