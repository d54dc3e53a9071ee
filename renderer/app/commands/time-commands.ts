/**
 * Commands of views with a time axis: the calendar and the roadmap. Most of them click a button of the view, and are
 * enabled only while the view shows this button.
 */
import { CalendarCheck, ChevronLeft, ChevronRight, Milestone, ZoomIn, ZoomOut } from 'lucide-react';
import type { Command } from '../../workbench/command.ts';

const buttonOf = (name: string) => document.querySelector<HTMLElement>(`main [data-time="${name}"]:not(:disabled)`);

const buttonCommand = (name: string, label: string, key: string, icon: Command['icon']): Command => ({
  id: `time.${name}`,
  label,
  group: 'Board',
  keys: [key],
  ...(icon ? { icon } : {}),
  when: () => buttonOf(name) !== null,
  run: () => buttonOf(name)?.click(),
});

const firstMilestone = () => document.querySelector<HTMLElement>('main [data-roadmap] [data-milestone-id]');

export const timeAxisCommands: readonly Command[] = [
  buttonCommand('today', 'Show today', 'Home', CalendarCheck),
  buttonCommand('earlier', 'Show earlier days', ',', ChevronLeft),
  buttonCommand('later', 'Show later days', '.', ChevronRight),
  buttonCommand('zoomIn', 'Zoom in on days', '+', ZoomIn),
  buttonCommand('zoomOut', 'Zoom out of days', '-', ZoomOut),
  {
    id: 'time.milestone',
    label: 'Focus the first milestone on the roadmap',
    group: 'Board',
    keys: ['J'],
    icon: Milestone,
    when: () => firstMilestone() !== null,
    run: () => firstMilestone()?.focus(),
  },
];
