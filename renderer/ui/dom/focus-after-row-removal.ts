/**
 * Keeps the focus in its list when the row that has it is removed. Otherwise no element would have the focus, and the
 * next key would act on a card of the board.
 */
import { type RefObject, useEffect } from 'react';

const controlSelector = ':is(button, a[href], input, textarea, select, [tabindex]):not(:disabled)';
const rowSelector = 'li, tr, [role="listitem"], [role="row"]';

/** Where a control is: its place among the controls of its row, and the rows around it with their places, from inside out. */
interface ControlPlace {
  readonly control: Element;
  readonly controlIndex: number;
  readonly rows: readonly { readonly list: Element; readonly rowIndex: number }[];
}

const controlsOf = (row: Element | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>(controlSelector) ?? []),
];

function placeOf(control: Element, container: Element): ControlPlace {
  const rows: ControlPlace['rows'][number][] = [];
  const own = control.closest(rowSelector);
  for (let row = own; row?.parentElement && container.contains(row); row = row.parentElement.closest(rowSelector))
    rows.push({ list: row.parentElement, rowIndex: [...row.parentElement.children].indexOf(row) });
  return { control, controlIndex: own ? controlsOf(own).indexOf(control as HTMLElement) : 0, rows };
}

/** Returns the control of the row that took the place of the removed row, else of the last row; null if no row is left. */
function controlBeside({ controlIndex, rows }: ControlPlace): HTMLElement | null {
  for (const { list, rowIndex } of rows) {
    if (!list.isConnected) continue;
    const controls = controlsOf([...list.children].at(Math.min(rowIndex, list.children.length - 1)));
    const control = controls[controlIndex] ?? controls[0];
    if (control) return control;
  }
  return null;
}

/**
 * When a row of a list in the container is removed together with the focus, focuses the same control of the next row.
 * If no row is left, focuses the container. A container without `tabIndex` cannot have the focus, so then no element
 * has it.
 */
export function useFocusAfterRowRemoval(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = container;
    if (!current) return undefined;
    let place: ControlPlace | null = null;
    // Popups are outside of the page's root. A menu of a row counts as part of the row, which the menu may remove.
    const isInPopup = (target: Element) => target.closest('#root') === null;
    const notePlace = ({ target }: FocusEvent) => {
      if (target instanceof Element && !isInPopup(target))
        place = current.contains(target) ? placeOf(target, current) : null;
    };
    const forgetPlace = ({ target }: PointerEvent) => {
      if (target instanceof Element && !isInPopup(target) && !place?.control.contains(target)) place = null;
    };
    const observer = new MutationObserver(() => {
      if (!place || place.control.isConnected || document.activeElement !== document.body) return;
      (controlBeside(place) ?? current).focus();
    });
    observer.observe(current, { childList: true, subtree: true });
    document.addEventListener('focusin', notePlace);
    document.addEventListener('pointerdown', forgetPlace);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', notePlace);
      document.removeEventListener('pointerdown', forgetPlace);
    };
  }, [container]);
}
