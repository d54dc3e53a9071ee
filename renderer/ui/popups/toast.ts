/** Shows toasts, short messages at the window's edge. It works outside React, too, so that data code can report. */
import { create } from 'zustand';

export interface ToastMessage {
  readonly title: string;
  readonly detail?: string;
  readonly tone?: 'plain' | 'danger' | 'success';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** A later toast of the same id replaces this one. */
  readonly id?: string;
  /** In ms; 0: stays until closed. By default 5 s, or 10 s for the tone `danger`. */
  readonly timeout?: number;
}

/** Whether to mount the list of toasts, which loads its code. Screen readers announce only toasts added to a mounted list. */
export const useToastList = create<{ readonly isMounted: boolean }>(() => ({ isMounted: false }));
export const mountToastList = (): void => useToastList.setState({ isMounted: true });

/** Toasts that wait until the list is mounted. */
const waiting = new Map<string, ToastMessage>();
/** Replaced once by the list of toasts, which needs the code of the component library. */
let show = (id: string, message: ToastMessage): void => {
  waiting.set(id, message);
  mountToastList();
};
let hide = (id: string): void => void waiting.delete(id);
/** For ids that no other toast has. */
let count = 0;

/** Shows a toast; returns its id. */
export function toast(message: ToastMessage): string {
  const id = message.id ?? `toast-${++count}`;
  show(id, message);
  return id;
}

/** Closes a toast; does nothing if it is closed already. */
export const closeToast = (id: string): void => hide(id);

/** Called by the list of toasts when it is mounted; shows the toasts that wait. */
export function connectToasts(shower: typeof show, hider: typeof hide): void {
  show = shower;
  hide = hider;
  for (const [id, message] of waiting) show(id, message);
  waiting.clear();
}

/** `lift`: additional distance of toasts from the window's bottom edge, in px, while a bar is shown there. */
export const useToastLift = create<{ readonly lift: number }>(() => ({ lift: 0 }));

/** Shows why a move or key does nothing. */
export function toastRefusal(reason: string): void {
  toast({ title: reason, tone: 'danger', id: 'refused', timeout: 4_000 });
}
