/**
 * Buffers keys that a person presses before the intended element has the focus, and replays them there: while a dialog
 * or the code for drags loads, while a popup closes, and while the app checks whether a change needs a confirmation.
 */
import { hasCommandModifier, isTextField, shortcutOfKeyPress } from '../ui/dom/keys.ts';

/** After this time the person no longer expects the keys to have an effect. */
const timeoutMs = 5_000;

const isDialog = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.closest('[role="dialog"], [role="alertdialog"]') !== null;

type BufferedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  readonly modifierAltGraph: boolean;
};

const toBufferedKey = (event: KeyboardEvent): BufferedKey => {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, modifierAltGraph: event.getModifierState('AltGraph') };
};

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>;
const isWithModifier = ({ ctrlKey, metaKey, altKey }: Modifiers) => ctrlKey || metaKey || altKey;

/** Each buffered key stores its modifiers. */
const isModifier = ({ key }: Pick<KeyboardEvent, 'key'>) =>
  ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift'].includes(key);

/** The browser still moves the focus. */
const isPlainTab = (event: Modifiers & Pick<KeyboardEvent, 'key'>) => event.key === 'Tab' && !isWithModifier(event);

/**
 * Gets each pressed key before any other listener. If `take` returns true, nothing else gets the key. Returns the
 * function that ends this.
 */
function takeKeys(take: (event: KeyboardEvent) => boolean): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.isComposing || isModifier(event) || !take(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', listener, true);
  return () => window.removeEventListener('keydown', listener, true);
}

/** As browsers do after Enter: a click on the submit button, which does nothing while the button is disabled. */
function submitForm({ form }: HTMLInputElement): void {
  const isSubmitButton = (element: Element) => element instanceof HTMLButtonElement && element.type === 'submit';
  const button = form && [...form.elements].find(isSubmitButton);
  if (button instanceof HTMLElement) button.click();
  else form?.requestSubmit();
}

/** Browsers perform no default action for events that a script dispatches. */
function performDefault(target: Element, key: BufferedKey): void {
  if (isWithModifier(key) && !key.modifierAltGraph) return;
  // Unlike setting `value`, `execCommand` adds to the field's undo history and fires its input event.
  if (isTextField(target)) {
    if (key.key.length === 1) document.execCommand('insertText', false, key.key);
    else if (key.key === 'Backspace') document.execCommand('delete');
    else if (key.key === 'Enter' && target instanceof HTMLInputElement) submitForm(target);
    else if (key.key === 'Enter') document.execCommand('insertText', false, '\n');
  } else if ((key.key === 'Enter' || key.key === ' ') && target.matches('button, a')) (target as HTMLElement).click();
}

/**
 * Each key in an event-loop task of its own, because a key may open the field for which the next keys are meant. Keys
 * that the person presses during the replay follow at the end.
 */
function replay(keys: readonly BufferedKey[]): void {
  const waiting = [...keys];
  const stop = takeKeys((event) => {
    if (!event.isTrusted || isPlainTab(event)) return false;
    if (!event.repeat) waiting.push(toBufferedKey(event));
    return true;
  });
  const replayNext = () => {
    const key = waiting.shift();
    if (!key) return stop();
    const target = document.activeElement ?? document.body;
    if (target.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true })))
      performDefault(target, key);
    setTimeout(replayNext);
  };
  replayNext();
}

/**
 * Without the buffer the keys are lost: base-ui returns the focus only when the closing animation ends, and its menus
 * ignore keys until then. Returns a function that ends the buffering.
 */
