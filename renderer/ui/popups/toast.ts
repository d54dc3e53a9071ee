/** Shows toasts: short messages at the window's bottom edge. Code outside React components can show toasts too. */
import { create } from 'zustand';

interface ToastButton {
  readonly label: string;
  readonly run: () => void;
}

export interface ToastMessage {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly tone?: 'plain' | 'danger' | 'success';
  readonly action?: ToastButton | undefined;
  /** A second button, beside `action`. */
  readonly otherAction?: ToastButton | undefined;
  /** A toast replaces an earlier one with the same id. */
  readonly id?: string;
  /** Duration in ms; 0 means until the person closes the toast. By default 5 s, or 10 s for the tone `danger`. */
  readonly timeout?: number;
}

/**
 * `isMounted` is true while the list of toasts is mounted. Mounting the list loads its code. Screen readers announce a
 * toast only if the list is mounted before the toast is shown.
 */
export const useToastListState = create<{ readonly isMounted: boolean }>(() => ({ isMounted: false }));
/** Mounts the list of toasts, which loads its code. */
export const mountToastList = (): void => useToastListState.setState({ isMounted: true });

/** Toasts that were created before the list of toasts was mounted. */
const earlyToasts = new Map<string, ToastMessage>();
/**
 * Shows a toast. Until the list of toasts is mounted, only stores the toast and mounts the list; then
 * `connectToastList` replaces `show` and `hide`. In this way, only the lazily loaded code of the list imports the
 * component library.
 */
let show = (id: string, message: ToastMessage): void => {
  earlyToasts.set(id, message);
  mountToastList();
};
let hide = (id: string): void => void earlyToasts.delete(id);
/** Counts the toasts that were created without an id, to give each toast a unique id. */
let toastCount = 0;

/** Shows a toast; returns its id. */
export function toast(message: ToastMessage): string {
  const id = message.id ?? `toast-${++toastCount}`;
  show(id, message);
  return id;
}

/** Closes a toast. Does nothing if the toast is already closed. */
export const closeToast = (id: string): void => hide(id);

/** Called by the list of toasts when it is mounted. Shows the toasts that were created before. */
export function connectToastList(shower: typeof show, hider: typeof hide): void {
  show = shower;
  hide = hider;
  for (const [id, message] of earlyToasts) show(id, message);
  earlyToasts.clear();
}

/** `liftPx`: how many px toasts are moved up while a bar is shown at the window's bottom edge. */
export const useToastListLift = create<{ readonly liftPx: number }>(() => ({ liftPx: 0 }));

/** Shows in a toast why a move or a shortcut is refused. */
export function showRefusalToast(reason: string): void {
  toast({ title: reason, tone: 'danger', id: 'refused', timeout: 4_000 });
}
