/** Short messages at the window's edge; also outside React, so that data hooks can report. */
import { create } from 'zustand';

export interface ToastMessage {
  readonly title: string;
  readonly detail?: string;
  readonly tone?: 'plain' | 'danger' | 'success';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** A later toast of the same id replaces this one. */
  readonly id?: string;
  /** Milliseconds; 0 stays until closed. */
  readonly timeout?: number;
}

/** Whether the list of toasts is mounted; its code is loaded then. Screen readers read what is added to it while it is there. */
export const useToastList = create<{ readonly isMounted: boolean }>(() => ({ isMounted: false }));
export const mountToastList = (): void => useToastList.setState({ isMounted: true });

/** Toasts from before the list that shows them was there. */
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

/** Called by the list of toasts once it is there. */
export function connectToasts(shower: typeof show, hider: typeof hide): void {
  show = shower;
  hide = hider;
  for (const [id, message] of waiting) show(id, message);
  waiting.clear();
}

/** Additional distance of toasts from the window's bottom edge, in px, above a bar that is there for a while. */
export const useToastLift = create<{ readonly lift: number }>(() => ({ lift: 0 }));
