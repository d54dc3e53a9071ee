/** Commands on cards: the selection, else the card with the focus. */
import {
  Archive,
  ArrowRightLeft,
  Bookmark,
  CheckCircle2,
  Copy,
  CopyPlus,
  Flag,
  Gauge,
  Hand,
  Milestone,
  PencilLine,
  Play,
  RotateCcw,
  Tag,
  Timer,
  Trash2,
  Undo2,
  User,
} from 'lucide-react';
import type { Command } from '../app/command.ts';
import { openDialog } from '../app/dialog-state.ts';
import { currentLookups } from '../data/lookups.ts';
import { currentRoute, go, openCard } from '../data/routes.ts';
import { clearSelection, moveFocus, selectAll, selectRange, toggleSelected, useSelection } from '../data/selection.ts';
import { currentHand } from '../hand/entries.ts';
import { toast } from '../ui/toast.tsx';
import { actedCards, activeList, type Direction, neighbour } from './active.ts';
import { codeOfCard } from './CardFace.tsx';
import * as actions from './card-actions.ts';

const some = () => actedCards().length > 0;
const isOpen = () => actedCards().some((card) => card.visibility === 'default');
const choose = (what: 'move' | 'owner' | 'priority' | 'effort' | 'run' | 'milestone' | 'tag' | 'deck') => () =>
  openDialog({ kind: 'choose', what, cards: actedCards() });
const focused = () => useSelection.getState().focused;

function step(direction: Direction): void {
  const list = activeList();
  if (!list) return;
  const next = neighbour(list, focused(), direction);
  if (!next) return;
  list.reveal(next);
  moveFocus(next);
  // The panel follows, so that one can read card after card by the arrow keys.
  if (currentRoute().query.card) openCard(next);
}

function extend(direction: Direction): void {
  const list = activeList();
  const from = focused();
  if (!list || !from) return;
  const next = neighbour(list, from, direction);
  if (!next) return;
  const { anchor } = useSelection.getState();
  if (!anchor) useSelection.setState({ anchor: from });
  selectRange(
    next,
    list.columns.flatMap(({ ids }) => ids),
  );
  useSelection.setState({ byKeys: true });
  list.reveal(next);
}

/** Moves by one place or one column: the keyboard's twin of a drag. */
function shift(direction: Direction): void {
  const list = activeList();
  const cards = actedCards();
  const first = cards[0];
  if (!list?.move || !first) return;
  const column = list.columns.findIndex(({ ids }) => ids.includes(first.cardId));
  const ids = list.columns[column]?.ids ?? [];
  const moved = new Set(cards.map((card) => card.cardId));
  const indexes = cards.map((card) => ids.indexOf(card.cardId)).filter((index) => index >= 0);
  if (direction === 'up' || direction === 'down') {
    const edge = direction === 'up' ? Math.min(...indexes) - 1 : Math.max(...indexes) + 2;
    if (edge < 0 || edge > ids.length) return;
    moveFocus(first.cardId);
    list.move(cards, column, edge);
  } else {
    const to = column + (direction === 'left' ? -1 : 1);
    const there = list.columns[to]?.ids.filter((id) => !moved.has(id));
    if (!there) return;
    moveFocus(first.cardId);
    list.move(cards, to, Math.min(ids.indexOf(first.cardId), there.length));
  }
}

const arrows: readonly (readonly [Direction, string])[] = [
  ['up', 'ArrowUp'],
  ['down', 'ArrowDown'],
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
];

const words: Record<Direction, { focus: string; move: string }> = {
  up: { focus: 'above', move: 'up' },
  down: { focus: 'below', move: 'down' },
  left: { focus: 'to the left', move: 'to the left' },
  right: { focus: 'to the right', move: 'to the right' },
};

