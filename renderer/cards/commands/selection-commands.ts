/** Keyboard commands that move the focus, select cards, and move cards by one position. */
import { missingScopeReason } from '../../data/permissions.ts';
import { currentRoute, openCard } from '../../data/routes.ts';
import {
  clearSelection,
  moveFocus,
  selectAll,
  selectRange,
  toggleSelected,
  useSelection,
} from '../../data/selection.ts';
import { toastRefusal } from '../../ui/popups/toast.ts';
import {
  type ActiveList,
  activeList,
  adjacentCard,
  adjacentColumn,
  closeCard,
  type Direction,
  targetCards,
  unfoldedIds,
} from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';

const canMove = () => targetCards().length > 0 && activeList()?.move !== undefined;
const focused = () => useSelection.getState().focused;
const hasSelection = () => useSelection.getState().selected.size > 0;

function step(direction: Direction): void {
  const list = activeList();
  if (!list) return;
  const next = adjacentCard(list, focused(), direction);
  if (!next) return;
  list.reveal(next);
  moveFocus(next);
  // An open card panel shows the newly focused card, so that arrow keys step through cards.
  if (currentRoute().query.card) openCard(next);
}

function extend(direction: Direction): void {
  const list = activeList();
  const from = focused();
  if (!list || !from) return;
  const next = adjacentCard(list, from, direction);
  if (!next) return;
  const { anchor } = useSelection.getState();
  if (!anchor) useSelection.setState({ anchor: from });
  selectRange(next, list.columns.flatMap(unfoldedIds));
  useSelection.setState({ byKeys: true });
  list.reveal(next);
}

/** Shows the reason why keys cannot move cards of the list; false if they can. */
function isMoveRefused({ moveNeeds }: ActiveList): boolean {
  const reason = moveNeeds ? missingScopeReason(moveNeeds) : null;
  if (reason) toastRefusal(reason);
  return reason !== null;
}

/** Moves the cards by one position, column or lane; the keyboard equivalent of a drag. */
function shift(direction: Direction): void {
  const list = activeList();
  const cards = targetCards();
  const first = cards[0];
  if (!list?.move || !first || isMoveRefused(list)) return;
  if (list.moveBy) {
    moveFocus(first.cardId);
    list.moveBy(cards, direction);
    return;
  }
  const column = list.columns.findIndex(({ ids }) => ids.includes(first.cardId));
  const ids = list.columns[column]?.ids ?? [];
  const moved = new Set(cards.map((card) => card.cardId));
  const indexes = cards.map((card) => ids.indexOf(card.cardId)).filter((index) => index >= 0);
  if (direction === 'up' || direction === 'down') {
    const edge = direction === 'up' ? Math.min(...indexes) - 1 : Math.max(...indexes) + 2;
    moveFocus(first.cardId);
    if (list.ordered !== false && edge >= 0 && edge <= ids.length) {
      list.move(cards, column, edge);
      return;
    }
  }
  const to = adjacentColumn(list, column, direction);
  const there = to === null ? undefined : list.columns[to]?.ids.filter((id) => !moved.has(id));
  if (to === null || !there) return;
  moveFocus(first.cardId);
  const index =
    direction === 'up' ? there.length : direction === 'down' ? 0 : Math.min(ids.indexOf(first.cardId), there.length);
  list.move(cards, to, index);
}

/** Moves the cards to the top or bottom of their column. */
function shiftToEnd(end: 'top' | 'bottom'): void {
  const list = activeList();
  const cards = targetCards();
  const first = cards[0];
  if (!list?.move || !first || isMoveRefused(list)) return;
  const column = list.columns.findIndex(({ ids }) => ids.includes(first.cardId));
  const last = list.columns[column]?.ids.length;
  if (last === undefined) return;
  moveFocus(first.cardId);
  list.move(cards, column, end === 'top' ? 0 : last);
  list.reveal(first.cardId);
}

const arrows: readonly (readonly [Direction, string])[] = [
  ['up', 'ArrowUp'],
  ['down', 'ArrowDown'],
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
];

const labels: Record<Direction, { focus: string; move: string }> = {
  up: { focus: 'above', move: 'up' },
  down: { focus: 'below', move: 'down' },
  left: { focus: 'to the left', move: 'to the left' },
  right: { focus: 'to the right', move: 'to the right' },
};

/** Selects the column of the focused card; if it is selected already, selects all cards. */
function selectMore(): void {
  const columns = activeList()?.columns ?? [];
  const { focused: at, selected } = useSelection.getState();
  const own = columns.find((column) => at !== null && unfoldedIds(column).includes(at))?.ids ?? [];
  const wider = own.length === 0 || own.every((id) => selected.has(id));
  selectAll(wider ? columns.flatMap(unfoldedIds) : own);
}

export const selectionCommands: readonly Command[] = [
  {
    id: 'select.toggle',
    label: 'Select card',
    group: 'Board',
    keys: ['X'],
    keyOnly: true,
    when: () => focused() !== null,
    run: () => {
      const id = focused();
      if (id) toggleSelected(id);
    },
  },
  {
    id: 'select.all',
    label: 'Select the column, then all cards',
    group: 'Board',
    keys: ['Mod+A'],
    when: () => activeList() !== null,
    run: selectMore,
  },
  {
    id: 'escape',
    label: 'Clear the selection, then close the card',
    group: 'Board',
    keys: ['Escape'],
    keyOnly: true,
    when: () => hasSelection() || currentRoute().query.card !== undefined,
    run: () => (hasSelection() ? clearSelection() : closeCard()),
  },
  ...arrows.flatMap(([direction, key]): Command[] => [
    {
      id: `focus.${direction}`,
      label: `Card ${labels[direction].focus}`,
      group: 'Board',
      keys: [key],
      keyOnly: true,
      when: () => activeList() !== null,
      run: () => step(direction),
    },
    {
      id: `select.${direction}`,
      label: `Extend the selection ${labels[direction].move}`,
      group: 'Board',
      keys: [`Shift+${key}`],
      keyOnly: true,
      when: () => activeList() !== null,
      run: () => extend(direction),
    },
    {
      id: `move.${direction}`,
      needs: 'cards/update',
      label: `Move cards ${labels[direction].move}`,
      group: 'Cards',
      keys: [`Mod+${key}`],
      keyOnly: true,
      when: canMove,
      run: () => shift(direction),
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
      needs: 'cards/update',
      label: `Move cards to the ${end}`,
      group: 'Cards',
      keys: [key],
      when: () => canMove() && activeList()?.ordered !== false,
      run: () => shiftToEnd(end),
    }),
  ),
];
