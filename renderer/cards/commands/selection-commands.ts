import { missingScopeReason } from '../../data/permissions.ts';
import { currentRoute, openCard } from '../../data/routes.ts';
import {
  carryCard,
  clearSelection,
  putCursorOn,
  selectCardRange,
  selectCards,
  toggleCardSelection,
  useSelection,
} from '../../data/selection.ts';
import { showRefusalToast } from '../../ui/popups/toast.ts';
import {
  type ActiveList,
  type ArrowDirection,
  adjacentCardId,
  adjacentColumnIndex,
  cardIdsUnlessFolded,
  closeCardPanel,
  columnIndexOfCard,
  commandTargetCards,
  currentActiveList,
  cursorCardId,
  showCursor,
  visibleSelectedCardIds,
} from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import { onCursorCard } from './command-targets.ts';

const canMove = () => commandTargetCards().length > 0 && currentActiveList()?.move !== undefined;
const focusedCardId = () => useSelection.getState().focused;
/** The view has cards, and the DOM focus is outside them. */
const isCursorElsewhere = () => currentActiveList() !== null && cursorCardId() === null;
const hasSelection = () => visibleSelectedCardIds().length > 0;

/** If no card has the cursor, shows it and returns null. */
function neighbourOfCursor(direction: ArrowDirection): string | null {
  const list = currentActiveList();
  if (cursorCardId() !== null) return list && adjacentCardId(list, focusedCardId(), direction);
  showCursor();
  return null;
}

function focusAdjacent(direction: ArrowDirection): void {
  const next = neighbourOfCursor(direction);
  if (!next) return;
  currentActiveList()?.reveal(next);
  putCursorOn(next);
  // The person can go through the cards with arrow keys.
  if (currentRoute().query.card) openCard(next);
}

function extendSelection(direction: ArrowDirection): void {
  const list = currentActiveList();
  const from = focusedCardId();
  const next = neighbourOfCursor(direction);
  if (!list || !from || !next) return;
  const { anchor } = useSelection.getState();
  if (!anchor) useSelection.setState({ anchor: from });
  selectCardRange(next, list.columns.flatMap(cardIdsUnlessFolded));
  list.reveal(next);
}

/** Shows the scope that the token lacks in a toast. */
function isMoveRefused({ moveAction }: ActiveList): boolean {
  const reason = moveAction ? missingScopeReason(moveAction) : null;
  if (reason) showRefusalToast(reason);
  return reason !== null;
}

/** By one position, or to the next column or lane. This is the keyboard alternative to dragging. */
function moveByOne(direction: ArrowDirection): void {
  const list = currentActiveList();
  const cards = commandTargetCards();
  const first = cards[0];
  if (!list?.move || !first || isMoveRefused(list)) return;
  if (list.moveBy) {
    carryCard(first.cardId);
    list.moveBy(cards, direction);
    return;
  }
  const column = columnIndexOfCard(list, first.cardId);
  if (column < 0) return;
  const ids = list.columns[column]?.ids ?? [];
  const moved = new Set(cards.map((card) => card.cardId));
  const indexes = cards.map((card) => ids.indexOf(card.cardId)).filter((index) => index >= 0);
  if (direction === 'up' || direction === 'down') {
    const edge = direction === 'up' ? Math.min(...indexes) - 1 : Math.max(...indexes) + 2;
    carryCard(first.cardId);
    if (list.hasManualOrder !== false && edge >= 0 && edge <= ids.length) {
      list.move(cards, column, edge);
      return;
    }
  }
  let to = adjacentColumnIndex(list, column, direction);
  // Keys do not act on cards in folded columns, but the next key press must act on the moved card again.
  while (to !== null && list.columns[to]?.isFolded) to = adjacentColumnIndex(list, to, direction);
  const there = to === null ? undefined : list.columns[to]?.ids.filter((id) => !moved.has(id));
  if (to === null || !there) return;
  carryCard(first.cardId);
  const index =
    direction === 'up' ? there.length : direction === 'down' ? 0 : Math.min(ids.indexOf(first.cardId), there.length);
  list.move(cards, to, index);
}

