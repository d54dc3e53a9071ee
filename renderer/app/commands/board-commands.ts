import {
  ArrowDownUp,
  Boxes,
  CalendarCheck,
  ChevronLeft,
  ChevronRight,
  Eraser,
  Layers,
  ListFilter,
  type LucideIcon,
  Milestone,
  Pencil,
  PencilRuler,
  Plus,
  Rows2,
  Search,
  SendHorizontal,
  Share,
  SquareKanban,
  Star,
  Timer,
  UserCheck,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { currentPlanDraft, isPlanningModeOn, setPlanningMode } from '../../cards/planning/plan-draft.ts';
import { useAppState } from '../../data/app-state.ts';
import { currentLookups, type WorkspaceLookups } from '../../data/lookups.ts';
import { currentRoute, type Route } from '../../data/routes.ts';
import { keptCards } from '../../model/board-source.ts';
import { popupSelector } from '../../ui/dom/keep-focus-in-view.ts';
import { currentActiveList, showCursor } from '../../workbench/active-list.ts';
import { type Command, commandsOfGroup, sharedShortcuts } from '../../workbench/command.ts';
import { type DialogState, openDialog } from '../../workbench/dialog-state.ts';

/**
 * When the popup that `control` opens has closed, the focus goes back to where the key was pressed, or to the cards if
 * the command was chosen in the palette.
 */
function returnFocusAfterPopup(control: Element): void {
  const before = document.activeElement;
  let wasInPopup = false;
  const check = ({ target }: FocusEvent) => {
    const popup = target instanceof Element ? target.closest(popupSelector) : null;
    wasInPopup ||= popup !== null && !popup.contains(before);
    if (popup || !wasInPopup) return;
    document.removeEventListener('focusin', check);
    if (target !== control) return;
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    else showCursor();
  };
  if (control.matches('[aria-haspopup]')) document.addEventListener('focusin', check);
}

/** A narrow view shows other controls than a wide one. */
const shownControl = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((control) => control.checkVisibility());

/** A command of the group "Board", available while the view shows the control. Clicks the control by default. */
export const controlCommand = (
  selector: string,
  command: Omit<Command, 'group' | 'when' | 'run'>,
  use = (control: HTMLElement): void => control.click(),
): Command => ({
  ...command,
  group: 'Board',
  when: () => shownControl(selector) !== undefined,
  run: () => {
    const control = shownControl(selector);
    if (!control) return;
    returnFocusAfterPopup(control);
    use(control);
  },
});

function exportView(isPrint: boolean): void {
  const list = currentActiveList();
  if (!list) return;
  const { view, id } = currentRoute();
  const columns = list.columns.map(({ column, ids }) => ({ title: column.title, ids }));
  openDialog({
    kind: 'export',
    title: list.title,
    cards: { columns },
    isPrint,
    ...(view === 'run' && id ? { runId: id } : {}),
  });
}

const hasPlan = () => Object.keys(currentPlanDraft().plan).length > 0;

/** The project on screen, or the project of the deck on screen. Null if there is none, or it is archived or deleted. */
function shownProjectId({ decks, projects }: WorkspaceLookups, { view, id }: Route): string | null {
  const shown = view === 'project' ? id : view === 'deck' && id ? decks[id]?.projectId : null;
  return projects.find((project) => project.id === shown)?.id ?? null;
}

/** The project on screen, otherwise the first project. Null if no project exists. */
const projectForNewDeck = (lookups = currentLookups(), route = currentRoute()): string | null =>
  shownProjectId(lookups, route) ?? lookups.projects[0]?.id ?? null;

/**
 * The dialog to complete before a card can be created: "New project" without a project, "New deck" without a deck. In
 * the view of a project, only its own decks count. Null if nothing is missing, or if the service does not let apps
 * create the missing project.
 */
export function dialogNeededBeforeNewCard(lookups = currentLookups(), route = currentRoute()): DialogState | null {
  const { activeDecks, projects } = lookups;
  if (projects.length === 0) return useAppState.getState().workspace?.hasExtensions ? { kind: 'newProject' } : null;
  const projectId = route.view === 'project' ? shownProjectId(lookups, route) : null;
  const decks = projectId ? activeDecks.filter((deck) => deck.projectId === projectId) : activeDecks;
  return decks.length === 0 ? { kind: 'newDeck', projectId: projectForNewDeck(lookups, route) } : null;
}

export const boardCommands: readonly Command[] = commandsOfGroup('Board', [
  {
    id: 'card.new',
    sentAction: 'cards/create',
    label: 'New card',
    keys: sharedShortcuts.newCard,
    icon: Plus,
    inFields: true,
    run: () => {
      const dialog = dialogNeededBeforeNewCard();
      const list = currentActiveList();
      if (dialog) openDialog(dialog);
      else if (list?.openComposer) list.openComposer(null);
      else openDialog({ kind: 'newCard' });
    },
  },
  controlCommand(
    '[data-board-filter]',
    { id: 'board.filter', label: 'Filter the board by text', keys: sharedShortcuts.find, icon: Search },
    (field) => field.focus(),
  ),
  controlCommand('[data-add-filter]', { id: 'board.addFilter', label: 'Add a filter…', keys: ['F'], icon: ListFilter }),
  controlCommand('[data-board-mine]', {
    id: 'board.mine',
    label: 'Only my cards on this board',
    keys: ['Q'],
    icon: UserCheck,
  }),
  controlCommand('[data-board-tool~="layout"]', {
    id: 'board.layout',
    label: 'Layout: board, list, table, lanes…',
    icon: SquareKanban,
  }),
  controlCommand('[data-board-tool~="sort"]', { id: 'board.sort', label: 'Sort the board…', icon: ArrowDownUp }),
  controlCommand('[data-board-tool~="faces"]', { id: 'board.faces', label: 'Card faces…', icon: Rows2 }),
  controlCommand('[data-save-view]:not(:disabled)', { id: 'view.save', label: 'Save this view…', icon: Star }),
  {
    id: 'project.new',
    sentAction: 'projects/create',
    label: 'New project…',
    icon: Boxes,
    when: () =>
      useAppState.getState().workspace?.hasExtensions === true || 'projects of this service are made in its web app',
    run: () => openDialog({ kind: 'newProject' }),
  },
  {
    id: 'deck.new',
    sentAction: 'decks/create',
    label: 'New deck…',
    icon: Layers,
    when: () => projectForNewDeck() !== null || 'there is no project',
    run: () => openDialog({ kind: 'newDeck', projectId: projectForNewDeck() ?? '' }),
  },
  {
    id: 'deck.edit',
    sentAction: 'decks/update',
    label: 'Edit this deck…',
    icon: Pencil,
    when: () => currentRoute().view === 'deck',
    run: () => openDialog({ kind: 'editDeck', deckId: currentRoute().id ?? '' }),
  },
  {
    id: 'view.export',
    label: 'Export the cards of this view…',
    icon: Share,
    when: () => currentActiveList() !== null || 'this view has no cards',
    run: () => exportView(false),
  },
  {
    id: 'view.print',
    label: 'Print this view…',
    icon: Share,
    when: () => currentActiveList() !== null || 'this view has no cards',
    run: () => exportView(true),
  },
  {
    id: 'workspace.exportCards',
    label: 'Export all cards…',
    icon: Share,
    run: () =>
      openDialog({
        kind: 'export',
        title: useAppState.getState().workspace?.name ?? 'all cards',
        cards: { where: keptCards },
      }),
  },
  {
    id: 'run.new',
    sentAction: 'sprints/createConfig',
    label: 'New run…',
    icon: Timer,
    when: () =>
      useAppState.getState().workspace?.hasExtensions === true || 'runs of this service are made in its web app',
    run: () => openDialog({ kind: 'newRun' }),
  },
  {
    id: 'plan',
    label: () => (isPlanningModeOn() ? 'Stop planning' : 'Plan runs and owners'),
    keys: ['Shift+P'],
    icon: PencilRuler,
    when: () => currentRoute().view === 'runs' || 'on the runs board only',
    run: () => setPlanningMode(!isPlanningModeOn()),
  },
  {
    id: 'plan.send',
    sentAction: 'cards/update',
    label: 'Send the plan…',
    icon: SendHorizontal,
    when: hasPlan,
    run: () => openDialog({ kind: 'sendPlan' }),
  },
  {
    id: 'plan.discard',
    label: 'Discard the plan…',
    icon: Eraser,
    when: hasPlan,
    run: () => openDialog({ kind: 'discardPlan' }),
  },
  {
    id: 'milestone.new',
    sentAction: 'milestones/create',
    label: 'New milestone…',
    icon: Milestone,
    when: () => currentLookups().account?.milestonesEnabled !== false,
    run: () => openDialog({ kind: 'newMilestone' }),
  },
]);

/** Commands of the calendar and the roadmap. Most of them click a button of the view. */
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
