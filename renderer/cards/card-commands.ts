/** Commands for the selected cards, or for the focused card if none is selected. */
import {
  AppWindow,
  Archive,
  ArrowDownToLine,
  ArrowRightLeft,
  ArrowUpToLine,
  Bookmark,
  CheckCircle2,
  CircleSlash,
  Copy,
  CopyPlus,
  Eye,
  Files,
  Hand,
  HandGrab,
  HandHelping,
  Link,
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
  UserCheck,
} from 'lucide-react';
import { cardCopyProps, taskFieldNames } from '../../shared/contract/index.ts';
import { useApp } from '../data/app-state.ts';
import { openInTab } from '../data/card-tabs.ts';
import { isCardWindow, openCardWindow } from '../data/card-window.ts';
import { copyCardLinks } from '../data/links.ts';
import { currentLookups } from '../data/lookups.ts';
import { nameOf, usePeopleStore } from '../data/people.ts';
import { editCard, go, openCard } from '../data/routes.ts';
import { clearSelection, moveFocus, useSelection } from '../data/selection.ts';
import { canLift, liftByKeys } from '../dnd/drag.ts';
import { definitionOf, type FieldWithChoices, labelOf } from '../model/card-fields/definitions.ts';
import { joiningRefusal } from '../model/hand/hand-drop.ts';
import { endingVerbOf, type Mark, markOf } from '../model/marked-cards.ts';
import { docRefusal, heroRefusal, markRefusal, statusRefusal } from '../model/preflight.ts';
import { copyText } from '../ui/dom/copy-text.ts';
import { activeList, adjacentCard, isShown, targetCards } from '../workbench/active-list.ts';
import type { Command } from '../workbench/command.ts';
import { type ChooseWhat, openDialog } from '../workbench/dialog-state.ts';
import * as actions from './card-actions.ts';
import { copyCards } from './copies.ts';
import { codeOfCard } from './face/CardFace.tsx';
import { fieldIcons } from './face/field-looks.tsx';
import { currentHand, currentHandContents } from './hand-entries.ts';
import { selectionCommands } from './selection-commands.ts';

const some = () => targetCards().length > 0;
const isOpen = () => targetCards().some((card) => card.visibility === 'default');
const choose = (what: ChooseWhat) => () => openDialog({ kind: 'choose', what, cards: targetCards() });
/** Returns the command that opens the list of a field's values. */
const choice = (field: FieldWithChoices, more: Partial<Command> = {}): Command => {
  const { shortcut } = definitionOf(field);
  return {
    id: `card.${field}`,
    needs: 'cards/update',
    label: `${labelOf(field)}…`,
    group: 'Cards',
    ...(shortcut ? { keys: [shortcut] } : {}),
    icon: fieldIcons[field],
    when: isOpen,
    run: choose(field),
    ...more,
  };
};
const focused = () => useSelection.getState().focused;
const isFocusShown = () => {
  const id = focused();
  return id !== null && isShown(id);
};
/** Owner of the one card that commands act on, or null. */
const ownerOfTarget = () => {
  const [card, ...others] = targetCards();
  return others.length === 0 ? (card?.assigneeId ?? null) : null;
};
const me = () => useApp.getState().workspace?.userId ?? null;
const areMine = () => targetCards().every(({ assigneeId }) => assigneeId === me());
const areAllMarked = () => targetCards().length > 0 && targetCards().every((card) => markOf(card) !== null);
/** The people other than the workspace's user in whose Hands the list shows the cards; empty if one is in no such Hand. */
const otherHolders = (): ReadonlySet<string> => {
  const holders = new Set(targetCards().map(({ cardId }) => activeList()?.holderOf?.(cardId) ?? null));
  return holders.has(null) || holders.has(me()) ? new Set() : (holders as Set<string>);
};

