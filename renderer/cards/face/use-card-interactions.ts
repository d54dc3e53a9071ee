/** The behaviour of every card in a list: focus, selection, drag and click. */
import { type MouseEvent, useEffect, useRef } from 'react';
import { openCard, useIsCardOpenInPanel } from '../../data/routes.ts';
import { clearSelection, focusCard, selectCardRange, toggleCardSelection, useSelection } from '../../data/selection.ts';
import { openCardWindow } from '../../data/window-kind.ts';
import { useDragState } from '../../dnd/drag.ts';

/**
 * Returns the state of a listed card and the props of its element. `order` returns the ids of all cards of the view in
 * order; Shift+click selects a range of them. The Tab key reaches the focused card, and if `isEntry` is true, also the
 * card `id`.
 */
export function useCardInteractions(id: string, order: () => readonly string[], isEntry = false) {
  const isSelected = useSelection((state) => state.selected.has(id));
  const isFocused = useSelection((state) => state.focused === id);
  const isOpen = useIsCardOpenInPanel(id);
  const isLifted = useDragState((state) => state.ids.has(id));
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const active = document.activeElement;
    // The same card can have two elements: on a board and in the Hand strip. If one of them has the DOM focus, it keeps
    // the focus.
    const hasCardFocus = active?.closest<HTMLElement>('[data-card-id]')?.dataset.cardId === id;
    if (isFocused && ref.current && !hasCardFocus && mayTakeFocus()) ref.current.focus({ preventScroll: true });
  }, [id, isFocused]);
  return {
    isSelected,
    isLifted,
    props: {
      ref,
      tabIndex: isFocused || isEntry ? 0 : -1,
      'data-card-id': id,
      'data-draggable': true,
      'data-focused': isFocused || undefined,
      'aria-current': isOpen || undefined,
      onFocus: () => focusCard(id),
      onClick: (event: MouseEvent) => {
        if (event.shiftKey) selectCardRange(id, order());
        else if (event.ctrlKey || event.metaKey) toggleCardSelection(id);
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

/**
 * Returns true if a card is allowed to take the DOM focus. A card must not take the focus from a text field or a menu.
 */
function mayTakeFocus(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body
    ? useSelection.getState().isFocusedByKey
    : active.closest('[data-card-id]') !== null;
}
