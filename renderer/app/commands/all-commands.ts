import { cardCommands } from '../../cards/commands/card-commands.ts';
import type { Command } from '../../workbench/command.ts';
import { appCommands } from './app-commands.ts';
import { boardCommands, timeAxisCommands } from './board-commands.ts';
import { cardTabCommands, navigationCommands } from './navigation-commands.ts';

/** In the order of the palette and the list of shortcuts. Each key belongs to at most one command. */
export const allCommands: readonly Command[] = [
  ...cardCommands,
  ...cardTabCommands,
  ...timeAxisCommands,
  ...boardCommands,
  ...navigationCommands,
  ...appCommands,
];
