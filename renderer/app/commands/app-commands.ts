import {
  BellOff,
  CircleHelp,
  ClipboardPaste,
  Compass,
  Download,
  FileInput,
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
import type { CommandName, CommandParams } from '../../../shared/bridge/index.ts';
import { isDoNotDisturbOn } from '../../../shared/domain/notification-schedule.ts';
import { hasPendingActs, redoLastChange, undoLastChange, useUndoStacks } from '../../data/act.ts';
import { changeSettings, useAppState } from '../../data/app-state.ts';
import { call, toastFailure } from '../../data/bridge.ts';
import { workspaceLinkToView } from '../../data/links.ts';
import { doNotDisturbSettingForChoice } from '../../data/notifications.ts';
import { currentRoute, formatRoute, navigate } from '../../data/routes.ts';
import { isCardWindow } from '../../data/window-kind.ts';
import { demoWorkspaceCommandLabel, openDemoWorkspace, saveWorkspaceAsFile } from '../../data/workspace-actions.ts';
import { copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import { toast } from '../../ui/popups/toast.ts';
import { scrollCursorIntoView } from '../../workbench/active-list.ts';
import { type Command, commandsOfGroup, sharedShortcuts } from '../../workbench/command.ts';
import { enableAllConfirmations, hasDisabledConfirmations } from '../../workbench/confirmation/confirm.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { toggleSidebar } from '../../workbench/sidebar-state.ts';
import { endTour, goToNextTourStep, isTourOn, startTour } from '../tour/tour-state.ts';

const send = <C extends CommandName>(command: C, params: CommandParams<C>) =>
  void call(command, params).catch(toastFailure);
const undoLabel = (verb: string, stack: 'done' | 'undone') => () => {
  const last = useUndoStacks.getState()[stack].at(-1);
  return last ? `${verb}: ${last.label}` : verb;
};
const isQuiet = () => isDoNotDisturbOn(useAppState.getState().settings.notifications, Date.now());

export const appCommands: readonly Command[] = commandsOfGroup('App', [
  {
    id: 'palette',
    label: 'Search and commands',
    keys: sharedShortcuts.palette,
    icon: Search,
    inFields: true,
    run: () => {
      scrollCursorIntoView();
      openDialog({ kind: 'palette' });
    },
  },
  {
    id: 'undo',
    label: undoLabel('Undo', 'done'),
    keys: sharedShortcuts.undo,
    icon: Undo2,
    when: () => useUndoStacks.getState().done.length > 0 || hasPendingActs() || 'nothing to undo',
    run: () => void undoLastChange(),
  },
  {
    id: 'redo',
    label: undoLabel('Redo', 'undone'),
    keys: sharedShortcuts.redo,
    icon: Redo2,
    when: () => useUndoStacks.getState().undone.length > 0 || hasPendingActs() || 'nothing to redo',
    run: () => void redoLastChange(),
  },
  {
    id: 'view.copyLink',
    label: 'Copy a link to this view',
    icon: Link,
    when: () =>
      workspaceLinkToView(currentRoute()) !== null ||
      'links name decks, milestones, runs, people, searches, the Hand and the inbox',
    run: () => copyText(workspaceLinkToView(currentRoute()) ?? '', 'Copied the link'),
  },
  { id: 'view.paste', label: 'Paste a view…', icon: ClipboardPaste, run: () => openDialog({ kind: 'pasteView' }) },
  { id: 'import', label: 'Import…', icon: FileInput, run: () => openDialog({ kind: 'import' }) },
  { id: 'connect', label: 'Connect to a service…', icon: Plug, run: () => navigate('connect?form=') },
  { id: 'workspace.new', label: 'New workspace…', icon: HardDrive, run: () => openDialog({ kind: 'newWorkspace' }) },
  { id: 'workspace.add', label: 'Add a workspace…', icon: Plus, run: () => openDialog({ kind: 'addWorkspace' }) },
  {
    id: 'workspace.restore',
    label: 'Restore a workspace…',
    icon: HardDrive,
    run: () => openDialog({ kind: 'restoreWorkspace', from: 'choice' }),
  },
  {
    id: 'workspace.save',
    label: 'Save this workspace as a file…',
    icon: HardDrive,
    when: () => useAppState.getState().workspace !== null,
    run: () => void saveWorkspaceAsFile(useAppState.getState().workspace?.id ?? ''),
  },
  {
    id: 'workspace.check',
    label: 'Check this workspace…',
    icon: HardDrive,
    when: () => useAppState.getState().workspace !== null,
    run: () => openDialog({ kind: 'checkWorkspace' }),
  },
  {
    id: 'workspace.demo',
    label: () => demoWorkspaceCommandLabel(),
    icon: Compass,
    when: () => useAppState.getState().workspace?.isDemo !== true,
    run: () => void openDemoWorkspace(),
  },
  {
    id: 'tour',
    label: () => (isTourOn() ? 'Leave the tour' : 'Take the tour'),
    icon: MapIcon,
    when: () => !isCardWindow && useAppState.getState().workspace !== null,
    run: () => (isTourOn() ? endTour() : startTour()),
  },
  {
    id: 'tour.skip',
    label: 'Skip this step of the tour',
    icon: MapIcon,
    when: isTourOn,
    run: () => goToNextTourStep(),
  },
  {
    id: 'sidebar',
    label: 'Show or hide the sidebar',
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
    keys: ['Mod+R'],
    icon: RefreshCw,
    inFields: true,
    run: () => send('sync/now', {}),
  },
  {
    id: 'readiness',
    label: 'Ready to go offline…',
    icon: Download,
    run: () => openDialog({ kind: 'offlineReadiness' }),
  },
  {
    id: 'offline',
    label: () => (useAppState.getState().sync?.pausedByPerson ? 'Work online again' : 'Work offline'),
    icon: WifiOff,
    run: () => send('sync/offline', { offline: !useAppState.getState().sync?.pausedByPerson }),
  },
  {
    id: 'doNotDisturb',
    label: () => (isQuiet() ? 'Turn do not disturb off' : 'Do not disturb for an hour'),
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
    when: () => hasDisabledConfirmations() || 'nothing was silenced',
    run: () => {
      enableAllConfirmations();
      toast({ title: 'Decktop asks again', id: 'asks', timeout: 2_500 });
    },
  },
  { id: 'quickAdd', label: 'Quick add', icon: Plus, run: () => send('desktop/show', { window: 'quickAdd' }) },
  {
    id: 'handStrip',
    label: 'Hand strip on top of other programs',
    keys: ['Mod+Shift+H'],
    icon: Hand,
    inFields: true,
    run: () => send('desktop/show', { window: 'hand' }),
  },
  {
    id: 'window',
    label: 'Open this view in a new window',
    keys: ['Mod+Shift+N'],
    inFields: true,
    run: () => send('app/newWindow', { route: formatRoute(currentRoute()) }),
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    keys: ['?'],
    icon: CircleHelp,
    run: () => openDialog({ kind: 'shortcuts' }),
  },
]);
