/** The table of all commands, for shortcuts, menus, the palette and the list of shortcuts. */

import {
  BellOff,
  Bookmark,
  Boxes,
  Braces,
  CalendarDays,
  CircleHelp,
  ClipboardPaste,
  Compass,
  Download,
  Eraser,
  Hand,
  HardDrive,
  Inbox,
  Layers,
  LayoutGrid,
  Link,
  ListFilter,
  Map as MapIcon,
  Milestone,
  Moon,
  PanelLeft,
  Pencil,
  PencilRuler,
  Plug,
  Plus,
  Redo2,
  RefreshCw,
  Rows3,
  Scale,
  Search,
  SendHorizontal,
  Settings,
  Star,
  Timer,
  Undo2,
  UploadCloud,
  User,
  UserCheck,
  Users,
  WifiOff,
} from 'lucide-react';
import { isQuietByChoice } from '../../../shared/domain/notification-schedule.ts';
import { cardCommands } from '../../cards/card-commands.ts';
import { currentDraft, isPlanning, setPlanning } from '../../cards/planning/plan-draft.ts';
import { isActing, redoLast, undoLast, useUndo } from '../../data/act.ts';
import { changeSettings, useApp } from '../../data/app-state.ts';
import { call, failureOf } from '../../data/bridge.ts';
import { isCardWindow } from '../../data/card-window.ts';
import { disturbedUntil } from '../../data/do-not-disturb.ts';
import { failureText } from '../../data/failures.ts';
import { viewLink } from '../../data/links.ts';
import { currentLookups } from '../../data/lookups.ts';
import { currentRoute, formatRoute, go } from '../../data/routes.ts';
import { copyText } from '../../ui/dom/copy-text.ts';
import { toast } from '../../ui/popups/toast.ts';
import { demoLabel, openDemo } from '../../views/connect/workspace-actions.ts';
import { activeList } from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import { askAgain, hasQuiet } from '../../workbench/confirm.ts';
import { type DialogState, openDialog } from '../../workbench/dialog-state.ts';
import { shortcuts } from '../../workbench/shortcut-keys.ts';
import { toggleSidebar } from '../../workbench/sidebar-state.ts';
import { tabCommands } from './tab-commands.ts';
import { timeCommands } from './time-commands.ts';

const showFailure = (error: unknown) => toast({ title: failureText(failureOf(error)), tone: 'danger' });
const undoLabel = (verb: string, stack: 'done' | 'undone') => () => {
  const last = useUndo.getState()[stack].at(-1);
  return last ? `${verb}: ${last.label}` : verb;
};
const isQuiet = () => isQuietByChoice(useApp.getState().settings.notifications, Date.now());
const hasPlan = () => Object.keys(currentDraft().plan).length > 0;
const firstRunConfigId = () => currentLookups().activeRunConfigs[0]?.id ?? null;

/** Id of the project for a new deck: the shown one, or the first one; null if there is none. */
function projectForNewDeck(): string | null {
  const { view, id } = currentRoute();
  const { decks, projects } = currentLookups();
  if (view === 'project') return id;
  return (view === 'deck' && id ? decks[id]?.projectId : undefined) ?? projects[0]?.id ?? null;
}

/** The dialog to open before a card can be created: for a first project, or a first deck in the shown project; null if none. */
function dialogBeforeCard(): DialogState | null {
  const { decks, projects } = currentLookups();
  if (projects.length === 0) return useApp.getState().workspace?.hasExtensions ? { kind: 'newProject' } : null;
  const { view, id } = currentRoute();
  const all = Object.values(decks);
  const shownDecks = view === 'project' ? all.filter(({ projectId }) => projectId === id) : all;
  return shownDecks.length === 0 ? { kind: 'newDeck', projectId: projectForNewDeck() } : null;
}

/** Opens the composer with a text, or the dialog that creates the project or deck that a card needs first. */
export const composeCard = (text: string): void =>
  openDialog(dialogBeforeCard() ?? { kind: 'quickCard', ...(text ? { text } : {}) });

