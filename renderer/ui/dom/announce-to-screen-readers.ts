import { toast } from '../popups/toast.ts';

/** Created at the first announcement and never removed. */
let liveRegion: HTMLElement | null = null;

export function announceToScreenReaders(text: string): void {
  if (!liveRegion) {
    liveRegion = document.createElement('div');
    liveRegion.className = 'visually-hidden';
    liveRegion.setAttribute('aria-live', 'assertive');
    liveRegion.setAttribute('role', 'status');
    document.body.append(liveRegion);
  }
  liveRegion.textContent = text;
}

/** A toast then shows `message`, or that copying failed. */
export function copyText(text: string, message: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast({ title: message, id: 'copied', timeout: 3_000 }),
    () => toast({ title: 'Couldn’t copy to the clipboard', id: 'copied', tone: 'danger' }),
  );
}
