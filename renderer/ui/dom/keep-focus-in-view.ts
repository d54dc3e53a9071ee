/** Keeps the focus in the view, so that the arrow keys, the Tab key and screen readers go on there. */
import { afterNextPaint } from './after-next-paint.ts';

/** Dialogs, menus and lists of choices. */
export const popupSelector = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** True after a press beside all controls, and after the control with the focus has left the page. */
export const isFocusOnNoControl = (): boolean =>
  document.activeElement === null || document.activeElement.matches('body, main');

/**
 * After a navigation, and whenever the element that has the focus leaves the page, the view gets the focus, unless
 * another element has taken it until the next paint. If the person used the keyboard last, a ring shows it. While a
 * popup is open, the view waits for it to close. `onNavigation` subscribes to navigations. Returns the function that
 * ends this.
 */
export function keepFocusInView(onNavigation: (listener: () => void) => () => void): () => void {
  let hasNavigated = true;
  // Chromium's own rule would draw the ring at the start, too.
  let focusVisible = false;
  let cancel = () => {};
  const check = () => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if ((!isLost && !hasNavigated) || document.querySelector(popupSelector)) return;
    hasNavigated = false;
    if (!document.activeElement?.closest('main, aside'))
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true, focusVisible });
  };
  const checkLater = () => {
    cancel();
    cancel = afterNextPaint(check);
  };
  checkLater();
  const stop = onNavigation(() => {
    hasNavigated = true;
    checkLater();
  });
  const listening = new AbortController();
  const { signal } = listening;
  const noteInput = ({ type }: Event) => {
    focusVisible = type === 'keydown';
  };
  document.addEventListener('focusout', checkLater, { signal });
  window.addEventListener('keydown', noteInput, { capture: true, signal });
  window.addEventListener('pointerdown', noteInput, { capture: true, signal });
  return () => {
    cancel();
    stop();
    listening.abort();
  };
}
