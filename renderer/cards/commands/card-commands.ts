/**
 * While the card panel has the focus, commands act on its card, otherwise on the selected cards, otherwise on the
 * focused card.
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
import { idOfOpenCard, navigate, openCard, openCardForEditing } from '../../data/routes.ts';
import { clearSelection, putCursorOn } from '../../data/selection.ts';
import { isCardWindow, openCardWindow } from '../../data/window-kind.ts';
import { canDragByKeyboard, startKeyboardDrag } from '../../dnd/drag.ts';
import { type BlockOrReview, blockOrReviewOfCard, closeThreadsButtonText } from '../../model/blocks-and-reviews.ts';
import type { CardRow } from '../../model/card-row.ts';
import { blockOrReviewRefusal, statusRefusal } from '../../model/preflight.ts';
import {
  adjacentCardId,
  commandTargetCards,
  currentActiveList,
  cursorCardId,
  focusPart,
  isCardShown,
} from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import * as actions from '../card-actions.ts';
import {
  type CardCommand,
  choiceListOpener,
  hasCommandTargetCards,
  hasUnarchivedTargetCards,
  onCursorCard,
} from './command-targets.ts';
import { copyCommands } from './copy-commands.ts';
import { fieldCommands } from './field-commands.ts';
import { handCommands, removeFromHandAndMoveFocus } from './hand-commands.ts';
import { selectionCommands } from './selection-commands.ts';

const isFocusShown = () => {
  const id = cursorCardId();
  return id !== null && isCardShown(id);
};
/** Null if there are several cards or no owner. */
const ownerOfTarget = () => {
  const [card, ...others] = commandTargetCards();
  return others.length === 0 ? (card?.assigneeId ?? null) : null;
};
const areAllMarked = (cards: readonly CardRow[]) =>
  cards.length > 0 && cards.every((card) => blockOrReviewOfCard(card) !== null);
const canCreateBeside = () =>
  cursorCardId() !== null &&
  currentActiveList()?.openComposer !== undefined &&
  currentActiveList()?.hasManualOrder === true;
const createBeside = (side: 'above' | 'below') =>
  onCursorCard((cardId) => currentActiveList()?.openComposer?.(null, { cardId, side }));
/** At least one unarchived target card does not show the status yet. */
const canSetStatus = (status: 'started' | 'done') => () =>
  commandTargetCards().some(
    (card) => (card.status !== status || blockOrReviewOfCard(card) !== null) && card.visibility === 'default',
  );
