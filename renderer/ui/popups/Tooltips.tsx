/**
 * All elements with `data-tip` share one popup, so that a board with dozens of tooltips needs only one attribute for
 * each. An element with `data-whole` shows its own text as tooltip if that text is cut off.
 */
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { Kbd } from '../Kbd.tsx';
import { LongText } from '../text/LongText.tsx';
import styles from './popup.module.css';

/** From the pointer's arrival at the element. */
const openDelayMs = 500;
/** If a tooltip closed less than this time ago, the next tooltip opens without delay. */
const reopenWithinMs = 400;

/** In UTF-16 units. More does not fit into a window. */
const maxShown = 2000;

interface TooltipProps {
  readonly 'data-tip'?: string | undefined;
  readonly 'data-tip-keys'?: string | undefined;
}

/** `shortcut` is written as in the command table: `Mod+Z`. */
export const tooltipProps = (label: string | undefined, shortcut: string | undefined): TooltipProps =>
  label ? { 'data-tip': label, ...(shortcut ? { 'data-tip-keys': shortcut } : {}) } : {};

/** In width or in height. */
const isTextCutOff = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + 1;

/** With `data-whole`, the texts of all parts, only if one part is cut off; else `data-tip`. */
function tooltipText(element: HTMLElement): string | undefined {
  if (element.dataset.whole === undefined) return element.dataset.tip;
  const parts = [...element.querySelectorAll('[data-part]')];
  const texts = parts.length > 0 ? parts : [element];
  return texts.some(isTextCutOff) ? texts.map(({ textContent }) => textContent).join(', ') : undefined;
}

interface Tooltip {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly keys: string | undefined;
}

/** `show` gets null when the tooltip closes. Returns the function that removes the listeners. */
function watchTooltips(show: (tip: Tooltip | null) => void): () => void {
  let anchor: HTMLElement | null = null;
  let isShown = false;
  let openTimer: ReturnType<typeof setTimeout> | undefined;
  let closedAt = Number.NEGATIVE_INFINITY;
  let isDismissed = false;
  const removalObserver = new MutationObserver(() => {
    if (!anchor?.isConnected) leave();
  });

  const open = () => {
    // A button whose popup is open shows no tooltip.
    if (!anchor?.isConnected || anchor.getAttribute('aria-expanded') === 'true') return;
    const label = tooltipText(anchor);
    if (!label) return;
    isShown = true;
    removalObserver.observe(document.body, { childList: true, subtree: true });
    show({ anchor, label, keys: anchor.dataset.tipKeys });
  };
  const hide = () => {
    clearTimeout(openTimer);
    if (!isShown) return;
    isShown = false;
    closedAt = performance.now();
    removalObserver.disconnect();
    show(null);
  };
  const leave = () => {
    hide();
    anchor = null;
  };
  const elementAt = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-tip], [data-whole]') : null;

  const onPointerOver = (event: PointerEvent) => {
    const next = event.pointerType === 'touch' || event.buttons !== 0 ? null : elementAt(event);
    if (next === anchor) return;
    leave();
    anchor = next;
    if (next) openTimer = setTimeout(open, performance.now() - closedAt < reopenWithinMs ? 0 : openDelayMs);
  };
  const onPointerOut = (event: PointerEvent) => {
    if (event.relatedTarget === null) leave();
  };
  const onFocusIn = (event: FocusEvent) => {
    const next = elementAt(event);
    if (!next || next === anchor || next !== event.target || !next.matches(':focus-visible')) return;
    leave();
    anchor = next;
    // The focus returned because a key closed a menu or dialog.
    if (!isDismissed) open();
  };
  const onFocusOut = (event: FocusEvent) => {
    if (event.target === anchor && !anchor?.matches(':hover')) leave();
  };
  // After a press, the element shows no tooltip until the pointer has left it.
  const onPress = (event: Event) => {
    isDismissed = !(event instanceof KeyboardEvent) || ['Escape', 'Enter', ' '].includes(event.key);
    if (isDismissed) hide();
  };
  const listeners = {
    pointerover: onPointerOver,
    pointerout: onPointerOut,
    focusin: onFocusIn,
    focusout: onFocusOut,
    pointerdown: onPress,
    keydown: onPress,
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

/** Chromium's popover API shows it in the top layer, beside the anchor. */
export function Tooltips(): ReactElement | null {
  const [tip, setTip] = useState<Tooltip | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => watchTooltips(setTip), []);
  useLayoutEffect(() => {
    if (!tip) return;
    popup.current?.hidePopover();
    popup.current?.showPopover({ source: tip.anchor });
  }, [tip]);
  if (!tip) return null;
  return (
    // Hidden from screen readers, because the anchor has the same text as its name or description.
    <div
      ref={popup}
      popover="manual"
      className={cx('plain text-sm floating round p-1-2', styles.tooltip)}
      aria-hidden="true"
    >
      <LongText text={tip.label.slice(0, maxShown)} />
      {tip.keys ? <Kbd keys={tip.keys} /> : null}
    </div>
  );
}
