/** Commands on cards. They act on the selected cards, or on the focused card if none is selected. */
import {
  AppWindow,
  Archive,
  ArrowDownToLine,
  ArrowRightLeft,
  ArrowUpToLine,
  CheckCircle2,
  CircleSlash,
  Eye,
  type LucideIcon,
  PanelRight,
  PanelTopOpen,
  PencilLine,
  Play,
  RotateCcw,
  TextCursorInput,
  Trash2,
  Undo2,
  User,
} from 'lucide-react';
import { openInTab } from '../../data/card-tabs.ts';
import { currentLookups } from '../../data/lookups.ts';
import { go, openCard, openCardForEditing } from '../../data/routes.ts';
import { clearSelection, focusCardByKey } from '../../data/selection.ts';
import { isCardWindow, openCardWindow } from '../../data/window-kind.ts';
import { canDragByKeys, startKeyboardDrag } from '../../dnd/drag.ts';
import { statusRefusal, threadMarkRefusal } from '../../model/preflight.ts';
import { closeThreadsButtonText, type ThreadMark, threadMarkOf } from '../../model/thread-marks.ts';
import {
  adjacentCardId,
  cardsToActOn,
  currentActiveList,
  currentCardId,
  isCardShown,
} from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import * as actions from '../card-actions.ts';
import { choicesOpener, hasActiveTargetCards, hasTargetCards } from './command-targets.ts';
import { copyCommands } from './copy-commands.ts';
import { fieldCommands } from './field-commands.ts';
import { handCommands, leaveHandAndMoveFocus } from './hand-commands.ts';
import { selectionCommands } from './selection-commands.ts';

const isFocusShown = () => {
  const id = currentCardId();
  return id !== null && isCardShown(id);
};
/** Returns the owner of the card that commands act on; null if there are several cards or no owner. */
const ownerOfTarget = () => {
  const [card, ...others] = cardsToActOn();
  return others.length === 0 ? (card?.assigneeId ?? null) : null;
};
const areAllMarked = () => cardsToActOn().length > 0 && cardsToActOn().every((card) => threadMarkOf(card) !== null);
export const cardCommands: readonly Command[] = [
  {
    id: 'card.open',
    label: 'Open card',
    group: 'Cards',
    keys: ['Enter'],
    icon: PanelRight,
    when: isFocusShown,
    run: () => openCard(currentCardId()),
  },
  {
    id: 'card.carry',
    label: 'Lift, to carry with arrows and drop',
    group: 'Cards',
    keys: ['Space'],
    keyOnly: true,
    when: () => canDragByKeys(currentCardId()),
    run: () => {
      const id = currentCardId();
      if (id) startKeyboardDrag(id);
    },
  },
  {
    id: 'card.openTab',
    label: 'Open in a new tab',
    group: 'Cards',
    keys: ['Shift+Enter'],
    icon: PanelTopOpen,
    when: isFocusShown,
    run: () => {
      const id = currentCardId();
      if (id) openInTab(id);
    },
  },
  {
    id: 'card.window',
    label: 'Open in own window',
    group: 'Cards',
    keys: ['Shift+W'],
    icon: AppWindow,
    when: () => isFocusShown() && !isCardWindow,
    run: () => {
      const id = currentCardId();
      if (id) openCardWindow(id);
    },
  },
  {
    id: 'card.ownerPage',
    label: 'Open the page of its owner',
    group: 'Cards',
    icon: User,
    when: () => !isCardWindow && ownerOfTarget() !== null,
    run: () => {
      const id = ownerOfTarget();
      if (id) go({ view: 'person', id });
    },
  },
  {
    id: 'card.edit',
    needs: 'cards/update',
    label: 'Edit text',
    group: 'Cards',
    keys: ['E'],
    icon: PencilLine,
    when: isFocusShown,
    run: () => {
      const id = currentCardId();
      if (id) openCardForEditing(id);
    },
  },
  {
    id: 'card.title',
    needs: 'cards/update',
    label: 'Edit title',
    group: 'Cards',
    keys: ['F2'],
    icon: TextCursorInput,
    when: isFocusShown,
    run: () => {
      const id = currentCardId();
      if (id) openDialog({ kind: 'title', cardId: id });
    },
  },
  {
    id: 'card.start',
    needs: 'cards/update',
    label: () => (areAllMarked() ? `${closeThreadsButtonText(cardsToActOn())}…` : 'Start'),
    group: 'Cards',
    keys: ['S'],
    icon: Play,
    when: () =>
      cardsToActOn().some(
        (card) => (card.status !== 'started' || threadMarkOf(card) !== null) && card.visibility === 'default',
      ),
    refused: () => statusRefusal(cardsToActOn(), 'started', currentLookups()),
    run: () => void actions.setStatus(cardsToActOn(), 'started', currentLookups()),
  },
  {
    id: 'card.done',
    needs: 'cards/update',
    label: 'Finish',
    group: 'Cards',
    keys: ['D'],
    icon: CheckCircle2,
    when: () =>
      cardsToActOn().some(
        (card) => (card.status !== 'done' || threadMarkOf(card) !== null) && card.visibility === 'default',
      ),
    refused: () => statusRefusal(cardsToActOn(), 'done', currentLookups()),
    run: finishCards,
  },
  {
    id: 'card.reset',
    needs: 'cards/update',
    label: 'Set back to not started',
    group: 'Cards',
    keys: ['N'],
    icon: Undo2,
    when: () => cardsToActOn().some((card) => card.status !== 'not_started' && !card.isDoc),
    run: () => void actions.setStatus(cardsToActOn(), 'not_started', currentLookups()),
  },
  markCommand('block', 'Block…', 'Unblock', 'Shift+B', CircleSlash),
  markCommand('review', 'Ask for a review…', 'Close the review', 'Shift+R', Eye),
  {
    id: 'card.move',
    needs: 'cards/update',
    label: 'Move to…',
    group: 'Cards',
    keys: ['M'],
    icon: ArrowRightLeft,
    when: hasTargetCards,
    run: choicesOpener('move'),
  },
  ...handCommands,
  ...fieldCommands,
  {
    id: 'card.above',
    needs: 'cards/create',
    label: 'New card above',
    group: 'Cards',
    keys: ['Mod+Shift+Enter'],
    icon: ArrowUpToLine,
    when: () => canCreateBeside(),
    run: () => createBeside('above'),
  },
  {
    id: 'card.below',
    needs: 'cards/create',
    label: 'New card below',
    group: 'Cards',
    keys: ['Mod+Enter'],
    icon: ArrowDownToLine,
    when: () => canCreateBeside(),
    run: () => createBeside('below'),
  },
  ...copyCommands,
  {
    id: 'card.restore',
    needs: 'cards/update',
    label: 'Restore',
    group: 'Cards',
    icon: RotateCcw,
    when: () => cardsToActOn().some((card) => card.visibility !== 'default'),
    run: () => void actions.setVisibility(cardsToActOn(), 'default'),
  },
  {
    id: 'card.archive',
    needs: 'cards/update',
    label: 'Archive',
    group: 'Cards',
    keys: ['A'],
    icon: Archive,
    when: hasActiveTargetCards,
    run: () => void archiveOrDelete('archived'),
  },
  {
    id: 'card.delete',
    needs: 'cards/update',
    label: 'Delete',
    group: 'Cards',
    keys: ['Delete', 'Backspace'],
    icon: Trash2,
    danger: true,
    when: () => cardsToActOn().some((card) => card.visibility !== 'deleted'),
    run: () => void archiveOrDelete('deleted'),
  },
  ...selectionCommands,
];

