/**
 * Tooltips, which name an icon under the pointer or with the keyboard focus; the accessible name always has the same text. All
 * elements with `data-tip` share one popup, so that the dozens on a board cost an attribute each. An element with `data-whole`
 * shows its own text as a tooltip if the text is cut off.
 */
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Kbd } from '../Kbd.tsx';
import styles from './popup.module.css';

/** Time between the pointer's arrival at an element and its tooltip. */
const openDelayMs = 500;
/** Time after a tooltip closed in which the next opens at once. */
const noDelayMs = 400;

interface TipProps {
  readonly 'data-tip'?: string | undefined;
  readonly 'data-tip-keys'?: string | undefined;
}

/** The attributes that give an element a tooltip; `shortcut` in the notation of the command table. */
export const tipOf = (label: string | undefined, shortcut: string | undefined): TipProps =>
  label ? { 'data-tip': label, ...(shortcut ? { 'data-tip-keys': shortcut } : {}) } : {};

/** Whether the element's text is cut off, in width or in height. */
const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + 1;

/** The tooltip of an element: its `data-tip`; for `data-whole`, all of its texts if one of them is cut off. */
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

/** Calls `show` with each tooltip to show, and with null to hide it. Returns the function that stops. */
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
    // No tooltip on a button whose popup is open.
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
    // A key that closes a menu or dialog returns the focus to its button, which needs no tooltip then.
    if (!isDismissed) open();
  };
  const blurred = (event: FocusEvent) => {
    if (event.target === anchor && !anchor?.matches(':hover')) leave();
  };
  // After a press the element shows no tooltip until the pointer leaves it and returns.
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

/** The popup of all tooltips, rendered once per window. Chromium's popover API places it beside the anchor, in the top layer. */
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
    // Hidden from screen readers: the accessible name of the anchor has the same text.
    <div ref={popup} popover="manual" className={styles.tooltip} aria-hidden="true">
      {tip.label}
      {tip.keys ? <Kbd keys={tip.keys} /> : null}
    </div>
  );
}
