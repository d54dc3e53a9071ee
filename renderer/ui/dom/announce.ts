/** Announces texts to screen readers without moving the focus, for example drags, drops and counts. */
/** The ARIA live region; created at the first announcement and never removed. */
let liveRegion: HTMLElement | null = null;

/** Makes screen readers say the text. */
export function announce(text: string): void {
  if (!liveRegion) {
    liveRegion = document.createElement('div');
    liveRegion.className = 'visually-hidden';
    // The text changes during drags. CSS containment prevents a layout of the whole page each time, but only if the
    // position does not depend on the elements before it.
    liveRegion.style.contain = 'strict';
    liveRegion.style.inset = '0 auto auto 0';
    liveRegion.setAttribute('aria-live', 'assertive');
    liveRegion.setAttribute('role', 'status');
    document.body.append(liveRegion);
  }
  liveRegion.textContent = text;
}
