import { useRef } from 'react';
import { afterNextPaint } from '../dom/after-next-paint.ts';

let isReplaced = false;

/** Before a dialog opens in the place of another: base-ui would take the focus back from it, one frame later. */
export function keepFocusForNextDialog(): void {
  isReplaced = true;
  afterNextPaint(() => {
    isReplaced = false;
  });
}

/** The card on which keys act; null if the view shows none. */
export const focusedCardElement = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main [data-card-list] [data-focused]');

const isInCard = (element: Element) => element.closest('[data-card-list] [data-card-id]') !== null;

/**
 * Returns a function for base-ui's `finalFocus`. It returns the element that had the focus before the dialog opened. If
 * that element is in another card than the focused card, or is no longer in the page, it returns the focused card
 * instead. For example, archiving removes a card from its list and focuses the next card while the dialog is still
 * open. False if there is no such element: base-ui would focus the first button of a view that had the focus itself, and
 * `keepFocusInView` gives it the focus again.
 *
 * base-ui itself remembers the element too late, when an input with `autoFocus` in the dialog already has the focus.
 */
export function useFocusReturnTarget(open: boolean): () => HTMLElement | false {
  const before = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) before.current = document.activeElement;
  wasOpen.current = open;
  return () => {
    if (isReplaced) return false;
    const { current } = before;
    const isUsable = current instanceof HTMLElement && !current.matches('body, main') && current.isConnected;
    const focusedCard = focusedCardElement();
    if (focusedCard && (!isUsable || (isInCard(current) && !focusedCard.contains(current)))) return focusedCard;
    return isUsable ? current : false;
  };
}