const appCommands: readonly Command[] = [
  {
    id: 'palette',
    label: 'Search and commands',
    group: 'App',
    keys: shortcuts.palette,
    icon: Search,
    inFields: true,
    run: () => openDialog({ kind: 'palette' }),
  },
  {
    id: 'card.new',
    needs: 'cards/create',
    label: 'New card',
    group: 'Board',
    keys: shortcuts.newCard,
    icon: Plus,
    inFields: true,
    run: () => {
      const dialog = dialogBeforeCard();
      const list = activeList();
      if (dialog) openDialog(dialog);
      else if (list?.create) list.create(null);
      else openDialog({ kind: 'quickCard' });
    },
  },
  {
    id: 'board.filter',
    label: 'Filter the board by text',
    group: 'Board',
    keys: shortcuts.find,
    icon: Search,
    when: () => document.querySelector('[data-board-filter]') !== null,
    run: () => document.querySelector<HTMLInputElement>('[data-board-filter]')?.focus(),
  },
  {
    id: 'board.addFilter',
    label: 'Add a filter…',
    group: 'Board',
    keys: ['F'],
    icon: ListFilter,
    when: () => document.querySelector('[data-add-filter]') !== null,
    run: () => document.querySelector<HTMLElement>('[data-add-filter]')?.click(),
  },
  {
    id: 'board.mine',
    label: 'Only my cards on this board',
    group: 'Board',
    keys: ['Q'],
    icon: UserCheck,
    when: () => document.querySelector('[data-board-mine]') !== null,
    run: () => document.querySelector<HTMLElement>('[data-board-mine]')?.click(),
  },
  {
    id: 'undo',
    label: undoLabel('Undo', 'done'),
    group: 'App',
    keys: shortcuts.undo,
    icon: Undo2,
    when: () => useUndo.getState().done.length > 0 || isActing() || 'nothing to undo',
    run: () => void undoLast(),
  },
  {
    id: 'redo',
    label: undoLabel('Redo', 'undone'),
    group: 'App',
    keys: shortcuts.redo,
    icon: Redo2,
    when: () => useUndo.getState().undone.length > 0 || isActing() || 'nothing to redo',
    run: () => void redoLast(),
  },
  {
    id: 'view.save',
    label: 'Save this view…',
    group: 'Board',
    icon: Star,
    when: () => document.querySelector('[data-save-view]:not(:disabled)') !== null,
    run: () => document.querySelector<HTMLElement>('[data-save-view]')?.click(),
  },
  {
    id: 'project.new',
    needs: 'projects/create',
    label: 'New project…',
    group: 'Board',
    icon: Boxes,
    when: () =>
      useApp.getState().workspace?.hasExtensions === true || 'projects of this service are made in its web app',
    run: () => openDialog({ kind: 'newProject' }),
  },
  {
    id: 'deck.new',
    needs: 'decks/create',
    label: 'New deck…',
    group: 'Board',
    icon: Layers,
    when: () => projectForNewDeck() !== null || 'there is no project',
    run: () => openDialog({ kind: 'newDeck', projectId: projectForNewDeck() ?? '' }),
  },
  {
    id: 'deck.edit',
    needs: 'decks/update',
    label: 'Edit this deck…',
    group: 'Board',
    icon: Pencil,
    when: () => currentRoute().view === 'deck',
    run: () => openDialog({ kind: 'editDeck', deckId: currentRoute().id ?? '' }),
  },
  {
    id: 'plan',
    label: () => (isPlanning() ? 'Stop planning' : 'Plan runs and owners'),
    group: 'Board',
    keys: ['Shift+P'],
    icon: PencilRuler,
    when: () => currentRoute().view === 'runs' || 'on the runs board only',
    run: () => setPlanning(!isPlanning()),
  },
  {
    id: 'plan.send',
    needs: 'cards/update',
    label: 'Send the plan…',
    group: 'Board',
    icon: SendHorizontal,
    when: hasPlan,
    run: () => openDialog({ kind: 'sendPlan' }),
  },
  {
    id: 'plan.discard',
    label: 'Discard the plan…',
    group: 'Board',
    icon: Eraser,
    when: hasPlan,
    run: () => openDialog({ kind: 'discardPlan' }),
  },
  {
    id: 'milestone.new',
    needs: 'milestones/create',
    label: 'New milestone…',
    group: 'Board',
    icon: Milestone,
    when: () => currentLookups().account?.milestonesEnabled !== false,
    run: () => openDialog({ kind: 'newMilestone' }),
  },
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
    when: () => useApp.getState().workspace?.userId != null,
    run: () => go({ view: 'person', id: useApp.getState().workspace?.userId ?? null, query: { part: 'cards' } }),
  },
  { id: 'go.query', label: 'New query board', group: 'Go to', icon: Braces, run: () => go('query') },
  {
    id: 'view.copyLink',
    label: 'Copy a link to this view',
    group: 'App',
    icon: Link,
    when: () =>
      viewLink(currentRoute()) !== null ||
      'links name decks, milestones, runs, people, searches, the Hand and the inbox',
    run: () => copyText(viewLink(currentRoute()) ?? '', 'Copied the link'),
  },
  {
    id: 'view.paste',
    label: 'Paste a view…',
    group: 'App',
    icon: ClipboardPaste,
    run: () => openDialog({ kind: 'pasteView' }),
  },
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
  {
    id: 'connect',
    label: 'Connect to a service…',
    group: 'App',
    icon: Plug,
    run: () => go('connect'),
  },
  {
    id: 'workspace.new',
    label: 'New workspace…',
    group: 'App',
    icon: HardDrive,
    run: () => openDialog({ kind: 'newWorkspace' }),
  },
  { id: 'workspace.add', label: 'Add a workspace…', group: 'App', icon: Plus, run: () => go('start') },
  {
    id: 'workspace.demo',
    label: () => demoLabel(),
    group: 'App',
    icon: Compass,
    when: () => useApp.getState().workspace?.isDemo !== true,
    run: () => void openDemo(),
  },
  {
    id: 'tour',
    label: 'Take the tour',
    group: 'App',
    icon: MapIcon,
    run: () => openDialog({ kind: 'tour' }),
  },
  ...(['compact', 'normal', 'cover'] as const).map(
    (density): Command => ({
      id: `faces.${density}`,
      label: `Card faces: ${density === 'cover' ? 'with covers' : density}`,
      group: 'Board',
      icon: Rows3,
      when: () => useApp.getState().settings.density !== density,
      run: () => void changeSettings({ density }).catch(showFailure),
    }),
  ),
  {
    id: 'sidebar',
    label: 'Show or hide the sidebar',
    group: 'App',
    keys: shortcuts.toggleSidebar,
    icon: PanelLeft,
    when: () => !isCardWindow,
    run: toggleSidebar,
  },
  {
    id: 'theme',
    label: 'Switch between light and dark theme',
    group: 'App',
    icon: Moon,
    run: () => {
      const dark =
        getComputedStyle(document.documentElement).colorScheme === 'dark' ||
        (useApp.getState().settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
      changeSettings({ theme: dark ? 'light' : 'dark' }).catch(showFailure);
    },
  },
  {
    id: 'sync',
    label: 'Sync now',
    group: 'App',
    keys: ['Mod+R'],
    icon: RefreshCw,
    inFields: true,
    run: () => void call('sync/now', {}).catch(showFailure),
  },
  {
    id: 'readiness',
    label: 'Ready to go offline…',
    group: 'App',
    icon: Download,
    run: () => openDialog({ kind: 'readiness' }),
  },
  {
    id: 'offline',
    label: () => (useApp.getState().sync?.pausedByPerson ? 'Work online again' : 'Work offline'),
    group: 'App',
    icon: WifiOff,
    run: () => void call('sync/offline', { offline: !useApp.getState().sync?.pausedByPerson }).catch(showFailure),
  },
  {
    id: 'doNotDisturb',
    label: () => (isQuiet() ? 'Turn do not disturb off' : 'Do not disturb for an hour'),
    group: 'App',
    icon: BellOff,
    run: () => {
      const { notifications } = useApp.getState().settings;
      const doNotDisturb = disturbedUntil(isQuiet() ? 'off' : 'hour');
      changeSettings({ notifications: { ...notifications, doNotDisturb } }).catch(showFailure);
    },
  },
  {
    id: 'asks.again',
    label: 'Ask again before moves that lose something',
    group: 'App',
    when: () => hasQuiet() || 'nothing was silenced',
    run: () => {
      askAgain();
      toast({ title: 'Decktop asks again', id: 'asks', timeout: 2_500 });
    },
  },
  {
    id: 'quickAdd',
    label: 'Quick add',
    group: 'App',
    icon: Plus,
    run: () => void call('desktop/show', { window: 'quickAdd' }).catch(showFailure),
  },
  {
    id: 'handStrip',
    label: 'Hand strip on top of other programs',
    group: 'App',
    keys: ['Mod+Shift+H'],
    icon: Hand,
    inFields: true,
    run: () => void call('desktop/show', { window: 'hand' }).catch(showFailure),
  },
  {
    id: 'window',
    label: 'Open this view in a new window',
    group: 'App',
    keys: ['Mod+Shift+N'],
    inFields: true,
    run: () => void call('app/newWindow', { route: formatRoute(currentRoute()) }).catch(showFailure),
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    group: 'App',
    keys: ['?'],
    icon: CircleHelp,
    run: () => openDialog({ kind: 'shortcuts' }),
  },
];

/** All commands. Each key belongs to one command at most, so their order does not matter. */
export const commands: readonly Command[] = [...cardCommands, ...tabCommands, ...timeCommands, ...appCommands];