export function bufferKeysOfClosingPopups(): () => void {
  const buffered: BufferedKey[] = [];
  let frame: number | undefined;
  const closing = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-ending-style]') : null;
  const stop = takeKeys((event) => {
    // A key also waits behind earlier keys if the focus has moved meanwhile.
    if (!event.isTrusted || isPlainTab(event)) return false;
    if (closing(event.target) === null && buffered.length === 0) return false;
    // The person may still hold down the key that closed the popup.
    if (event.repeat) return true;
    buffered.push(toBufferedKey(event));
    const deadline = event.timeStamp + timeoutMs;
    const replayWhenClosed = (now: number) => {
      // After a submenu has closed, its parent menu may still be closing and have the focus.
      if (closing(document.activeElement) === null || now > deadline) {
        frame = undefined;
        replay(buffered.splice(0));
      } else frame = requestAnimationFrame(replayWhenClosed);
    };
    frame ??= requestAnimationFrame(replayWhenClosed);
    return true;
  });
  return () => {
    stop();
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

/** Matches an open confirmation. */
const confirmation = '[role="alertdialog"]:not([data-ending-style])';

interface BufferedKeys {
  replayNow(): void;
  /**
   * Call this if a confirmation opens. Drops the earlier keys, buffers keys until the dialog has the focus, and replays
   * them there.
   */
  waitForDialog(): void;
  stop(): void;
}

/**
 * Buffers until the caller calls one of the returned functions, which it must do. Escape calls `cancel` and ends the
 * buffering.
 */
export function bufferAllKeys(cancel: () => void): BufferedKeys {
  const buffered: BufferedKey[] = [];
  let isConfirming = false;
  let frame: number | undefined;
  const stopTaking = takeKeys((event) => {
    if (isPlainTab(event)) return false;
    if (event.key === 'Escape') {
      stop();
      cancel();
      // The person may still hold down the key that started the change.
    } else if (!event.repeat && (!isConfirming || document.querySelector(confirmation)))
      buffered.push(toBufferedKey(event));
    return true;
  });
  // Checks each frame instead of focus events: if a confirmation opens while an earlier one closes, the dialog can get
  // the focus while it still has `data-ending-style`, and no focus event follows its removal.
  const replayWhenFocused = () => {
    if (!document.activeElement?.closest(confirmation)) {
      frame = requestAnimationFrame(replayWhenFocused);
      return;
    }
    stop();
    replay(buffered);
  };
  const stop = () => {
    clearTimeout(timeout);
    if (frame !== undefined) cancelAnimationFrame(frame);
    stopTaking();
  };
  const timeout = setTimeout(stop, timeoutMs);
  return {
    // The caller first continues its work, which may move the focus.
    replayNow: () =>
      void setTimeout(() => {
        stop();
        replay(buffered);
      }),
    waitForDialog: () => {
      isConfirming = true;
      buffered.length = 0;
      frame = requestAnimationFrame(replayWhenFocused);
    },
    stop,
  };
}

/** Shortcuts of browsers, such as Ctrl+V. A script cannot replay them. */
const isTextEditingShortcut = (event: KeyboardEvent) => /^Mod\+(Shift\+)?[ACVXYZ]$/.test(shortcutOfKeyPress(event));

/**
 * Buffers typed characters, Enter, Backspace and the arrow keys up and down, and replays them in the dialog. Drops
 * other keys without modifiers. A key with a modifier runs a command of the app at once, unless keys before it are
 * buffered: it is then replayed after them. Escape calls `cancel`. Returns a function that ends the buffering.
 */
export function bufferKeysForDialog(cancel: () => void): () => void {
  const keys: BufferedKey[] = [];
  let replaying: ReturnType<typeof setTimeout> | undefined;
  const stopTaking = takeKeys((event) => {
    if (isTextEditingShortcut(event)) return false;
    // Ctrl+Enter submits the dialog.
    const isCommand = hasCommandModifier(event) && event.key !== 'Enter';
    if (isCommand && keys.length === 0) return false;
    if (isDialog(event.target) && replaying === undefined) return false;
    if (event.key === 'Escape') {
      stop();
      cancel();
    } else if (
      isCommand ||
      event.key.length === 1 ||
      ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp'].includes(event.key)
    )
      keys.push(toBufferedKey(event));
    return true;
  });
  // The dialog may fill and select the field right after the field gets the focus.
  const focused = ({ target }: FocusEvent) => {
    if (replaying !== undefined || !isDialog(target)) return;
    replaying = setTimeout(() => {
      stop();
      replay(keys);
    });
  };
  const stop = () => {
    clearTimeout(replaying);
    clearTimeout(timeout);
    stopTaking();
    document.removeEventListener('focusin', focused);
  };
  const timeout = setTimeout(stop, timeoutMs);
  document.addEventListener('focusin', focused);
  return stop;
}
