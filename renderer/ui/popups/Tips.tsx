/**
 * Tips name icons at the pointer or the keyboard focus; the name is always in the accessible name, too. All tips share one
 * popup, which opens at any element with `data-tip`: a board has dozens of them, at the cost of an attribute each. An
 * element with `data-whole` shows its own text as a tip where it is cut off.
 */
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Kbd } from '../Kbd.tsx';
import styles from './popup.module.css';

/** Time that a pointer rests on an element before its tip opens. */
const openDelayMs = 500;
/** Time after one tip in which the next opens at once. */
const noDelayMs = 400;

export interface TipProps {
  readonly 'data-tip'?: string | undefined;
  readonly 'data-tip-keys'?: string | undefined;
}

/** The attributes that give an element a tip; `shortcut` in the notation of the command table. */
export const tipOf = (label: string | undefined, shortcut: string | undefined): TipProps =>
  label ? { 'data-tip': label, ...(shortcut ? { 'data-tip-keys': shortcut } : {}) } : {};

/** Whether text is cut off by the element's edge, or after its last line. */
const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + 1;

/** The tip of an element: its `data-tip`, or all of its texts where one of them is cut off. */
function textOf(element: HTMLElement): string | undefined {
  if (element.dataset.whole === undefined) return element.dataset.tip;
  const parts = [...element.querySelectorAll('[data-part]')];
  const texts = parts.length > 0 ? parts : [element];
  return texts.some(isCut) ? texts.map(({ textContent }) => textContent).join(', ') : undefined;
}

interface Tip {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly keys: string | undefined;
}

/** Calls `show` with the tip to show, or null for none. Returns the function that stops. */
function watchTips(show: (tip: Tip | null) => void): () => void {
  let anchor: HTMLElement | null = null;
  let isShown = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let shownUntil = Number.NEGATIVE_INFINITY;
  let isDismissed = false;
  const removed = new MutationObserver(() => {
    if (!anchor?.isConnected) leave();
  });

  const open = () => {
    // A button whose popup is open needs no tip.
    if (!anchor?.isConnected || anchor.getAttribute('aria-expanded') === 'true') return;
    const label = textOf(anchor);
    if (!label) return;
    isShown = true;
    removed.observe(document.body, { childList: true, subtree: true });
    show({ anchor, label, keys: anchor.dataset.tipKeys });
  };
  const hide = () => {
    clearTimeout(waiting);
    if (!isShown) return;
    isShown = false;
    shownUntil = performance.now();
    removed.disconnect();
    show(null);
  };
  const leave = () => {
    hide();
    anchor = null;
  };
  const elementAt = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-tip], [data-whole]') : null;

  const entered = (event: PointerEvent) => {
    const next = event.pointerType === 'touch' || event.buttons !== 0 ? null : elementAt(event);
    if (next === anchor) return;
    leave();
    anchor = next;
    if (next) waiting = setTimeout(open, performance.now() - shownUntil < noDelayMs ? 0 : openDelayMs);
  };
  const out = (event: PointerEvent) => {
    if (event.relatedTarget === null) leave();
  };
  const focused = (event: FocusEvent) => {
    const next = elementAt(event);
    if (!next || next === anchor || next !== event.target || !next.matches(':focus-visible')) return;
    leave();
    anchor = next;
    // A menu or dialog closed by such a key returns the focus to its button, which needs no tip.
    if (!isDismissed) open();
  };
  const blurred = (event: FocusEvent) => {
    if (event.target === anchor && !anchor?.matches(':hover')) leave();
  };
  // No tip after a press until the pointer enters anew.
  const pressed = (event: Event) => {
    isDismissed = !(event instanceof KeyboardEvent) || ['Escape', 'Enter', ' '].includes(event.key);
    if (isDismissed) hide();
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

/** The popup of all tips; rendered once in a window. Chromium places it beside the anchor, above everything else. */
export function Tips(): ReactElement | null {
  const [tip, setTip] = useState<Tip | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => watchTips(setTip), []);
  useLayoutEffect(() => {
    if (!tip) return;
    popup.current?.hidePopover();
    popup.current?.showPopover({ source: tip.anchor });
  }, [tip]);
  if (!tip) return null;
  return (
    // Hidden from screen readers: the accessible name of the anchor says the same.
    <div ref={popup} popover="manual" className={styles.tooltip} aria-hidden="true">
      {tip.label}
      {tip.keys ? <Kbd keys={tip.keys} /> : null}
    </div>
  );
}
