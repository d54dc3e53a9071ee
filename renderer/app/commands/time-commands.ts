/** Commands of views with a time axis: the calendar and the roadmap. Most press a button that the view shows. */
import { CalendarCheck, ChevronLeft, ChevronRight, Milestone, ZoomIn, ZoomOut } from 'lucide-react';
import type { Command } from '../../workbench/command.ts';

const buttonOf = (name: string) => document.querySelector<HTMLElement>(`main [data-time="${name}"]:not(:disabled)`);

const commandOf = (name: string, label: string, key: string, icon: Command['icon']): Command => ({
  id: `time.${name}`,
  label,
  group: 'Board',
  keys: [key],
  ...(icon ? { icon } : {}),
  when: () => buttonOf(name) !== null,
  run: () => buttonOf(name)?.click(),
});

const milestone = () => document.querySelector<HTMLElement>('main [data-roadmap] [data-milestone-id]');

export const timeCommands: readonly Command[] = [
  commandOf('today', 'Show today', 'Home', CalendarCheck),
  commandOf('earlier', 'Show earlier days', ',', ChevronLeft),
  commandOf('later', 'Show later days', '.', ChevronRight),
  commandOf('zoomIn', 'Zoom in on days', '+', ZoomIn),
  commandOf('zoomOut', 'Zoom out of days', '-', ZoomOut),
  {
    id: 'time.milestone',
    label: 'Focus the first milestone on the roadmap',
    group: 'Board',
    keys: ['J'],
    icon: Milestone,
    when: () => milestone() !== null,
    run: () => milestone()?.focus(),
  },
];
