import type { Command } from '../../workbench/command.ts';

/** A command of the group "Board", available while the view shows the control. Clicks the control by default. */
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
