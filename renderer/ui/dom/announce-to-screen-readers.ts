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
