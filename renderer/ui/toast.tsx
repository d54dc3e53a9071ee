/** Short messages at the window's edge; outside of React too, so that data hooks can say what happened. */
import type { ReactElement } from 'react';
import { create } from 'zustand';
import { loadPopups, usePopupsOnceThere } from './popup-loader.ts';

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

/** What is said before there is where to show it. */
const waiting: [string, ToastMessage][] = [];
let show = (id: string, message: ToastMessage): void => {
  waiting.push([id, message]);
  void loadPopups();
};
let hide = (id: string): void => {
  const at = waiting.findIndex(([other]) => other === id);
  if (at >= 0) waiting.splice(at, 1);
};
let count = 0;

/** Answers the id that it has. */
export function toast(message: ToastMessage): string {
  const id = message.id ?? `toast-${++count}`;
  show(id, message);
  return id;
}

/** What it says is over. Nothing happens where it is gone already. */
export const closeToast = (id: string): void => hide(id);

/** Says from when on, and how, toasts are shown and closed. */
export function showToastsBy(shower: typeof show, hider: typeof hide): void {
  show = shower;
  hide = hider;
  for (const [id, message] of waiting.splice(0)) show(id, message);
}

/** px that toasts stand higher than usual: above what has the foot of the window meanwhile. */
export const useToastLift = create<{ readonly lift: number }>(() => ({ lift: 0 }));

/** Where they are shown. It stands before the first one comes: what is added to it is read out. */
export function Toasts(): ReactElement | null {
  const popups = usePopupsOnceThere();
  return popups && <popups.ToastParts />;
}
