/** Says something to screen readers without moving focus: drags, drops, counts. */
let region: HTMLElement | null = null;

export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    region.setAttribute('aria-live', 'assertive');
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  region.textContent = text;
}
