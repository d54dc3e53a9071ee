/** The page of the front window reports its commands, and main shows them in the application menu. */
import { z } from 'zod';
import { oneLineText } from '../domain/content.ts';

/** `app`: the app's own menu on macOS, elsewhere File. `find`: at the end of Edit. */
export type MenuName = 'app' | 'file' | 'edit' | 'find' | 'view' | 'go' | 'card' | 'help';

/** Labels contain names of any length and with any signs, so that long ones are cut, not refused. */
export const shortLabel = z.string().transform((label) => oneLineText(label, 200));
const label = shortLabel.transform((text) => text || 'Untitled');

const menuCommand = z.object({
  id: z.string().min(1).max(100),
  label,
  /** Keys in the notation of the command table, for example `Mod+Shift+Z`. */
  keys: z.array(z.string().min(1).max(40)).max(5),
  isEnabled: z.boolean(),
});
export type MenuCommand = z.infer<typeof menuCommand>;

const submenu = z.object({ label, commands: z.array(menuCommand).max(40) });

/** Null is a separator. */
const menuEntry = z.union([menuCommand, submenu, z.null()]);
export type AppMenuEntry = z.infer<typeof menuEntry>;

const entries = z.array(menuEntry).max(60);
export const appMenusSchema = z.object({
  app: entries,
  file: entries,
  edit: entries,
  find: entries,
  view: entries,
  go: entries,
  card: entries,
  help: entries,
} satisfies Record<MenuName, typeof entries>);
export type AppMenus = z.infer<typeof appMenusSchema>;
