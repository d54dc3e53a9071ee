import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { openCard, useIsCardOpenInPanel } from '../../data/routes.ts';
import {
  clearSelection,
  putCursorOn,
  selectCardRange,
  toggleCardSelection,
  useSelection,
} from '../../data/selection.ts';
import { openCardWindow } from '../../data/window-kind.ts';
import { useDragState } from '../../dnd/drag.ts';

/**
 * `order` returns all cards of the view in order, for Shift+click. The Tab key reaches the focused card, and if
 * `isEntry` is true, also the card `id`.
 */
export function useCardInteractions(id: string, order: () => readonly string[], isEntry = false) {
  const isSelected = useSelection((state) => state.selected.has(id));
  const isFocused = useSelection((state) => state.focused === id);
  const isOpen = useIsCardOpenInPanel(id);
  const isLifted = useDragState((state) => state.ids.has(id));
  const ref = useRef<HTMLDivElement>(null);
  const hasCursor = useSelection((state) => state.cursor === id);
  useLayoutEffect(() => {
    const active = document.activeElement;
    const activeCard = active?.closest<HTMLElement>('[data-card-id]');
    // A card takes the focus from another card, never from a text field or a popup. The same card can have two
    // elements, on a board and in the Hand strip: the one that has the focus keeps it.
    const mayTake = active === document.body || (activeCard && activeCard.dataset.cardId !== id);
    if (hasCursor && mayTake) ref.current?.focus({ preventScroll: true });
  }, [id, hasCursor]);
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
      onFocus: () => {
        if (!hasCursor || !isFocused) putCursorOn(id);
      },
      onClick: (event: MouseEvent) => {
        if (event.shiftKey) selectCardRange(id, order());
        else if (event.ctrlKey || event.metaKey) toggleCardSelection(id);
        else if (event.altKey) openCardWindow(id);
        else {
          clearSelection();
          putCursorOn(id);
          openCard(id);
        }
      },
    },
  };
}
