/**
 * Keys pressed between asking for a dialog and its taking the focus are meant for it: they wait, and are played to it,
 * instead of acting on what lies behind.
 */

/** ms after which what was pressed is no longer what anyone means. */
const patience = 5_000;

const isDialog = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.closest('[role="dialog"], [role="alertdialog"]') !== null;

function play(keys: readonly string[]): void {
  for (const key of keys) {
    // A text that is typed takes part in the field's own undo, and tells the field's owner.
    if (key.length === 1) document.execCommand('insertText', false, key);
    else if (key === 'Backspace') document.execCommand('delete');
    else document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }
}

/** Answers how to stop. Escape calls the dialog off. */
export function holdKeys(callOff: () => void): () => void {
  const keys: string[] = [];
  let playing: ReturnType<typeof setTimeout> | undefined;
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isDialog(event.target) && playing === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') {
      stop();
      callOff();
    } else if (event.key.length === 1 || ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp'].includes(event.key))
      keys.push(event.key);
  };
  // The field may be filled and selected right after it has the focus.
  const focused = ({ target }: FocusEvent) => {
    if (playing !== undefined || !isDialog(target)) return;
    playing = setTimeout(() => {
      stop();
      play(keys);
    });
  };
  const stop = () => {
    clearTimeout(playing);
    clearTimeout(giving);
    window.removeEventListener('keydown', pressed, true);
    document.removeEventListener('focusin', focused);
  };
  const giving = setTimeout(stop, patience);
  window.addEventListener('keydown', pressed, true);
  document.addEventListener('focusin', focused);
  return stop;
}
