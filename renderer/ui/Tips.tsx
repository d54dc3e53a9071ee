/**
 * Names for signs under the pointer, or under the keyboard: never the only place where something is said. All share one
 * popup, which opens at whichever element has a `data-tip`: a board has dozens of them, and none costs it more than the
 * attribute. What is named by its own text, and has no room for all of it, says it whole with `data-whole`.
 */
import { type ReactElement, useEffect, useState } from 'react';
import { usePopups } from './popup-loader.ts';

/** ms that a pointer rests on a sign. */
const rest = 500;
/** ms after one tip in which the next comes at once. */
const soon = 400;

export interface TipProps {
  readonly 'data-tip'?: string | undefined;
  readonly 'data-tip-keys'?: string | undefined;
}

/** What makes an element say its name; `shortcut` in the notation of the command table. */
export const tipOf = (label: string | undefined, shortcut: string | undefined): TipProps =>
  label ? { 'data-tip': label, ...(shortcut ? { 'data-tip-keys': shortcut } : {}) } : {};

/** Text that is cut by the element's edge, or after its last line. */
const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + 1;

/** What an element says when it is pointed at: its tip, or all of its texts where one of them is cut. */
function saidOf(element: HTMLElement): string | undefined {
  if (element.dataset.whole === undefined) return element.dataset.tip;
  const parts = [...element.querySelectorAll('[data-part]')];
  const texts = parts.length > 0 ? parts : [element];
  return texts.some(isCut) ? texts.map(({ textContent }) => textContent).join(', ') : undefined;
}

export interface Tip {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly keys: string | undefined;
}

/** Tells when a tip is to be shown (`null`: none); answers how to end it. */
function watchTips(show: (tip: Tip | null) => void): () => void {
  let anchor: HTMLElement | null = null;
  let isShown = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let shownUntil = Number.NEGATIVE_INFINITY;
  let isAnswered = false;
  const gone = new MutationObserver(() => {
    if (!anchor?.isConnected) leave();
  });

  const open = () => {
    // What opened something below itself says no more of itself.
    if (!anchor?.isConnected || anchor.getAttribute('aria-expanded') === 'true') return;
    const label = saidOf(anchor);
    if (!label) return;
    isShown = true;
    gone.observe(document.body, { childList: true, subtree: true });
    show({ anchor, label, keys: anchor.dataset.tipKeys });
  };
  const hide = () => {
    clearTimeout(waiting);
    if (!isShown) return;
    isShown = false;
    shownUntil = performance.now();
    gone.disconnect();
    show(null);
  };
  const leave = () => {
    hide();
    anchor = null;
  };
  const signAt = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-tip], [data-whole]') : null;

  const entered = (event: PointerEvent) => {
    const next = event.pointerType === 'touch' || event.buttons !== 0 ? null : signAt(event);
    if (next === anchor) return;
    leave();
    anchor = next;
    if (next) waiting = setTimeout(open, performance.now() - shownUntil < soon ? 0 : rest);
  };
  const out = (event: PointerEvent) => {
    if (event.relatedTarget === null) leave();
  };
  const focused = (event: FocusEvent) => {
    const next = signAt(event);
    if (!next || next === anchor || next !== event.target || !next.matches(':focus-visible')) return;
    leave();
    anchor = next;
    // A menu or dialog that ends by such a key hands the focus back to what opened it: nobody asks what that is.
    if (!isAnswered) open();
  };
  const blurred = (event: FocusEvent) => {
    if (event.target === anchor && !anchor?.matches(':hover')) leave();
  };
  // A press says that the sign is understood: nothing more until the pointer comes anew.
  const pressed = (event: Event) => {
    isAnswered = !(event instanceof KeyboardEvent) || ['Escape', 'Enter', ' '].includes(event.key);
    if (isAnswered) hide();
  };
  const listeners = {
    pointerover: entered,
    pointerout: out,
    focusin: focused,
    focusout: blurred,
    pointerdown: pressed,
    keydown: pressed,
    scroll: hide,
  } as Readonly<Record<string, (event: never) => void>>;
  const options = { capture: true, passive: true };
  for (const [name, listener] of Object.entries(listeners))
    document.addEventListener(name, listener as EventListener, options);
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      document.removeEventListener(name, listener as EventListener, options);
    leave();
  };
}

/** The popup of all tips; stands in the window once. */
export function Tips(): ReactElement | null {
  const [tip, setTip] = useState<Tip | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      watchTips((next) => {
        // What it says stays while it fades.
        if (next) setTip(next);
        setOpen(next !== null);
      }),
    [],
  );
  const popups = usePopups(tip !== null);
  if (!tip || !popups) return null;
  return <popups.TipParts tip={tip} isOpen={isOpen} setOpen={setOpen} onGone={() => setTip(null)} />;
}