export const cardCommands: readonly Command[] = [
  {
    id: 'card.open',
    label: 'Open card',
    group: 'Cards',
    keys: ['Enter'],
    icon: PanelRight,
    when: isFocusShown,
    run: () => openCard(focused()),
  },
  {
    id: 'card.carry',
    label: 'Lift, to carry with arrows and drop',
    group: 'Cards',
    keys: ['Space'],
    keyOnly: true,
    when: () => canLift(focused()),
    run: () => {
      const id = focused();
      if (id) liftByKeys(id);
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
      const id = focused();
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
      const id = focused();
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
      const id = focused();
      if (id) editCard(id);
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
      const id = focused();
      if (id) openDialog({ kind: 'title', cardId: id });
    },
  },
  {
    id: 'card.start',
    needs: 'cards/update',
    label: () => (areAllMarked() ? `${endingVerbOf(targetCards())}…` : 'Start'),
    group: 'Cards',
    keys: ['S'],
    icon: Play,
    when: () =>
      targetCards().some(
        (card) => (card.status !== 'started' || markOf(card) !== null) && card.visibility === 'default',
      ),
    refused: () => statusRefusal(targetCards(), 'started', currentLookups()),
    run: () => void actions.setStatus(targetCards(), 'started', currentLookups()),
  },
  {
    id: 'card.done',
    needs: 'cards/update',
    label: 'Finish',
    group: 'Cards',
    keys: ['D'],
    icon: CheckCircle2,
    when: () =>
      targetCards().some((card) => (card.status !== 'done' || markOf(card) !== null) && card.visibility === 'default'),
    refused: () => statusRefusal(targetCards(), 'done', currentLookups()),
    run: finish,
  },
  {
    id: 'card.reset',
    needs: 'cards/update',
    label: 'Set back to not started',
    group: 'Cards',
    keys: ['N'],
    icon: Undo2,
    when: () => targetCards().some((card) => card.status !== 'not_started' && !card.isDoc),
    run: () => void actions.setStatus(targetCards(), 'not_started', currentLookups()),
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
    when: some,
    run: choose('move'),
  },
  {
    id: 'card.hand',
    needs: 'handQueue/addCardsToHand',
    label: () =>
      targetCards().every((card) => currentHand().inHand.has(card.cardId))
        ? 'Take out of the Hand'
        : 'Put into the Hand',
    group: 'Cards',
    keys: ['H'],
    icon: Hand,
    when: isOpen,
    refused: () => joiningRefusal(targetCards(), currentHandContents()),
    run: () => {
      const [cards, { inHand }] = [targetCards(), currentHand()];
      const put = () => void actions.toHand(cards, inHand);
      if (cards.every(({ cardId }) => inHand.has(cardId))) leaveHand(put, me());
      else put();
    },
  },
  {
    id: 'card.putBack',
    needs: 'handQueue/removeCards',
    label: () => {
      const [holder, ...others] = otherHolders();
      return holder && others.length === 0
        ? `Take out of the Hand of ${nameOf(usePeopleStore.getState().people[holder])}`
        : 'Take out of their Hands';
    },
    group: 'Cards',
    keys: ['Shift+U'],
    icon: HandGrab,
    when: () => otherHolders().size > 0,
    run: () =>
      leaveHand(() => void actions.putBack(targetCards(), (cardId) => activeList()?.holderOf?.(cardId) ?? null)),
  },
  {
    id: 'card.handOver',
    needs: 'handQueue/setCardOrders',
    label: 'Hand over to…',
    group: 'Cards',
    keys: ['Shift+I'],
    icon: HandHelping,
    when: isOpen,
    run: choose('handOver'),
  },
  {
    id: 'card.bookmark',
    needs: 'bookmarks/addCards',
    label: () =>
      targetCards().every((card) => currentHand().bookmarked.has(card.cardId)) ? 'Remove bookmark' : 'Bookmark',
    group: 'Cards',
    keys: ['B'],
    icon: Bookmark,
    when: some,
    run: () => void actions.bookmark(targetCards(), currentHand().bookmarked),
  },
  choice('owner'),
  {
    id: 'card.mine',
    needs: 'cards/update',
    label: () => (areMine() ? 'Take me off as owner' : 'Make me the owner'),
    group: 'Cards',
    keys: ['I'],
    icon: UserCheck,
    when: () => isOpen() && me() !== null,
    run: () => void actions.setOwner(targetCards(), areMine() ? null : me(), 'me'),
  },
  ...taskFieldNames.map((field) => choice(field, { refused: () => docRefusal(targetCards(), field) })),
  choice('run'),
  choice('milestone'),
  choice('zone', { needs: 'cardOrders/updateLabel', when: () => some() && activeList()?.toZone !== undefined }),
  choice('tag'),
  choice('status', { refused: () => docRefusal(targetCards(), 'status') }),
  choice('due', { when: () => isOpen() && currentLookups().account?.dueDateEnabled !== false }),
  choice('hero', { refused: () => heroRefusal(targetCards()) }),
  choice('kind', { label: 'Card or document…' }),
  {
    id: 'card.above',
    needs: 'cards/create',
    label: 'New card above',
    group: 'Cards',
    keys: ['Mod+Shift+Enter'],
    icon: ArrowUpToLine,
    when: () => canInsert(),
    run: () => insert('above'),
  },
  {
    id: 'card.below',
    needs: 'cards/create',
    label: 'New card below',
    group: 'Cards',
    keys: ['Mod+Enter'],
    icon: ArrowDownToLine,
    when: () => canInsert(),
    run: () => insert('below'),
  },
  {
    id: 'card.duplicate',
    needs: 'cards/copy',
    label: 'Duplicate',
    group: 'Cards',
    keys: ['Mod+D'],
    icon: CopyPlus,
    when: () => targetCards().some((card) => card.deckId !== null),
    run: () => void copyCards(targetCards(), null, cardCopyProps),
  },
  {
    id: 'card.copyTo',
    needs: 'cards/copy',
    label: 'Copy to a deck…',
    group: 'Cards',
    keys: ['Mod+Shift+D'],
    icon: Files,
    when: some,
    run: () => openDialog({ kind: 'copyCards', cards: targetCards() }),
  },
  {
    id: 'card.copyCode',
    label: 'Copy short code',
    group: 'Cards',
    keys: ['Mod+Shift+C'],
    icon: Copy,
    when: () => {
      const cards = targetCards();
      return cards.length > 0 && (cards.some((card) => card.accountSeq > 0) || 'not known to the service yet');
    },
    run: () => {
      const codes = targetCards().map(codeOfCard).filter(Boolean).join(' ');
      copyText(codes, `Copied ${codes}`);
    },
  },
  {
    id: 'card.copyLink',
    label: 'Copy link',
    group: 'Cards',
    keys: ['Mod+Shift+L'],
    icon: Link,
    when: () => {
      const cards = targetCards();
      return cards.length > 0 && (cards.some((card) => card.accountSeq > 0) || 'not known to the service yet');
    },
    run: () => copyCardLinks(targetCards()),
  },
  {
    id: 'card.restore',
    needs: 'cards/update',
    label: 'Restore',
    group: 'Cards',
    icon: RotateCcw,
    when: () => targetCards().some((card) => card.visibility !== 'default'),
    run: () => void actions.setVisibility(targetCards(), 'default'),
  },
  {
    id: 'card.archive',
    needs: 'cards/update',
    label: 'Archive',
    group: 'Cards',
    keys: ['A'],
    icon: Archive,
    when: isOpen,
    run: () => void hideCards('archived'),
  },
  {
    id: 'card.delete',
    needs: 'cards/update',
    label: 'Delete',
    group: 'Cards',
    keys: ['Delete', 'Backspace'],
    icon: Trash2,
    danger: true,
    when: () => targetCards().some((card) => card.visibility !== 'deleted'),
    run: () => void hideCards('deleted'),
  },
  ...selectionCommands,
];

