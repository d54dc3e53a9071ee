/** Behaviour that every card in a list shares: focus, selection, drag and click. */
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { openCardWindow } from '../../data/card-window.ts';
import { openCard, useIsOpen } from '../../data/routes.ts';
import { clearSelection, focusCard, selectRange, toggleSelected, useSelection } from '../../data/selection.ts';
import { useDrag } from '../../dnd/drag.ts';

interface ListedCard {
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  readonly isLifted: boolean;
  /** Props for the card's element. */
  readonly props: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly tabIndex: number;
    readonly 'data-card-id': string;
    readonly 'data-draggable': true;
    /** True for the card that the panel shows. */
    readonly 'aria-current': 'true' | undefined;
    readonly onFocus: () => void;
    readonly onClick: (event: MouseEvent) => void;
  };
}

/**
 * Returns the state and element props of a listed card. `order` returns all ids of the view in order, for range selection.
 * `isEntry` puts the card into the tab order even if another card has focus.
 */
export function useListedCard(id: string, order: () => readonly string[], isEntry = false): ListedCard {
  const isSelected = useSelection((state) => state.selected.has(id));
  const isFocused = useSelection((state) => state.focused === id);
  const isOpen = useIsOpen(id);
  const isLifted = useDrag((state) => state.ids.has(id));
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const active = document.activeElement;
    // A card may appear both on a board and in the Hand strip; if either copy has DOM focus, it keeps it.
    const isHere = active?.closest<HTMLElement>('[data-card-id]')?.dataset.cardId === id;
    if (isFocused && ref.current && !isHere && mayTakeFocus()) ref.current.focus({ preventScroll: true });
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
        else if (event.altKey) openCardWindow(id);
        else {
          clearSelection();
          focusCard(id);
          openCard(id);
        }
      },
    },
  };
}

/** Whether a card may take DOM focus, so that it never takes focus from a text field or a menu. */
function mayTakeFocus(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body
    ? useSelection.getState().byKeys
    : active.closest('[data-card-id]') !== null;
}