const commands: readonly CardCommand[] = [
  {
    id: 'card.open',
    label: 'Open card',
    keys: ['Enter'],
    icon: PanelRight,
    when: isFocusShown,
    // Again: goes into its panel.
    ...onCursorCard((id) => (idOfOpenCard() === id ? focusPart('aside[aria-label="Card"]') : openCard(id))),
  },
  {
    id: 'card.carry',
    label: 'Lift, to carry with arrows and drop',
    keys: ['Space'],
    keyOnly: true,
    when: () => canDragByKeyboard(cursorCardId()),
    ...onCursorCard(startKeyboardDrag),
  },
  {
    id: 'card.openTab',
    label: 'Open in a new tab',
    keys: ['Shift+Enter'],
    icon: PanelTopOpen,
    when: isFocusShown,
    ...onCursorCard(openCardInTab),
  },
  {
    id: 'card.window',
    label: 'Open in own window',
    keys: ['Shift+W'],
    icon: AppWindow,
    when: () => isFocusShown() && !isCardWindow,
    ...onCursorCard(openCardWindow),
  },
  {
    id: 'card.ownerPage',
    label: 'Open the page of its owner',
    icon: User,
    when: () => !isCardWindow && ownerOfTarget() !== null,
    run: () => {
      const id = ownerOfTarget();
      if (id) navigate({ view: 'person', id });
    },
  },
  {
    id: 'card.edit',
    sentAction: 'cards/update',
    label: 'Edit text',
    keys: ['E'],
    icon: PencilLine,
    when: isFocusShown,
    ...onCursorCard(openCardForEditing),
  },
  {
    id: 'card.title',
    sentAction: 'cards/update',
    label: 'Edit title',
    keys: ['F2'],
    icon: TextCursorInput,
    when: isFocusShown,
    ...onCursorCard((cardId) => openDialog({ kind: 'editCardTitle', cardId })),
  },
  {
    id: 'card.start',
    sentAction: 'cards/update',
    label: (cards) => (areAllMarked(cards) ? `${closeThreadsButtonText(cards)}…` : 'Start'),
    keys: ['S'],
    icon: Play,
    when: canSetStatus('started'),
    refused: () => statusRefusal(commandTargetCards(), 'started', currentLookups()),
    run: () => void actions.setStatusOfCards(commandTargetCards(), 'started', currentLookups()),
  },
  {
    id: 'card.done',
    sentAction: 'cards/update',
    label: 'Finish',
    keys: ['D'],
    icon: CheckCircle2,
    when: canSetStatus('done'),
    refused: () => statusRefusal(commandTargetCards(), 'done', currentLookups()),
    run: finishCards,
  },
  {
    id: 'card.reset',
    sentAction: 'cards/update',
    label: 'Set back to not started',
    keys: ['N'],
    icon: Undo2,
    when: () => commandTargetCards().some((card) => card.status !== 'not_started' && !card.isDoc),
    run: () => void actions.setStatusOfCards(commandTargetCards(), 'not_started', currentLookups()),
  },
  blockOrReviewCommand('block', 'Block…', 'Unblock', 'Shift+B', CircleSlash),
  blockOrReviewCommand('review', 'Ask for a review…', 'Close the review', 'Shift+R', Eye),
  {
    id: 'card.move',
    sentAction: 'cards/update',
    label: 'Move to…',
    keys: ['M'],
    icon: ArrowRightLeft,
    when: hasCommandTargetCards,
    run: choiceListOpener('move'),
  },
  ...handCommands,
  ...fieldCommands,
  {
    id: 'card.above',
    sentAction: 'cards/create',
    label: 'New card above',
    keys: ['Mod+Shift+Enter'],
    icon: ArrowUpToLine,
    when: canCreateBeside,
    ...createBeside('above'),
  },
  {
    id: 'card.below',
    sentAction: 'cards/create',
    label: 'New card below',
    keys: ['Mod+Enter'],
    icon: ArrowDownToLine,
    when: canCreateBeside,
    ...createBeside('below'),
  },
  ...copyCommands,
  {
    id: 'card.restore',
    sentAction: 'cards/update',
    label: 'Restore',
    icon: RotateCcw,
    when: () => commandTargetCards().some((card) => card.visibility !== 'default'),
    run: () => void actions.setCardVisibility(commandTargetCards(), 'default'),
  },
  {
    id: 'card.archive',
    sentAction: 'cards/update',
    label: 'Archive',
    keys: ['A'],
    icon: Archive,
    when: hasUnarchivedTargetCards,
    run: () => void archiveOrDelete('archived'),
  },
  {
    id: 'card.delete',
    sentAction: 'cards/update',
    label: 'Delete',
    keys: ['Delete', 'Backspace'],
    icon: Trash2,
    danger: true,
    when: () => commandTargetCards().some((card) => card.visibility !== 'deleted'),
    run: () => void archiveOrDelete('deleted'),
  },
];

export const cardCommands: readonly Command[] = [
  ...commands.map((command) => ({ ...command, group: 'Cards' as const })),
  ...selectionCommands,
];

/** If all cards have such a thread already, closes all their block and review threads (`toggleBlockOrReview`). */
function blockOrReviewCommand(
  threadKind: BlockOrReview,
  begin: string,
  end: string,
  key: string,
  icon: LucideIcon,
): CardCommand {
  return {
    id: `card.${threadKind}`,
    sentAction: 'resolvables/create',
    label: (cards) => (actions.allCardsHaveOpenThreadOfKind(cards, threadKind) ? end : begin),
    keys: [key],
    icon,
    when: hasUnarchivedTargetCards,
    refused: () => blockOrReviewRefusal(commandTargetCards(), currentLookups()),
    run: () => void actions.toggleBlockOrReview(commandTargetCards(), threadKind, currentLookups()),
  };
}

function finishCards(): void {
  const cards = commandTargetCards();
  const set = () => void actions.setStatusOfCards(cards, 'done', currentLookups());
  // A dialog asks first. The cards stay in the Hand if the person cancels, so the focus does not move.
  if (actions.cardsShownAsBlockedOrInReview(cards, 'done').length > 0) set();
  else removeFromHandAndMoveFocus(set);
}

/** A repeated key must not open a second confirmation. */
let isAsking = false;

/**
 * Asks for confirmation first if that has side effects. Moves the focus to the card below or above, because the focused
 * card disappears.
 */
async function archiveOrDelete(visibility: 'archived' | 'deleted'): Promise<void> {
  if (isAsking) return;
  const list = currentActiveList();
  const from = cursorCardId();
  const next = list && from ? (adjacentCardId(list, from, 'down') ?? adjacentCardId(list, from, 'up')) : null;
  const cards = commandTargetCards();
  isAsking = true;
  const isConfirmed = await actions.confirmArchivingOrDeleting(cards, visibility).finally(() => {
    isAsking = false;
  });
  if (!isConfirmed) return;
  void actions.setCardVisibility(cards, visibility);
  clearSelection();
  if (next) putCursorOn(next);
}
