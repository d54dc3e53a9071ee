/** Where DOM focus goes when a popup closes. */
import { useRef } from 'react';

/** Returns the element of the card on which keys act, or null if the view shows none. */
export const focusedCardElement = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main [data-card-list] [data-focused]');

const isInCard = (element: Element) => element.closest('[data-card-list] [data-card-id]') !== null;

/**
 * Returns a function for base-ui's `finalFocus`. It returns the element that had the focus before the dialog opened. If
 * that was a card, or if the element is gone, it returns the focused card: an action that removes a card from its list,
 * such as archiving, has focused the next card while the dialog was still open.
 *
 * base-ui itself reads the element too late, when an input with `autoFocus` in the dialog already has the focus.
 */
export function useFocusReturnTarget(open: boolean): () => HTMLElement | true {
  const before = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) before.current = document.activeElement;
  wasOpen.current = open;
  return () => {
    const { current } = before;
    const isUsable = current instanceof HTMLElement && current !== document.body && current.isConnected;
    const focusedCard = focusedCardElement();
    if (focusedCard && (!isUsable || (isInCard(current) && !focusedCard.contains(current)))) return focusedCard;
    return isUsable ? current : true;
  };
}
