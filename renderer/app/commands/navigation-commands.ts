/** Commands that open a view; the palette adds the places that are rows (`views/search/places.tsx`). */
import {
  ArrowLeft,
  ArrowRight,
  Bookmark,
  Braces,
  CalendarDays,
  Hand,
  Inbox,
  type LucideIcon,
  Milestone,
  Scale,
  Settings,
  Timer,
  UploadCloud,
  User,
  Users,
} from 'lucide-react';
import { useAppState } from '../../data/app-state.ts';
import { cardTabCount, closeCardTab, closeOtherCardTabs, showAdjacentCardTab } from '../../data/card-tabs.ts';
import { currentLookups } from '../../data/lookups.ts';
import { canGoInHistory, goInHistory, idOfOpenCard, navigate, type ViewName } from '../../data/routes.ts';
import { focusPart } from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import { commandsOfGroup, sharedShortcuts } from '../../workbench/command.ts';
import { openDialog } from '../../workbench/dialog-state.ts';

const firstRunConfigId = () => currentLookups().activeRunConfigs[0]?.id ?? null;

const viewCommand = (view: ViewName, label: string, icon: LucideIcon, more: Partial<Command> = {}): Command => ({
  id: `go.${view}`,
  label,
  group: 'Go to',
  icon,
  inFields: true,
  run: () => navigate(view),
  ...more,
});

const historyCommand = (direction: 'back' | 'forward', label: string, icon: LucideIcon): Command => ({
  id: `go.${direction}`,
  label,
  group: 'Go to',
  icon,
  keys: sharedShortcuts[direction],
  inFields: true,
  when: () => canGoInHistory(direction),
  run: () => goInHistory(direction),
});

function focusNextPart(): void {
  const parts = ['nav[aria-label="Workspace"]', 'main', 'aside[aria-label="Card"]'].filter((part) =>
    document.querySelector(part),
  );
  const at = parts.findIndex((part) => document.activeElement?.closest(part));
  focusPart(parts[(at + 1) % parts.length] ?? 'main');
}

export const navigationCommands: readonly Command[] = [
  historyCommand('back', 'Back', ArrowLeft),
  historyCommand('forward', 'Forward', ArrowRight),
  {
    id: 'go.part',
    label: 'Next part of the window: sidebar, view, card',
    group: 'Go to',
    keys: ['F6'],
    keyOnly: true,
    run: focusNextPart,
  },
  {
    id: 'go.recent',
    label: 'Recent places…',
    group: 'Go to',
    keys: ['Mod+E'],
    inFields: true,
    run: () => openDialog({ kind: 'palette', onlyRecent: true }),
  },
  viewCommand('hand', 'Hand', Hand, { keys: sharedShortcuts.hand }),
  viewCommand('inbox', 'Inbox', Inbox, { keys: sharedShortcuts.inbox }),
  viewCommand('team', 'Team', Users, { keys: ['Alt+7'] }),
  viewCommand('calendar', 'Calendar', CalendarDays, {
    keys: ['Alt+8'],
    when: () => currentLookups().account?.dueDateEnabled !== false,
  }),
  viewCommand('runs', 'Runs', Timer, {
    keys: ['Alt+3'],
    when: () => currentLookups().account?.sprintsEnabled !== false,
    run: () => navigate({ view: 'runs', id: firstRunConfigId() }),
  }),
  viewCommand('milestones', 'Milestones', Milestone, { keys: ['Alt+4'] }),
  viewCommand('bookmarks', 'Bookmarks', Bookmark, { keys: ['Alt+5'] }),
  viewCommand('person', 'My cards', User, {
    id: 'go.mine',
    keys: ['Alt+6'],
    when: () => useAppState.getState().workspace?.userId != null,
    run: () =>
      navigate({ view: 'person', id: useAppState.getState().workspace?.userId ?? null, query: { part: 'cards' } }),
  }),
  viewCommand('query', 'New query board', Braces, { run: () => navigate('query?q=') }),
  viewCommand('outbox', 'Outbox', UploadCloud),
  viewCommand('settings', 'Settings', Settings, { keys: sharedShortcuts.settings }),
  viewCommand('licences', 'Licences of other software', Scale, { keyOnly: true }),
];

const hasSeveralTabs = () => cardTabCount() > 1;

export const cardTabCommands: readonly Command[] = commandsOfGroup('Go to', [
  {
    id: 'tab.next',
    label: 'Next open card',
    keys: ['Mod+Tab', 'Mod+PageDown'],
    when: hasSeveralTabs,
    inFields: true,
    run: () => showAdjacentCardTab(1),
  },
  {
    id: 'tab.previous',
    label: 'Previous open card',
    keys: ['Mod+Shift+Tab', 'Mod+PageUp'],
    when: hasSeveralTabs,
    inFields: true,
    run: () => showAdjacentCardTab(-1),
  },
  {
    id: 'tab.close',
    label: 'Close the card’s tab',
    keys: ['Alt+W'],
    when: () => hasSeveralTabs() && idOfOpenCard() !== null,
    inFields: true,
    run: () => {
      const card = idOfOpenCard();
      if (card) closeCardTab(card);
    },
  },
  { id: 'tab.closeOthers', label: 'Close the other tabs', when: hasSeveralTabs, run: closeOtherCardTabs },
]);
