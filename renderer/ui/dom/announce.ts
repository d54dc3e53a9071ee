/** Announces drags, drops and counts to screen readers, without moving the focus. */
/** Created at the first announcement and kept. */
let region: HTMLElement | null = null;

export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    // Contained, because it changes during drags: the rest of the page is not laid out again.
    region.style.contain = 'strict';
    region.setAttribute('aria-live', 'assertive');
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  region.textContent = text;
}
