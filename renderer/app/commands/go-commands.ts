/**
 * Commands that open a view. `place-commands.ts` has the commands that open a project, a Run Config's runs, a milestone
 * or a saved view.
 */
import {
  Bookmark,
  Braces,
  CalendarDays,
  Hand,
  Inbox,
  LayoutGrid,
  Milestone,
  Scale,
  Settings,
  Timer,
  UploadCloud,
  User,
  Users,
} from 'lucide-react';
import { useAppState } from '../../data/app-state.ts';
import { currentLookups } from '../../data/lookups.ts';
import { go } from '../../data/routes.ts';
import type { Command } from '../../workbench/command.ts';
import { shortcuts } from '../../workbench/shortcut-keys.ts';

const firstRunConfigId = () => currentLookups().activeRunConfigs[0]?.id ?? null;

export const goCommands: readonly Command[] = [
  {
    id: 'go.hand',
    label: 'Hand',
    group: 'Go to',
    keys: shortcuts.hand,
    icon: Hand,
    inFields: true,
    run: () => go('hand'),
  },
  {
    id: 'go.inbox',
    label: 'Inbox',
    group: 'Go to',
    keys: shortcuts.inbox,
    icon: Inbox,
    inFields: true,
    run: () => go('inbox'),
  },
  {
    id: 'go.team',
    label: 'Team',
    group: 'Go to',
    keys: ['Alt+7'],
    icon: Users,
    inFields: true,
    run: () => go('team'),
  },
  {
    id: 'go.calendar',
    label: 'Calendar',
    group: 'Go to',
    keys: ['Alt+8'],
    icon: CalendarDays,
    inFields: true,
    when: () => currentLookups().account?.dueDateEnabled !== false,
    run: () => go('calendar'),
  },
  {
    id: 'go.runs',
    label: 'Runs',
    group: 'Go to',
    keys: ['Alt+3'],
    icon: Timer,
    inFields: true,
    when: () => firstRunConfigId() !== null,
    run: () => go({ view: 'runs', id: firstRunConfigId() }),
  },
  {
    id: 'go.milestones',
    label: 'Milestones',
    group: 'Go to',
    keys: ['Alt+4'],
    icon: Milestone,
    inFields: true,
    run: () => go('milestones'),
  },
  {
    id: 'go.bookmarks',
    label: 'Bookmarks',
    group: 'Go to',
    keys: ['Alt+5'],
    icon: Bookmark,
    inFields: true,
    run: () => go('bookmarks'),
  },
  {
    id: 'go.mine',
    label: 'My cards',
    group: 'Go to',
    keys: ['Alt+6'],
    icon: User,
    inFields: true,
    when: () => useAppState.getState().workspace?.userId != null,
    run: () => go({ view: 'person', id: useAppState.getState().workspace?.userId ?? null, query: { part: 'cards' } }),
  },
  { id: 'go.query', label: 'New query board', group: 'Go to', icon: Braces, run: () => go('query') },
  { id: 'go.outbox', label: 'Outbox', group: 'Go to', icon: UploadCloud, run: () => go('outbox') },
  {
    id: 'go.settings',
    label: 'Settings',
    group: 'Go to',
    keys: shortcuts.settings,
    icon: Settings,
    inFields: true,
    run: () => go('settings'),
  },
  { id: 'go.gallery', label: 'Component gallery', group: 'Go to', icon: LayoutGrid, run: () => go('gallery') },
  { id: 'go.licences', label: 'Licences of other software', group: 'Go to', icon: Scale, run: () => go('licences') },
];
