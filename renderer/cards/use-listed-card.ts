/** What a card in a list does whatever it looks like: the keyboard, the selection, being dragged and clicked. */
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { openCard, useIsOpen } from '../data/routes.ts';
import { clearSelection, focusCard, selectRange, toggleSelected, useSelection } from '../data/selection.ts';
import { useDrag } from '../dnd/drag.ts';

export interface ListedCard {
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  readonly isLifted: boolean;
  /** For the card's element. */
  readonly props: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly tabIndex: number;
    readonly 'data-card-id': string;
    readonly 'data-draggable': true;
    /** The one that the panel shows. */
    readonly 'aria-current': 'true' | undefined;
    readonly onFocus: () => void;
    readonly onClick: (event: MouseEvent) => void;
  };
}

/** `order`: all ids of the view as they are shown, for ranges. `isEntry`: where Tab comes in, though another card has the keyboard. */
export function useListedCard(id: string, order: () => readonly string[], isEntry = false): ListedCard {
  const isSelected = useSelection((state) => state.selected.has(id));
  const isFocused = useSelection((state) => state.focused === id);
  const isOpen = useIsOpen(id);
  const isLifted = useDrag((state) => state.ids.has(id));
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const active = document.activeElement;
    // A card may be shown twice, on a board and in the Hand at its foot: the one that was gone to keeps the focus.
    const isHere = active?.closest<HTMLElement>('[data-card-id]')?.dataset.cardId === id;
    if (isFocused && ref.current && !isHere && keysAreHere()) ref.current.focus({ preventScroll: true });
  }, [id, isFocused]);
  return {
    isSelected,
    isFocused,
    isLifted,
    props: {
      ref,
      tabIndex: isFocused || isEntry ? 0 : -1,
      'data-card-id': id,
      'data-draggable': true,
      'aria-current': isOpen ? 'true' : undefined,
      onFocus: () => focusCard(id),
      onClick: (event) => {
        if (event.shiftKey) selectRange(id, order());
        else if (event.ctrlKey || event.metaKey) toggleSelected(id);
        else {
          clearSelection();
          focusCard(id);
          openCard(id);
        }
      },
    },
  };
}

/** Whether moving focus to a card takes it from nothing that the person is typing in or choosing from. */
function keysAreHere(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body
    ? useSelection.getState().byKeys
    : active.closest('[data-card-id]') !== null;
}
