/**
 * Keys that are pressed before the focus is where they are meant for wait, and are played there: to a dialog that was
 * asked for and is still being loaded, to what lies behind a popup that is on its way out, and to what is there once it is
 * known that a change asks nothing.
 */
import { isTyping } from '../ui/keys.ts';

/** ms after which what was pressed is no longer what anyone means. */
const patience = 5_000;

const isDialog = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.closest('[role="dialog"], [role="alertdialog"]') !== null;

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const asHeld = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Key => ({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
});

const isWithModifier = ({ ctrlKey, metaKey, altKey }: Key) => ctrlKey || metaKey || altKey;

/** What a key does by itself: a script's event has no default action. */
function actOn(target: Element, key: Key): void {
  if (isWithModifier(key)) return;
  // A text that is typed takes part in the field's own undo, and tells the field's owner.
  if (isTyping(target)) {
    if (key.key.length === 1) document.execCommand('insertText', false, key.key);
    else if (key.key === 'Backspace') document.execCommand('delete');
  } else if ((key.key === 'Enter' || key.key === ' ') && target.matches('button, a')) (target as HTMLElement).click();
}

function play(keys: readonly Key[]): void {
  for (const key of keys) {
    const target = document.activeElement ?? document.body;
    if (target.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true })))
      actOn(target, key);
  }
}

/**
 * A popup that closes has the focus until its motion ends (of base-ui, which gives it back only then), and its menus
 * swallow what they are sent. Answers how to stop.
 */
export function passKeysOfClosing(): () => void {
  const held: Key[] = [];
  let frame: number | undefined;
  const closing = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-ending-style]') : null;
  const pressed = (event: KeyboardEvent) => {
    const popup = event.isTrusted && !event.isComposing ? closing(event.target) : null;
    // Tab by itself goes on from where the focus is; a modifier alone is told by the key it comes with.
    const isOwn = event.key === 'Tab' && !isWithModifier(event);
    if (!popup || isOwn || isModifier(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // The key that closed it is perhaps still down.
    if (event.repeat) return;
    held.push(asHeld(event));
    const until = event.timeStamp + patience;
    const look = (now: number) => {
      const isGone = !popup.isConnected || closing(document.activeElement) === null;
      if (isGone || now > until) {
        frame = undefined;
        play(held.splice(0));
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

/** A question of consequences that stands. */
const question = '[role="alertdialog"]:not([data-ending-style])';

const isModifier = ({ key }: KeyboardEvent) => ['Control', 'Meta', 'Alt', 'Shift'].includes(key);

export interface HeldKeys {
  /** Nothing was asked: they are for what has the focus by now. */
  play(): void;
  /** A question came that nobody had seen yet: they were no answer to it. Those that come while it stands are. */
  drop(): void;
  /** Nothing comes of it any more. */
  stop(): void;
}

/** While it is not known yet whether there is something to ask: no key acts on what may be about to change. Escape calls off. */
export function holdKeysAsking(callOff: () => void): HeldKeys {
  const held: Key[] = [];
  let isAsked = false;
  const pressed = (event: KeyboardEvent) => {
    // Tab by itself goes on from where the focus is.
    if (event.isComposing || isModifier(event) || (event.key === 'Tab' && !isWithModifier(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') {
      stop();
      callOff();
      // The key that asked is perhaps still down.
    } else if (!event.repeat && (!isAsked || document.querySelector(question))) held.push(asHeld(event));
  };
  const focused = ({ target }: FocusEvent) => {
    if (!(target instanceof Element && target.closest(question))) return;
    stop();
    play(held);
  };
  const stop = () => {
    clearTimeout(giving);
    window.removeEventListener('keydown', pressed, true);
    document.removeEventListener('focusin', focused);
  };
  const giving = setTimeout(stop, patience);
  window.addEventListener('keydown', pressed, true);
  return {
    // Behind what the change itself does, as moving the focus on.
    play: () =>
      void setTimeout(() => {
        stop();
        play(held);
      }),
    drop: () => {
      isAsked = true;
      held.length = 0;
      document.addEventListener('focusin', focused);
    },
    stop,
  };
}

/** Answers how to stop. Escape calls the dialog off. */
export function holdKeys(callOff: () => void): () => void {
  const keys: Key[] = [];
  let playing: ReturnType<typeof setTimeout> | undefined;
  const pressed = (event: KeyboardEvent) => {
    if (isWithModifier(event) || event.isComposing) return;
    if (isDialog(event.target) && playing === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') {
      stop();
      callOff();
    } else if (event.key.length === 1 || ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp'].includes(event.key))
      keys.push(asHeld(event));
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
