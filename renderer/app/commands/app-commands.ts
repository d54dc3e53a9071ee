/** Commands of the whole app, such as undo, theme, workspaces, sync and other windows. */
import {
  BellOff,
  CircleHelp,
  ClipboardPaste,
  Compass,
  Download,
  Hand,
  HardDrive,
  Link,
  Map as MapIcon,
  Moon,
  PanelLeft,
  Plug,
  Plus,
  Redo2,
  RefreshCw,
  Rows3,
  Search,
  Undo2,
  WifiOff,
} from 'lucide-react';
import { isDoNotDisturbOn } from '../../../shared/domain/notification-schedule.ts';
import { hasPendingActs, redoLastChange, undoLastChange, useUndoStacks } from '../../data/act.ts';
import { changeSettings, useAppState } from '../../data/app-state.ts';
import { call, failureOf } from '../../data/bridge.ts';
import { doNotDisturbSettingForChoice } from '../../data/do-not-disturb.ts';
import { failureText } from '../../data/failures.ts';
import { workspaceLinkToView } from '../../data/links.ts';
import { currentRoute, formatRoute, navigate } from '../../data/routes.ts';
import { isCardWindow } from '../../data/window-kind.ts';
import { demoWorkspaceCommandLabel, openDemoWorkspace } from '../../data/workspace-actions.ts';
import { copyText } from '../../ui/dom/copy-text.ts';
import { toast } from '../../ui/popups/toast.ts';
import type { Command } from '../../workbench/command.ts';
import { enableAllConfirmations, hasDisabledConfirmations } from '../../workbench/confirm.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { sharedShortcuts } from '../../workbench/shared-shortcuts.ts';
import { toggleSidebar } from '../../workbench/sidebar-state.ts';

const showFailure = (error: unknown) => toast({ title: failureText(failureOf(error)), tone: 'danger' });
const undoLabel = (verb: string, stack: 'done' | 'undone') => () => {
  const last = useUndoStacks.getState()[stack].at(-1);
  return last ? `${verb}: ${last.label}` : verb;
};
const isQuiet = () => isDoNotDisturbOn(useAppState.getState().settings.notifications, Date.now());

export const appCommands: readonly Command[] = [
  {
    id: 'palette',
    label: 'Search and commands',
    group: 'App',
    keys: sharedShortcuts.palette,
    icon: Search,
    inFields: true,
    run: () => openDialog({ kind: 'palette' }),
  },
  {
    id: 'undo',
    label: undoLabel('Undo', 'done'),
    group: 'App',
    keys: sharedShortcuts.undo,
    icon: Undo2,
    when: () => useUndoStacks.getState().done.length > 0 || hasPendingActs() || 'nothing to undo',
    run: () => void undoLastChange(),
  },
  {
    id: 'redo',
    label: undoLabel('Redo', 'undone'),
    group: 'App',
    keys: sharedShortcuts.redo,
    icon: Redo2,
    when: () => useUndoStacks.getState().undone.length > 0 || hasPendingActs() || 'nothing to redo',
    run: () => void redoLastChange(),
  },
  {
    id: 'view.copyLink',
    label: 'Copy a link to this view',
    group: 'App',
    icon: Link,
    when: () =>
      workspaceLinkToView(currentRoute()) !== null ||
      'links name decks, milestones, runs, people, searches, the Hand and the inbox',
    run: () => copyText(workspaceLinkToView(currentRoute()) ?? '', 'Copied the link'),
  },
  {
    id: 'view.paste',
    label: 'Paste a view…',
    group: 'App',
    icon: ClipboardPaste,
    run: () => openDialog({ kind: 'pasteView' }),
  },
  {
    id: 'connect',
    label: 'Connect to a service…',
    group: 'App',
    icon: Plug,
    run: () => navigate('connect'),
  },
  {
    id: 'workspace.new',
    label: 'New workspace…',
    group: 'App',
    icon: HardDrive,
    run: () => openDialog({ kind: 'newWorkspace' }),
  },
  { id: 'workspace.add', label: 'Add a workspace…', group: 'App', icon: Plus, run: () => navigate('start') },
  {
    id: 'workspace.demo',
    label: () => demoWorkspaceCommandLabel(),
    group: 'App',
    icon: Compass,
    when: () => useAppState.getState().workspace?.isDemo !== true,
    run: () => void openDemoWorkspace(),
  },
  {
    id: 'tour',
    label: 'Take the tour',
    group: 'App',
    icon: MapIcon,
    run: () => openDialog({ kind: 'tour' }),
  },
  {
    id: 'sidebar',
    label: 'Show or hide the sidebar',
    group: 'App',
    keys: sharedShortcuts.toggleSidebar,
    icon: PanelLeft,
    when: () => !isCardWindow,
    run: toggleSidebar,
  },
  ...(['compact', 'normal', 'cover'] as const).map(
    (density): Command => ({
      id: `faces.${density}`,
      label: `Card faces: ${density === 'cover' ? 'with covers' : density}`,
      group: 'Board',
      icon: Rows3,
      when: () => useAppState.getState().settings.density !== density,
      run: () => void changeSettings({ density }),
    }),
  ),
  {
    id: 'theme',
    label: 'Switch between light and dark theme',
    group: 'App',
    icon: Moon,
    run: () => {
      const dark =
        getComputedStyle(document.documentElement).colorScheme === 'dark' ||
        (useAppState.getState().settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
      void changeSettings({ theme: dark ? 'light' : 'dark' });
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
    label: () => (useAppState.getState().sync?.pausedByPerson ? 'Work online again' : 'Work offline'),
    group: 'App',
    icon: WifiOff,
    run: () => void call('sync/offline', { offline: !useAppState.getState().sync?.pausedByPerson }).catch(showFailure),
  },
  {
    id: 'doNotDisturb',
    label: () => (isQuiet() ? 'Turn do not disturb off' : 'Do not disturb for an hour'),
    group: 'App',
    icon: BellOff,
    run: () => {
      const { notifications } = useAppState.getState().settings;
      const doNotDisturb = doNotDisturbSettingForChoice(isQuiet() ? 'off' : 'hour');
      void changeSettings({ notifications: { ...notifications, doNotDisturb } });
    },
  },
  {
    id: 'asks.again',
    label: 'Ask again before moves that lose something',
    group: 'App',
    when: () => hasDisabledConfirmations() || 'nothing was silenced',
    run: () => {
      enableAllConfirmations();
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
