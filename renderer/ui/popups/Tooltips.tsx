/**
 * All elements with `data-tip` share one popup, so that a board with dozens of tooltips needs only one attribute for
 * each. A text that is cut off (classes `truncate` and `clamp`) shows the whole of itself. `data-whole` joins several
 * texts, each with `data-part`.
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

/** In width or in height. */
const isTextCutOff = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + 1;

/** The text of the element, or of its parts, if some of it is cut off; else the tip of the control around it. */
function tooltipText(element: HTMLElement): Pick<Tooltip, 'label' | 'keys'> | undefined {
  const { tip, tipKeys, whole } = element.dataset;
  if (tip && whole === undefined) return { label: tip, keys: tipKeys };
  const parts = [...element.querySelectorAll('[data-part]')];
  const texts = parts.length > 0 ? parts : [element];
  if (texts.some(isTextCutOff))
    // Chromium shows a title itself.
    return element.closest('[title]')
      ? undefined
      : { label: texts.map(({ textContent }) => textContent).join(', '), keys: undefined };
  const outer = element.parentElement?.closest<HTMLElement>('[data-tip]');
  return outer ? tooltipText(outer) : undefined;
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
    const text = tooltipText(anchor);
    if (!text) return;
    isShown = true;
    removalObserver.observe(document.body, { childList: true, subtree: true });
    show({ anchor, ...text });
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
    target instanceof Element
      ? (target.closest<HTMLElement>('[data-whole]') ?? target.closest<HTMLElement>('[data-tip], .truncate, .clamp'))
      : null;

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
