/** Returns a new element that screen readers ignore, not yet in the page. `className` is a class of a CSS module. */
export function createHiddenElement(className: string | undefined, text = ''): HTMLElement {
  const element = document.createElement('div');
  element.className = className ?? '';
  element.textContent = text;
  element.setAttribute('aria-hidden', 'true');
  return element;
}