/** Returns the command that starts a block or review, or closes it if all cards are in that state already. */
function markCommand(mark: Mark, begin: string, end: string, key: string, icon: LucideIcon): Command {
  return {
    id: `card.${mark}`,
    needs: 'resolvables/create',
    label: () => (actions.areMarked(targetCards(), mark) ? end : begin),
    group: 'Cards',
    keys: [key],
    icon,
    when: isOpen,
    refused: () => markRefusal(targetCards(), currentLookups()),
    run: () => void actions.mark(targetCards(), mark, currentLookups()),
  };
}

/**
 * Performs a change that takes the cards out of the Hand of `holder`, or of anybody. If the list shows the focused card
 * there, the focus moves to its neighbour.
 */
function leaveHand(change: () => void, holder?: string | null): void {
  const list = activeList();
  const from = focused();
  const holderOfFrom = (from && list?.holderOf?.(from)) ?? null;
  const leaves = holderOfFrom !== null && (holder === undefined || holder === holderOfFrom);
  const next = list && leaves ? (adjacentCard(list, from, 'down') ?? adjacentCard(list, from, 'up')) : null;
  change();
  if (next && useSelection.getState().selected.size === 0) moveFocus(next);
}

function finish(): void {
  const cards = targetCards();
  const set = () => void actions.setStatus(cards, 'done', currentLookups());
  // The question may be cancelled.
  if (actions.cardsWithMark(cards, 'done').length > 0) set();
  else leaveHand(set);
}

/** True while a question is open: a repeated key must not ask it again. Nothing shows it. */
let isAsking = false;

/** Archives or deletes the cards. If the focused card leaves the board, the focus moves to its neighbour. */
async function hideCards(visibility: 'archived' | 'deleted'): Promise<void> {
  if (isAsking) return;
  const list = activeList();
  const from = focused();
  const next = list && from ? (adjacentCard(list, from, 'down') ?? adjacentCard(list, from, 'up')) : null;
  const cards = targetCards();
  isAsking = true;
  const goOn = await actions.confirmHiding(cards, visibility).finally(() => {
    isAsking = false;
  });
  if (!goOn) return;
  void actions.setVisibility(cards, visibility);
  clearSelection();
  if (next) moveFocus(next);
}

const canInsert = () => focused() !== null && activeList()?.create !== undefined && activeList()?.ordered === true;

function insert(side: 'above' | 'below'): void {
  const cardId = focused();
  if (cardId) activeList()?.create?.(null, { cardId, side });
}