function moveToEnd(end: 'top' | 'bottom'): void {
  const list = currentActiveList();
  const cards = commandTargetCards();
  const first = cards[0];
  if (!list?.move || !first || isMoveRefused(list)) return;
  const column = columnIndexOfCard(list, first.cardId);
  const last = list.columns[column]?.ids.length;
  if (last === undefined) return;
  carryCard(first.cardId);
  list.move(cards, column, end === 'top' ? 0 : last);
  list.reveal(first.cardId);
}

/** Direction, key, and its name in the labels of commands that move the focus and that move cards. */
const arrowKeys = [
  ['up', 'ArrowUp', 'above', 'up'],
  ['down', 'ArrowDown', 'below', 'down'],
  ['left', 'ArrowLeft', 'to the left', 'to the left'],
  ['right', 'ArrowRight', 'to the right', 'to the right'],
] as const;

/**
 * If the cards of the focused card's column are selected already, or if no card is focused, selects all cards of the
 * list. Folded columns are left out.
 */
function selectColumnOrAll(): void {
  const columns = currentActiveList()?.columns ?? [];
  const { focused: at, selected } = useSelection.getState();
  const own = columns.find((column) => at !== null && cardIdsUnlessFolded(column).includes(at))?.ids ?? [];
  const wider = own.length === 0 || own.every((id) => selected.has(id));
  selectCards(wider ? columns.flatMap(cardIdsUnlessFolded) : own);
}

export const selectionCommands: readonly Command[] = [
  {
    id: 'select.toggle',
    label: 'Select card',
    group: 'Cards',
    keys: ['X'],
    keyOnly: true,
    when: () => cursorCardId() !== null,
    ...onCursorCard(toggleCardSelection),
  },
  {
    id: 'select.all',
    label: 'Select the column, then all cards',
    group: 'Board',
    keys: ['Mod+A'],
    when: () => currentActiveList() !== null,
    run: selectColumnOrAll,
  },
  {
    id: 'escape',
    label: 'Clear the selection, close the card, or return to the cards',
    group: 'Board',
    keys: ['Escape'],
    keyOnly: true,
    when: () => hasSelection() || currentRoute().query.card !== undefined || isCursorElsewhere(),
    run: () => {
      if (hasSelection()) clearSelection();
      else if (currentRoute().query.card !== undefined) closeCardPanel();
      else showCursor();
    },
  },
  ...arrowKeys.flatMap(([direction, key, place, way]): Command[] => [
    {
      id: `focus.${direction}`,
      label: `Card ${place}`,
      group: 'Board',
      keys: [key],
      keyOnly: true,
      when: () => currentActiveList() !== null,
      run: () => focusAdjacent(direction),
    },
    {
      id: `select.${direction}`,
      label: `Extend the selection ${way}`,
      group: 'Board',
      keys: [`Shift+${key}`],
      keyOnly: true,
      when: () => currentActiveList() !== null,
      run: () => extendSelection(direction),
    },
    {
      id: `move.${direction}`,
      sentAction: 'cards/update',
      label: `Move cards ${way}`,
      group: 'Cards',
      keys: [`Mod+${key}`],
      keyOnly: true,
      when: canMove,
      run: () => moveByOne(direction),
    },
  ]),
  ...(
    [
      ['top', 'Mod+Shift+ArrowUp'],
      ['bottom', 'Mod+Shift+ArrowDown'],
    ] as const
  ).map(
    ([end, key]): Command => ({
      id: `move.${end}`,
      sentAction: 'cards/update',
      label: `Move cards to the ${end}`,
      group: 'Cards',
      keys: [key],
      when: () => canMove() && currentActiveList()?.hasManualOrder !== false,
      run: () => moveToEnd(end),
    }),
  ),
];
