/**
 * The table of all commands. Used by keyboard shortcuts, menus, the command palette, the list of shortcuts, and the
 * setting of the global shortcut for quick add.
 */
import { cardCommands } from '../../cards/commands/card-commands.ts';
import type { Command } from '../../workbench/command.ts';
import { appCommands } from './app-commands.ts';
import { boardCommands } from './board-commands.ts';
import { cardTabCommands } from './card-tab-commands.ts';
import { navigationCommands } from './navigation-commands.ts';
import { timeAxisCommands } from './time-commands.ts';

/**
 * All commands, in the order of the palette and the list of shortcuts. For keys the order does not matter, because each
 * key belongs to at most one command.
 */
export const allCommands: readonly Command[] = [
  ...cardCommands,
  ...cardTabCommands,
  ...timeAxisCommands,
  ...boardCommands,
  ...navigationCommands,
  ...appCommands,
];
