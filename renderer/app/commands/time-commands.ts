/** Commands of the calendar and the roadmap. Most of them click a button of the view. */
import { CalendarCheck, ChevronLeft, ChevronRight, type LucideIcon, Milestone, ZoomIn, ZoomOut } from 'lucide-react';
import type { Command } from '../../workbench/command.ts';
import { controlCommand } from './control-command.ts';

const buttonCommand = (name: string, label: string, key: string, icon: LucideIcon): Command =>
  controlCommand(`main [data-time="${name}"]:not(:disabled)`, { id: `time.${name}`, label, keys: [key], icon });

export const timeAxisCommands: readonly Command[] = [
  buttonCommand('today', 'Show today', 'Home', CalendarCheck),
  buttonCommand('earlier', 'Show earlier days', ',', ChevronLeft),
  buttonCommand('later', 'Show later days', '.', ChevronRight),
  buttonCommand('zoomIn', 'Zoom in on days', '+', ZoomIn),
  buttonCommand('zoomOut', 'Zoom out of days', '-', ZoomOut),
  controlCommand(
    'main [data-roadmap] [data-milestone-id]',
    { id: 'time.milestone', label: 'Focus the first milestone on the roadmap', keys: ['J'], icon: Milestone },
    (milestone) => milestone.focus(),
  ),
];
