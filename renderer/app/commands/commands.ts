/** The table of all commands, for shortcuts, menus, the palette and the list of shortcuts. */
import { cardCommands } from '../../cards/commands/card-commands.ts';
import type { Command } from '../../workbench/command.ts';
import { appCommands } from './app-commands.ts';
import { boardCommands } from './board-commands.ts';
import { goCommands } from './go-commands.ts';
import { tabCommands } from './tab-commands.ts';
import { timeCommands } from './time-commands.ts';

/** All commands. Each key belongs to one command at most, so their order does not matter. */
export const commands: readonly Command[] = [
  ...cardCommands,
  ...tabCommands,
  ...timeCommands,
  ...boardCommands,
  ...goCommands,
  ...appCommands,
];