export const cardCommands: readonly Command[] = [
  {
    id: 'card.open',
    label: 'Open card',
    group: 'Cards',
    keys: ['Enter', 'Space'],
    when: () => focused() !== null,
    run: () => openCard(focused()),
  },
  {
    id: 'card.edit',
    label: 'Edit text',
    group: 'Cards',
    keys: ['E'],
    icon: PencilLine,
    when: () => focused() !== null,
    run: () => {
      const id = focused();
      if (id) go({ ...currentRoute(), query: { ...currentRoute().query, card: id, edit: '1' } });
    },
  },
  {
    id: 'card.start',
    label: 'Start',
    group: 'Cards',
    keys: ['S'],
    icon: Play,
    when: () => actedCards().some((card) => card.status !== 'started' && !card.isDoc && card.visibility === 'default'),
    run: () => actions.setStatus(actedCards(), 'started', currentLookups()),
  },
  {
    id: 'card.done',
    label: 'Finish',
    group: 'Cards',
    keys: ['D'],
    icon: CheckCircle2,
    when: () => actedCards().some((card) => card.status !== 'done' && !card.isDoc && card.visibility === 'default'),
    run: () => actions.setStatus(actedCards(), 'done', currentLookups()),
  },
  {
    id: 'card.reset',
    label: 'Set back to not started',
    group: 'Cards',
    keys: ['N'],
    icon: Undo2,
    when: () => actedCards().some((card) => card.status !== 'not_started' && !card.isDoc),
    run: () => actions.setStatus(actedCards(), 'not_started', currentLookups()),
  },
  {
    id: 'card.move',
    label: 'Move to…',
    group: 'Cards',
    keys: ['M'],
    icon: ArrowRightLeft,
    when: some,
    run: choose('move'),
  },
  {
    id: 'card.hand',
    label: () =>
      actedCards().every((card) => currentHand().inHand.has(card.cardId))
        ? 'Take out of the Hand'
        : 'Put into the Hand',
    group: 'Cards',
    keys: ['H'],
    icon: Hand,
    when: isOpen,
    run: () => void actions.toHand(actedCards(), currentHand().inHand),
  },
  {
    id: 'card.bookmark',
    label: () =>
      actedCards().every((card) => currentHand().bookmarked.has(card.cardId)) ? 'Remove bookmark' : 'Bookmark',
    group: 'Cards',
    keys: ['B'],
    icon: Bookmark,
    when: some,
    run: () => void actions.bookmark(actedCards(), currentHand().bookmarked),
  },
  { id: 'card.owner', label: 'Owner…', group: 'Cards', keys: ['O'], icon: User, when: isOpen, run: choose('owner') },
  {
    id: 'card.priority',
    label: 'Priority…',
    group: 'Cards',
    keys: ['P'],
    icon: Flag,
    when: isOpen,
    run: choose('priority'),
  },
  {
    id: 'card.effort',
    label: 'Effort…',
    group: 'Cards',
    keys: ['Shift+E'],
    icon: Gauge,
    when: isOpen,
    run: choose('effort'),
  },
  { id: 'card.run', label: 'Run…', group: 'Cards', keys: ['R'], icon: Timer, when: isOpen, run: choose('run') },
  {
    id: 'card.milestone',
    label: 'Milestone…',
    group: 'Cards',
    keys: ['G'],
    icon: Milestone,
    when: isOpen,
    run: choose('milestone'),
  },
  { id: 'card.tag', label: 'Tags…', group: 'Cards', keys: ['T'], icon: Tag, when: isOpen, run: choose('tag') },
  {
    id: 'card.duplicate',
    label: 'Copy card',
    group: 'Cards',
    icon: CopyPlus,
    when: () => actedCards().some((card) => card.deckId !== null),
    run: () => void actions.copyCards(actedCards()),
  },
  {
    id: 'card.copyCode',
    label: 'Copy short code',
    group: 'Cards',
    keys: ['Mod+Shift+C'],
    icon: Copy,
    when: () => actedCards().some((card) => card.accountSeq > 0) || 'not known to the service yet',
    run: () => {
      const codes = actedCards().map(codeOfCard).filter(Boolean).join(' ');
      navigator.clipboard.writeText(codes).then(
        () => toast({ title: `Copied ${codes}`, id: 'copied', timeout: 2_000 }),
        () => toast({ title: 'The clipboard did not take it.', tone: 'danger' }),
      );
    },
  },
  {
    id: 'card.restore',
    label: 'Restore',
    group: 'Cards',
    icon: RotateCcw,
    when: () => actedCards().some((card) => card.visibility !== 'default'),
    run: () => void actions.setVisibility(actedCards(), 'default'),
  },
  {
    id: 'card.archive',
    label: 'Archive',
    group: 'Cards',
    keys: ['A'],
    icon: Archive,
    when: isOpen,
    run: () => leaving(() => actions.setVisibility(actedCards(), 'archived')),
  },
  {
    id: 'card.delete',
    label: 'Delete',
    group: 'Cards',
    keys: ['Delete', 'Backspace'],
    icon: Trash2,
    danger: true,
    when: () => actedCards().some((card) => card.visibility !== 'deleted'),
    run: () => leaving(() => actions.setVisibility(actedCards(), 'deleted')),
  },
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
    label: 'Select all cards',
    group: 'Board',
    keys: ['Mod+A'],
    when: () => activeList() !== null,
    run: () => selectAll(activeList()?.columns.flatMap(({ ids }) => ids) ?? []),
  },
  {
    id: 'select.none',
    label: 'Clear the selection',
    group: 'Board',
    keys: ['Escape'],
    keyOnly: true,
    when: () => useSelection.getState().selected.size > 0,
    run: clearSelection,
  },
  ...arrows.flatMap(([direction, key]): Command[] => [
    {
      id: `focus.${direction}`,
      label: `Card ${words[direction].focus}`,
      group: 'Board',
      keys: [key],
      keyOnly: true,
      when: () => activeList() !== null,
      run: () => step(direction),
    },
    {
      id: `select.${direction}`,
      label: `Extend the selection ${words[direction].move}`,
      group: 'Board',
      keys: [`Shift+${key}`],
      keyOnly: true,
      when: () => activeList() !== null,
      run: () => extend(direction),
    },
    {
      id: `move.${direction}`,
      label: `Move cards ${words[direction].move}`,
      group: 'Cards',
      keys: [`Mod+${key}`],
      keyOnly: true,
      when: some,
      run: () => shift(direction),
    },
  ]),
];

/** The focus goes on to the neighbour of a card that leaves the board. */
function leaving(run: () => Promise<void>): void {
  const list = activeList();
  const from = focused();
  const next = list && from ? (neighbour(list, from, 'down') ?? neighbour(list, from, 'up')) : null;
  void run();
  clearSelection();
  if (next) moveFocus(next);
}
