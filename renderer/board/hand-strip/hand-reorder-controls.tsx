/**
 * From the card menu, or with Control (Command on a Mac) and an arrow key. An arrow key alone moves the focus to the
 * neighbouring card.
 */
import { ArrowLeft, ArrowLeftToLine, ArrowRight, ArrowRightToLine } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { act } from '../../data/act.ts';
import type { CardRow } from '../../model/card-row.ts';
import { type HandContents, stepToDropInHand } from '../../model/hand/hand-drop.ts';
import { announceToScreenReaders } from '../../ui/dom/announce-to-screen-readers.ts';
import type { MenuEntry } from '../../ui/popups/Menu.tsx';
import { cardSelector } from '../../workbench/reveal-card.ts';

/**
 * `from` returns the index before which `stepToDropInHand` inserts the card. The moved card still counts at its old
 * position `at`, so `at + 2` moves it one place to the right.
 */
const slotMoves: readonly {
  readonly label: string;
  readonly Icon: typeof ArrowLeft;
  readonly key?: string;
  readonly from: (at: number, count: number) => number;
}[] = [
  { label: 'To the front', Icon: ArrowLeftToLine, from: () => 0 },
  { label: 'Earlier', Icon: ArrowLeft, key: 'ArrowLeft', from: (at) => at - 1 },
  { label: 'Later', Icon: ArrowRight, key: 'ArrowRight', from: (at) => at + 2 },
  { label: 'To the end', Icon: ArrowRightToLine, from: (_, count) => count },
];

/** `row` is the list element. */
export function createHandReorderControls(
  hand: HandContents,
  cardOf: (id: string) => CardRow | undefined,
  row: RefObject<HTMLElement | null>,
) {
  const { cardIds } = hand;
  const moveTo = async (id: string, to: number): Promise<void> => {
    const card = cardOf(id);
    const change = card && to >= 0 && to <= cardIds.length ? stepToDropInHand([card], to, hand) : null;
    if (!card || !change) return;
    const place = to > cardIds.indexOf(id) ? to - 1 : to;
    if (!(await act('Reorder the Hand', [change]))) return;
    announceToScreenReaders(`${card.title}: place ${place + 1}`);
    // The element loses the focus when React moves it.
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(cardSelector(id))?.focus());
  };
  return {
    menuEntriesOf: (id: string): MenuEntry[] => {
      const at = cardIds.indexOf(id);
      return slotMoves.flatMap(({ label, Icon, key, from }) => {
        const to = from(at, cardIds.length);
        if (to < 0 || to > cardIds.length || to === at || to === at + 1) return [];
        const icon = <Icon key={label} size={14} aria-hidden />;
        return [{ label, icon, shortcut: key && `Mod+${key}`, run: () => void moveTo(id, to) }];
      });
    },
    onKeyDown: (event: KeyboardEvent) => {
      const id = (event.target as Element).closest<HTMLElement>('[data-card-id]')?.dataset.cardId;
      const move = slotMoves.find(({ key }) => key === event.key);
      if (!id || !move || event.shiftKey || event.altKey) return;
      // The window's commands for arrow keys move the focus to a card of the board.
      event.preventDefault();
      const at = cardIds.indexOf(id);
      if (event.ctrlKey || event.metaKey) void moveTo(id, move.from(at, cardIds.length));
      else
        row.current?.querySelectorAll<HTMLElement>('[data-card-id]')[at + (move.key === 'ArrowLeft' ? -1 : 1)]?.focus();
    },
  };
}
