/** Announces texts to screen readers without moving the focus, for example drags, drops and counts. */

/** The ARIA live region; created at the first announcement and never removed. */
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
