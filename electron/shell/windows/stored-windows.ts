/** The part of the settings that says which windows were open, where, and with which zoom. */
import { z } from 'zod';
import { windowState } from './window-state.ts';

/** More are not opened again. */
export const maxStoredWindows = 30;

const openWindow = z.object({
  kind: z.enum(['main', 'card']),
  workspaceId: z.string().nullable(),
  route: z.string(),
  state: windowState,
});
export type StoredWindow = z.infer<typeof openWindow>;

export const storedWindows = z.object({
  /** The windows to open at the next start, the front one first. */
  open: z.array(openWindow).max(maxStoredWindows),
  /** States for new windows of a kind, the last one first, one per display. */
  last: z.object({ main: z.array(windowState).optional(), card: z.array(windowState).optional() }),
  /** Electron's zoom level; 0 is 100 %, each step 20 % more. All windows have the same. */
  zoomLevel: z.number().min(-8).max(9),
});
export type StoredWindows = z.infer<typeof storedWindows>;
