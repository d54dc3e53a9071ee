/** Makes commands that use a control of the view, such as a button of the board. */
import type { Command } from '../../workbench/command.ts';

/**
 * Returns a command of the group "Board" that is available while the view shows the control. The command clicks the
 * control, unless `use` does something else with it.
 */
export const controlCommand = (
  selector: string,
  command: Omit<Command, 'group' | 'when' | 'run'>,
  use = (control: HTMLElement): void => control.click(),
): Command => ({
  ...command,
  group: 'Board',
  when: () => document.querySelector(selector) !== null,
  run: () => {
    const control = document.querySelector<HTMLElement>(selector);
    if (control) use(control);
  },
});
