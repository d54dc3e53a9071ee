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
import { navigate } from '../../data/routes.ts';
import type { Command } from '../../workbench/command.ts';
import { sharedShortcuts } from '../../workbench/shared-shortcuts.ts';

const firstRunConfigId = () => currentLookups().activeRunConfigs[0]?.id ?? null;

export const navigationCommands: readonly Command[] = [
  {
    id: 'go.hand',
    label: 'Hand',
    group: 'Go to',
    keys: sharedShortcuts.hand,
    icon: Hand,
    inFields: true,
    run: () => navigate('hand'),
  },
  {
    id: 'go.inbox',
    label: 'Inbox',
    group: 'Go to',
    keys: sharedShortcuts.inbox,
    icon: Inbox,
    inFields: true,
    run: () => navigate('inbox'),
  },
  {
    id: 'go.team',
    label: 'Team',
    group: 'Go to',
    keys: ['Alt+7'],
    icon: Users,
    inFields: true,
    run: () => navigate('team'),
  },
  {
    id: 'go.calendar',
    label: 'Calendar',
    group: 'Go to',
    keys: ['Alt+8'],
    icon: CalendarDays,
    inFields: true,
    when: () => currentLookups().account?.dueDateEnabled !== false,
    run: () => navigate('calendar'),
  },
  {
    id: 'go.runs',
    label: 'Runs',
    group: 'Go to',
    keys: ['Alt+3'],
    icon: Timer,
    inFields: true,
    when: () => firstRunConfigId() !== null,
    run: () => navigate({ view: 'runs', id: firstRunConfigId() }),
  },
  {
    id: 'go.milestones',
    label: 'Milestones',
    group: 'Go to',
    keys: ['Alt+4'],
    icon: Milestone,
    inFields: true,
    run: () => navigate('milestones'),
  },
  {
    id: 'go.bookmarks',
    label: 'Bookmarks',
    group: 'Go to',
    keys: ['Alt+5'],
    icon: Bookmark,
    inFields: true,
    run: () => navigate('bookmarks'),
  },
  {
    id: 'go.mine',
    label: 'My cards',
    group: 'Go to',
    keys: ['Alt+6'],
    icon: User,
    inFields: true,
    when: () => useAppState.getState().workspace?.userId != null,
    run: () =>
      navigate({ view: 'person', id: useAppState.getState().workspace?.userId ?? null, query: { part: 'cards' } }),
  },
  { id: 'go.query', label: 'New query board', group: 'Go to', icon: Braces, run: () => navigate('query') },
  { id: 'go.outbox', label: 'Outbox', group: 'Go to', icon: UploadCloud, run: () => navigate('outbox') },
  {
    id: 'go.settings',
    label: 'Settings',
    group: 'Go to',
    keys: sharedShortcuts.settings,
    icon: Settings,
    inFields: true,
    run: () => navigate('settings'),
  },
  { id: 'go.gallery', label: 'Component gallery', group: 'Go to', icon: LayoutGrid, run: () => navigate('gallery') },
  {
    id: 'go.licences',
    label: 'Licences of other software',
    group: 'Go to',
    icon: Scale,
    run: () => navigate('licences'),
  },
];
