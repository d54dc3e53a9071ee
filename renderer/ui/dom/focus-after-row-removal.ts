/** If no element has the focus, the next key acts on a card of the board. */
import { type RefObject, useEffect } from 'react';
import { isFocusOnNoControl } from './keep-focus-in-view.ts';

const controlSelector = ':is(button, a[href], input, textarea, select, [tabindex]):not(:disabled)';
const rowSelector = 'li, tr, [role="listitem"], [role="row"]';

/** The index of a control among the controls of its row, and the rows that contain it, innermost first. */
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

/** If the removed row was the last one, uses the row that is now last. Null if no row is left. */
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
 * Moves the focus to the same control of the next row. If no row is left, moves it to the container, which must have a
 * `tabIndex` for that.
 */
export function useFocusAfterRowRemoval(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = container;
    if (!current) return undefined;
    let place: ControlPlace | null = null;
    // Popups are outside the page's root. They do not change the stored position: an entry of a row's menu can remove
    // the row.
    const isInPopup = (target: Element) => target.closest('#root') === null;
    const notePlace = ({ target }: FocusEvent) => {
      if (target instanceof Element && !isInPopup(target))
        place = current.contains(target) ? placeOf(target, current) : null;
    };
    const forgetPlace = ({ target }: PointerEvent) => {
      if (target instanceof Element && !isInPopup(target) && !place?.control.contains(target)) place = null;
    };
    const observer = new MutationObserver(() => {
      if (!place || place.control.isConnected || !isFocusOnNoControl()) return;
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
