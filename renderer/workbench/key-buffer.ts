/**
 * Buffers keys that are pressed before the focus is at the element they are meant for, and replays them there: in a dialog
 * that is still loading, behind a popup that is closing, or after a change that turned out to need no confirmation.
 */
import { isTyping } from '../ui/dom/keys.ts';

/** Buffered keys are dropped after this time, when the person no longer expects an effect. */
const timeoutMs = 5_000;

const isDialog = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.closest('[role="dialog"], [role="alertdialog"]') !== null;

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const keyOf = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Key => ({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
});

const isWithModifier = ({ ctrlKey, metaKey, altKey }: Key) => ctrlKey || metaKey || altKey;

/** A modifier is stored with the key that it is pressed with. */
const isModifier = ({ key }: Key) => ['Control', 'Meta', 'Alt', 'Shift'].includes(key);

/** The browser moves the focus on Tab itself. */
const isPlainTab = (event: Key) => event.key === 'Tab' && !isWithModifier(event);

/** Performs the default action of a key, which an event from a script does not have. */
function performDefault(target: Element, key: Key): void {
  if (isWithModifier(key)) return;
  // As a command, it joins the field's own undo history and fires the field's input event.
  if (isTyping(target)) {
    if (key.key.length === 1) document.execCommand('insertText', false, key.key);
    else if (key.key === 'Backspace') document.execCommand('delete');
  } else if ((key.key === 'Enter' || key.key === ' ') && target.matches('button, a')) (target as HTMLElement).click();
}

/**
 * Replays keys at the focused element, each in a task of its own, because a key may open a field that the next ones are
 * meant for. Keys pressed meanwhile come after them.
 */
function replay(keys: readonly Key[]): void {
  const waiting = [...keys];
  const pressed = (event: KeyboardEvent) => {
    if (!event.isTrusted || event.isComposing || isModifier(event) || isPlainTab(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) waiting.push(keyOf(event));
  };
  const replayNext = () => {
    const key = waiting.shift();
    if (!key) return window.removeEventListener('keydown', pressed, true);
    const target = document.activeElement ?? document.body;
    if (target.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true })))
      performDefault(target, key);
    setTimeout(replayNext);
  };
  window.addEventListener('keydown', pressed, true);
  replayNext();
}

/**
 * Buffers keys while a popup closes and replays them afterwards: base-ui returns the focus only when the closing animation
 * ends, and its menus ignore keys until then. Returns the function that stops this.
 */
export function bufferKeysOfClosingPopups(): () => void {
  const buffered: Key[] = [];
  let frame: number | undefined;
  const closing = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-ending-style]') : null;
  const pressed = (event: KeyboardEvent) => {
    const popup = event.isTrusted && !event.isComposing ? closing(event.target) : null;
    if (!popup || isPlainTab(event) || isModifier(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // The key that closed the popup may still be down.
    if (event.repeat) return;
    buffered.push(keyOf(event));
    const deadline = event.timeStamp + timeoutMs;
    const look = (now: number) => {
      const isGone = !popup.isConnected || closing(document.activeElement) === null;
      if (isGone || now > deadline) {
        frame = undefined;
        replay(buffered.splice(0));
      } else frame = requestAnimationFrame(look);
    };
    frame ??= requestAnimationFrame(look);
  };
  window.addEventListener('keydown', pressed, true);
  return () => {
    window.removeEventListener('keydown', pressed, true);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

/** Selector of an open confirmation. */
const confirmation = '[role="alertdialog"]:not([data-ending-style])';

interface BufferedKeys {
  /** No confirmation is needed: replays the keys at the focused element. */
  play(): void;
  /** A confirmation opens: drops the keys pressed before it, and replays those pressed until it has the focus. */
  drop(): void;
  /** The change is cancelled: drops the keys. */
  stop(): void;
}

/** Buffers all keys until it is known whether a change needs a confirmation. Escape calls `cancel`. */
export function bufferKeysForConfirmation(cancel: () => void): BufferedKeys {
  const buffered: Key[] = [];
  let isConfirming = false;
  let frame: number | undefined;
  const pressed = (event: KeyboardEvent) => {
    if (event.isComposing || isModifier(event) || isPlainTab(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') {
      stop();
      cancel();
      // The key that started the change may still be down.
    } else if (!event.repeat && (!isConfirming || document.querySelector(confirmation))) buffered.push(keyOf(event));
  };
  // Checked in each frame: a confirmation that replaces a closing one may take the focus while its element is still marked
  // as closing, and no focus event follows.
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
    window.removeEventListener('keydown', pressed, true);
  };
  const timeout = setTimeout(stop, timeoutMs);
  window.addEventListener('keydown', pressed, true);
  return {
    // In a new task, because the change itself may move the focus.
    play: () =>
      void setTimeout(() => {
        stop();
        replay(buffered);
      }),
    drop: () => {
      isConfirming = true;
      buffered.length = 0;
      frame = requestAnimationFrame(replayWhenFocused);
    },
    stop,
  };
}

/** Buffers keys until a dialog has the focus, and replays them there. Escape calls `cancel`. Returns the function that stops this. */
export function bufferKeysForDialog(cancel: () => void): () => void {
  const keys: Key[] = [];
  let replaying: ReturnType<typeof setTimeout> | undefined;
  const pressed = (event: KeyboardEvent) => {
    if (isWithModifier(event) || event.isComposing) return;
    if (isDialog(event.target) && replaying === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') {
      stop();
      cancel();
    } else if (event.key.length === 1 || ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp'].includes(event.key))
      keys.push(keyOf(event));
  };
  // In a new task, because the field may be filled and selected right after it gets the focus.
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
    window.removeEventListener('keydown', pressed, true);
    document.removeEventListener('focusin', focused);
  };
  const timeout = setTimeout(stop, timeoutMs);
  window.addEventListener('keydown', pressed, true);
  document.addEventListener('focusin', focused);
  return stop;
}