/**
 * Returns the command for one kind of thread: it blocks cards, or asks for their review (`toggleMark`). If all cards
 * have a thread of this kind already, the command closes all their block and review threads.
 */
function markCommand(mark: ThreadMark, begin: string, end: string, key: string, icon: LucideIcon): Command {
  return {
    id: `card.${mark}`,
    needs: 'resolvables/create',
    label: () => (actions.allHaveMark(cardsToActOn(), mark) ? end : begin),
    group: 'Cards',
    keys: [key],
    icon,
    when: hasActiveTargetCards,
    refused: () => threadMarkRefusal(cardsToActOn(), currentLookups()),
    run: () => void actions.toggleMark(cardsToActOn(), mark, currentLookups()),
  };
}

function finishCards(): void {
  const cards = cardsToActOn();
  const set = () => void actions.setStatus(cards, 'done', currentLookups());
  // A dialog asks about open threads first, and the person may cancel. So the cards may stay in the Hand, and the focus
  // does not move.
  if (actions.cardsWhoseMarkHidesStatus(cards, 'done').length > 0) set();
  else leaveHandAndMoveFocus(set);
}

/** True while a confirmation is open, so that a repeated key does not open a second confirmation. */
let isAsking = false;

/**
 * Archives or deletes the cards, if necessary after a confirmation. The focus moves to the card below, or above,
 * because the focused card disappears.
 */
async function archiveOrDelete(visibility: 'archived' | 'deleted'): Promise<void> {
  if (isAsking) return;
  const list = currentActiveList();
  const from = currentCardId();
  const next = list && from ? (adjacentCardId(list, from, 'down') ?? adjacentCardId(list, from, 'up')) : null;
  const cards = cardsToActOn();
  isAsking = true;
  const isConfirmed = await actions.confirmArchivingOrDeleting(cards, visibility).finally(() => {
    isAsking = false;
  });
  if (!isConfirmed) return;
  void actions.setVisibility(cards, visibility);
  clearSelection();
  if (next) focusCardByKey(next);
}

const canCreateBeside = () =>
  currentCardId() !== null && currentActiveList()?.create !== undefined && currentActiveList()?.ordered === true;

function createBeside(side: 'above' | 'below'): void {
  const cardId = currentCardId();
  if (cardId) currentActiveList()?.create?.(null, { cardId, side });
}
