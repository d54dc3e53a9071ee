/**
 * Commands on cards. While the card panel has the focus, they act on its card, otherwise on the selected cards. If no
 * card is selected, they act on the focused card.
 */
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
import { openCardInTab } from '../../data/card-tabs.ts';
import { currentLookups } from '../../data/lookups.ts';
import { navigate, openCard, openCardForEditing } from '../../data/routes.ts';
import { clearSelection, focusCardFromKeyboard } from '../../data/selection.ts';
import { isCardWindow, openCardWindow } from '../../data/window-kind.ts';
import { canDragByKeyboard, startKeyboardDrag } from '../../dnd/drag.ts';
import { type BlockOrReview, blockOrReviewOfCard, closeThreadsButtonText } from '../../model/blocks-and-reviews.ts';
import { blockOrReviewRefusal, statusRefusal } from '../../model/preflight.ts';
import {
  adjacentCardId,
  commandTargetCards,
  currentActiveList,
  isCardShown,
  panelOrFocusedCardId,
} from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import * as actions from '../card-actions.ts';
import { choiceListOpener, hasActiveTargetCards, hasCommandTargetCards } from './command-targets.ts';
import { copyCommands } from './copy-commands.ts';
import { fieldCommands } from './field-commands.ts';
import { handCommands, removeFromHandAndMoveFocus } from './hand-commands.ts';
import { selectionCommands } from './selection-commands.ts';

const isFocusShown = () => {
  const id = panelOrFocusedCardId();
  return id !== null && isCardShown(id);
};
/** Returns the owner of the card that commands act on; null if there are several cards or no owner. */
const ownerOfTarget = () => {
  const [card, ...others] = commandTargetCards();
  return others.length === 0 ? (card?.assigneeId ?? null) : null;
};
const areAllMarked = () =>
  commandTargetCards().length > 0 && commandTargetCards().every((card) => blockOrReviewOfCard(card) !== null);
export const cardCommands: readonly Command[] = [
  {
    id: 'card.open',
    label: 'Open card',
    group: 'Cards',
    keys: ['Enter'],
    icon: PanelRight,
    when: isFocusShown,
    run: () => openCard(panelOrFocusedCardId()),
  },
  {
    id: 'card.carry',
    label: 'Lift, to carry with arrows and drop',
    group: 'Cards',
    keys: ['Space'],
    keyOnly: true,
    when: () => canDragByKeyboard(panelOrFocusedCardId()),
    run: () => {
      const id = panelOrFocusedCardId();
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
      const id = panelOrFocusedCardId();
      if (id) openCardInTab(id);
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
      const id = panelOrFocusedCardId();
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
      if (id) navigate({ view: 'person', id });
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
      const id = panelOrFocusedCardId();
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
      const id = panelOrFocusedCardId();
      if (id) openDialog({ kind: 'title', cardId: id });
    },
  },
  {
    id: 'card.start',
    needs: 'cards/update',
    label: () => (areAllMarked() ? `${closeThreadsButtonText(commandTargetCards())}…` : 'Start'),
    group: 'Cards',
    keys: ['S'],
    icon: Play,
    when: () =>
      commandTargetCards().some(
        (card) => (card.status !== 'started' || blockOrReviewOfCard(card) !== null) && card.visibility === 'default',
      ),
    refused: () => statusRefusal(commandTargetCards(), 'started', currentLookups()),
    run: () => void actions.setStatusOfCards(commandTargetCards(), 'started', currentLookups()),
  },
  {
    id: 'card.done',
    needs: 'cards/update',
    label: 'Finish',
    group: 'Cards',
    keys: ['D'],
    icon: CheckCircle2,
    when: () =>
      commandTargetCards().some(
        (card) => (card.status !== 'done' || blockOrReviewOfCard(card) !== null) && card.visibility === 'default',
      ),
    refused: () => statusRefusal(commandTargetCards(), 'done', currentLookups()),
    run: finishCards,
  },
  {
    id: 'card.reset',
    needs: 'cards/update',
    label: 'Set back to not started',
    group: 'Cards',
    keys: ['N'],
    icon: Undo2,
    when: () => commandTargetCards().some((card) => card.status !== 'not_started' && !card.isDoc),
    run: () => void actions.setStatusOfCards(commandTargetCards(), 'not_started', currentLookups()),
  },
  blockOrReviewCommand('block', 'Block…', 'Unblock', 'Shift+B', CircleSlash),
  blockOrReviewCommand('review', 'Ask for a review…', 'Close the review', 'Shift+R', Eye),
  {
    id: 'card.move',
    needs: 'cards/update',
    label: 'Move to…',
    group: 'Cards',
    keys: ['M'],
    icon: ArrowRightLeft,
    when: hasCommandTargetCards,
    run: choiceListOpener('move'),
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
    when: () => commandTargetCards().some((card) => card.visibility !== 'default'),
    run: () => void actions.setCardVisibility(commandTargetCards(), 'default'),
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
    when: () => commandTargetCards().some((card) => card.visibility !== 'deleted'),
    run: () => void archiveOrDelete('deleted'),
  },
  ...selectionCommands,
];

/**
 * Returns the command that blocks cards, or the command that asks for their review, depending on `threadKind`. If all
 * cards have such a thread already, the command closes all their block and review threads (`toggleBlockOrReview`).
 */
function blockOrReviewCommand(
  threadKind: BlockOrReview,
  begin: string,
  end: string,
  key: string,
  icon: LucideIcon,
): Command {
  return {
    id: `card.${threadKind}`,
    needs: 'resolvables/create',
    label: () => (actions.allCardsHaveOpenThreadOfKind(commandTargetCards(), threadKind) ? end : begin),
    group: 'Cards',
    keys: [key],
    icon,
    when: hasActiveTargetCards,
    refused: () => blockOrReviewRefusal(commandTargetCards(), currentLookups()),
    run: () => void actions.toggleBlockOrReview(commandTargetCards(), threadKind, currentLookups()),
  };
}

function finishCards(): void {
  const cards = commandTargetCards();
  const set = () => void actions.setStatusOfCards(cards, 'done', currentLookups());
  // If a card has an open block or review thread, a dialog asks first. The cards stay in the Hand if the person cancels
  // the dialog, so the focus does not move in this case.
  if (actions.cardsShownAsBlockedOrInReview(cards, 'done').length > 0) set();
  else removeFromHandAndMoveFocus(set);
}

/** True while a confirmation is open, so that a repeated key does not open a second confirmation. */
let isAsking = false;

/**
 * Archives or deletes the cards; asks for confirmation first if that has side effects. Moves the focus to the card
 * below or above, because the focused card disappears.
 */
async function archiveOrDelete(visibility: 'archived' | 'deleted'): Promise<void> {
  if (isAsking) return;
  const list = currentActiveList();
  const from = panelOrFocusedCardId();
  const next = list && from ? (adjacentCardId(list, from, 'down') ?? adjacentCardId(list, from, 'up')) : null;
  const cards = commandTargetCards();
  isAsking = true;
  const isConfirmed = await actions.confirmArchivingOrDeleting(cards, visibility).finally(() => {
    isAsking = false;
  });
  if (!isConfirmed) return;
  void actions.setCardVisibility(cards, visibility);
  clearSelection();
  if (next) focusCardFromKeyboard(next);
}

const canCreateBeside = () =>
  panelOrFocusedCardId() !== null && currentActiveList()?.create !== undefined && currentActiveList()?.ordered === true;

function createBeside(side: 'above' | 'below'): void {
  const cardId = panelOrFocusedCardId();
  if (cardId) currentActiveList()?.create?.(null, { cardId, side });
}
