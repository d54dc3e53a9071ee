import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { remappedRowId } from '../../data/id-remap.ts';
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
import { isFocusOnNoControl } from '../../ui/dom/keep-focus-in-view.ts';

/**
 * `order` returns all cards of the view in order, for Shift+click. The Tab key reaches the focused card, and if
 * `isEntry` is true, also the card `id`.
 */
export function useCardInteractions(id: string, order: () => readonly string[], isEntry = false) {
  // The selection has the newest id of a card, and the card may not have rendered again with it.
  const isSelected = useSelection((state) => state.selected.has(remappedRowId(id)));
  const isFocused = useSelection((state) => state.focused === remappedRowId(id));
  const isOpen = useIsCardOpenInPanel(id);
  const isLifted = useDragState((state) => state.ids.has(id));
  const ref = useRef<HTMLDivElement>(null);
  const hasCursor = useSelection((state) => state.cursor === remappedRowId(id));
  useLayoutEffect(() => {
    const active = document.activeElement;
    const activeCard = active?.closest<HTMLElement>('[data-card-id]');
    // A card takes the focus from another card, never from a text field or a popup. The same card can have two
    // elements, on a board and in the Hand strip: the one that has the focus keeps it.
    const mayTake = isFocusOnNoControl() || (activeCard && activeCard.dataset.cardId !== id);
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
