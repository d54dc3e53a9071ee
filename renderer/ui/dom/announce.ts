/** Says something to screen readers without moving focus: drags, drops, counts. */
let region: HTMLElement | null = null;

export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    // What is said here is laid out by itself: it comes in the middle of drags.
    region.style.contain = 'strict';
    region.setAttribute('aria-live', 'assertive');
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  region.textContent = text;
}
