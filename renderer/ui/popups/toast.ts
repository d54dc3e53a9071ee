/** Code outside React components can show toasts too. */
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
  readonly otherAction?: ToastButton | undefined;
  /**
   * A toast replaces an earlier one with the same id. By default, each has its own; only failures with the same title
   * share one, which then counts them.
   */
  readonly id?: string;
  /** In ms; 0 means until the person closes the toast. By default 5 s, or 10 s for the tone `danger`. */
  readonly timeout?: number;
}

/** Mounting the list loads its code. Screen readers announce a toast only if the list is mounted before it is shown. */
export const useToastListState = create<{ readonly isMounted: boolean }>(() => ({ isMounted: false }));
/** Mounts the list of toasts, which loads its code. */
export const mountToastList = (): void => useToastListState.setState({ isMounted: true });

const earlyToasts = new Map<string, ToastMessage>();
/**
 * Until `connectToastList` replaces `show` and `hide`, stores the toast and mounts the list. So only the lazily loaded
 * code of the list imports the component library.
 */
let show = (id: string, message: ToastMessage): void => {
  earlyToasts.set(id, message);
  mountToastList();
};
let hide = (id: string): void => void earlyToasts.delete(id);
let toastCount = 0;

/** Such toasts say how often they came, so that a repeated refusal does not stack up. */
const refusedId = 'refused';
/** By the ids of their toasts. */
const refusals = new Map<string, { readonly title: string; readonly count: number }>();
/** Called when the toast is closed: the next refusal with this id is counted from one. */
export const forgetRefusal = (id: string): void => void refusals.delete(id);

/** Returns the toast's id. */
export function toast(message: ToastMessage): string {
  const id = message.id ?? (message.tone === 'danger' ? `${refusedId}: ${message.title}` : `toast-${++toastCount}`);
  const before = refusals.get(id);
  const count = before && before.title === message.title ? before.count + 1 : 1;
  if (id.startsWith(refusedId)) refusals.set(id, { title: message.title, count });
  show(id, count > 1 ? { ...message, title: `${message.title} (${count} times)` } : message);
  return id;
}

/** Does nothing if the toast is already closed. */
export const closeToast = (id: string): void => hide(id);

/** Called when the list is mounted. Shows the earlier toasts. */
export function connectToastList(shower: typeof show, hider: typeof hide): void {
  show = shower;
  hide = hider;
  for (const [id, message] of earlyToasts) show(id, message);
  earlyToasts.clear();
}

/** How far toasts are moved up while a bar is shown at the window's bottom edge. */
export const useToastListLift = create<{ readonly liftPx: number }>(() => ({ liftPx: 0 }));

/** For a move or a shortcut that is refused. */
export function showRefusalToast(reason: string): void {
  toast({ title: reason, tone: 'danger', id: refusedId, timeout: 4_000 });
}
